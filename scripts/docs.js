// Writes the parts of the documentation that say what other files say; with --check only compares. A part stands between
// <!-- generated: KIND ARGUMENT --> and <!-- /generated -->.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { load } from './load.js';

const root = new URL('..', import.meta.url);
const read = (path) => readFile(new URL(path, root), 'utf8');

const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (text) => `\`${text}\``;

/** Words with signs that mean something in Markdown stand as code. */
const marked = (text) => text.replaceAll(/(?<!\S)([^\s`]*[{*<][^\s`]*?)([.,;]?)(?!\S)/g, '`$1`$2');

const inputs = async () => {
  const { inputTable } = await load('src/domain/request/input-table.ts');
  const { inputs: described } = parse(await read('action.yml'));
  const all = inputTable.command.commands;
  const users = (commands) => {
    const others = all.filter((name) => !commands.includes(name));
    if (others.length === 0) return 'all';
    return others.length < commands.length ? `all but ${others.join(', ')}` : commands.join(', ');
  };
  const names = Object.keys(described);
  const usersOf = (name) => users(inputTable[name].commands);
  const lineOf = (name) => `${code(name)}: ${marked(described[name].description)}`;
  const rows = [...new Set(names.map(usersOf))].map((who) => {
    const own = names.filter((name) => usersOf(name) === who);
    return [who, own.map(lineOf).join('<br>')];
  });
  return table(['used by', 'inputs'], rows);
};

const outputs = async () => {
  const { outputs: described } = parse(await read('action.yml'));
  return table(
    ['output', 'value'],
    Object.entries(described).map(([name, { description }]) => [code(name), marked(description)]),
  );
};

const file = async (path) =>
  `\`\`\`${path.split('.').at(-1).replace('yml', 'yaml')}\n${(await read(path)).trimEnd()}\n\`\`\``;

const schema = async () => JSON.parse(await read('promotion.schema.json'));

const shownValue = (part) => {
  if (part.enum !== undefined) return part.enum.map(code).join(', ');
  if (part.const !== undefined) return code(part.const);
  if (part.type === 'array') {
    const items = part.items.anyOf ?? [part.items];
    if (items.every(({ type }) => type === 'object')) return 'list of mappings';
    return items.length > 1 ? 'list of texts or lists' : 'list';
  }
  if (part.type === 'boolean') return '`true`, `false`';
  if (part.type === 'object') return 'mapping';
  if (part.anyOf !== undefined)
    return [...new Set(part.anyOf.map(shownValue).filter((text) => text !== ''))].join(', ');
  return part.type === 'null' ? '' : 'text';
};

const keysOf = (properties) =>
  table(
    ['key', 'value', 'meaning'],
    Object.entries(properties).map(([name, part]) => [code(name), shownValue(part), marked(part.description)]),
  );

const settings = async () => {
  const { $defs } = await schema();
  const { environment, ...own } = $defs;
  return keysOf(own);
};

const top = async () => {
  const { properties } = await schema();
  return keysOf(Object.fromEntries(Object.entries(properties).filter(([, part]) => part.$ref === undefined)));
};

const keys = async (path) => {
  const found = path.split('/').reduce((part, name) => part[name], await schema());
  return keysOf(found.properties);
};

const codes = async () => {
  const { dispositions } = await load('src/domain/errors.ts');
  const groups = parse(await read('docs/errors.yml')).map(({ title, codes: listed }) => ({
    title,
    rows: Object.entries(listed).map(([names, row]) => ({ names: names.split(', '), ...row })),
  }));
  const entries = groups.flatMap(({ rows }) => rows.flatMap(({ names }) => names));
  const missing = Object.keys(dispositions).filter((name) => !entries.includes(name));
  const stale = entries.filter((name, at) => dispositions[name] === undefined || entries.indexOf(name) < at);
  if (missing.length + stale.length > 0) {
    throw new Error(
      `docs/errors.yml lacks ${missing.join(', ') || 'nothing'} and has too much: ${stale.join(', ') || 'nothing'}`,
    );
  }
  const printed = groups.flatMap(({ title, rows }) => [
    `## ${title}`,
    ...rows.flatMap(({ names, cause, remedy }) => [`### ${names.join(', ')}`, `${cause} ${remedy}`]),
  ]);
  return printed.join('\n\n');
};

