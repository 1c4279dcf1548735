import type { Log } from '../../ports.ts';
import { type Colour, type Environment, type Output, paintFor } from './colours.ts';

const SECOND = 1000;
/** To the start of the line, and nothing on it. */
const CLEARED = '\r\u001b[K';

export type Progress = {
  readonly output: Output;
  readonly environment: Environment;
  /** Text of unknown origin as lines that a terminal shows as they are. */
  readonly lines: (text: string) => readonly string[];
};

/** Tells what is going on while it takes long, to people alone: on a terminal in one line that is gone when the work is done, as
 * the report tells the rest. A pipe or a file gets nothing. With RUNNER_DEBUG=1 everything is written down for good. */
export function progressOn(progress: Progress): Log {
  const { output, environment } = progress;
  if (environment.RUNNER_DEBUG === '1') return transcript(progress);
  return output.isTTY === true && environment.TERM !== 'dumb' ? statusLine(progress) : silent;
}

const silent: Log = { info: () => {}, debug: () => {}, group: (_, step) => step() };

const transcript = ({ output, environment, lines }: Progress): Log => {
  const paint = paintFor(output, environment);
  const write = (text: string, colour?: Colour): void => {
    for (const line of lines(text)) output.write(`${colour === undefined ? line : paint(colour, line)}\n`);
  };
  return {
    info: (message) => write(message),
    debug: (message) => write(message, 'dim'),
    group: async (heading, step) => {
      write(heading, 'bold');
      return await step();
    },
  };
};

const statusLine = ({ output, environment, lines }: Progress): Log => {
  const paint = paintFor(output, environment);
  const show = (text: string): void => {
    const [line = ''] = lines(text);
    const room = (output.columns ?? 80) - 1;
    const characters = [...line];
    const fitting = characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : line;
    output.write(`${CLEARED}${paint('dim', fitting)}`);
  };
  const current = { text: '', start: 0 };
  return {
    info: (message) => {
      current.text = message;
      show(message);
    },
    debug: () => {},
    group: async (heading, step) => {
      Object.assign(current, { text: heading, start: Date.now() });
      show(`${heading}…`);
      const passed = () => Math.round((Date.now() - current.start) / SECOND);
      const ticking = setInterval(() => show(`${current.text}… ${passed()} s`), SECOND);
      ticking.unref();
      try {
        return await step();
      } finally {
        clearInterval(ticking);
        output.write(CLEARED);
      }
    },
  };
};
