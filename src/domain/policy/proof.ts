/** The policy `proof`: an automatic request proves where it comes from. */

import type { Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import { type Admission, type AdmissionPolicy, grouped, type RuleGroup, type TargetSettings } from './facts.ts';

/** An automatic request proves where it comes from: a thief who only has the dispatch token cannot. */
export const proof: AdmissionPolicy = (facts) => provable(facts).flatMap((group) => judge(group, facts));

/** Whether a proof decides anything about the request. */
export function needsProof(facts: Pick<Admission, 'promotion' | 'spots'>): boolean {
  return provable(facts).length > 0;
}

/** Where `proof: none` accepts any source, the report says so. */
export function believed({ promotion, spots }: Pick<Admission, 'promotion' | 'spots'>): Notice[] {
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
