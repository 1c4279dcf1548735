import { matches } from '../config/glob.ts';
import type { SourceRule } from '../config/schema.ts';
import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import type { Source } from '../model.ts';
import { listed, quote } from '../text.ts';
import { grouped, type Policy } from './facts.ts';

/** Only application repositories and refs that the configuration names may ask. Of a direct request the source is the run itself. */
export const sources: Policy = ({ promotion: { trigger, source }, spots }) => {
  if (trigger === 'by-hand') return [];
  return grouped(spots, ({ sources: rules, origin }) => [rules, origin.sources]).flatMap(({ settings, where }) => {
    const rules = settings.sources;
    return rules === undefined || rules.some((rule) => admits(rule, source))
      ? []
      : [violationOf(settings, source, where)];
  });
};

/** GitHub does not tell upper from lower case in names of repositories, in refs it does. */
const admits = ({ repository, refs }: SourceRule, source: Source = {}): boolean => {
  if (source.repository === undefined) return false;
  if (!matches(repository.toLowerCase(), source.repository.toLowerCase())) return false;
  const { ref } = source;
  return refs === undefined || (ref !== undefined && refs.some((glob) => matches(glob, ref)));
};

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

const printRule = ({ repository, refs }: SourceRule): string =>
  refs === undefined ? quote(repository) : `${quote(repository)} at ${listed(refs.map(quote)) || 'no ref'}`;
