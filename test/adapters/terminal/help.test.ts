import { describe, expect, it } from 'vitest';
import { printHelp } from '../../../src/adapters/terminal/help.ts';
import { localCommands } from '../../../src/domain/request/input-table.ts';

describe('the help of the command line', () => {
  it('lists each flag with its default', () => {
    const lines = printHelp('status').split('\n');
    expect(lines).toContain(
      '  --dir                 The checkout of the manifest repository to work on. Default: the current directory.',
    );
    expect(lines).toContain('  --version             Print the version.');
    expect(lines.some((line) => line.startsWith('  --images'))).toBe(false);
  });

  it.each([
    ['promote', '--images', 'the payload'],
    ['promote', '--delivery', 'the files change, and nothing is committed'],
    ['status', '--product', 'all'],
    ['validate', '--environments', 'all'],
    ['check', '--images', 'none'],
    ['check', '--tag', '{sha}'],
    ['retag', '--tag', 'none'],
  ] as const)('gives %s %s its own default: %s', (command, flag, fallback) => {
    const line = printHelp(command)
      .split('\n')
      .find((each) => each.startsWith(`  ${flag} `));
    expect(line).toMatch(new RegExp(` Default: ${fallback}\\.$`));
  });

  it.each(['product', 'environments'])('says that promote needs --%s', (flag) => {
    const line = printHelp('promote')
      .split('\n')
      .find((each) => each.startsWith(`  --${flag} `));
    expect(line).toMatch(/ Required without --payload\.$/);
  });

  it.each(['await', 'dispatch'] as const)('says that %s runs in a workflow', (command) => {
    expect(printHelp(command)).toMatch(
      new RegExp(`^The command ${command} runs in a workflow only: use it as a step\\.\n\nUsage: `),
    );
  });

  it.each(localCommands)('describes the command %s', (command) => {
    expect(printHelp(command)).toMatch(new RegExp(`^${command}: [a-z]`, 'm'));
    expect(printHelp(command)).not.toContain('the event');
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
