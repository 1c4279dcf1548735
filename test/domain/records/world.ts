import { PromotionError } from '../../../src/domain/errors.ts';
import type { Reference } from '../../../src/domain/image.ts';
import { commitMessage } from '../../../src/domain/message.ts';
import type { Source, Trigger } from '../../../src/domain/model.ts';
import type { HistoryCommit, ImagePlace } from '../../../src/domain/records/history.ts';
import { decide, type ItemQuestion, recordOf } from '../../../src/domain/records/record.ts';
import { parseTo, rollbackTarget, rollbackTrailer } from '../../../src/domain/records/rollback-target.ts';
import type { StateTrailer } from '../../../src/domain/records/trailer.ts';

/** The request of a build. `start` is when the receiving run starts: one minute after the last commit, unless given. */
export type Asking = {
  readonly tag: string;
  readonly source?: Source;
  readonly trigger?: Trigger;
  readonly order?: ItemQuestion['order'];
  readonly start?: string;
};

const path = 'applications/shop/overlays/prod/kustomization.yaml';

/** One image of one environment in one file, over time: all its records come from the messages of its commits. */
export function world(first: string, image = 'registry.example.com/shop/web') {
  const values: { readonly commit: HistoryCommit; readonly reference: Reference }[] = [];
  const runs = (): Reference => values[0]?.reference ?? { repository: image };
  const reference = (tag: string): Reference => ({ repository: image, tag });
  const now = () => new Date(Date.UTC(2026, 10, 30, 12, values.length)).toISOString().replace('.000Z', 'Z');
  const place = (): ImagePlace => ({
    environment: 'prod',
    image,
    path,
    current: runs(),
    history: { commits: values.map(({ commit }) => commit), complete: true },
  });

  const commit = (to: Reference, message: string): void => {
    const id = (values.length + 1).toString(16).padStart(40, 'c');
    values.unshift({ commit: { id, message, committedAt: now() }, reference: to });
  };

  const deliver = (kind: 'promotion' | 'rollback', to: Reference, trailer: StateTrailer): void => {
    const change = { product: 'shop', environment: 'prod', path, line: 7, image, from: runs(), to };
    const { headline, body } = commitMessage({ kind, changes: [change], trailers: [trailer] });
    commit(to, `${headline}\n\n${body}`);
  };

  commit(reference(first), 'Add the overlay of prod');
  return {
    place,
    runs: () => runs().tag ?? '',
    record: () => recordOf(place()),
    decision: ({ tag, source = {}, trigger = 'automatic', order = 'newer', start = now() }: Asking) =>
      decide({
        trigger,
        order,
        source,
        start,
        environment: 'prod',
        image,
        requested: reference(tag),
        current: runs(),
        record: recordOf(place()),
      }),
    /** Asks for a tag and sets it where that is decided. */
    ask(asking: Asking): string {
      const decision = this.decision(asking);
      if (decision.kind === 'superseded') return `superseded, ${decision.superseded.reason}`;
      if (asking.tag === this.runs()) return 'unchanged';
      const to = reference(asking.tag);
      const source = asking.source ?? {};
      deliver('promotion', to, { kind: 'promotion', environment: 'prod', reference: to, source });
      return 'promoted';
    },
    rollBack(to?: string): string {
      try {
        const past = { ...place(), states: values.map((value) => value.reference) };
        const target = rollbackTarget(past, to === undefined ? undefined : parseTo(to));
        const reached = target.kind === 'reference' ? target.reference : this.at(target.revision);
        if (reached.tag === this.runs()) return 'unchanged';
        deliver('rollback', reached, rollbackTrailer('prod', reached, runs()));
        return 'promoted';
      } catch (error) {
        if (!(error instanceof PromotionError)) throw error;
        return 'refused';
      }
    },
    edit(tag: string, message = `Try ${tag} by hand`): string {
      commit(reference(tag), message);
      return 'edited';
    },
    /** The content of the file at a revision, as a host would read it. */
    at(revision: string): Reference {
      const index = values.findIndex((value) => value.commit.id.startsWith(revision.replace('^', '')));
      const value = values[revision.endsWith('^') ? index + 1 : index];
      if (value === undefined) throw new Error(`There is no ${revision}.`);
      return value.reference;
    },
    /** The commit that last set the tag. */
    commitOf: (tag: string) => values.find((value) => value.reference.tag === tag)?.commit.id ?? '',
  };
}

/** A push to main of acme/shop, built by its ci.yml. */
export function build(runNumber: number, more: Source = {}): Source {
  return {
    repository: 'acme/shop',
    ref: 'refs/heads/main',
    workflow: 'ci.yml',
    event: 'push',
    runNumber,
    ...more,
  };
}
