/** One request from inputs, event and payload: merged, checked, and completed with the commit that it is about. */

import { type ErrorCode, fail, gather, PromotionError, type Violation } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { MOST_IMAGES, MOST_PLACES } from '../limits.ts';
import type { DeliverySettings, Notice, Promotion, Source } from '../model.ts';
import type { RollbackTo } from '../records/rollback-target.ts';
import { quote } from '../text.ts';
import {
  defaultEnvironments,
  explainPreRelease,
  foreignRun,
  type Occasion,
  payloadOf,
  type Revision,
  refOf,
  revisionOf,
  sourceOf,
  strayRef,
  triggerOf,
} from './event.ts';
import { commitId } from './grammar.ts';
import { type Edge, type InputName, type Inputs, shownInput } from './input-table.ts';
import { checkPinned, moment, type Payload, readPayload } from './payload.ts';
import {
  expandTemplate,
  isLiteral,
  literalTemplate,
  needsCommit,
  type Placeholders,
  parseTemplate,
  type TagTemplate,
} from './placeholders.ts';
import { checkCount, isUnpinned, pinImages, settleImages } from './requested-images.ts';

/** Everything that a run receives: its inputs, its event and the facts of the runner. */
type RequestInput = Occasion & { readonly inputs: Inputs };

/** The requested promotion: step and event together. */
type RequestedPromotion = {
  readonly products: readonly string[];
  readonly environments: readonly string[];
  readonly images: readonly ImageRequest[];
  /** For the images that name neither tag nor digest. */
  readonly tag?: TagTemplate | undefined;
  readonly digest?: string | undefined;
  /** The new tags of retag. */
  readonly tags: readonly TagTemplate[];
};

/** Values of the step win over those of the event. */
function mergeRequested(input: RequestInput, payload: Payload): RequestedPromotion {
  const { inputs } = input;
  const images = inputs.images ?? payload.images;
  const open = inputs.from === undefined && (images.length === 0 || images.some(isUnpinned));
  return {
    products: inputs.product ?? payload.products,
    environments:
      inputs.environments ?? (inputs.command === 'dispatch' ? defaultEnvironments(input) : payload.environments),
    images,
    tag: open ? tagOf(inputs, payload) : undefined,
    digest: open && inputs.tag === undefined ? payload.digest : undefined,
    tags: inputs.tags ?? [],
  };
}

/** Whether the step may ask for a tag that only its run can tell. */
export function usesRun(inputs: Inputs): boolean {
  return [tagOf(inputs), ...(inputs.tags ?? [])].some((tag) => tag !== undefined && !isLiteral(tag));
}

const tagOf = ({ command, tag }: Inputs, payload?: Payload): TagTemplate | undefined => {
  if (tag !== undefined) return tag;
  if (payload?.tag !== undefined) return literalTemplate(payload.tag);
  return command === 'check' || command === 'dispatch' ? parseTemplate('{sha}') : undefined;
};

type UncheckedRequest = {
  readonly input: RequestInput;
  readonly payload: Payload;
  readonly requested: RequestedPromotion;
  readonly revision: Revision;
  readonly ref: string | undefined;
};

/** @throws PromotionError with everything that is missing in the request, or illegal for the event of the run */
function checkRequested({ input, payload, requested, revision, ref }: UncheckedRequest): void {
  const { attempt, finish } = gather();
  attempt(() => checkByHand(input, 'from'));
  attempt(() => checkByHand(input, 'override'));
  attempt(() => checkPlaces(input, requested));
  attempt(() => checkSize(requested));
  attempt(() => checkNamed(input, requested));
  attempt(() => checkRollback(input, payload));
  const templates = [...(requested.tag === undefined ? [] : [requested.tag]), ...requested.tags];
  const untold = revision.kind === 'none' && templates.some(needsCommit) ? revision.violation : undefined;
  attempt(() => refuse(untrusted(input) ?? untold));
  const [tag] = templates.map((template) => attempt(() => expandTemplate(template, { sha: anyCommit, ref })));
  if (requested.tag === undefined || (tag !== undefined && !needsCommit(requested.tag))) {
    attempt(() => settle(input.inputs)(requested.images, { tag: requested.tag && tag, digest: requested.digest }));
  }
  finish();
}

