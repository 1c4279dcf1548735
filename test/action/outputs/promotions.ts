/** Runs of promote and rollback. */
import type { Protection } from '../../github/world.ts';
import { byHand, dispatched, MANIFESTS } from '../job.ts';
import type { Scenario } from './scenarios.ts';
import { inManifests, overlay, release, released, takenBack, WEB } from './world.ts';

const argocd = 'argocd: { applications: "argocd/overlays/*/*/app-*.yaml", url: https://argocd.example.com }\n';
const byPullRequest = 'environments: { dev: , stg: , prod: { delivery: pull-request, labels: [release] } }\n';
const automatic = 'delivery: auto-merge\n';
const frozen = 'freeze: [ { from: 2020-12-24T00:00Z, until: 2099-01-05T00:00Z, reason: year end } ]';
const policies = `environments:
  dev:
  stg: { requires: dev, sources: [ { repository: acme/other } ] }
  prod: { requires: stg, tags: ["v2.*"], actors: [somebody] }
`;
const checked: Protection = { kind: 'ruleset', pattern: 'main', requiredChecks: ['lint'] };
const reader = { login: 'reader', kind: 'app', permissions: { '*': { contents: 'read' } } } as const;

const promote = (scenario: Omit<Scenario, 'command'>): Scenario => ({ command: 'promote', ...scenario });
const rollback = (scenario: Omit<Scenario, 'command'>): Scenario => ({ command: 'rollback', ...scenario });

