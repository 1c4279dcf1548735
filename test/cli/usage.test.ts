/** The messages of the command line about wrong usage and inputs, which name flags. */
import { execFileSync } from 'node:child_process';
import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';
import { checkout, root } from './commandline.ts';

const run = async (line: string, directory?: string): Promise<{ readonly code: number; readonly said: string }> => {
  let said = '';
  const stream = {
    write: (text: string): void => {
      said += text;
    },
  };
  const stdin = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const words = line.split(' ').filter((word) => word !== '');
  const surroundings = { stdout: stream, stderr: stream, env: {}, stdin };
  const code = await runCommandLine([...words, ...(directory ? ['--dir', directory] : [])], surroundings);
  // The codes of problems are the same everywhere.
  return { code, said: said.replace(/ \[[a-z-]+\]$/gm, '') };
};

/** A name of an input of a step, or the word "input". */
const OF_A_STEP =
  /\binputs?\b|`(?:tag|to|from|images|tags|reason|override|delivery|environments|product|on-unknown|since|at|page|config)`(?! (?:in|of) the configuration)/i;

describe('wrong usage', () => {
  it.each([
    'promote --tagg v1',
    'promote --environment dev',
    'promote --tag',
    'promote --tag a --tag b',
    'promote extra',
    'promote --dry-run=perhaps',
    'promote --repository a/b',
    'promote --branch a',
    'promote --token x',
    'promote --workflow a.yml',
    'promote --to v1',
    'promote --tags v1',
    'promote --since 90d',
    'promote --config ../x.yml',
    'promote --delivery merge',
    'promote --delivery push',
    'promote --delivery commit --labels a',
    'promote --from stg --tag v1',
    'promote --from stg --images web:v1',
    'promote --from stg --environments stg',
    'promote --environments dev --images web:v1',
    'promote --product shop --images web:v1',
    'promote --product shop --environments dev',
    'rollback --environments dev',
    'promote --override freeze',
    'promote --override order --reason x',
    'promote --reason a\u0007b',
    'rollback --images web:v1',
    'rollback --to commit:main',
    'rollback --to {sha}',
    'rollback --tag v1',
    'check',
    'check --images web --on-unknown ignore',
    'check --images web --payload -',
    'retag --images web:a',
    'retag --tags v1',
    'status --since 90d',
    'status --at yesterday',
    'status --tag v1',
    'history --since soon',
    'validate --images web',
  ])('%s', async (line) => {
    const { code, said } = await run(line);
    expect(code).toBe(2);
    expect(said).toMatch(/^Wrong usage\nerror: /);
    expect(said).not.toMatch(OF_A_STEP);
  });

  it.each(['', 'promot', 'dispatch', 'await'])('rejects the unknown command "%s"', async (line) => {
    const { code, said } = await run(line);
    expect(code).toBe(2);
    expect(said).toMatch(/^Wrong usage\nerror: /);
    expect(said).toMatch(/Usage: /);
  });
});

describe('a refusal', () => {
  it('names flags, from any part of the code', async () => {
    await using place = await checkout('git');
    const shop = '--product shop --environments dev';
    const web = 'registry.example.com/shop/web';
    const refusals = {
      [`promote ${shop}`]: /--images|--tag/,
      [`promote ${shop} --images ${web}`]: /Write NAME:TAG, or give --tag\.$/m,
      [`promote ${shop} --images ${web}:{sha}`]: /placeholder in --tag/,
      [`promote --environments dev --images ${web}:v1`]: /--product/,
      [`promote --product shop --images ${web}:v1`]: /--environments/,
      [`promote ${shop} --images ${web}:v1 --config nowhere.yml`]: /Correct --config/,
      [`promote ${shop} --tag v1`]: /images/,
      [`promote ${shop} --from stg --images nothing`]: /nothing/,
      [`rollback ${shop}`]: /--to/,
      [`rollback ${shop} --to v9`]: /v9/,
      [`rollback ${shop} --to commit:0123456`]: /0123456/,
      'status --at 2001-01-01': /--at/,
      'check --images localhost:1/shop/web:v1': /With --on-unknown missing/,
      [`retag --images ${web} --tags v2`]: /--tag/,
    };
    for (const [line, says] of Object.entries(refusals)) {
      const { code, said } = await run(line, place.directory);
      expect([line, code]).not.toEqual([line, 0]);
      expect(said, line).toMatch(says);
      expect(said, line).not.toMatch(OF_A_STEP);
      expect(said, line).not.toMatch(/on the step/);
    }
  });

  it('names flags in the JSON report as well', async () => {
    await using place = await checkout('files');
    const { said } = await run(
      'promote --product shop --environments dev --images web:v1 --config x.yml --json',
      place.directory,
    );
    expect(JSON.parse(said).violations[0].hint).toBe('Correct --config, or leave it out to use .github/promotion.yml.');
  });
});

describe('the command image-promotion', () => {
  it.skipIf(process.platform === 'win32')(
    'runs by the link that npm makes to `bin`, and changes no file for it',
    async () => {
      const { bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      await using place = await checkout('files');
      const link = join(place.directory, 'image-promotion');
      await symlink(join(root, bin['image-promotion']), link);
      expect(execFileSync(link, ['--help'], { encoding: 'utf8' })).toMatch(/^Usage: /);
      expect((await stat(link)).mode & 0o111).toBe(0o111);
    },
  );
});