/** How images get their tags: `check` asks a registry about each reference, and two tags of one image are two questions. */
function settle({ command }: Pick<Inputs, 'command'>): typeof settleImages {
  return command === 'check' ? pinImages : settleImages;
}

const refuse = (violation: Violation | undefined): void => {
  if (violation !== undefined) throw new PromotionError([violation]);
};

/** Refuses an event that cannot be trusted: a fork's build, and a payload on a ref that its sender chose. */
const untrusted = (input: RequestInput): Violation | undefined => {
  const { command } = input.inputs;
  if (command === 'promote' || command === 'rollback') {
    return strayRef(input) ?? (triggerOf(input.event) === 'direct' ? foreignRun(input) : undefined);
  }
  return command === 'dispatch' || command === 'retag' ? foreignRun(input) : undefined;
};

/** Stands in for a commit that is not known yet. */
const anyCommit = 'a'.repeat(40);

/** Whether the request comes from a schedule of the manifest repository. */
function isScheduled({ event, inputs, run }: RequestInput): boolean {
  if (event.name !== 'schedule' || inputs.command !== 'promote') return false;
  return inputs.repository === undefined || inputs.repository.toLowerCase() === run.repository?.toLowerCase();
}

const checkByHand = (input: RequestInput, name: 'from' | 'override'): void => {
  if (input.inputs[name] === undefined || triggerOf(input.event) === 'by-hand') return;
  if (name === 'from' && isScheduled(input)) return;
  const shown = shownInput(name, edgeOf(input));
  fail(
    'inputs-conflict',
    `${shown} is for promotions by hand${name === 'from' ? ' or on a schedule of the manifest repository' : ''}, and this one was started by ${startedBy(input)}.`,
    `Leave out ${shown}, or start the promotion by hand.`,
  );
};

const startedBy = ({ event }: RequestInput): string =>
  event.name === 'command-line' ? 'a payload' : `the event ${quote(event.name)}`;

const checkPlaces = (input: RequestInput, requested: RequestedPromotion): void => {
  const { attempt, finish } = gather();
  if (!['promote', 'dispatch', 'rollback'].includes(input.inputs.command)) return;
  if (requested.products.length === 0) {
    attempt(() => fail(missing(input, 'product-missing'), 'The request names no product.', wayIn(input, 'product')));
  }
  if (requested.environments.length === 0) {
    const hint = wayIn(input, 'environments');
    attempt(() => fail(missing(input, 'environment-missing'), 'The request names no environment.', hint));
  }
  finish();
};

/** Before anything is multiplied: every image may be in every product and environment. */
const checkSize = ({ products, environments, images }: RequestedPromotion): void => {
  const { attempt, finish } = gather();
  const places = new Set(products).size * new Set(environments).size;
  attempt(() => checkCount(places, { most: MOST_PLACES, what: 'products × environments' }));
  attempt(() => checkCount(images.length, { most: MOST_IMAGES, what: 'images' }));
  finish();
};

const checkNamed = (input: RequestInput, { images, tag, digest }: RequestedPromotion): void => {
  const { inputs } = input;
  if (inputs.from !== undefined || inputs.command === 'rollback') return;
  if (tag !== undefined || digest !== undefined) return;
  const hint = wayIn(input, 'tag');
  checkPinned(images, `Write NAME:TAG, or ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`);
  if (images.length > 0) return;
  fail(missing(input, 'image-missing'), 'The request names no image and no tag.', wayIn(input, 'images'));
};

