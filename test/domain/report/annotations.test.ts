import { describe, expect, it } from 'vitest';
import { annotationsOf } from '../../../src/domain/report/annotations.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { refused } from './samples.ts';

const violations = (number: number, message = 'No such image.') =>
  Array.from({ length: number }, (_, index) => ({
    code: index % 2 === 0 ? 'image-not-listed' : 'manifest-missing',
    message: `${message} (${index + 1})`,
    hint: 'Name another.',
    path: `dev/${index + 1}.yaml`,
    line: 3,
  }));

describe('annotationsOf', () => {
  it('makes errors of violations and warnings of notices, with their places', () => {
    expect(annotationsOf(buildReport(refused), 'here')).toEqual([
      {
        level: 'error',
        title: 'image-not-listed',
        message:
          'No file of "stg" lists the image "registry.example.com/shop/wep". The nearest name there is "registry.example.com/shop/web".',
        path: 'applications/shop/overlays/stg/kustomization.yaml',
        line: 3,
      },
      { level: 'warning', title: 'image-promotion', message: 'The key "colour" of the payload is not known.' },
    ]);
  });

  it('moves places of another repository into the message', () => {
    const [error] = annotationsOf(buildReport(refused), 'elsewhere');
    expect(error).not.toHaveProperty('path');
    expect(error?.message).toMatch(/ \(applications\/shop\/overlays\/stg\/kustomization\.yaml:3\)$/);
  });

  it('shows up to ten', () => {
    expect(annotationsOf({ violations: violations(10), notices: [] }, 'here').map(({ path }) => path)).toEqual(
      violations(10).map(({ path }) => path),
    );
  });

  it('combines the rest in the tenth, with their number, kinds and places', () => {
    const annotations = annotationsOf({ violations: violations(14), notices: [] }, 'here');
    expect(annotations).toHaveLength(10);
    expect(annotations.at(-1)).toMatchObject({ level: 'error', title: '5 more' });
    expect(annotations.at(-1)?.message.split('\n')).toEqual([
      'The summary of this job shows all of them. Here: 3 × manifest-missing and 2 × image-not-listed.',
      ...[10, 11, 12, 13, 14].map((number) => `No such image. (${number}) Name another. (dev/${number}.yaml:3)`),
    ]);
  });

  it('counts errors and warnings apart', () => {
    const annotations = annotationsOf({ violations: violations(30), notices: violations(30) }, 'here');
    expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(10);
    expect(annotations.filter(({ level }) => level === 'warning')).toHaveLength(10);
  });

  it('stays below the length limit of the runner', () => {
    const annotations = annotationsOf({ violations: violations(300, 'x'.repeat(5_000)), notices: [] }, 'here');
    expect(annotations.map(({ message }) => message.length <= 4_096)).not.toContain(false);
  });
});
