/**
 * What an insider writes into a file must not stop the queue: ten times the input takes less than fifteen times the steps and less
 * than fifteen times the time. A step is a block of code that is run, so that figure is the same on every machine; the time shows
 * what steps do not, such as the work within one call of the language's own functions.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { GCProfiler } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { spotsOf } from '../../src/commands/promotion/read-manifests.ts';
import { leaveOut } from '../../src/commands/promotion/supersede.ts';
import { parseConfig } from '../../src/domain/config/parse.ts';
import { settingsOf, unconfigured } from '../../src/domain/config/settings.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import { entriesFrom, followManifest } from '../../src/domain/history/follow-manifest.ts';
import { parseImage, parseReference } from '../../src/domain/image.ts';
import { commitMessage } from '../../src/domain/message.ts';
import { carriedImages, listedIn, refuseUnlisted } from '../../src/domain/plan/carry.ts';
import { planPromotion } from '../../src/domain/plan/plan-promotion.ts';
import { referenceAt } from '../../src/domain/plan/rollback-choice.ts';
import { requirementProof } from '../../src/domain/policy/facts.ts';
import { unmetFinder } from '../../src/domain/policy/requires.ts';
import { requestsFor, toldChanges } from '../../src/domain/proposal/branch-claim.ts';
import { carriedBy, deliveryLines, sameCarried, sameDeliveries } from '../../src/domain/proposal/carried.ts';
import type { ImagePlace } from '../../src/domain/records/history.ts';
import { decide, recordOf } from '../../src/domain/records/record.ts';
import { commitGoneBack, haveRun, rollbackTarget } from '../../src/domain/records/rollback-target.ts';
import { isStateTrailer, parseTrailers } from '../../src/domain/records/trailer.ts';
import { readPayload } from '../../src/domain/request/payload.ts';
import { rewrite } from '../../src/domain/rewrite.ts';
import { statusLines } from '../../src/domain/status/status-table.ts';

const IMAGE = 'registry.example.com/shop/web';
const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const entry = `  - name: ${IMAGE}\n    newTag: v1\n`;
const workload = 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n';
const argocd = (kind: string) => `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: x}\nspec:\n`;

const mark = `# image-promotion: ${IMAGE}`;

const change = (path: string, text: string) =>
  rewrite({ path, text }, { images: [parseImage(`${IMAGE}:v2`)], additions: 'refused' });
const kustomization = (text: string) => change('kustomization.yaml', text);
const manifest = (text: string) => change('manifest.yaml', text);

const inputs: Readonly<Record<string, (count: number) => unknown>> = {
  'duplicate entries in one line': (count) =>
    kustomization(`images: [${times(count, () => `{name: ${IMAGE}, newTag: v1}, `)}]\n`),
  'entries of other images': (count) =>
    kustomization(`images:\n${times(count, (at) => entry.replace('web', `web${at}`))}${entry}`),
  'comment lines within an entry': (count) =>
    kustomization(`images:\n  - name: ${IMAGE}\n${times(25 * count, () => '    # a comment\n')}    newTag: v1\n`),
  'comment lines before the entries': (count) =>
    kustomization(`${times(25 * count, () => '# a comment\n')}images:\n${entry}`),
  'comment lines after the entries': (count) =>
    kustomization(`images:\n${entry}${times(25 * count, () => '  # a comment\n')}`),
  'lines without anything': (count) => kustomization(`images:\n${entry}${times(25 * count, () => '\n')}`),
  resources: (count) => kustomization(`resources:\n${times(count, (at) => `  - r${at}\n`)}images:\n${entry}`),
  'keys of other tools': (count) => kustomization(`${times(count, (at) => `k${at}: x\n`)}images:\n${entry}`),
  aliases: (count) =>
    kustomization(`x: &a v1\n${times(Math.min(count, 900), (at) => `k${at}: *a\n`)}images:\n${entry}`),
  'values of charts': (count) =>
    change(
      'values.yaml',
      times(count, (at) => `c${at}:\n  image:\n    repository: ${IMAGE}\n    tag: v1\n`),
    ),
  containers: (count) =>
    manifest(workload + times(count, (at) => `        - name: c${at}\n          image: ${IMAGE}:v1\n`)),
  documents: (count) =>
    manifest(
      times(Math.ceil(count / 4), (at) => `---\n${workload}        - name: c${at}\n          image: ${IMAGE}:v1\n`),
    ),
  'images of an Application': (count) =>
    manifest(
      `${argocd('Application')}  source:\n    kustomize:\n      images:\n${times(count, () => `        - ${IMAGE}:v1\n`)}`,
    ),
  'parameters of an Application': (count) =>
    manifest(
      `${argocd('Application')}  source:\n    helm:\n      parameters:\n${times(count, (at) => `        - name: c${at}.image.repository\n          value: ${IMAGE}\n        - name: c${at}.image.tag\n          value: v1\n`)}`,
    ),
  'values with markers': (count) =>
    change(
      'a.yaml',
      times(count, (at) => `k${at}: v1 ${mark}\n`),
    ),
  'markers in the lines of a block': (count) => change('a.yaml', `a: |\n${times(count, () => `  k: v1 ${mark}\n`)}`),
  'markers in the lines of a file': (count) =>
    change(
      'a.env',
      times(count, () => `${mark}\nA=v1\n`),
    ),
  'markers above one value': (count) => change('a.yaml', `a: b\n${times(count, () => `${mark}\n`)}v: v1\n`),
  'references in one value with a marker': (count) =>
    change('a.yaml', `v: ${times(count, () => `${IMAGE}:v1,`)} ${mark}\n`),
  'settings of a configuration': (count) =>
    parseConfig({
      path: 'promotion.yml',
      text: `products:\n${times(count, (at) => `  p${at}: { images: [a/b${at}] }\n`)}`,
    }),
  'environments of a configuration': (count) =>
    parseConfig({
      path: 'promotion.yml',
      text: `environments:\n${times(Math.ceil(count / 4), (at) => `  e${at}:\n`)}`,
    }),
  'comment lines of a configuration': (count) =>
    parseConfig({ path: 'promotion.yml', text: `${times(25 * count, () => '# a comment\n')}delivery: commit\n` }),
  trailers: (count) =>
    parseTrailers(times(count, (at) => `Promotion: prod ${IMAGE}:v${at} from acme/shop by ci.yml#${at + 1}\n`)),
  'lines that are almost trailers': (count) =>
    parseTrailers(times(count, () => `Promotion: prod ${IMAGE}:v1 from from from ${' x'.repeat(9)}\n`)),
  'duplicate images of a payload': (count) =>
    readPayload({ product: 'shop', environments: ['dev'], images: Array.from({ length: count }, () => `${IMAGE}:v1`) }),
  'images of a payload that disagree': (count) =>
    readPayload({
      product: 'shop',
      environments: ['dev'],
      images: Array.from({ length: count }, (_, at) => `${IMAGE}:v${at}`),
    }),
  'names of a payload': (count) =>
    readPayload({ products: Array.from({ length: count }, (_, at) => `p${at}`), environments: 'dev' }),
};

const hex = (at: number): string => at.toString(16).padStart(40, '0');
const promoted = (at: number): string =>
  `Promotion: prod ${IMAGE}:v${at} from acme/shop@${hex(at)} refs/heads/main by ci.yml#7\n`;
const returned = (at: number): string => `Rollback: prod ${IMAGE}:old${at} instead of ${IMAGE}:v${at}\n`;
const id = 'Promotion-Id: 00000000-0000-7000-8000-000000000000\n';

/** The image at a reference that no line names, so that each of them is looked at. */
const placeAfter = (message: string): ImagePlace => {
  const commit = { id: hex(1), committedAt: '2026-11-30T09:00:00Z', message };
  const current = parseReference(`${IMAGE}:now`);
  return { environment: 'prod', image: IMAGE, path: 'a.yaml', current, history: { commits: [commit], complete: true } };
};
const asked = { image: IMAGE, to: parseReference(`${IMAGE}:new`), source: { repository: 'acme/shop', sha: hex(0) } };
const question = { trigger: 'automatic', order: 'newer', environment: 'prod', image: IMAGE } as const;
const start = '2026-12-01T00:00:00Z';

