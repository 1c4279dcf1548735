import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../src/adapters/terminal/words.ts';
import { flagsOf, parseArguments } from '../../../src/domain/request/arguments.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';

const parse = (line: string) => parseArguments(splitWords(line.split(' ').filter((word) => word !== '')));
const problems = (line: string) => problemsOf(() => parse(line));
const codes = (line: string): string[] => problems(line).map(({ code }) => code);

test('parses flags as inputs, next to the options of the command line', () => {
  expect(parse('promote --product shop --environments=dev --images web:v1 --dry-run --dir ../m --json')).toEqual({
    kind: 'run',
    inputs: {
      command: 'promote',
      product: ['shop'],
      environments: ['dev'],
      images: [{ name: 'web', tag: 'v1' }],
      'dry-run': true,
    },
    dir: '../m',
    payload: undefined,
    json: true,
    csv: false,
  });
});

test('leaves other inputs unset', () => {
  expect(parse('status')).toEqual({
    kind: 'run',
    inputs: { command: 'status' },
    dir: '.',
    payload: undefined,
    json: false,
    csv: false,
  });
});

test.each([
  '--environments stg --environments prod',
  '--environments stg,prod',
  '--environments=stg --environments=,prod,',
])('accepts repeated flags and commas for lists: %s', (flags) => {
  expect(parse(`promote ${flags}`)).toMatchObject({ inputs: { environments: ['stg', 'prod'] } });
});

test.each([
  ['--dry-run', true],
  ['--dry-run=true', true],
  ['--dry-run=FALSE', false],
])('accepts booleans alone or after an equals sign: %s', (flag, value) => {
  expect(parse(`promote ${flag}`)).toMatchObject({ inputs: { 'dry-run': value } });
});

test('accepts flags before the command, and an equals sign within a value', () => {
  expect(parse('--dir x promote --images web=shop/web:v1')).toMatchObject({
    dir: 'x',
    inputs: { images: [{ name: 'web', newName: 'shop/web', tag: 'v1' }] },
  });
  expect(parse('promote --images=web=shop/web:v1')).toMatchObject({ inputs: { images: [{ newName: 'shop/web' }] } });
});

test.each([
  ['promote --payload -', '-'],
  ['promote --payload=payload.json', 'payload.json'],
  ['rollback --payload p.json', 'p.json'],
])('%s', (line, payload) => {
  expect(parse(line)).toMatchObject({ payload });
});

test.each([
  ['--help', { kind: 'help', command: undefined }],
  ['-h', { kind: 'help', command: undefined }],
  ['promote --help', { kind: 'help', command: 'promote' }],
  ['help', { kind: 'help', command: undefined }],
  ['help promote', { kind: 'help', command: 'promote' }],
  ['await --help', { kind: 'help', command: 'await' }],
  ['promote --nonsense --help', { kind: 'help', command: 'promote' }],
  ['--version', { kind: 'version' }],
])('answers %s before all else', (line, value) => {
  expect(parse(line)).toEqual(value);
});

describe('wrong usage', () => {
  test.each([
    ['', 'No command is given.', 'The commands are promote, rollback, status, history, validate, check and retag.'],
    ['promot', 'The command "promot" is not known.', 'Did you mean promote?'],
    ['dispatch', 'The command dispatch runs in a workflow only.', 'The commands are'],
    ['promote --enviroments dev', 'The flag "--enviroments" is not known.', 'Did you mean --environments?'],
    ['promote --jsn', 'The flag "--jsn" is not known.', 'Did you mean --json?'],
    ['promote --xyzzy', 'The flag "--xyzzy" is not known.', 'The flags are --config, --product'],
    ['promote -n', 'The flag "-n" is not known.', 'The flags are'],
    ['promote --command=status', 'The flag "--command" is not known.', 'The flags are'],
    ['promote --tag', '--tag has no value.', 'Write --tag=VALUE'],
    ['promote --tag --json', '--tag has no value.', 'Write --tag=VALUE'],
    ['promote --tag v1 --tag v2', '--tag is given more than once.', 'it is no list'],
    ['promote dev', 'The argument "dev" belongs to no flag.', '--flag value'],
    ['promote --dry-run false', 'The argument "false" belongs to no flag.', '--flag=false'],
    ['promote --json=yes', 'The value "yes" of --json is no boolean.', 'true or false'],
    [
      'check --images web --payload -',
      '--payload is given, and the command check does not use it.',
      'promote and rollback',
    ],
    ['status --tag v1', '--tag is given, and the command status does not use it.', 'Leave out --tag'],
    ['promote --repository a/b', '--repository is for workflows', 'Leave out --repository'],
    ['promote --delivery merge', '--delivery takes commit alone', '--delivery commit'],
    ['promote --override freeze', '--override is given without --reason.', 'Give --reason'],
    ['retag --images web:a', 'The command retag needs --tags.', '--tags'],
  ])('%s', (line, message, hint) => {
    const [problem] = problems(line);
    expect(problem?.message).toContain(message);
    expect(problem?.hint).toContain(hint);
  });

  test('takes the word after an unknown flag as its value, unless it is a command', () => {
    expect(codes('--verbose promote')).toEqual(['input-unknown']);
    expect(codes('promote --tagg v1')).toEqual(['input-unknown']);
  });

  test('reports all problems at once', () => {
    expect(codes('promote extra --tagg v1 --tag a --tag b --from stg --environments=/')).toEqual([
      'input-unknown',
      'input-unknown',
      'input-invalid',
      'environment-invalid',
      'inputs-conflict',
    ]);
  });
});

test('offers the inputs of a command and the options as its flags', () => {
  expect(flagsOf('check')).toEqual(['images', 'tag', 'on-unknown', 'dir', 'json', 'help', 'version']);
  expect(flagsOf(undefined)).toContain('payload');
});

test('reads any words or refuses them with a reason, in visible characters', () => {
  const word = fc.oneof(
    fc.constantFrom('promote', 'retag', '--tag', '--images', '--json', '--dir', '--payload=', '--', '-', '--='),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((name) => `--${name}`),
  );
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      expect(shownBy(() => parseArguments(splitWords(argv)))).not.toMatch(unprintable);
      expect(codesOf(() => parseArguments(splitWords(argv))).every((code) => code !== 'internal')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
