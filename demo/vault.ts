/** A manifest repository that demands attested builds, with a registry and an authority of signatures on this machine. */
import { MANIFESTS, manifestsOnGitHub, start } from '../test/action/job.ts';
import { startAttestingRegistry } from '../test/provenance/registry.ts';
import { startSigstore, statementOf, workflowOf } from '../test/provenance/sigstore.ts';
import type { StepResult } from '../test/runner/action.ts';

const ROOT = '.github/trusted_root.jsonl';
const NAME = 'shop/web';

const RULE = `sources: [{ repository: acme/shop }]
provenance:
  trusted-root: ${ROOT}
  workflow: release.yml
`;

/** The authority certifies workflows of github.com. */
const ELSEWHERE = { server_url: 'https://github.com' };

export type Vault = {
  /** The configuration. */
  readonly rule: string;
  /** The action as a step by hand, which wants v2 in dev. */
  readonly promote: () => Promise<StepResult>;
  /** Signs the image that release.yml of acme/shop has built. */
  readonly attest: () => Promise<void>;
  /** The line `Built` of the last commit. */
  readonly built: () => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function openVault(): Promise<Vault> {
  const [sigstore, registry] = await Promise.all([startSigstore('public'), startAttestingRegistry('api')]);
  const web = `${registry.host}/${NAME}`;
  const digest = registry.image(NAME, 'v2');
  const github = await manifestsOnGitHub({
    '.github/promotion.yml': RULE,
    [ROOT]: `${sigstore.trustedRoot()}\n`,
    'applications/shop/overlays/dev/kustomization.yaml': `images:\n  - name: ${web}\n    newTag: v1\n`,
  });
  const inputs = { product: 'shop', environment: 'dev', image: `${web}:v2` };
  return {
    rule: RULE,
    promote: () =>
      start(github, {
        event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main' } },
        github: ELSEWHERE,
      }),
    attest: async () => {
      const bundle = await sigstore.attest({ builder: workflowOf('acme/shop'), statement: statementOf(digest) });
      registry.attach(NAME, digest, bundle);
    },
    built: async () => {
      const [commit] = await github.repository(MANIFESTS).log();
      return commit?.message.split('\n').find((line) => line.startsWith('Built: ')) ?? '';
    },
    close: async () => {
      await github.close();
      await registry.close();
    },
  };
}