const judged = (message: string) => {
  const place = placeAfter(message);
  const { current } = place;
  decide({ ...question, requested: asked.to, current, source: asked.source, record: recordOf(place), start });
  requirementProof({ ...place, product: 'shop', line: 1, names: [IMAGE] }, asked);
  commitGoneBack(place, { id: '' });
  return rollbackTarget(place);
};

const [requested, current] = [parseReference(`${IMAGE}:v2`), parseReference(`${IMAGE}:v3`)];
const superseded = { image: IMAGE, requested, current, reason: 'older', message: 'v3 is newer.' } as const;

/** The plan for one image that a manifest lists so often. */
const planned = (count: number) => {
  const file = {
    path: 'kustomization.yaml',
    text: `images:\n${times(count, () => entry)}`,
    executable: false,
    match: 'named' as const,
  };
  const [spot] = spotsOf(unconfigured, { products: ['shop'], environments: ['prod'] });
  if (spot === undefined) throw new Error('no spot');
  const images = [parseImage(`${IMAGE}:v2`)];
  const targets = [{ ...spot, images, files: [file], passedOver: [], additions: 'refused' as const }];
  return { plan: planPromotion(targets), targets };
};

/** The texts of a branch and its pull request, and the history of a manifest. */
const histories: Readonly<Record<string, (count: number) => unknown>> = {
  'duplicate entries': (count) => kustomization(`images:\n${times(count, () => entry)}`),
  'entries of other images, a line each': (count) =>
    kustomization(`images:\n${times(count, (at) => `  - {name: a/b${at}, newTag: v1}\n`)}${entry}`),
  'mentions of the image in one line': (count) =>
    change('values.yaml', `image: ${IMAGE}:v1\ntext: "${times(count, () => `${IMAGE}:v1 `)}"\n`),
  'promotions in a commit': (count) => judged(times(count, promoted)),
  'rollbacks in a commit': (count) => judged(times(count, returned)),
  'rollbacks and then promotions in a commit': (count) =>
    judged(times(count / 2, returned) + times(count / 2, promoted)),
  'promotions and then rollbacks in a commit': (count) =>
    judged(times(count / 2, promoted) + times(count / 2, returned)),
  'rows of a status': (count) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      product: 'shop',
      image: `${IMAGE}${at}`,
      runs: new Map(),
      relations: new Map(),
    }));
    return statusLines(
      { environments: ['prod'], rows, freezes: [], proposals: [], problems: [] },
      { now: new Date(start) },
    );
  },
  'images of a history that one step changed': (count) => {
    const images = (tag: string) =>
      Array.from({ length: count }, (_, at) => ({
        names: [`${IMAGE}${at}`],
        reference: parseReference(`${IMAGE}${at}:${tag}${at}`),
      }));
    const landed = hex(1);
    const lines = id + times(count, (at) => promoted(at).replace('/web', `/web${at}`));
    const step = { commit: landed, landed, at: start, author: 'x', lines, record: 'readable' } as const;
    const place = { product: 'shop', environment: 'prod', path: 'a.yaml', steps: [step], current: images('v') };
    const followed = followManifest({ ...place, states: new Map([[`${landed}^`, images('u')]]) });
    return followed.kind === 'followed' && entriesFrom(place, followed.changes, { server: 'https://github.com' });
  },
  'images in an earlier state of a manifest': (count) => {
    const text = `images:\n${times(count, (at) => entry.replace('web', `web${at}`))}`;
    const state = { kind: 'file', text, executable: false } as const;
    return listedIn([{ path: 'kustomization.yaml', text, executable: false }]).map((listed) => {
      const place = { ...placeAfter(id), image: listed.image.repository, current: listed.image };
      return referenceAt({ product: 'shop', listed, place }, hex(1), state);
    });
  },
  'images that one commit set': (count) => {
    const placed = placeAfter(id + times(count, (at) => promoted(at).replace('/web', `/web${at}`)));
    return Array.from({ length: count }, (_, at) => {
      const place = { ...placed, image: `${IMAGE}${at}`, current: parseReference(`${IMAGE}${at}:v${at}`) };
      return [recordOf(place), commitGoneBack(place, { id: '' }), haveRun(place)];
    });
  },
  'duplicate entries that are left out': (count) => {
    const { plan, targets } = planned(count);
    const out = plan.items.map((item) => ({ item, superseded }));
    return leaveOut(plan, out, targets);
  },
  'duplicate entries of which one is left out': (count) => {
    const { plan, targets } = planned(count);
    const out = plan.items.slice(-1).map((item) => ({ item, superseded }));
    return leaveOut(plan, out, targets);
  },
  'duplicate entries that require another environment': (count) => {
    const { plan } = planned(count);
    const settings = { ...settingsOf(unconfigured, 'shop', 'prod'), requires: 'stg' };
    const spots = [{ product: 'shop', environment: 'prod', settings }];
    const unmetOf = unmetFinder({ spots, items: plan.items, remaining: plan.items, testimonies: [] });
    return plan.items.map(unmetOf);
  },
  'images that another environment runs': (count) => {
    const listed = listedIn([
      {
        path: 'kustomization.yaml',
        text: `images:\n${times(count, (at) => entry.replace('web', `web${at}`))}`,
        executable: false,
      },
    ]);
    const crossing = { product: 'shop', from: 'dev', to: 'stg', there: listed, here: listed, allowed: () => true };
    const names = listed.map(({ image }) => image.repository);
    refuseUnlisted(names, listed, 'dev');
    return [carriedImages({ ...crossing, names: [] }), carriedImages({ ...crossing, names })];
  },
  'images that a message names': (count) => {
    const changes = Array.from({ length: count }, (_, at) => {
      const image = `${IMAGE}${at}`;
      const reference = (tag: string) => ({ repository: image, tag });
      const place = { product: 'shop', environment: 'prod', path: 'a.yaml', line: at };
      return { ...place, image, from: reference('v1'), to: reference('v2') };
    });
    return commitMessage({ kind: 'promotion', changes, trailers: [] });
  },
  'lines of a description': (count) => {
    const description = `${id}${times(count, (at) => `Delivery: merge prod a/b${at}\n`)}`;
    return carriedBy({ head: { message: id + promoted(1) }, pullRequest: { description, author: 'x' } }, ['x']);
  },
  'items of a pull request': (count) => {
    const message = id + times(count, (at) => promoted(at).replace('/web', `/web${at}`));
    const carried = carriedBy({ head: { message } }, []);
    return [sameCarried(carried, carried), sameDeliveries(carried, carried), deliveryLines(carried)];
  },
  'changes that a commit lists': (count) => {
    const message = times(count, (at) => `- a${at}.yaml: ${IMAGE}:v0 → ${IMAGE}:v${at}\n`) + times(count, promoted);
    return requestsFor(parseTrailers(message).filter(isStateTrailer), toldChanges(message));
  },
};

