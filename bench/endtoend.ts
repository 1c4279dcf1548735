/** One promotion from its start to the end of the process, against clone, edit, commit and push. */
import { contest, type Pair } from './contest.ts';
import { type Contestant, type Delivery, has, ours, pile } from './contestants.ts';
import { inMemory, type Manifests, manifestsOf } from './manifests.ts';
import { closing, type Row, type Section } from './measure.ts';
import { together } from './together.ts';

const SIZES = [100, 5000, 50_000];
/** Milliseconds of a request: the one of the goal, a faster and a slower one. */
const LATENCY = 30;
const LATENCIES = [0, LATENCY, 100];
const ROUNDS = 3;
/** The largest allowed share of the other's time, and multiple of our own time with few files. */
const GOAL = 0.2;
const FLAT = 1.2;

const SED = 'shallow clone + sed + push';
const tools = (['yq', 'kustomize'] as const).filter(has);
const rivals: Readonly<Record<string, Contestant>> = {
  [SED]: pile({ clone: 'shallow', edit: 'sed' }),
  ...Object.fromEntries(tools.map((edit) => [`shallow clone + ${edit} + push`, pile({ clone: 'shallow', edit })])),
  'partial, sparse clone + sed + push': pile({ clone: 'sparse', edit: 'sed' }),
};

type Found = {
  readonly files: number;
  readonly committed: readonly (Pair & { readonly latency: number })[];
  readonly proposed: readonly (Pair & { readonly delivery: Delivery })[];
};

export function endToEnd(): Promise<readonly Section[]> {
  return inMemory(async () => {
    const found: Found[] = [];
    for (const files of SIZES) found.push(await closing(manifestsOf(files), (manifests) => measured(manifests, files)));
    return [committedSection(found), proposedSection(found), memorySection(found), await together(LATENCY)];
  });
}

const measured = async (manifests: Manifests, files: number): Promise<Found> => {
  const duel = { own: ours(), others: { [SED]: pile({ clone: 'shallow', edit: 'sed' }) }, rounds: 1 };
  // The first of each is slower, on both sides of the wire.
  await contest(manifests, duel);
  const committed: Found['committed'][number][] = [];
  for (const latency of LATENCIES) {
    manifests.github.setLatency(latency);
    const pairs = await contest(
      manifests,
      latency === LATENCY ? { own: ours(), others: rivals, rounds: ROUNDS } : duel,
    );
    committed.push(...pairs.map((pair) => ({ ...pair, latency })));
  }
  manifests.github.setLatency(LATENCY);
  const proposed: Found['proposed'][number][] = [];
  for (const delivery of ['pull-request', 'merge'] as const) {
    const others = { [delivery]: pile({ clone: 'shallow', edit: 'sed', delivery }) };
    const pairs = await contest(manifests, { own: ours(delivery), others, rounds: ROUNDS });
    proposed.push(...pairs.map((pair) => ({ ...pair, delivery })));
  }
  return { files, committed, proposed };
};

const placeOf = (files: number): string => `${files.toLocaleString('en')} files`;

const timeOf = (what: string, { ours: own, other }: Pair): Row => ({
  what,
  ours: own.time,
  other: other.time,
  unit: 'ms',
});

const requestsOf = (what: string, { ours: own, other }: Pair): Row => ({
  what: `${what}, requests`,
  ours: own.requests,
  other: other.requests,
  unit: 'requests',
});

const committedSection = (found: readonly Found[]): Section => {
  const rows = found.flatMap(({ files, committed }) =>
    committed.map((pair): Row => {
      const what = `${placeOf(files)}, ${pair.latency} ms, ${pair.against}`;
      return { ...timeOf(what, pair), goal: pair.latency === LATENCY ? GOAL : undefined };
    }),
  );
  const few = found[0]?.committed.filter(({ latency }) => latency === LATENCY) ?? [];
  const many = found.at(-1)?.committed.find(({ against, latency }) => against === SED && latency === LATENCY);
  const [little] = few.filter(({ against }) => against === SED);
  if (little === undefined || many === undefined) throw new Error('nothing was measured');
  return {
    title: 'One promotion, end to end',
    notes: [
      `One product in two overlays, in a branch. Each process from its start to its end, Node.js included; medians of ${ROUNDS} at ${LATENCY} ms, single runs otherwise. GitHub is a stand-in on the same machine that takes so many milliseconds longer for each request, of git's as of the API. There is no TLS: on either side a connection would take some round trips more, and git opens two of them, ours one. What comes before is in neither: fetching the action, or checking out with an action and installing the tools.`,
      'The clone is measured at its best: files in memory instead of on a disk, one pack with good deltas, a pack that is taken apart while it comes, a token that goes along without being asked for. A partial, sparse clone fetches no more than names and the two overlays. `yq` is the one in Python.',
      ...(tools.includes('kustomize') ? [] : ['`kustomize edit` could not be had on this machine.']),
      `A repository of ${placeOf(SIZES.at(-1) ?? 0)} instead of ${SIZES[0]}: the shallow clone takes ${(many.other.time / little.other.time).toFixed(1)} times as long, ours ${(many.ours.time / little.ours.time).toFixed(2)} times.`,
    ],
    rows: [
      ...rows,
      ...few.map((pair) => requestsOf(pair.against, pair)),
      {
        what: `ours with ${placeOf(SIZES.at(-1) ?? 0)}, against ours with ${SIZES[0]}`,
        ours: many.ours.time,
        other: little.ours.time,
        unit: 'ms',
        goal: FLAT,
      },
    ],
  };
};

const DELIVERIES: Readonly<Record<string, string>> = {
  'pull-request': 'opened',
  merge: 'opened and merged',
};

const proposedSection = (found: readonly Found[]): Section => ({
  title: 'One promotion by pull request',
  notes: [
    `At ${LATENCY} ms a request, against a shallow clone + sed + push of a branch + \`gh pr create\`, then \`gh pr merge\`; medians of ${ROUNDS}.`,
  ],
  rows: [
    ...found.flatMap(({ files, proposed }) =>
      proposed.map((pair) => ({ ...timeOf(`${placeOf(files)}, ${DELIVERIES[pair.delivery]}`, pair), goal: GOAL })),
    ),
    ...(found[0]?.proposed ?? []).map((pair) => requestsOf(`${DELIVERIES[pair.delivery]}`, pair)),
  ],
});

const memorySection = (found: readonly Found[]): Section => {
  const rows = found.flatMap(({ files, committed }) =>
    committed
      .filter(({ latency, ours: own }) => latency === LATENCY && !Number.isNaN(own.memory))
      // With more files, git alone takes more.
      .filter(({ against }) => against === SED || files === SIZES[0])
      .map(({ against, ours: own, other }): Row => {
        return { what: `${placeOf(files)}, ${against}`, ours: own.memory, other: other.memory, unit: 'MB' };
      }),
  );
  return {
    title: 'Memory of one promotion',
    notes: [
      rows.length === 0
        ? 'GNU time, which tells, is not on this machine.'
        : 'The largest process on either side, at its peak; on ours, that is Node.js. What a clone takes on the disk is not counted.',
    ],
    rows,
  };
};
