/** Prints the measurements, and writes them to bench/results.md. BENCH_ONLY=formats,startup runs parts and writes nothing. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import packageJson from '../package.json' with { type: 'json' };
import { endToEnd } from './endtoend.ts';
import { formats, peak } from './formats.ts';
import { items } from './items.ts';
import { load } from './load.ts';
import type { Row, Section } from './measure.ts';
import { registry } from './registry.ts';
import { requests } from './requests.ts';
import { size, startup } from './startup.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const rowOf = ({ what, ours, other, unit, goal }: Row): string[] => {
  const ratio = ours / other;
  const judged = goal === undefined ? '' : `≤ ${goal} ×${ratio <= goal ? '' : ', missed'}`;
  return [what, `${number(ours)} ${unit}`, `${number(other)} ${unit}`, `${ratio.toFixed(2)} ×`, judged];
};

const sectionOf = ({ title, notes, rows }: Section): string =>
  [`## ${title}`, table(['', 'ours', 'other', 'ratio', 'goal'], rows.map(rowOf)), ...notes].join('\n\n');

const requestSection = async (): Promise<string> => {
  const rows = (await requests()).map(({ what, outcome, requests: count, points, writes }) => [
    what,
    outcome,
    String(count),
    String(points),
    String(writes),
  ]);
  const heads = ['', 'outcome', 'requests', 'points', 'of which create content'];
  return ['## Requests of one run', table(heads, rows)].join('\n\n');
};

const loadSection = async (): Promise<string> => {
  const rows = (await load()).map(({ what, writers, landed, superseded, requests: each, seconds, slowest }) => [
    what,
    String(writers),
    String(landed),
    String(superseded),
    number(each),
    `${number(seconds)} s`,
    `${number(slowest)} s`,
  ]);
  return [
    '## Writers at the same time',
    table(['', 'writers', 'landed', 'superseded', 'requests each', 'median', 'slowest'], rows),
    'All start in the same moment, with one token, under the limits of 80 writes a minute and 100 requests at once. Reads take 0.2 to 0.5 seconds, writes 0.4 to 0.9, by a clock that passes only while all wait. The history is linear, there is one pull request at most, and `git fsck` finds nothing. A build is superseded where a newer one is there already.',
  ].join('\n\n');
};

const itemsSection = async (): Promise<string> => {
  const rows = (await items()).map(({ what, items: count, time, naive, processes }) => [
    what,
    String(count),
    `${number(time)} ms`,
    naive === undefined ? '' : `${(time / naive).toFixed(2)} ×${time / naive <= 1.5 ? '' : ', missed'}`,
    String(processes),
  ]);
  return [
    '## Many items in a checkout',
    table(['', 'items', 'time', 'against a naive tool, ≤ 1.5 ×', 'processes of git'], rows),
    'The naive tool parses, sets, prints and writes in place.',
  ].join('\n\n');
};

const parts: Readonly<Record<string, () => Promise<string>>> = {
  formats: async () => sectionOf(await formats()),
  startup: async () => sectionOf(await startup()),
  size: async () => sectionOf(await size()),
  endtoend: async () => (await endToEnd()).map(sectionOf).join('\n\n'),
  registry: async () => sectionOf(await registry()),
  items: itemsSection,
  requests: requestSection,
  load: loadSection,
};

const machine = (): string => {
  const [cpu] = cpus();
  const gitVersion = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim().replace('git version ', 'git ');
  const { version, dependencies } = packageJson;
  return `image-promotion ${version}, yaml ${dependencies.yaml}, Node.js ${process.version}, ${gitVersion}; ${process.platform} ${release()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB.`;
};

const report = async (): Promise<void> => {
  const only = process.env.BENCH_ONLY?.split(',');
  const texts: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && !only.includes(name)) continue;
    const text = await part();
    console.log(`${text}\n`);
    texts.push(text);
  }
  if (only !== undefined) return;
  const head = `# Measured\n\nWritten by \`npm run bench\`. Every figure is of one run; compare ratios, not machines. A ratio is ours ÷ other: below 1, ours is the smaller.\n\n${machine()}`;
  await writeFile('bench/results.md', `${[head, ...texts].join('\n\n')}\n`);
};

const [, , command, who = '', count = ''] = process.argv;
if (command === 'peak') peak(who, Number(count));
else await report();