/** A refusal is an answer as well. */
const answered = (work: () => unknown): void => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
  }
};

type Counted = { readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[] };

/** The blocks of code that the work runs, as the engine counts them for the coverage of tests. */
const stepsOf = (work: () => unknown): number => {
  const session = new Session();
  session.connect();
  let scripts: readonly Counted[] = [];
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  answered(work);
  session.post('Profiler.takePreciseCoverage', (_, taken) => {
    scripts = taken.result;
  });
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const counts = scripts.flatMap(({ functions }) =>
    functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Milliseconds that this thread was on a processor. */
const threadTime = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return process.cpuUsage().user / 1000;
  }
};

/** Milliseconds of the work, without those of the collector of garbage: they grow with the heap and not with the work. */
const timeOf = (work: () => unknown): number => {
  const collector = new GCProfiler();
  collector.start();
  const began = threadTime();
  answered(work);
  const ended = threadTime();
  const pauses = collector.stop().statistics.map(({ cost }) => cost / 1000);
  return ended - began - pauses.reduce((sum, pause) => sum + pause, 0);
};

const fastest = (rounds: number, work: () => unknown): number =>
  Math.min(...Array.from({ length: rounds }, () => timeOf(work)));

/** Milliseconds. Below that, the caches of the processor hold the small input and not the large one. */
const LONG_ENOUGH = 40;

/** Of inputs that are refused or cut off at once. */
const LARGEST = 25_600;

const sizeFor = (work: (size: number) => unknown): number => {
  let size = 400;
  while (size < LARGEST && fastest(2, () => work(size)) < LONG_ENOUGH) size *= 2;
  return size;
};

const everything = [...Object.entries(inputs), ...Object.entries(histories)];

describe('ten times the input', () => {
  it.each(everything)('takes less than fifteen times the steps: %s', (_, work) => {
    const small = stepsOf(() => work(400));
    expect(small).toBeGreaterThan(400);
    expect(stepsOf(() => work(4_000))).toBeLessThan(15 * small);
  });

  // A machine that is slow for a moment may be slow for the large input alone.
  it.each(everything)('takes less than fifteen times the time: %s', { retry: 4 }, (_, work) => {
    const size = sizeFor(work);
    const small = fastest(3, () => work(size));
    const large = fastest(1, () => work(10 * size));
    expect(large).toBeLessThan(15 * Math.max(small, 10));
  });
});
