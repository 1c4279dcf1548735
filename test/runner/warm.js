/** A thread that runs the built action again and again, each time with the environment of another step. The modules that a run
 * loads stay loaded. */
import { parentPort } from 'node:worker_threads';

/** The action ends its process a second after its last word, with any open connections; here another run may be under way. */
process.exit = () => undefined;

let told = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, ...rest) => {
    told[name] += chunk;
    rest.findLast((each) => typeof each === 'function')?.();
    return true;
  };
}

let count = 0;

const run = async ({ entry, environment }) => {
  told = { stdout: '', stderr: '' };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.exitCode = undefined;
  try {
    count += 1;
    await import(`${entry}?run=${count}`);
  } catch (error) {
    told.stderr += `${error.stack}\n`;
    process.exitCode = 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  return { ...told, code: process.exitCode ?? 0 };
};

parentPort.on('message', async (step) => parentPort.postMessage(await run(step)));