export const promotions: readonly Scenario[] = [
  promote({
    outcome: 'promoted',
    when: 'a release reaches two environments, and Argo CD follows them',
    run: () => inManifests({ config: argocd }, released),
    says: [
      'Promoted shop in stg and prod',
      'release.yml #42',
      /shop prod promoted [0-9a-f]{7} \S+\/web v1\.3\.0 v1\.5\.0 \(compare\) …\S+:11/,
      'shop-stg by itself',
      'shop-prod when a person syncs it',
    ],
  }),
  promote({
    outcome: 'unchanged',
    when: 'everything runs there already',
    run: () =>
      inManifests({}, (github) => dispatched(github, release('v1.4.0')).then(() => released(github, 'v1.4.0'))),
    says: ['Nothing to change for the promotion of shop in stg and prod', 'shop prod unchanged'],
  }),
  promote({
    outcome: 'superseded',
    when: 'an older build comes late',
    run: () => inManifests({}, (github) => released(github).then(() => released(github, 'v1.4.9', 41))),
    says: [
      'Left out the promotion of shop in stg and prod',
      'v1.4.9 v1.5.0',
      'older: v1.4.9 (release.yml#41 of acme/shop) is older than v1.5.0 (release.yml#42 of acme/shop)',
    ],
  }),
  promote({
    outcome: 'superseded',
    when: 'somebody has taken it back',
    run: () =>
      inManifests({}, async (github) => {
        await released(github);
        await takenBack(github);
        return released(github);
      }),
    says: ['Left out the promotion of shop in prod', 'v1.5.0 v1.3.0', 'held'],
  }),
  promote({
    outcome: 'proposed',
    when: 'prod takes pull requests',
    run: () => inManifests({ config: byPullRequest }, released),
    says: ['Proposed the promotion of shop in prod in a pull request', 'Pull request: #1', 'proposed #1'],
  }),
  promote({
    outcome: 'proposed',
    when: 'the repository does not allow what was asked for',
    code: 1,
    run: () => inManifests({ config: automatic, settings: { protections: [checked] } }, released),
    says: ['Proposed the promotion of shop in stg and prod in a pull request', 'proposed #1', 'Allow auto-merge'],
  }),
  promote({
    outcome: 'armed',
    when: 'it merges once its checks are good',
    run: () =>
      inManifests({ config: automatic, settings: { autoMergeAllowed: true, protections: [checked] } }, released),
    says: ['The promotion of shop in stg and prod merges when its requirements are met', 'armed #1'],
  }),
  promote({
    outcome: 'refused',
    when: 'no manifest lists the image',
    run: () =>
      inManifests({}, (github) => dispatched(github, { ...release(), images: ['registry.example.com/shop/wep:v1'] })),
    says: ['Refused the promotion of shop in stg and prod', 'registry.example.com/shop/wep', `Did you mean ${WEB}`],
  }),
  promote({
    outcome: 'refused',
    when: 'its source may not ask',
    run: () => inManifests({ config: policies }, released),
    says: ['acme/other', 'proves no source', '.github/promotion.yml:3'],
  }),
  promote({
    outcome: 'refused',
    when: 'policies are against it',
    run: () => inManifests({ config: policies.replace(/, sources: .* \]/, '') }, released),
    says: ['dev', 'v2.*', '.github/promotion.yml:4'],
  }),
  promote({
    outcome: 'refused',
    when: 'prod is frozen and the rest goes on',
    run: () => inManifests({ config: `environments: { stg: , prod: { ${frozen} } }\n` }, released),
    says: ['Refused the promotion of shop in prod', 'shop stg promoted', 'shop prod refused', 'year end', '2099-01-05'],
  }),
  promote({
    outcome: 'refused',
    when: 'the configuration is broken',
    run: () => inManifests({ config: 'deliver: commit\nenvironments:\n  prod: { order: latest }\n' }, released),
    says: ['.github/promotion.yml:1', '.github/promotion.yml:3', 'delivery', 'newer'],
  }),
  promote({
    outcome: 'failed',
    when: 'the token may only read',
    run: () => inManifests({ tokens: { token: reader } }, (github) => dispatched(github, release())),
    says: ['The promotion of shop in stg and prod failed', 'Contents: write'],
  }),
  promote({
    outcome: 'failed',
    when: 'the step asks for what does not exist',
    run: () =>
      inManifests({}, (github) =>
        dispatched(github, release(), { with: { delivery: 'push', tags: 'v1', 'dry-run': 'yes' } }),
      ),
    says: ['The promotion failed', 'delivery', 'tags', 'dry-run'],
  }),
  promote({
    outcome: 'unchanged',
    when: 'it is a dry run',
    run: () => inManifests({}, (github) => dispatched(github, release(), { with: { 'dry-run': 'true' } })),
    says: [
      'Dry run: shop in stg and prod would change',
      'shop stg would change',
      '+ newTag: v1.5.0 # the storefront',
      'nothing was changed',
    ],
  }),
  rollback({
    outcome: 'promoted',
    when: 'prod goes back to what ran before',
    run: () => inManifests({ config: argocd }, (github) => released(github).then(() => takenBack(github))),
    says: ['Rolled back shop in prod', 'v1.5.0 v1.3.0', 'Reason: Checkout fails', 'shop-prod when a person syncs it'],
  }),
  rollback({
    outcome: 'proposed',
    when: 'prod takes pull requests',
    run: () =>
      inManifests({ config: byPullRequest }, async (github) => {
        await byHand(
          github,
          { product: 'shop', environment: 'prod', image: `${WEB}:v1.5.0` },
          { with: { delivery: 'commit' } },
        );
        return takenBack(github);
      }),
    says: ['Proposed the rollback of shop in prod in a pull request', 'v1.5.0 v1.3.0', '#1'],
  }),
  rollback({
    outcome: 'unchanged',
    when: 'it runs already what was asked for',
    run: () => inManifests({}, (github) => takenBack(github, { to: 'v1.3.0', images: WEB })),
    says: ['Nothing to change for the rollback of shop in prod'],
  }),
  rollback({
    outcome: 'refused',
    when: 'nothing was ever promoted there',
    run: () => inManifests({}, (github) => takenBack(github)),
    says: [
      'Refused the rollback of shop in prod',
      'no promotion is known to have set it',
      'Name the target with the input `to`',
    ],
  }),
  rollback({
    outcome: 'failed',
    when: 'the repository does not exist',
    run: () => inManifests({}, (github) => takenBack(github, {}, { with: { repository: 'acme/manifest' } })),
    says: ['The rollback of shop in prod failed', 'acme/manifest'],
  }),
  rollback({
    outcome: 'unchanged',
    when: 'it is a dry run',
    run: () =>
      inManifests({}, (github) => released(github).then(() => takenBack(github, {}, { with: { 'dry-run': 'true' } }))),
    says: ['Dry run: shop in prod would change', '- newTag: v1.5.0', '+ newTag: v1.3.0'],
  }),
  {
    command: 'status',
    outcome: 'reported',
    when: 'there is everything to be seen',
    run: () =>
      inManifests(
        { config: `environments: { dev: , stg: , prod: { ${frozen}, delivery: pull-request } }\n` },
        async (github) => {
          await dispatched(github, { product: 'shop', environment: 'dev', image: `${WEB}:v1.5.9` });
          await byHand(
            github,
            { product: 'shop', environment: 'prod', image: `${WEB}:v1.4.0` },
            { with: { override: 'freeze', reason: 'hotfix', delivery: 'commit' } },
          );
          await released(github);
          const manifests = github.repository(MANIFESTS);
          const dev = (await manifests.read(overlay('dev'))) ?? '';
          await manifests.commit('main', { [overlay('dev')]: dev.replace('v1.5.9', 'v1.6.0') });
          return byHand(github, {}, { with: { command: 'status' } });
        },
      ),
    says: [
      'What runs where',
      'Product Image dev stg prod',
      /v1\.6\.0 ?✎ by hand/,
      'older than in the environment before',
      'Frozen',
      'year end',
      '#1 promotion/shop/prod',
    ],
  },
  {
    command: 'status',
    outcome: 'refused',
    when: 'the configuration is broken',
    run: () =>
      inManifests({ config: 'environments: [dev]\n' }, (github) => byHand(github, {}, { with: { command: 'status' } })),
    says: ['Refused to say what runs where', '.github/promotion.yml:1'],
  },
  {
    command: 'status',
    outcome: 'failed',
    when: 'there is no token',
    run: () => inManifests({}, (github) => byHand(github, {}, { token: '', with: { command: 'status', token: '' } })),
    says: ['What runs where could not be found out', 'There is no GitHub token', 'Set the input `token`'],
  },
];
