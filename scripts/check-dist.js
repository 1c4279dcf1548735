/** Builds a copy of the sources in another folder and compares every built file with the committed one: users run the committed
 * files, so these must match the sources. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const built = ['dist', 'promotion.schema.json', 'report.schema.json'];
const sources = ['src', 'scripts', 'package.json', 'rolldown.config.js', 'tsconfig.json'];

const filesBelow = (path) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
    : [path];

const here = process.cwd();
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'image-promotion-')));
try {
  for (const source of sources) cpSync(join(here, source), join(copy, source), { recursive: true });
  symlinkSync(join(here, 'node_modules'), join(copy, 'node_modules'), 'dir');
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  const relative = (root) =>
    built.flatMap((path) => filesBelow(join(root, path))).map((path) => path.slice(root.length + 1));
  const paths = [...new Set([...relative(here), ...relative(copy)])].sort();
  const read = (root, path) =>
    statSync(join(root, path), { throwIfNoEntry: false }) ? readFileSync(join(root, path)) : null;
  const stale = paths.filter((path) => {
    const [committed, fresh] = [read(here, path), read(copy, path)];
    return committed === null || fresh === null || !committed.equals(fresh);
  });
  if (stale.length > 0) {
    console.error(`Not what the sources build; run npm run build and commit:\n  ${stale.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(`${paths.length} built files are exactly what the sources build.`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
