import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, commandLine, commandLineHere } from './commandline.ts';

const path = 'applications/shop/overlays/dev/kustomization.yaml';

describe('the command history on a checkout', () => {
  it('prints only CSV or JSON on standard output', async () => {
    await using place = await checkout('git');
    const text = await place.read(path);
    await writeFile(join(place.directory, path), text.replace('0362525', 'v2'));
    place.git('commit', '--quiet', '--all', '--message=Fix it');
    const csv = await commandLine(['history', '--csv', '--since', '2w'], place);
    expect(csv.code).toBe(0);
    expect(csv.stdout.split('\r\n')).toHaveLength(3);
    expect(csv.stdout).toMatch(
      /^at,product,[^\r]*\r\n[^\r]*,shop,dev,[^\r]*web:0362525,[^\r]*web:v2,by-hand,[^\r]*\r\n$/,
    );
    expect(csv.stderr).toContain('warning: ');
    const json = await commandLineHere(['history', '--json', '--dir', place.directory]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: 'reported',
      history: { unknown: 0, entries: [{ kind: 'by-hand', product: 'shop', environment: 'dev' }] },
    });
    const failed = await commandLineHere(['history', '--csv', '--config', 'none.yml', '--dir', place.directory]);
    expect([failed.code, failed.stdout]).toEqual([3, '']);
    expect(failed.stderr).toContain('none.yml');
  });

  it('refuses both forms at once, and an invalid span of time', async () => {
    await using place = await checkout('files');
    const { code, stdout, stderr } = await commandLineHere([
      'history',
      '--json',
      '--csv',
      '--since',
      'x',
      '--dir',
      place.directory,
    ]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('--json and --csv are both given');
    expect(stdout + stderr).toContain('is no span of time');
  });
});
