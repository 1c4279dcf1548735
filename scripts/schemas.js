// Writes the published JSON Schemas from the validators that the code uses; with --check only compares.
import { readFile, writeFile } from 'node:fs/promises';
import { toJsonSchema } from '@valibot/to-json-schema';
import { load } from './load.js';

const root = new URL('..', import.meta.url);

/** Where users get the schemas: the major tag follows the releases. */
const published = 'https://raw.githubusercontent.com/OWNER/image-promotion/v1/';

/** `module` exports the valibot schema under the name `schema`, and under `definitions` those of its parts, if any, that
 * are to be written once. */
const table = [
  {
    file: 'promotion.schema.json',
    module: 'src/domain/config/schema.ts',
    schema: 'configuration',
    definitions: 'definitions',
  },
  { file: 'report.schema.json', module: 'src/domain/report/report-schema.ts', schema: 'reportSchema' },
];

const render = async ({ file, module, schema, definitions }) => {
  const exported = await load(module);
  const json = toJsonSchema(exported[schema], {
    target: 'draft-07',
    typeMode: 'input',
    ignoreActions: ['check', 'partial_check', 'raw_check'],
    ...(definitions === undefined ? {} : { definitions: exported[definitions] }),
  });
  const { $schema, title, description, ...rest } = json;
  return `${JSON.stringify({ $schema, $id: published + file, title, description, ...rest }, undefined, 2)}\n`;
};

const checking = process.argv.includes('--check');
for (const entry of table) {
  const path = new URL(entry.file, root);
  const wanted = await render(entry);
  if (!checking) await writeFile(path, wanted);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${entry.file} is not what the code says. Run: node scripts/schemas.js`);
    process.exitCode = 1;
  }
}
