/** The parts of the pages that `npm run docs` writes; `npm run check` looks at them as well. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

describe('generated parts', () => {
  it('match their sources', () => {
    const ran = spawnSync(process.execPath, ['scripts/docs.js', '--check'], { cwd: root, encoding: 'utf8' });
    expect(`${ran.stdout}${ran.stderr}`).toBe('');
    expect(ran.status).toBe(0);
  });
});
