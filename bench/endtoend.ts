/** One promotion from its start to the end of the process, against clone, edit, commit and push. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MANIFESTS } from '../test/action/job.ts';
import { kustomization, overlay } from '../test/commands/stage.ts';
import { type FakeGitHub, fakeGitHub } from '../test/github/server.ts';
import { runAction } from '../test/load/action.ts';
import { closing, median, type Row, run, type Section } from './measure.ts';

const NAME = 'registry.example.com/shop/web';
const LATENCY = 50;

/** What is widely used today: the whole of it, with its retry loop. */
const script = (edit: string): string => `
set -euo pipefail
git clone --quiet --depth 1 "$REPOSITORY" work
cd work
git config user.name promoter
git config user.email promoter@example.com
for environment in $ENVIRONMENTS; do
  file="applications/$PRODUCT/overlays/$environment/kustomization.yaml"
  ${edit}
done
git commit --quiet --all --message "Promote $PRODUCT to $TAG"
for attempt in $(seq 1 50); do
  if git push --quiet 2> /dev/null; then exit 0; fi
  sleep "0.$((RANDOM % 10))"
  git pull --quiet --rebase
done
exit 1
`;

const edits = {
  sed: 'sed -i "\\#name: $NAME\\$#,/newTag:/s/newTag: .*/newTag: \\"$TAG\\"/" "$file"',
  yq: 'yq --yaml-output --in-place --arg name "$NAME" --arg tag "$TAG" \'(.images[] | select(.name == $name)).newTag = $tag\' "$file"',
} as const;

type Edit = keyof typeof edits;
type Asked = { readonly product: string; readonly tag: string };

const pile = async ({ url }: FakeGitHub, edit: Edit, { product, tag }: Asked): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pile-'));
  const { host } = new URL(url);
  const { code, output } = await run('bash', ['-c', `cd ${folder}\n${script(edits[edit])}`], {
    REPOSITORY: `http://x-access-token:token@${host}/${MANIFESTS}.git`,
    ENVIRONMENTS: 'dev stg',
    PRODUCT: product,
    NAME,
    TAG: tag,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  });
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the script with ${edit} ended with ${code}: ${output}`);
};

const ours = async (github: FakeGitHub, { product, tag }: Asked): Promise<void> => {
  const payload = { product, environments: ['dev', 'stg'], images: [`${NAME}:${tag}`] };
  const { code, stdout } = await (await runAction(github, MANIFESTS, { payload })).ended;
  if (code !== 0) throw new Error(`the action ended with ${code}: ${stdout}`);
};

const repositoryOf = (files: number, products: number): Promise<FakeGitHub> => {
  const manifests = Array.from({ length: products }, (_, at) =>
    ['dev', 'stg'].map((environment) => [overlay(environment, `product${at}`), kustomization(`${NAME}:v1`)]),
  ).flat();
  const others = Array.from({ length: Math.max(0, files - manifests.length) }, (_, at) => [
    `others/team${at % 100}/file${at}.yaml`,
    `kind: ConfigMap\ndata:\n  number: "${at}"\n${'  # a line of no interest\n'.repeat(20)}`,
  ]);
  return fakeGitHub({
    repositories: { [MANIFESTS]: { files: Object.fromEntries([...manifests, ...others]) } },
  });
};

type Measured = { readonly time: number; readonly requests: number };

const measure = async (github: FakeGitHub, work: () => Promise<unknown>): Promise<Measured> => {
  github.resetRequests();
  const start = performance.now();
  await work();
  return { time: performance.now() - start, requests: github.requests.length };
};

const single = async (github: FakeGitHub, files: number, rounds: number): Promise<Row[]> => {
  github.setLatency(LATENCY);
  const tools: readonly Edit[] = files > 5000 ? ['sed'] : ['sed', 'yq'];
  const names = ['ours', ...tools] as const;
  const found = new Map<string, Measured[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const asked = { product: 'product0', tag: `v${round}-${name}` };
      const measured = await measure(github, () => (name === 'ours' ? ours(github, asked) : pile(github, name, asked)));
      if (round > 0) found.get(name)?.push(measured);
    }
  }
  const of = (name: string, what: keyof Measured): number => median((found.get(name) ?? []).map((one) => one[what]));
  const place = `${files.toLocaleString('en')} files`;
  return tools.flatMap((tool): Row[] => [
    {
      what: `${place}, against clone + ${tool} + push`,
      ours: of('ours', 'time'),
      other: of(tool, 'time'),
      unit: 'ms',
      goal: 0.2,
    },
    ...(tool === 'sed'
      ? [
          {
            what: `${place}, requests`,
            ours: of('ours', 'requests'),
            other: of(tool, 'requests'),
            unit: 'requests',
          } as const,
        ]
      : []),
  ]);
};

const together = async (github: FakeGitHub, writers: number): Promise<Row[]> => {
  github.setLatency(LATENCY);
  const all = Array.from({ length: writers }, (_, at) => at);
  const crowd = (work: (asked: Asked) => Promise<void>, tag: string) =>
    measure(github, () => Promise.all(all.map((at) => work({ product: `product${at}`, tag }))));
  const other = await crowd((asked) => pile(github, 'sed', asked), 'v2');
  const own = await crowd((asked) => ours(github, asked), 'v3');
  const what = `${writers} at once, all landed`;
  return [
    { what, ours: own.time, other: other.time, unit: 'ms' },
    { what: `${what}, requests`, ours: own.requests, other: other.requests, unit: 'requests' },
  ];
};

export async function endToEnd(): Promise<Section> {
  const sizes = process.env.BENCH_FULL === undefined ? [100, 5000] : [100, 5000, 50_000];
  const rows: Row[] = [];
  for (const files of sizes)
    rows.push(...(await closing(repositoryOf(files, 1), (github) => single(github, files, 5))));
  rows.push(...(await closing(repositoryOf(200, 10), (github) => together(github, 10))));
  return {
    title: 'One promotion, end to end',
    notes: [
      `Two overlays on a branch, against the usual script with a shallow clone and a retry loop; each process from start to end. GitHub is a fake on the same machine that takes ${LATENCY} ms longer for each request; there is no TLS on either side, and \`yq\` is the one in Python.`,
      'What a clone takes on its server is that of `git http-backend` on this machine, which GitHub does faster: of the large repository, look at the requests and at how ours stays the same.',
      '`kustomize edit` could not be had on this machine.',
    ],
    rows,
  };
}