const slug = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The table below a heading of bench/results.md, as its rows of cells. */
const measured = async (heading) => {
  const sections = (await read('bench/results.md')).split(/^## /m).slice(1);
  const section = sections.find((text) => slug(text.split('\n')[0]) === heading);
  if (section === undefined) throw new Error(`bench/results.md has no section ${heading}.`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((text) => text.trim()),
  );
};

const bench = async (heading) => {
  const [heads, , ...rows] = await measured(heading);
  return table(heads, rows);
};

/** Points of GraphQL an hour, and as many requests of REST, by kind of token; what creates content is the same for all. A point is
 * a request at least, so that REST, of which a run makes few, never ends first. */
const tokens = { '`GITHUB_TOKEN`': 1000, 'GitHub App, personal access token': 5000 };
const CONTENT_AN_HOUR = 500;

const hourly = async () => {
  const [, , ...rows] = await measured('requests-of-one-run');
  // A run that creates nothing has the points alone, which the page names.
  const promotions = rows.filter(([what, , , , writes]) => /^(commit|pull-request)/.test(what) && Number(writes) > 0);
  const most = (limit, each) => (each === 0 ? Number.POSITIVE_INFINITY : Math.floor(limit / each));
  return table(
    ['promotion', ...Object.keys(tokens)],
    promotions.map(([what, , , points, writes]) => [
      what,
      ...Object.values(tokens).map((limit) =>
        Math.min(most(limit, Number(points)), most(CONTENT_AN_HOUR, Number(writes))).toLocaleString('en'),
      ),
    ]),
  );
};

const kinds = { inputs, outputs, file, settings, top, keys, codes, bench, hourly };

const render = async (text) => {
  const marker = /<!-- generated: (\w+) ?(\S*) -->\n[\s\S]*?<!-- \/generated -->/g;
  const parts = await Promise.all(
    [...text.matchAll(marker)].map(async ([, kind, argument]) => {
      if (kinds[kind] === undefined) throw new Error(`There is nothing to generate of the kind ${kind}.`);
      const head = argument === '' ? kind : `${kind} ${argument}`;
      return `<!-- generated: ${head} -->\n${await kinds[kind](argument)}\n<!-- /generated -->`;
    }),
  );
  return text.replaceAll(marker, () => parts.shift());
};

const workflows = 'examples/workflows';

/** A step that makes the token of the App, and the lines by which a workflow of the manifest repository uses it. */
const appStep = `      - id: promoter
        uses: actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1 # v3.2.0
        with:
          client-id: \${{ vars.PROMOTER_CLIENT_ID }}
          private-key: \${{ secrets.PROMOTER_PRIVATE_KEY }}
          permission-contents: write
          permission-issues: write # creates labels
          permission-members: read # teams in actors and reviewers
          permission-pull-requests: write
`;

/** The workflow with the token of a GitHub App instead of its own. */
const withApp = (name, text) => {
  const own = text
    .replaceAll(/^ +(?:contents|issues|pull-requests): write.*\n/gm, '')
    .replaceAll(/^( *)permissions:\n(?!\1 +\S)/gm, '$1permissions: {}\n');
  const step =
    /^ {4}steps:\n((?:(?! {6}- (?:id: \w+\n {8})?uses: OWNER).*\n)*)( {6}- (?:id: \w+\n {8})?uses: OWNER\/\S+)(\n {8}with:)?/m;
  if (!step.test(own)) throw new Error(`${name} has no step of this action.`);
  const changed = own.replace(
    step,
    (_, before, uses) =>
      `    environment: promotion # holds the key of the App, for the default branch alone\n    steps:\n${before}${appStep}${uses}\n        with:\n          token: \${{ steps.promoter.outputs.token }}`,
  );
  return `# With the token of a GitHub App; npm run docs makes this file of ../manifests/${name}.\n${changed}`;
};

/** The workflows that write, each by its path, with the token of an App. With it one workflow serves pull requests, too. */
const appWorkflows = async () => {
  const names = (await readdir(new URL(`${workflows}/manifests`, root))).filter((name) => name !== 'pull-requests.yml');
  const texts = await Promise.all(names.map(async (name) => [name, await read(`${workflows}/manifests/${name}`)]));
  const writing = texts.filter(([, text]) => /^ +contents: write/m.test(text));
  return writing.map(([name, text]) => [`${workflows}/manifests-app/${name}`, withApp(name, text)]);
};

const pages = ['README.md', ...(await readdir(new URL('docs', root))).map((name) => `docs/${name}`)];
const checking = process.argv.includes('--check');
const write = async (path, text, wanted) => {
  if (wanted === text) return;
  if (checking) {
    console.error(`${path} is not what the code says. Run: node scripts/docs.js`);
    process.exitCode = 1;
  } else await writeFile(new URL(path, root), wanted);
};
for (const [path, wanted] of await appWorkflows()) await write(path, await read(path).catch(() => ''), wanted);
for (const page of pages.filter((path) => path.endsWith('.md'))) {
  const text = await read(page);
  await write(page, text, await render(text));
}