/** A command line without the flag is wrong usage; nobody has sent a request. */
const missing = ({ event }: RequestInput, code: ErrorCode): ErrorCode =>
  event.name === 'command-line' && payloadOf(event) === undefined ? 'input-missing' : code;

const checkRollback = ({ inputs }: RequestInput, { images, tag, digest }: Payload): void => {
  if (inputs.command !== 'rollback') return;
  if (tag === undefined && digest === undefined && images.every(isUnpinned)) return;
  fail(
    'payload-invalid',
    'The payload names tags or digests, and rollback finds what to go back to by itself.',
    'Name the images alone, and give the tag in the input `to` if it must be a certain one.',
  );
};

/** The place where a missing value can be given. */
const wayIn = (input: RequestInput, name: InputName): string => {
  const { event } = input;
  const edge = edgeOf(input);
  const give =
    edge === 'cli' ? `give ${shownInput(name, edge)}` : `set the input ${shownInput(name, edge)} on the step`;
  const takes = input.inputs.command === 'promote' || input.inputs.command === 'rollback';
  if (takes && (event.name === 'repository_dispatch' || payloadOf(event) !== undefined)) {
    return `Add \`${name}\` to the payload, or ${give}.`;
  }
  if (event.name === 'workflow_dispatch') return `Fill in the workflow's input \`${name}\`, or ${give}.`;
  return `${give.charAt(0).toUpperCase()}${give.slice(1)}.`;
};

const edgeOf = ({ event }: RequestInput): Edge => (event.name === 'command-line' ? 'cli' : 'action');

/** A complete request. `check` and `retag` use the images of the promotion alone; `tags` are those that retag adds. */
export type PromotionRequest = {
  readonly promotion: Promotion;
  readonly tags: readonly string[];
  readonly settings: DeliverySettings;
  readonly dryRun: boolean;
  /** The target of a rollback, where it is given. */
  readonly to?: RollbackTo | undefined;
  readonly warnings: readonly Notice[];
};

/** A question about a commit that the host has to answer: `revision` is a commit id or a full reference under `refs/`, whose tag
 * objects are to be followed. Without an answer the request is valid as well, unless it is `required`. */
export type CommitQuestion = { readonly repository: string; readonly revision: string; readonly required: boolean };

/** The answer. `committedAt` is the committer's date, in any form of RFC 3339. */
export type CommitAnswer = { readonly sha: string; readonly committedAt?: string | undefined };

/** A request as far as it can be read without a host, and the parts that need its answer. */
export type PendingRequest = {
  readonly request: PromotionRequest;
  readonly question?: CommitQuestion | undefined;
  readonly open: {
    readonly tag?: TagTemplate | undefined;
    readonly tags: readonly TagTemplate[];
    readonly placeholders: Placeholders;
    readonly settle: ReturnType<typeof settle>;
  };
};

const nothing: Payload = { products: [], environments: [], images: [], warnings: [] };

/** Reads the request of any command but status: values of the step, else those of the event. `tell` gets the warnings even
 * where something is missing: a key that is misspelt may be why.
 * @throws PromotionError with everything that is wrong with it or missing in it */
export function readRequest(
  input: RequestInput,
  tell: (warnings: readonly Notice[]) => void = () => undefined,
): PendingRequest {
  const { inputs, event } = input;
  const trigger = triggerOf(event);
  const takesPayload = inputs.command === 'promote' || inputs.command === 'rollback';
  const payload = takesPayload && trigger === 'automatic' ? readPayload(payloadOf(event)) : nothing;
  const early = inputs.command === 'dispatch' ? explainPreRelease(input, inputs.environments) : [];
  const warnings = [...payload.warnings, ...early];
  tell(warnings);
  const requested = mergeRequested(input, payload);
  const revision = revisionOf(input);
  const ref = refOf(input);
  checkRequested({ input, payload, requested, revision, ref });
  const { tag, tags, ...named } = requested;
  const placeholders = { sha: revision.kind === 'commit' ? revision.sha : undefined, ref };
  return {
    request: {
      promotion: {
        trigger,
        ...named,
        from: inputs.from,
        ...(isScheduled(input) ? { scheduled: true } : {}),
        override: inputs.override,
        reason: inputs.reason,
        source: isOwn(input) ? sourceOf(input) : payload.source,
        proof: payload.proof,
      },
      tags: [],
      settings: settingsOf(inputs),
      dryRun: inputs['dry-run'] ?? false,
      to: inputs.to,
      warnings,
    },
    question: questionOf(input, {
      revision,
      needed: [...tags, ...(tag === undefined ? [] : [tag])].some(needsCommit),
    }),
    open: { tag, tags, placeholders, settle: settle(inputs) },
  };
}

