/** The limits that docs/scaling.md names are those of the code. */
import { expect, it } from 'vitest';
import { LONGEST_CONTENTION, LONGEST_HISTORY, MOST_BYTES, MOST_FILES } from '../../src/domain/limits.ts';
import { readPages } from './pages.ts';

const page = ((await readPages()).get('docs/scaling.md') ?? '').replaceAll(/\s+/g, ' ');

it.each([
  ['files and bytes of a commit', `more than ${MOST_FILES.toLocaleString('en')} files or ${MOST_BYTES >> 20} MB are`],
  ['the history that is read', `at most ${LONGEST_HISTORY} commits of their history`],
  ['the wait for a limit', `for ${LONGEST_CONTENTION / 60_000 === 10 ? 'ten' : '?'} minutes at most`],
])('docs/scaling.md names the limit %s', (_, sentence) => {
  expect(page).toContain(sentence);
});
