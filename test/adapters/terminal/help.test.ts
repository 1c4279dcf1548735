import { describe, expect, it } from 'vitest';
import { printHelp } from '../../../src/adapters/terminal/help.ts';
import { localCommands } from '../../../src/domain/request/input-table.ts';

describe('how to use the command line', () => {
  it('is told of each flag, with what holds without it', () => {
    const lines = printHelp('status').split('\n');
    expect(lines).toContain(
      '  --dir                 The checkout of the manifest repository to work on. Default: the current directory.',
    );
    expect(lines).toContain('  --version             Print the version.');
    expect(lines.some((line) => line.startsWith('  --images'))).toBe(false);
  });

  it.each([undefined, ...localCommands])('fits a terminal: %s', (command) => {
    const lines = printHelp(command, 80).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(printHelp(command).replace(/\s+/g, ' '));
  });

  it('keeps explanations in their column', () => {
    expect(printHelp('status', 60)).toContain(
      [
        '  --dir                 The checkout of the manifest',
        '                        repository to work on. Default: the',
        '                        current directory.',
        '',
      ].join('\n'),
    );
  });
});