/** Whether the run is the source of its request. A person who starts a workflow of the manifest repository speaks of no commit of
 * it; one who starts an application's own workflow does. */
const isOwn = (input: RequestInput): boolean => {
  const { inputs, event, run } = input;
  if (inputs.command === 'dispatch') return true;
  if (inputs.command !== 'promote' || isScheduled(input)) return false;
  const trigger = triggerOf(event);
  if (trigger !== 'by-hand') return trigger === 'direct';
  return inputs.repository !== undefined && inputs.repository.toLowerCase() !== run.repository?.toLowerCase();
};

type RevisionUse = { readonly revision: Revision; readonly needed: boolean };

const questionOf = (input: RequestInput, { revision, needed }: RevisionUse): CommitQuestion | undefined => {
  const { repository } = input.run;
  if (repository === undefined || revision.kind === 'none') return undefined;
  if (revision.kind === 'ref' && (needed || isOwn(input))) {
    return { repository, revision: revision.ref, required: needed };
  }
  if (revision.kind === 'commit' && isOwn(input)) return { repository, revision: revision.sha, required: false };
  return undefined;
};

const settingsOf = (inputs: Inputs): DeliverySettings => ({
  delivery: inputs.delivery,
  mergeMethod: inputs['merge-method'],
  labels: inputs.labels,
  reviewers: inputs.reviewers,
  assignees: inputs.assignees,
  draft: inputs.draft,
});

/** Completes a request with the commit that its question was about, or without it where the commit could not be read.
 * @throws PromotionError `placeholder-unset` where a required commit is missing, `tag-invalid`, and `images-disagree` where
 * one image is asked for in two ways */
export function withCommit({ request, open }: PendingRequest, commit?: CommitAnswer): PromotionRequest {
  const answer = commit === undefined ? undefined : checkAnswer(commit);
  const placeholders = { ...open.placeholders, sha: answer?.sha ?? open.placeholders.sha };
  const { attempt, finish } = gather();
  const tag = attempt(() => (open.tag === undefined ? undefined : expandTemplate(open.tag, placeholders)));
  const tags = open.tags.map((template) => attempt(() => expandTemplate(template, placeholders)));
  finish();
  const { promotion } = request;
  const { digest, images, source } = promotion;
  const alone = images.length === 0;
  return {
    ...request,
    tags: [...new Set(tags.filter((entry) => entry !== undefined))],
    promotion: {
      ...promotion,
      images: open.settle(images, { tag, digest }),
      tag: alone ? tag : undefined,
      digest: alone ? digest : undefined,
      source: promotion.trigger === 'automatic' || answer === undefined ? source : complete(source, answer),
    },
  };
}

const complete = (source: Source | undefined, { sha, committedAt }: CommitAnswer): Source | undefined =>
  source === undefined ? undefined : { ...source, sha, committedAt };

const checkAnswer = ({ sha, committedAt }: CommitAnswer): CommitAnswer => {
  const problem = commitId.problem(sha);
  if (problem !== undefined) fail('source-invalid', `The commit ${quote(sha)} ${problem}.`, commitId.hint);
  return { sha, committedAt: committedAt === undefined ? undefined : moment(committedAt) };
};
