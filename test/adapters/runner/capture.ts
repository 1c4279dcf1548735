import { vi } from 'vitest';

/** The standard output of the step. */
export async function captured(step: () => unknown): Promise<string> {
  const chunks: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  try {
    await step();
  } finally {
    spy.mockRestore();
  }
  return chunks.join('');
}

export type RunnerCommand = { name: string; properties: Record<string, string>; data: string };

/** The workflow commands in the output, read by the rules of the runner (actions/runner, ActionCommand.cs). */
export function commandsIn(output: string): RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, info, data] = /^\s*::(.*?)::(.*)$/s.exec(line) ?? [];
    if (info !== undefined && data !== undefined) return [commandOf(info, data)];
    const [, old] = /##\[(.*?)\]/s.exec(line) ?? [];
    return old === undefined ? [] : [commandOf(old, '')];
  });
}

const commandOf = (info: string, data: string): RunnerCommand => {
  const [name = '', ...rest] = info.split(' ');
  const pairs = rest.join(' ').split(',').filter(Boolean);
  const properties = pairs.map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key, unescaped(value.join('='))];
  });
  return { name, properties: Object.fromEntries(properties), data: unescaped(data) };
};

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
