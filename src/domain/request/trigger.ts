import { fail, gather } from '../errors.ts';
import type { DeliverySettings, Notice, Promotion, Source } from '../model.ts';
import { quote } from '../text.ts';
import { payloadOf, type Revision, refOf, revisionOf, sourceOf, triggerOf } from './event.ts';
import { commitId } from './grammar.ts';
import type { Target } from './kinds.ts';
import { type Payload, readPayload } from './payload.ts';
import type { Inputs } from './table.ts';
import { expandTemplate, needsCommit, type Placeholders, type Template } from './tags.ts';
import { moment } from './time.ts';
import { type Asked, checkWish, isScheduled, mergeWish, settle } from './wish.ts';

/** What a run asks for. `check` and `retag` use the images of the promotion alone; `tags` are what retag adds. */
export type Request = {
  readonly promotion: Promotion;
  readonly tags: readonly string[];
  readonly settings: DeliverySettings;
  readonly dryRun: boolean;
  /** What a rollback goes back to, where it is given. */
  readonly to?: Target | undefined;
  readonly warnings: readonly Notice[];
};

/** What the request still wants to know of a commit: `revision` is a commit id or a full reference under `refs/`, whose tag
 * objects are to be followed. Without an answer the request stands as well, unless it is `required`. */
export type Question = { readonly repository: string; readonly revision: string; readonly required: boolean };

/** The answer. `committedAt` is the committer's date, in any form of RFC 3339. */
export type Commit = { readonly sha: string; readonly committedAt?: string | undefined };

/** A request as far as it can be read without asking anybody, and what waits for the answer. */
export type Pending = {
  readonly request: Request;
  readonly question?: Question | undefined;
  readonly open: {
    readonly tag?: Template | undefined;
    readonly tags: readonly Template[];
    readonly placeholders: Placeholders;
    readonly settle: ReturnType<typeof settle>;
  };
};

const nothing: Payload = { products: [], environments: [], images: [], warnings: [] };

/** Reads what any command but status is asked for: what the step sets, else what the event says. `tell` hears the warnings even
 * where something is missing: a key that is misspelt may be why.
 * @throws PromotionError with everything that is wrong with it or missing in it */
export function readRequest(asked: Asked, tell: (warnings: readonly Notice[]) => void = () => undefined): Pending {
  const { inputs, event } = asked;
  const trigger = triggerOf(event);
  const takesPayload = inputs.command === 'promote' || inputs.command === 'rollback';
  const payload = takesPayload && trigger === 'automatic' ? readPayload(payloadOf(event)) : nothing;
  tell(payload.warnings);
  const wish = mergeWish(asked, payload);
  const revision = revisionOf(asked);
  const ref = refOf(asked);
  checkWish({ asked, payload, wish, revision, ref });
  const { tag, tags, ...named } = wish;
  const placeholders = { sha: revision.kind === 'commit' ? revision.sha : undefined, ref };
  return {
    request: {
      promotion: {
        trigger,
        ...named,
        from: inputs.from,
        ...(isScheduled(asked) ? { scheduled: true } : {}),
        override: inputs.override,
        reason: inputs.reason,
        source: isOwn(asked) ? sourceOf(asked) : payload.source,
        proof: payload.proof,
      },
      tags: [],
      settings: settingsOf(inputs),
      dryRun: inputs['dry-run'] ?? false,
      to: inputs.to,
      warnings: payload.warnings,
    },
    question: questionOf(asked, {
      revision,
      needed: [...tags, ...(tag === undefined ? [] : [tag])].some(needsCommit),
    }),
    open: { tag, tags, placeholders, settle: settle(inputs) },
  };
}

/** Whether the run is itself the source of what it asks for. A person who starts a workflow of the manifest repository speaks
 * of no commit of it; one who starts an application's own workflow does. */
const isOwn = (asked: Asked): boolean => {
  const { inputs, event, run } = asked;
  if (inputs.command === 'dispatch') return true;
  if (inputs.command !== 'promote' || isScheduled(asked)) return false;
  const trigger = triggerOf(event);
  if (trigger !== 'by-hand') return trigger === 'direct';
  return inputs.repository !== undefined && inputs.repository.toLowerCase() !== run.repository?.toLowerCase();
};

type Doubt = { readonly revision: Revision; readonly needed: boolean };

const questionOf = (asked: Asked, { revision, needed }: Doubt): Question | undefined => {
  const { repository } = asked.run;
  if (repository === undefined || revision.kind === 'none') return undefined;
  if (revision.kind === 'ref' && (needed || isOwn(asked))) {
    return { repository, revision: revision.ref, required: needed };
  }
  if (revision.kind === 'commit' && isOwn(asked)) return { repository, revision: revision.sha, required: false };
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

/** Completes a request with the commit that its question was about, or without it where nobody could tell.
 * @throws PromotionError `placeholder-unset` where a required commit is missing, `tag-invalid`, and `images-disagree` where
 * one image is asked for in two ways */
export function withCommit({ request, open }: Pending, commit?: Commit): Request {
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

const complete = (source: Source | undefined, { sha, committedAt }: Commit): Source | undefined =>
  source === undefined ? undefined : { ...source, sha, committedAt };

const checkAnswer = ({ sha, committedAt }: Commit): Commit => {
  const problem = commitId.problem(sha);
  if (problem !== undefined) fail('source-invalid', `The commit ${quote(sha)} ${problem}.`, commitId.hint);
  return { sha, committedAt: committedAt === undefined ? undefined : moment(committedAt) };
};
