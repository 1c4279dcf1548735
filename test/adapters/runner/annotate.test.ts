import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, writeAnnotations } from '../../../src/adapters/runner/log.ts';
import { hostile } from '../../domain/report/samples.ts';
import { captured, commandsIn } from './capture.ts';

describe('writeAnnotations', () => {
  it('places errors and warnings on file and line', async () => {
    const output = await captured(() =>
      writeAnnotations([
        { level: 'error', title: 'image-not-listed', message: '100% wrong:\nno, really', path: 'a,b:c.yaml', line: 3 },
        { level: 'warning', title: 'image-promotion', message: 'Odd.' },
      ]),
    );
    expect(output).toBe(
      '::error title=image-not-listed,file=a%2Cb%3Ac.yaml,line=3::100%25 wrong:%0Ano, really\n::warning title=image-promotion::Odd.\n',
    );
  });

  it('writes one command with exactly these values', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const annotation = { level: 'error', title: `t${text}`, message: text, path: `p${text}`, line: 1 } as const;
        expect(commandsIn(await captured(() => writeAnnotations([annotation])))).toEqual([
          { name: 'error', properties: { title: `t${text}`, file: `p${text}`, line: '1' }, data: text },
        ]);
      }),
    );
  });
});

describe('mask', () => {
  it('hides a secret, and each of its lines', async () => {
    expect(commandsIn(await captured(() => mask('s3cret'))).map(({ data }) => data)).toEqual(['s3cret']);
    expect(commandsIn(await captured(() => mask('one\n\ntwo\n'))).map(({ data }) => data)).toEqual([
      'one\n\ntwo\n',
      'one',
      'two',
    ]);
  });

  it('does not mask an empty text', async () => {
    expect(await captured(() => mask(''))).toBe('');
  });
});
