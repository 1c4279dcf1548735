/** The policies `sources` and `proof`: which application repositories and refs may ask, and that they prove it. */
import { matches } from '../config/glob.ts';
import type { SourceRule } from '../config/schema.ts';
import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import type { Notice, Source } from '../model.ts';
import { listed, quote } from '../text.ts';
import { type Admission, type AdmissionPolicy, grouped, type RuleGroup, type TargetSettings } from './facts.ts';
/** Only application repositories and refs that the configuration names may ask. Of a direct request the source is the run itself; scheduled
 * runs of the manifest repository need no rule. */
export const sources: AdmissionPolicy = (facts) => {
  const { promotion, spots } = facts;
  if (promotion.trigger === 'by-hand' || promotion.scheduled) return [];
  return grouped(spots, ({ sources: rules, proof, origin }) => [rules, proof, origin.sources]).flatMap(
    ({ settings, where }) => {
      const rules = settings.sources;
      if (rules === undefined) return [];
      const named = rules.filter((rule) => admits(rule, promotion.source));
      if (named.length === 0) return [violationOf(settings, promotion.source, where)];
      const known = idOf(facts, settings);
      return named.some(({ id }) => id === undefined || known === 'unjudged' || String(id) === known)
        ? []
        : [otherId({ settings, known, where }, promotion.source)];
    },
  );
};

/** GitHub does not tell upper from lower case in names of repositories, in refs it does. */
const admits = ({ repository, refs }: SourceRule, source: Source = {}): boolean => {
  if (source.repository === undefined) return false;
  if (!matches(repository.toLowerCase(), source.repository.toLowerCase())) return false;
  const { ref } = source;
  return refs === undefined || (ref !== undefined && refs.some((glob) => matches(glob, ref)));
};

/** The number of the repository that asks, by GitHub's word alone. A required proof that does not hold is another policy's matter. */
const idOf = ({ promotion, asker, proof }: Admission, settings: Settings): string | undefined => {
  if (promotion.trigger === 'direct') return asker.repositoryId;
  if (settings.proof !== 'required') return undefined;
  return proof?.kind === 'accepted' ? proof.repositoryId : 'unjudged';
};

type Stranger = { readonly settings: Settings; readonly known: string | undefined; readonly where: string };

const otherId = ({ settings, known, where }: Stranger, { repository = '' }: Source = {}): Violation => ({
  code: 'source-not-allowed',
  message:
    known === undefined
      ? `Nothing proves which number the repository ${quote(repository)} has, and the configuration gives one for ${where}.`
      : `The repository ${quote(repository)} has the number ${quote(known)}, another one than the configuration gives for ${where}: the name was given up and taken again.`,
  hint:
    known === undefined
      ? 'Require a proof, which carries the number, or remove `id` from `sources`.'
      : 'Do not trust this repository before you know whose it is; if it is yours, correct `id` in `sources`.',
  ...settings.origin.sources,
});

const violationOf = ({ sources: rules = [], origin }: Settings, source: Source = {}, where: string): Violation => {
  const { repository, ref } = source;
  const allowed = listed(rules.map(printRule)) || 'nobody';
  const message =
    repository === undefined
      ? `The request does not say which repository asks, and the configuration limits who may ask for ${where}.`
      : `The configuration does not let ${quote(repository)}${ref === undefined ? ' without a ref' : ` at ${quote(ref)}`} ask for ${where}.`;
  return {
    code: 'source-not-allowed',
    message,
    hint: `Ask from what \`sources\` lists, which is ${allowed}, or add it there.`,
    ...origin.sources,
  };
};

const printRule = ({ repository, id, refs }: SourceRule): string => {
  const name = id === undefined ? quote(repository) : `${quote(repository)} (number ${id})`;
  return refs === undefined ? name : `${name} at ${listed(refs.map(quote)) || 'no ref'}`;
};

/** An automatic request proves where it comes from: a thief who only has the dispatch token cannot. */
export const proof: AdmissionPolicy = (facts) => provable(facts).flatMap((group) => judge(group, facts));

/** Whether a proof decides anything about the request. */
export function needsProof(facts: Pick<Admission, 'promotion' | 'spots'>): boolean {
  return provable(facts).length > 0;
}

/** Where `proof: none` accepts any source, the report says so. */
export function unprovenNotices({ promotion, spots }: Pick<Admission, 'promotion' | 'spots'>): Notice[] {
  if (promotion.trigger !== 'automatic') return [];
  const open = spots.filter(({ settings }) => settings.proof === 'none');
  return grouped(open, ({ origin }) => origin.proof).map(({ settings, where }) => ({
    message: `For ${where} the source of the request is believed without a proof: every holder of the dispatch token may claim any.`,
    hint: 'Set `proof: required`, and give the sending workflows the permission `id-token: write`.',
    ...settings.origin.proof,
  }));
}

const provable = ({ promotion, spots }: Pick<Admission, 'promotion' | 'spots'>): RuleGroup[] => {
  if (promotion.trigger !== 'automatic') return [];
  const demanding = spots.filter(({ settings }: TargetSettings) => settings.proof === 'required');
  return grouped(demanding, ({ origin }) => [origin.proof, origin.sources]);
};

const judge = ({ settings, where }: RuleGroup, { promotion, proof: verdict }: Admission): Violation[] => {
  const place = settings.origin.proof ?? settings.origin.sources;
  if (promotion.proof === undefined) {
    return [
      {
        code: 'proof-missing',
        message: `The request proves no source, and the configuration requires it for ${where}.`,
        hint: 'Send it with the command `dispatch` from a job with the permission `id-token: write`, or set `proof: none` to believe every holder of the dispatch token.',
        ...place,
      },
    ];
  }
  if (verdict === undefined) {
    return [
      {
        code: 'proof-rejected',
        message: `The proof of the request has not been verified, and the configuration requires it for ${where}.`,
        hint: 'Promote in a workflow of the manifest repository, where proofs are verified.',
        ...place,
      },
    ];
  }
  return verdict.kind === 'accepted' ? [] : verdict.rejections.map((rejection) => ({ ...rejection, ...place }));
};
