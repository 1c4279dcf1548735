import type { Config } from '../../domain/config/settings.ts';
import { fail, PromotionError, type Violation } from '../../domain/errors.ts';
import { printReference, sameRepository } from '../../domain/image.ts';
import type { Notice, Trigger } from '../../domain/model.ts';
import type { PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { allAt, isAt, type TargetSettings } from '../../domain/policy/facts.ts';
import { isListed } from '../../domain/policy/images.ts';
import {
  type Attested,
  builtFrom,
  ignoredBundles,
  judgeProvenance,
  type ProvenanceQuestion,
  provenanceQuestions,
  unattested,
  unnamedBuilders,
} from '../../domain/policy/provenance.ts';
import { otherOwners } from '../../domain/policy/shared-places.ts';
import { issuerOf } from '../../domain/proof/token-claims.ts';
import { judgeBundle } from '../../domain/provenance/judge-bundle.ts';
import type { BuildCommit } from '../../domain/records/trailer.ts';
import { quote } from '../../domain/text.ts';
import type { Attestations, Snapshot, TrustedRootFile } from '../../ports.ts';

export type BuildRequest = {
  readonly items: readonly PlannedItem[];
  readonly targets: readonly TargetSettings[];
  readonly environments: readonly string[];
  readonly trigger: Trigger;
  readonly config: Config;
  readonly snapshot: Snapshot;
};

export type BuildWorld = {
  readonly attestations?: (() => Promise<Attestations>) | undefined;
  /** Address of the GitHub server. */
  readonly server?: string | undefined;
};

/** The known builds of a promotion. */
export type Builds = {
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
  /** Undefined if no build was examined. */
  readonly builtOf: (item: PlannedItem) => BuildCommit | undefined;
  /** @throws PromotionError for an item whose build must be known and is not, where nothing else has refused it. */
  readonly refuseUnattested: () => void;
};

/** Reads who has built the changed images, if the setting `provenance` requires it. An image that may not be promoted is not
 * asked about, so that no sender chooses what the runner calls. Nothing of Sigstore is loaded where nothing is asked. */
export async function examineBuilds(matter: BuildRequest, world: BuildWorld): Promise<Builds> {
  const { items, targets, environments, config } = matter;
  const spots = [...targets, ...otherOwners(items, targets, environments)];
  const demanding = spots.filter(({ settings }) => settings.provenance !== undefined);
  const { server = 'https://github.com' } = world;
  const signing = { server, issuer: config.value.issuer ?? issuerOf(server) };
  const questions = provenanceQuestions(askable(matter), demanding, signing);
  const answers = await askAll(questions, matter.snapshot, world);
  const attested = answers.flatMap(({ attested }) => attested ?? []);
  const faults = [
    ...answers.flatMap((one) => one.violations),
    ...attested.flatMap((one) => judgeProvenance(one) ?? []),
  ];
  return {
    violations: [...unnamedBuilders(items, demanding), ...faults],
    notices: attested.flatMap(noticesOf),
    builtOf: (item) => attested.filter(isAbout(item)).flatMap((one) => builtFrom(one) ?? [])[0],
    refuseUnattested: () => refuse(unattested(items, demanding, attested)),
  };
}

/** Also for an item that was planned again. */
const isAbout =
  ({ product, environment, to }: PlannedItem) =>
  ({ reference, spots }: Attested): boolean =>
    to.digest === reference.digest &&
    sameRepository(to.repository, reference.repository) &&
    spots.some(isAt({ product, environment }));

const askable = ({ items, targets, trigger }: BuildRequest): PlannedItem[] =>
  items.filter((item) => {
    const settings = allAt(targets, item)[0]?.settings;
    return settings !== undefined && isListed(item, settings, trigger);
  });

type AnsweredQuestion = { readonly attested?: Attested | undefined; readonly violations: readonly Violation[] };

const askAll = async (
  questions: readonly ProvenanceQuestion[],
  snapshot: Snapshot,
  { attestations }: BuildWorld,
): Promise<readonly AnsweredQuestion[]> => {
  if (questions.length === 0) return [];
  if (attestations === undefined) throw new Error('no attestations can be read');
  const paths = [...new Set(questions.map(({ demand }) => demand.rule.trustedRoot))];
  const entries = await snapshot.read(paths);
  const roots = new Map(
    paths.flatMap((path, at) => {
      const entry = entries[at];
      return entry?.kind === 'file' ? [[path, { path, text: entry.text }] as const] : [];
    }),
  );
  const opened = await attestations();
  const answered: AnsweredQuestion[] = [];
  // One image after another: each of them may have many bundles, which are read together.
  for (const question of questions) {
    const root = roots.get(question.demand.rule.trustedRoot);
    answered.push(root === undefined ? rootless(question) : await ask(question, root, opened));
  }
  return answered;
};

const ask = async (
  question: ProvenanceQuestion,
  trustedRoot: TrustedRootFile,
  attestations: Attestations,
): Promise<AnsweredQuestion> => {
  const { reference, demand } = question;
  try {
    const answer = await attestations.examine({
      reference,
      trustedRoot,
      enough: (examined) => judgeBundle(examined, demand).kind === 'holds',
    });
    return { attested: { ...question, answer }, violations: [] };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { violations: error.violations };
  }
};

const rootless = ({ demand: { rule }, spots: [{ settings }] }: ProvenanceQuestion): AnsweredQuestion => ({
  violations: [
    {
      code: 'trusted-root-invalid',
      message: `The manifest repository has no file ${quote(rule.trustedRoot)}, which says whose signatures count.`,
      hint: `Write it with \`gh attestation trusted-root > ${rule.trustedRoot}\`, and commit it.`,
      ...settings.origin.provenance,
    },
  ],
});

const noticesOf = (attested: Attested): Notice[] => {
  const message = builtFrom(attested) === undefined ? undefined : ignoredBundles(attested);
  return message === undefined ? [] : [{ message }];
};

const refuse = (item: PlannedItem | undefined): void => {
  if (item === undefined) return;
  fail(
    'provenance-missing',
    `Nobody has looked who has built ${quote(printReference(item.to))}, although ${item.environment} of ${item.product} demands a build provenance.`,
    'Report this as a defect of image-promotion.',
  );
};
