/** Ours, and the usual way today: clone, edit, commit, push with a retry loop, or a pull request through `gh`. */
import { spawnSync } from 'node:child_process';
import { MANIFESTS } from '../test/action/job.ts';
import { runAction } from '../test/load/action.ts';
import { ENVIRONMENTS, type Manifests, NAME } from './manifests.ts';
import { type Ran, run } from './measure.ts';

export type Asked = {
  readonly product: string;
  readonly tag: string;
  /** An empty folder to work in. */
  readonly folder: string;
  /** A program that starts the contestant and looks after it, with its arguments. */
  readonly under: readonly string[];
};

export type Contestant = (manifests: Manifests, asked: Asked) => Promise<Ran>;
export type Delivery = 'commit' | 'pull-request' | 'merge';

export function ours(delivery: Delivery = 'commit'): Contestant {
  return async ({ github }, { product, tag, under }) => {
    const payload = { product, environments: ENVIRONMENTS, images: [`${NAME}:${tag}`] };
    const { code, stdout } = await (await runAction(github, MANIFESTS, { payload, inputs: { delivery }, under })).ended;
    return { code, output: stdout };
  };
}

const clones = {
  shallow: `git clone --quiet --depth 1 "$REPOSITORY" work
cd work`,
  sparse: `git clone --quiet --depth 1 --filter=blob:none --no-checkout "$REPOSITORY" work
cd work
git sparse-checkout set "applications/$PRODUCT"
git checkout --quiet`,
};

const edits = {
  sed: 'sed -i "\\#name: $NAME\\$#,/newTag:/s/newTag: .*/newTag: \\"$TAG\\"/" "$file"',
  yq: 'yq --yaml-output --in-place --arg name "$NAME" --arg tag "$TAG" \'(.images[] | select(.name == $name)).newTag = $tag\' "$file"',
  kustomize: '(cd "$(dirname "$file")" && kustomize edit set image "$NAME=$NAME:$TAG")',
};

const opened = `branch="promote/$PRODUCT-$TAG"
git push --quiet origin "HEAD:refs/heads/$branch"
git remote add github "http://$GH_REPO.git"
gh pr create --title "Promote $PRODUCT to $TAG" --body "" --head "$branch" --base main`;

const deliveries: Readonly<Record<Delivery, string>> = {
  commit: `until git push --quiet 2> /dev/null; do
  sleep "0.$((RANDOM % 10))"
  git pull --quiet --rebase
done`,
  'pull-request': opened,
  merge: `${opened}
gh pr merge "$branch" --squash`,
};

type Pile = {
  readonly clone: keyof typeof clones;
  readonly edit: keyof typeof edits;
  readonly delivery?: Delivery;
};

/** Whether this machine has the tool. */
export const has = (tool: string): boolean => spawnSync(tool, ['--version']).error === undefined;

export function pile({ clone, edit, delivery = 'commit' }: Pile): Contestant {
  const script = `set -euo pipefail
${clones[clone]}
for environment in $ENVIRONMENTS; do
  file="applications/$PRODUCT/overlays/$environment/kustomization.yaml"
  ${edits[edit]}
done
git commit --quiet --all --message "Promote $PRODUCT to $TAG"
${deliveries[delivery]}`;
  return async ({ github: { url }, ghFolder }, { product, tag, folder, under }) => {
    const [program = '', ...words] = [...under, 'bash', '-c', `cd ${folder}\n${script}`];
    return run(program, words, {
      HOME: folder,
      REPOSITORY: `${url}/${MANIFESTS}.git`,
      ENVIRONMENTS: ENVIRONMENTS.join(' '),
      PRODUCT: product,
      NAME,
      TAG: tag,
      ...settings,
      GH_CONFIG_DIR: ghFolder,
    });
  };
}

/** As the checkout action does, the token goes along at once instead of after a refusal; nothing is made safe against power
 * cuts, and nothing tidied up. */
const config = {
  'http.extraHeader': `Authorization: Basic ${Buffer.from('x-access-token:token').toString('base64')}`,
  'user.name': 'promoter',
  'user.email': 'promoter@example.com',
  'core.fsync': 'none',
  'maintenance.auto': 'false',
};

const settings: NodeJS.ProcessEnv = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: String(Object.keys(config).length),
  ...Object.fromEntries(
    Object.entries(config).flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
  GH_HOST: 'github.localhost',
  GH_REPO: `github.localhost/${MANIFESTS}`,
  GH_TOKEN: 'token',
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
};
