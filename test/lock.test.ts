/** `npm ci` refuses a lock file in which a package needs one that is not locked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { readonly dependencies?: Names; readonly optionalDependencies?: Names };
type Names = Readonly<Record<string, string>>;

/** The places where Node.js looks for a package that the package at `path` needs. */
const places = (path: string, name: string): readonly string[] => {
  const parent = path.lastIndexOf('/node_modules/');
  const here = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (path === '') return [here];
  return [here, ...places(parent === -1 ? '' : path.slice(0, parent), name)];
};

test('the lock file holds every package that a locked package needs', async () => {
  const text = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Locked>> };
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
      .filter((name) => !places(path, name).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
