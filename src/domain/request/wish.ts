import { fail, gather, PromotionError, type Violation } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { MOST_IMAGES, MOST_PLACES } from '../limits.ts';
import { quote } from '../text.ts';
import {
  defaultEnvironments,
  foreignRun,
  type Occasion,
  payloadOf,
  type Revision,
  strayRef,
  triggerOf,
} from './event.ts';
import { checkCount, isUnpinned, pinImages, settleImages } from './images.ts';
import { checkPinned, type Payload } from './payload.ts';
import { type Edge, type InputName, type Inputs, shownInput } from './table.ts';
import { expandTemplate, isLiteral, literalTemplate, needsCommit, parseTemplate, type Template } from './tags.ts';

/** What a run is told: by its inputs, by its event and by the runner. */
export type Asked = Occasion & { readonly inputs: Inputs };

/** What is asked for when step and event are put together. */
export type Wish = {
  readonly products: readonly string[];
  readonly environments: readonly string[];
  readonly images: readonly ImageRequest[];
  /** For the images that name neither tag nor digest. */
  readonly tag?: Template | undefined;
  readonly digest?: string | undefined;
  /** The new tags of retag. */
  readonly tags: readonly Template[];
};

/** What the step sets wins over what the event says. */
export function mergeWish(asked: Asked, payload: Payload): Wish {
  const { inputs } = asked;
  const images = inputs.images ?? payload.images;
  const open = inputs.from === undefined && (images.length === 0 || images.some(isUnpinned));
  return {
    products: inputs.product ?? payload.products,
    environments:
      inputs.environments ?? (inputs.command === 'dispatch' ? defaultEnvironments(asked) : payload.environments),
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

const tagOf = ({ command, tag }: Inputs, payload?: Payload): Template | undefined => {
  if (tag !== undefined) return tag;
  if (payload?.tag !== undefined) return literalTemplate(payload.tag);
  return command === 'check' || command === 'dispatch' ? parseTemplate('{sha}') : undefined;
};

type Judged = {
  readonly asked: Asked;
  readonly payload: Payload;
  readonly wish: Wish;
  readonly revision: Revision;
  readonly ref: string | undefined;
};

/** @throws PromotionError with everything that is missing in the wish or does not go with what started the run */
export function checkWish({ asked, payload, wish, revision, ref }: Judged): void {
  const { attempt, finish } = gather();
  attempt(() => checkByHand(asked, 'from'));
  attempt(() => checkByHand(asked, 'override'));
  attempt(() => checkPlaces(asked, wish));
  attempt(() => checkSize(wish));
  attempt(() => checkNamed(asked, wish));
  attempt(() => checkRollback(asked, payload));
  const templates = [...(wish.tag === undefined ? [] : [wish.tag]), ...wish.tags];
  const untold = revision.kind === 'none' && templates.some(needsCommit) ? revision.violation : undefined;
  attempt(() => refuse(untrusted(asked) ?? untold));
  const [tag] = templates.map((template) => attempt(() => expandTemplate(template, { sha: anyCommit, ref })));
  if (wish.tag === undefined || (tag !== undefined && !needsCommit(wish.tag))) {
    attempt(() => settle(asked.inputs)(wish.images, { tag: wish.tag && tag, digest: wish.digest }));
  }
  finish();
}

/** How images get their tags: `check` asks a registry about each reference, and two tags of one image are two questions. */
export function settle({ command }: Pick<Inputs, 'command'>): typeof settleImages {
  return command === 'check' ? pinImages : settleImages;
}

const refuse = (violation: Violation | undefined): void => {
  if (violation !== undefined) throw new PromotionError([violation]);
};

/** An event that must not decide what runs: a fork's build, and a payload on a ref that its sender chose. */
const untrusted = (asked: Asked): Violation | undefined => {
  const { command } = asked.inputs;
  if (command === 'promote' || command === 'rollback') {
    return strayRef(asked) ?? (triggerOf(asked.event) === 'direct' ? foreignRun(asked) : undefined);
  }
  return command === 'dispatch' || command === 'retag' ? foreignRun(asked) : undefined;
};

/** Stands in for a commit that is not known yet. */
const anyCommit = 'a'.repeat(40);

/** Whether the manifest repository asks itself at a time of its own, rather than an application. */
export function isScheduled({ event, inputs, run }: Asked): boolean {
  if (event.name !== 'schedule' || inputs.command !== 'promote') return false;
  return inputs.repository === undefined || inputs.repository.toLowerCase() === run.repository?.toLowerCase();
}

const checkByHand = (asked: Asked, name: 'from' | 'override'): void => {
  if (asked.inputs[name] === undefined || triggerOf(asked.event) === 'by-hand') return;
  if (name === 'from' && isScheduled(asked)) return;
  const shown = shownInput(name, edgeOf(asked));
  fail(
    'inputs-conflict',
    `${shown} is for promotions by hand${name === 'from' ? ' or on a schedule of the manifest repository' : ''}, and this one was started by ${startedBy(asked)}.`,
    `Leave out ${shown}, or start the promotion by hand.`,
  );
};

const startedBy = ({ event }: Asked): string =>
  event.name === 'command-line' ? 'a payload' : `the event ${quote(event.name)}`;

const checkPlaces = (asked: Asked, wish: Wish): void => {
  const { attempt, finish } = gather();
  if (!['promote', 'dispatch', 'rollback'].includes(asked.inputs.command)) return;
  if (wish.products.length === 0) {
    attempt(() => fail('product-missing', 'The request names no product.', wayIn(asked, 'product')));
  }
  if (wish.environments.length === 0) {
    attempt(() => fail('environment-missing', 'The request names no environment.', wayIn(asked, 'environments')));
  }
  finish();
};

/** Before anything is multiplied: every image may stand in every product and environment. */
const checkSize = ({ products, environments, images }: Wish): void => {
  const { attempt, finish } = gather();
  const places = new Set(products).size * new Set(environments).size;
  attempt(() => checkCount(places, { most: MOST_PLACES, what: 'products × environments' }));
  attempt(() => checkCount(images.length, { most: MOST_IMAGES, what: 'images' }));
  finish();
};

const checkNamed = (asked: Asked, { images, tag, digest }: Wish): void => {
  const { inputs } = asked;
  if (inputs.from !== undefined || inputs.command === 'rollback') return;
  if (tag !== undefined || digest !== undefined) return;
  checkPinned(images, `Give the image a tag or digest. ${wayIn(asked, 'tag')}`);
  if (images.length === 0) fail('image-missing', 'The request names no image and no tag.', wayIn(asked, 'images'));
};

const checkRollback = ({ inputs }: Asked, { images, tag, digest }: Payload): void => {
  if (inputs.command !== 'rollback') return;
  if (tag === undefined && digest === undefined && images.every(isUnpinned)) return;
  fail(
    'payload-invalid',
    'The payload names tags or digests, and rollback finds what to go back to by itself.',
    'Name the images alone, and set the input `to` on the step if it must be a certain tag.',
  );
};

/** Where the person or program that asked can say what is missing. */
const wayIn = (asked: Asked, name: InputName): string => {
  const { event } = asked;
  const edge = edgeOf(asked);
  const give =
    edge === 'cli' ? `give ${shownInput(name, edge)}` : `set the input ${shownInput(name, edge)} on the step`;
  const takes = asked.inputs.command === 'promote' || asked.inputs.command === 'rollback';
  if (takes && (event.name === 'repository_dispatch' || payloadOf(event) !== undefined)) {
    return `Add \`${name}\` to the payload, or ${give}.`;
  }
  if (event.name === 'workflow_dispatch') return `Fill in the workflow's input \`${name}\`, or ${give}.`;
  return `${give.charAt(0).toUpperCase()}${give.slice(1)}.`;
};

const edgeOf = ({ event }: Asked): Edge => (event.name === 'command-line' ? 'cli' : 'action');
