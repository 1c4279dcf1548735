import { describe, expect, it } from 'vitest';
import { requirementProof } from '../../../src/domain/policy/facts.ts';
import { buildsIn, entriesOf } from '../../../src/domain/records/history.ts';
import { parseTrailers, printTrailerLines, type Trailer } from '../../../src/domain/records/trailer.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const IMAGE = 'registry.example.com/shop/web';
const reference = { repository: IMAGE, tag: 'v2', digest: `sha256:${'1'.repeat(64)}` };

const trailer = {
  kind: 'promotion',
  environment: 'dev',
  reference,
  source: { repository: 'acme/shop', sha: OTHER },
  built: { repository: 'acme/shop', sha: SHA },
} as const satisfies Trailer;

const lines = [
  `Promotion: dev ${IMAGE}:v2@${reference.digest} from acme/shop@${OTHER}`,
  `Built: dev ${IMAGE}:v2@${reference.digest} from acme/shop@${SHA}`,
];

describe('the line Built', () => {
  it('follows its promotion, and reads back', () => {
    expect(printTrailerLines(trailer)).toEqual(lines);
    expect(parseTrailers(lines.join('\n'))).toEqual([trailer]);
  });

  it('does not change how other versions read the promotion', () => {
    const { built: _, ...without } = trailer;
    expect(printTrailerLines(without)).toEqual(lines.slice(0, 1));
    expect(parseTrailers(lines[0] ?? '')).toEqual([without]);
  });

  it('belongs to its promotion at any place of the message', () => {
    const squashed = ['* Promote shop', `  ${lines[1]}`, 'x', `  ${lines[0]}`].join('\r\n');
    expect(parseTrailers(squashed)).toEqual([trailer]);
  });

  it.each([
    ['of another environment', `Built: prod ${IMAGE}:v2@${reference.digest} from acme/shop@${SHA}`],
    ['of another image', `Built: dev ${IMAGE}:v3 from acme/shop@${SHA}`],
    ['without a commit', `Built: dev ${IMAGE}:v2@${reference.digest} from acme/shop`],
    ['with more words', `${lines[1]} and more`],
    ['that is quoted', `> ${lines[1]}`],
    ['of no repository', `Built: dev ${IMAGE}:v2@${reference.digest} from shop@${SHA}`],
  ])('has no meaning %s', (_, line) => {
    expect(parseTrailers(`${lines[0]}\n${line}`)).toEqual([{ ...trailer, built: undefined }]);
  });

  it('is no record without a promotion', () => {
    expect(parseTrailers(lines[1] ?? '')).toEqual([]);
  });
});

describe('the commit in an image', () => {
  const history = {
    complete: true,
    commits: [{ id: OTHER, message: lines.join('\n'), committedAt: '2026-11-30T09:00:00Z' }],
  };
  const place = { environment: 'dev', image: IMAGE, path: 'k.yaml', current: reference, history };

  it('is stored next to its source, which decides the order', () => {
    expect(buildsIn(entriesOf(place))(reference)).toMatchObject({ source: { sha: OTHER }, built: { sha: SHA } });
  });

  it.each([
    [SHA, 'runs'],
    [OTHER, 'unknown'],
  ])('satisfies a requirement: %s', (sha, kind) => {
    const standing = {
      product: 'shop',
      environment: 'dev',
      path: 'k.yaml',
      line: 1,
      names: [],
      current: reference,
      history,
    };
    const to = { repository: IMAGE, tag: 'v3', digest: `sha256:${'2'.repeat(64)}` };
    expect(requirementProof(standing, { to, image: IMAGE, source: { repository: 'acme/shop', sha } })).toEqual({
      kind,
    });
  });
});
