import { matches, matchesAny } from '../config/glob.ts';
import type { SourceRule } from '../config/schema.ts';
import { type BuildCommit, isCommit, isOwned } from '../records/trailer.ts';
import { listed, quoteWords } from '../text.ts';
import type { BuildCertificate, ExaminedBundle } from './attestation.ts';

/** The setting `provenance`. */
export type ProvenanceRule = {
  /** Path in the manifest repository. */
  readonly trustedRoot: string;
  /** A workflow file of the source repository, or a workflow of any repository as `owner/name/.github/workflows/file@ref`. */
  readonly workflow?: string | undefined;
  /** Globs; undefined for any ref. */
  readonly refs?: readonly string[] | undefined;
};

/** The required statement of a bundle about an image. */
export type Demand = {
  readonly digest: string;
  /** Of the tokens that prove a source. */
  readonly issuer: string;
  /** Address of the GitHub server. */
  readonly server: string;
  readonly sources: readonly SourceRule[];
  readonly rule: ProvenanceRule;
};

export type BundleJudgement =
  | { readonly kind: 'holds'; readonly built: BuildCommit }
  | { readonly kind: 'fails'; readonly problem: string };

const PREDICATE = 'https://slsa.dev/provenance/v1';

/** Judges whether a bundle has the required statement, or gives its first fault, a predicate to "the attestation". */
export function judgeBundle(examined: ExaminedBundle, demand: Demand): BundleJudgement {
  if (examined.kind === 'unusable') return { kind: 'fails', problem: examined.problem };
  const { statement, certificate } = examined;
  const { predicateType, digests } = statement;
  if (predicateType !== PREDICATE) {
    return fails(`states ${quoteWords(predicateType)} and no build provenance (${PREDICATE})`);
  }
  if (!digests.includes(demand.digest)) {
    return fails(`is about ${listedUpTo(digests) || 'nothing'} and not about this image (${demand.digest})`);
  }
  return judgeBuilder(certificate, demand);
}

const fails = (problem: string): BundleJudgement => ({ kind: 'fails', problem });

const MOST_NAMED = 3;

const listedUpTo = (texts: readonly string[]): string => {
  const named = texts.slice(0, MOST_NAMED).map(quoteWords);
  return listed(texts.length > MOST_NAMED ? [...named, `${texts.length - MOST_NAMED} more`] : named);
};

const judgeBuilder = (certificate: BuildCertificate, demand: Demand): BundleJudgement => {
  const { issuer, sourceRepository = '', sourceCommit = '' } = certificate;
  if (issuer !== demand.issuer) {
    return fails(`is signed for ${shown(issuer)} and not for a workflow of ${quoteWords(demand.issuer)}`);
  }
  const repository = repositoryAt(sourceRepository, demand.server);
  const rules = demand.sources.filter((rule) =>
    matches(rule.repository.toLowerCase(), repository?.toLowerCase() ?? ''),
  );
  if (repository === undefined || rules.length === 0) {
    const wanted = listed(demand.sources.map((rule) => quoteWords(`${demand.server}/${rule.repository}`))) || 'nobody';
    return fails(`says that ${shown(sourceRepository)} has built the image, and \`sources\` lists ${wanted}`);
  }
  const problem =
    idProblem(certificate, rules) ??
    refProblem(certificate, demand.rule) ??
    workflowProblem(certificate, { repository, ...demand });
  if (problem !== undefined) return fails(problem);
  if (!isCommit(sourceCommit))
    return fails(`does not say from which commit of ${quoteWords(repository)} the image was built`);
  return { kind: 'holds', built: { repository, sha: sourceCommit } };
};

const shown = (text: string | undefined): string => (text === undefined || text === '' ? 'nobody' : quoteWords(text));

/** The `owner/name` of an address on the server; undefined for one on another server. */
const repositoryAt = (address: string, server: string): string | undefined => {
  const start = `${server.replace(/\/$/, '')}/`;
  const name = address.slice(start.length);
  return address.toLowerCase().startsWith(start.toLowerCase()) && isOwned(name) ? name : undefined;
};

/** A name that is given up can be taken again, its number cannot. */
const idProblem = ({ sourceRepositoryId }: BuildCertificate, rules: readonly SourceRule[]): string | undefined => {
  if (rules.some(({ id }) => id === undefined || String(id) === sourceRepositoryId)) return undefined;
  const wanted = listed(rules.map(({ id }) => String(id)));
  return `is of the repository with the number ${shown(sourceRepositoryId)}, and \`sources\` gives ${wanted}`;
};

const refProblem = ({ sourceRef = '' }: BuildCertificate, { refs }: ProvenanceRule): string | undefined => {
  if (refs === undefined || (sourceRef !== '' && matchesAny(refs, sourceRef))) return undefined;
  return `says that the image was built at ${shown(sourceRef)}, and \`provenance.refs\` lists ${listedUpTo(refs) || 'no ref'}`;
};

type Origin = Pick<Demand, 'rule' | 'server'> & { readonly repository: string };

/** A file name means the workflow that the run began with, in the repository of the source. A path means the workflow that has
 * signed, which for a reusable workflow is itself and not its caller. */
const workflowProblem = (
  { buildConfig, buildSigner }: BuildCertificate,
  { rule: { workflow }, server, repository }: Origin,
): string | undefined => {
  if (workflow === undefined) return undefined;
  const isFile = !workflow.includes('/');
  const wanted = `${server.replace(/\/$/, '')}/${isFile ? `${repository}/.github/workflows/${workflow}` : workflow}`;
  const found = isFile ? buildConfig : buildSigner;
  if (found !== undefined && isWorkflowAt(found, wanted)) return undefined;
  const how = isFile ? 'built by the workflow' : 'signed by the workflow';
  return `says that the image was ${how} ${shown(found)}, and \`provenance.workflow\` wants ${quoteWords(wanted)}`;
};

/** Names of repositories do not tell upper from lower case; files and refs do. */
const isWorkflowAt = (found: string, wanted: string): boolean => {
  const [one, other] = [splitWorkflow(found), splitWorkflow(wanted)];
  if (one === undefined || other === undefined) return false;
  return (
    one.repository === other.repository &&
    one.file === other.file &&
    one.ref !== '' &&
    (other.ref === '' || one.ref === other.ref)
  );
};

// A file can have an @ in its name as well, a ref begins with refs/ or is a commit.
const workflowAddress =
  /^(?<repository>.+?)\/\.github\/workflows\/(?<file>[^/]+?)(?:@(?<ref>refs\/.+|[0-9a-f]{40}|[0-9a-f]{64}))?$/;

const splitWorkflow = (address: string) => {
  const { repository, file, ref = '' } = workflowAddress.exec(address)?.groups ?? {};
  return repository === undefined || file === undefined
    ? undefined
    : { repository: repository.toLowerCase(), file, ref };
};
