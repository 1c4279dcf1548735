/** Keys of values and of artifacts that tell a version, a registry or a whole reference in another way. */
import { describe, expect, it } from 'vitest';
import { refusal, rewriting } from './rewriting.ts';

const web = 'registry.example.com/shop/web';
const old = `sha256:${'1'.repeat(64)}`;
const digest = `sha256:${'a'.repeat(64)}`;

const to = (text: string, image = `${web}:v2`): string => rewriting(text, image).text;

describe('a version under another key', () => {
  it.each([
    ...['imageVersion', 'image_version', 'image-version', 'defaultTag', 'dockerTag', 'docker_tag', 'containerTag'],
  ])('called %s is set next to a repository, an image and a name', (key) => {
    for (const owner of [`repository: ${web}`, `image: ${web}`]) {
      const text = (version: string): string => `web:\n  ${owner}\n  ${key}: ${version}\n`;
      expect(to(text('v1'))).toBe(text('v2'));
    }
    const named = (version: string): string => `image: {name: ${web}, ${key}: ${version}}\n`;
    expect(to(named('v1'))).toBe(named('v2'));
  });

  it.each([
    ...['appVersion', 'versionOverride', 'version', 'releaseTag', 'app_version', 'tagOverride', 'buildVersion', 'ver'],
    ...['imagetag', 'imageversion', 'IMAGE_TAG', 'TAG', 'tags', 'image_ver', 'imageVer', 'release', 'imageRelease'],
    ...['build', 'buildNumber', 'revisionId', 'commitSha', 'imageHash', 'deployed', 'reference', 'imageLabel'],
  ])('called %s is refused with its line', (key) => {
    for (const owner of ['repository', 'image', 'imageRepository', 'workerImage']) {
      const text = `web:\n  ${owner}: ${web}\n  ${key}: v1\n`;
      expect(refusal(text, `${web}:v2`)).toEqual([{ code: 'image-ambiguous', line: 2 }]);
      expect(() => to(text)).toThrow(`under "${key}" on line 3`);
    }
    expect(() => to(`image:\n  name: ${web}\n  ${key}: v1\n`)).toThrow(`under "${key}" on line 3`);
  });

  it.each(['1.4.2', 'v1', '2024.12.1-rc1', '3f2c9a1'])('is known by its value %s', (value) => {
    expect(() => to(`repository: ${web}\nruns: ${value}\n`)).toThrow('under "runs" on line 2');
  });

  it.each([
    ...['pullPolicy: Always', 'port: 8080', 'cpu: 1.5', 'address: 10.0.0.1', 'minVersion: 1.2.3', 'shards: 2'],
    ...['release: stable', 'apiVersion: v1', 'checksum: 3f2c9a1', 'proxyRepository: r.example.com/p\nproxyTag: v1'],
  ])('is not %s', (other) => {
    expect(to(`repository: ${web}\n${other}\n`)).toBe(`repository: ${web}\ntag: v2\n${other}\n`);
  });

  it.each([
    ['imageRepository', 'imageVersion'],
    ['webImageRepository', 'webImageVersion'],
    ['image_repository', 'image_version'],
    ['imagerepository', 'imagetag'],
  ])('belongs to %s under %s', (repository, version) => {
    const text = (tag: string): string => `${repository}: ${web}\n${version}: ${tag}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
  });

  it.each(['webVersion', 'web_version', 'web-version'])('of the same beginning, %s, is not skipped', (version) => {
    const key = version.replace('Version', 'Image').replace('version', 'image');
    expect(() => to(`${key}: ${web}\n${version}: v1\n`)).toThrow(`under "${version}" on line 2`);
  });

  it.each(['version', 'appVersion', 'release'])('called %s gets no tag beside it when the digest goes', (key) => {
    const text = `repository: ${web}\n${key}: v1\ndigest: ${old}\n`;
    expect(() => to(text)).toThrow(`under "${key}" on line 2`);
    expect(() => to(text, `${web}:v2@${digest}`)).toThrow(`under "${key}" on line 2`);
    expect(to(text, `${web}@${digest}`)).toBe(text.replace(old, digest));
  });

  it('next to a digest has a way out: a marker for each', () => {
    const text = (version: string, sum: string): string =>
      `repository: ${web}\nversion: ${version} # image-promotion: ${web}\ndigest: "${sum}" # image-promotion: ${web} digest\n`;
    expect(to(text('v1', old), `${web}:v2@${digest}`)).toBe(text('v2', digest));
    expect(to(text('v1', old))).toBe(text('v2', ''));
  });

  it.each([
    'global: {imageVersion: v1}\n',
    'global: {defaultTag: v1}\n',
    'imageVersion: v1\n',
    'dockerTag: v1\n',
    'global: {image: {tag: v1}}\n',
  ])('near its repository is refused with its line: %s', (text) => {
    expect(() => to(`${text}web:\n  image: {repository: ${web}}\n`)).toThrow('elsewhere, on line 1');
    expect(() => to(`web:\n  version: v1\n  image: {repository: ${web}}\n`)).toThrow('elsewhere, on line 2');
  });

  it.each([
    ...['chartAppVersion', 'chart_app_version', 'helmAppVersion', 'chart-app-version', 'chartApplicationVersion'],
  ])('called %s is that of the application, not of the chart', (key) => {
    expect(() => to(`image:\n  repository: ${web}\n  ${key}: v1\n`)).toThrow(`under "${key}" on line 3`);
  });

  const deep = [
    `web:\n  image: {repository: ${web}}\n`,
    `web: {deployment: {container: {repository: ${web}}}}\n`,
    `web: {deployment: {image: ${web}}}\n`,
    `webs:\n  - image: {repository: ${web}}\n`,
  ];

  it.each([
    ...['global: {version: v1}', 'global: {version: stable}', 'global: {appVersion: v1}', 'global: {releaseTag: v1}'],
    ...['global: {app_version: v1}', 'common: {version: v1}', 'globals: {buildVersion: v1}', 'global: {release: v1}'],
    ...['appVersion: v1', 'app_version: stable', 'applicationVersion: v1', 'chartAppVersion: v1', 'releaseVersion: v1'],
    ...['version: v1', 'version: 1.4.2', 'release: 3f2c9a1', 'commit: 3f2c9a1', 'appTag: v1', 'release-tag: v1'],
  ])('far above its repository is refused with its line: %s', (text) => {
    for (const image of deep) {
      expect(() => to(`${text}\n${image}`), image).toThrow('elsewhere, on line 1');
      expect(() => to(`${text}\n${image}`, `${web}@${digest}`), image).toThrow('elsewhere, on line 1');
    }
  });

  it.each([
    ...[
      'version: 1',
      'version: beta',
      'global: {kubeVersion: 1.29.0}',
      'global: {chartVersion: 1.2.3}',
      'release: shop',
    ],
    ...['chartVersion: 1.2.3', 'global: {release: shop}', 'other: {version: v1}', 'minVersion: 1.2.3'],
    `global: {repository: r.example.com/base, version: v1}`,
  ])('far above its repository is not %s', (text) => {
    expect(to(`${text}\n${deep[2]}`)).toBe(`${text}\n${deep[2]?.replace(web, `${web}:v2`)}`);
  });

  it('far above its repository does not count next to a tag', () => {
    const text = (tag: string): string =>
      `appVersion: v1\nglobal: {version: v1}\nweb:\n  image: {repository: ${web}, tag: ${tag}}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
  });

  it('far above its repository has a way out: a marker', () => {
    const text = (version: string): string =>
      `global:\n  version: ${version} # image-promotion: ${web}\nweb:\n  image:\n    repository: ${web}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
  });

  it('does not count next to a tag, or if it belongs to another image', () => {
    const text = (tag: string): string => `image: {repository: ${web}, tag: ${tag}, appVersion: v1}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
    const other = (tag: string): string =>
      `repository: ${web}\n${tag}proxyImage: registry.example.com/shop/proxy\nproxyVersion: v1\n`;
    expect(to(other(''))).toBe(other('tag: v2\n'));
  });
});

describe('a registry', () => {
  it('may end with a slash', () => {
    const text = (version: string): string =>
      `image: {registry: registry.example.com/, repository: shop/web, tag: ${version}}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
    expect(to(text('v1'), 'shop/web:v2')).toBe(text('v2'));
    expect(to(text('v1'), `${web}=mirror.example.com/shop/next:v2`)).toBe(
      'image: {registry: mirror.example.com/, repository: shop/next, tag: v2}\n',
    );
    expect(rewriting(text('v1'), 'other:v2').listed[0]?.image.repository).toBe(web);
  });

  it.each([
    ['registry', 'image'],
    ['registry', 'webImage'],
    ['webRegistry', 'webImage'],
    ['web_registry', 'web_image'],
    ['imageRegistry', 'image'],
  ])('under %s belongs to the %s next to it', (registry, image) => {
    const text = (tag: string): string => `${registry}: registry.example.com\n${image}: shop/web:${tag}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
    expect(to(text('v1'), 'shop/web:v2')).toBe(text('v2'));
    expect(to(text('v1'), `${web}@${digest}`)).toBe(text('v1').replace(':v1', `@${digest}`));
    expect(refusal(text('v1'), `${web}=mirror.example.com/web:v2`)).toEqual([{ code: 'image-ambiguous', line: 2 }]);
    expect(to(text('v1'), 'q.example.com/shop/web:v2')).toBe(text('v1'));
  });

  it.each([
    ['imageRegistry', 'image', 'imageTag'],
    ['webRegistry', 'webImage', 'webTag'],
    ['registry', 'image', 'tag'],
  ])('under %s belongs to the %s with its tag under %s', (registry, image, tag) => {
    const text = (version: string): string =>
      `${registry}: registry.example.com/\n${image}: shop/web\n${tag}: ${version}\n`;
    expect(to(text('v1'))).toBe(text('v2'));
    expect(to(text('v1'), 'shop/web:v2')).toBe(text('v2'));
  });

  it('may be joined to a repository that begins with the slash', () => {
    const text = (repository: string, tag: string): string =>
      `image: {registry: registry.example.com, repository: ${repository}, tag: ${tag}}\n`;
    expect(to(text('/shop/web', 'v1'))).toBe(text('/shop/web', 'v2'));
    expect(to(text('/shop/web', 'v1'), `${web}=registry.example.com/next:v2`)).toBe(text('/next', 'v2'));
  });

  it('may have a path, under the key repository beside an image', () => {
    const text = (version: string): string =>
      `operator:\n  repository: registry.example.com/shop\n  image: web\n  ${version}\n`;
    expect(to(text('tag: v1'))).toBe(text('tag: v2'));
    expect(() => to(text('version: v1'))).toThrow('under "version" on line 4');
    expect(to(text('tag: v1'), `${web}=mirror.example.com/shop/next:v2`)).toBe(
      'operator:\n  repository: mirror.example.com/shop\n  image: next\n  tag: v2\n',
    );
    expect(refusal(text('tag: v1'), `${web}=shop/next:v2`)).toEqual([{ code: 'image-ambiguous', line: 3 }]);
    expect(refusal(text('tag: v1'), `${web}=r.example.com/web/web:v2`)).toEqual([{ code: 'image-ambiguous', line: 3 }]);
    const same = `repository: ${web}\nimage: web\ntag: v1\n`;
    expect(to(same)).toBe(same.replace('v1', 'v2'));
  });
});

describe('an image under a key for source code', () => {
  it.each(['git', 'github', 'gitlab', 'scm', 'vcs'])('is changed under %s with a tag or a registry', (key) => {
    const whole = (tag: string): string => `${key}: {repository: ${web}, tag: ${tag}}\n`;
    const apart = (tag: string): string =>
      `${key}: {registry: registry.example.com, repository: shop/web, tag: ${tag}, digest: ""}\n`;
    expect(to(whole('v1'))).toBe(whole('v2'));
    expect(to(apart('v1'))).toBe(apart('v2'));
  });

  it.each(['branch', 'revision', 'targetRevision', 'ref'])('is changed next to %s with a tag', (key) => {
    for (const [above, repository] of [
      ['image', 'repository'],
      ['web', 'repository'],
      ['web', 'image'],
    ]) {
      const text = (tag: string): string => `${above}: {${repository}: ${web}, tag: ${tag}, ${key}: main}\n`;
      expect(to(text('v1'))).toBe(text('v2'));
    }
  });

  it('is not the address of a source repository', () => {
    const text = 'git: {repository: "https://git.example.com/shop/web.git", branch: main, tag: v1}\n';
    expect(to(text, 'git.example.com/shop/web.git:v2')).toBe(text);
  });
});

const artifact = (ref: string, url = `oci://${web}`): string =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nspec:\n  url: ${url}\n  ref: {${ref}}\n`;

describe('an OCIRepository', () => {
  it.each([
    ['tag: v1', `${web}:v2`, 'tag: v2'],
    [`tag: v1, digest: "${old}"`, `${web}:v2`, 'tag: v2'],
    [`digest: ${old}`, `${web}:v2`, 'tag: v2'],
    ['tag: v1', `${web}@${digest}`, `digest: ${digest}`],
    [`digest: "${old}", tag: v1`, `${web}:1.10@${digest}`, `digest: "${digest}", tag: "1.10"`],
    ['tag: v1', `${web}:v2@${digest}`, `tag: v2, digest: ${digest}`],
  ])('with %s changes to %s', (before, image, after) => {
    expect(to(artifact(before), image)).toBe(artifact(after));
  });

  it('does not count its address as a mention of its image', () => {
    expect(rewriting(artifact('tag: v1'), `${web}:v2`).leftAlone).toEqual([]);
  });

  it('is found under any spelling of Docker Hub', () => {
    const text = (tag: string): string => artifact(`tag: ${tag}`, 'oci://docker.io/shop/web');
    expect(to(text('v1'), 'shop/web:v2')).toBe(text('v2'));
  });

  it.each(['semver: ">=1.0.0"', 'tag: v1, semver: 1.x', ''])('with {%s} is refused', (ref) => {
    expect(refusal(artifact(ref), `${web}:v2`)).toEqual([{ code: 'image-ambiguous', line: 4 }]);
  });
});

describe('a package of Crossplane', () => {
  const pack = (kind: string, reference: string): string =>
    `apiVersion: pkg.crossplane.io/v1\nkind: ${kind}\nspec:\n  package: ${reference}\n`;

  it.each(['Provider', 'Configuration', 'Function'])('of kind %s is a reference', (kind) => {
    expect(to(pack(kind, `${web}:v1`))).toBe(pack(kind, `${web}:v2`));
    expect(to(pack(kind, `${web}:v1@${old}`))).toBe(pack(kind, `${web}:v2`));
    expect(to(pack(kind, `${web}:v1`), `${web}@${digest}`)).toBe(pack(kind, `${web}@${digest}`));
  });
});

describe('a whole reference under another key than image', () => {
  it.each(['unifiedRepoTag', 'sidecar', 'container', 'ref', 'docker', 'web', 'init-container', 'fullName', 'url'])(
    'is changed under %s',
    (key) => {
      const text = (version: string): string => `web:\n  ${key}: "${web}${version}" # runs\n  replicas: 2\n`;
      expect(to(text(':v1'))).toBe(text(':v2'));
      expect(to(text(`@${old}`))).toBe(text(':v2'));
      expect(to(text(':v1'), `${web}@${digest}`)).toBe(text(`@${digest}`));
      expect(to(text(':v1'), `${web}=mirror.example.com/web:v2`)).toBe(
        text(':v1').replace(`${web}:v1`, 'mirror.example.com/web:v2'),
      );
      expect(to(text(':v1'), 'q.example.com/other:v2')).toBe(text(':v1'));
    },
  );

  it.each(['sidecars', 'packages', 'containers', 'image', 'preload'])('is set in a list under %s', (key) => {
    const text = (version: string): string => `web:\n  ${key}:\n    - ${web}${version}\n    - other\n`;
    expect(to(text(':v1'))).toBe(text(':v2'));
    expect(to(text(`@${old}`))).toBe(text(':v2'));
  });

  const helmRelease = 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values:\n';
  const release = 'apiVersion: helm.crossplane.io/v1beta1\nkind: Release\nspec:\n  forProvider:\n    values:\n';
  /** The values one level below the last line of the object. */
  const within = (object: string, values: string): string => {
    const [, blanks = ''] = /( *)\S+\n$/.exec(object) ?? [];
    return `${object}${values.replaceAll(/^(?=.)/gm, `${blanks}  `)}`;
  };

  it.each([
    ['a HelmRelease of Flux', helmRelease],
    ['a HelmRelease of the first Flux', helmRelease.replace('helm.toolkit.fluxcd.io/v2', 'helm.fluxcd.io/v1')],
    ['a Release of Crossplane', release],
  ])('is set in the values of %s', (_, object) => {
    for (const values of [
      (tag: string) => `web:\n  unifiedRepoTag: ${web}:${tag}\n`,
      (tag: string) => `sidecars:\n  - ${web}:${tag}\n`,
      (tag: string) => `data:\n  image:\n    repository: ${web}\n    tag: ${tag}\n`,
      (tag: string) => `base: &base {agent: "${web}:${tag}"}\nweb: *base\n`,
    ]) {
      expect(to(within(object, values('v1')))).toBe(within(object, values('v2')));
    }
  });

  it.each([
    `args:\n  - ${web}:v1\n`,
    `extraEnv:\n  web: ${web}:v1\n`,
    `env:\n  - name: WEB\n    value: ${web}:v1\n`,
    `podAnnotations: {image: "${web}:v1"}\n`,
    `extra: |\n  sidecar: ${web}:v1\n`,
  ])('is text in the values of a HelmRelease, as in a chart: %j', (values) => {
    const text = within(helmRelease, values);
    expect(to(text)).toBe(text);
  });

  it.each([
    ['a scalar', `sidecar: ${web}:v1\n`],
    ['a list', `sidecars:\n  - ${web}:v1\n`],
    ['values', `values:\n  sidecars: ["${web}:v1"]\n`],
  ])('is named and stays in %s of another custom resource, where it may be the target of a build', (_, spec) => {
    const text = within('apiVersion: example.com/v1\nkind: Build\nspec:\n', spec);
    const { text: after, leftAlone } = rewriting(text, `${web}:v2`);
    expect(after).toBe(text);
    expect(leftAlone).toMatchObject([{ reason: 'unmarked' }]);
    const marked = text.trimEnd().replace(/(.*)$/, `$1 # image-promotion: ${web}\n`);
    expect(to(marked)).toBe(marked.replace(':v1', ':v2'));
  });

  it.each(['args', 'extraArgs', 'command', 'commands', 'entrypoint', 'flags'])('is none in a list under %s', (key) => {
    const text = `web:\n  ${key}:\n    - ${web}:v1\n`;
    expect(to(text)).toBe(text);
  });

  it.each([
    `web: {unified: "${web}"}\n`,
    `env: {unified: "${web}:v1"}\n`,
    `settings: {WEB_IMAGE: "${web}:v1"}\n`,
    `vars: [{name: WEB, value: "${web}:v1"}]\n`,
    `mount: data/web:ro\nlabels: {web: "${web}:v1"}\n`,
    `docs: {web: {sidecar: "${web}:v1"}}\nexample: "${web}:v1"\nx-web: "${web}:v1"\n`,
    `sidecar: "oci://${web}:v1"\n`,
    `sidecar: "--image ${web}:v1"\n`,
  ])('is not looked for in %s', (text) => {
    expect(to(text)).toBe(text);
    expect(rewriting(text, 'data/web:v2').listed).toEqual([]);
  });
});

describe('an image of a machine', () => {
  it.each(['vmImage', 'vm_image', 'runner_image', 'runnerImage', 'osImage', 'defaultVmImage', 'machine-image'])(
    'gets no tag under %s',
    (key) => {
      for (const name of ['ubuntu', 'acme/ubuntu']) {
        const text = `pool:\n  ${key}: ${name}\n`;
        expect(to(text, `${name}:v2`)).toBe(text);
      }
      const versioned = (tag: string): string => `pool:\n  ${key}: ${web}:${tag}\n`;
      expect(to(versioned('v1'))).toBe(versioned('v2'));
    },
  );

  it('does not prevent a tag of another image', () => {
    expect(to(`hostnetImage: ${web}\n`)).toBe(`hostnetImage: ${web}:v2\n`);
  });
});

describe('the hint for a missing image', () => {
  it.each(['image: {version: v1}', 'web: {imageVersion: v1}', 'image: {tag: v1}'])(
    'names a lone version, as in %s',
    (text) => {
      const [found] = rewriting(`${text}\n`, `${web}:v2`).unbound;
      expect(found?.message).toMatch(/^The (?:tag|version) on line 1 has no repository beside it/);
    },
  );

  it('names a file of operations that is no manifest', () => {
    for (const text of ['- op: replace\n  path: /spec/image\n  value: a:v1\n', '[{"op": "remove", "path": "/spec"}]'])
      expect(() => rewriting(text, `${web}:v2`)).toThrow('is a JSON patch');
    expect(() => rewriting('- path: /spec\n', `${web}:v2`)).toThrow('something else than a mapping');
  });
});

describe('the image of a machine', () => {
  it.each(['vmImage', 'virtualMachineImage', 'instance_image', 'kernelImage', 'runnerImage'])(
    'gets no tag under %s',
    (key) => {
      expect(to(`${key}: shop\n`, 'shop:v2')).toBe(`${key}: shop\n`);
      expect(to(`${key}: ${web}:v1\n`)).toBe(`${key}: ${web}:v2\n`);
    },
  );

  it.each(['ubuntu-22.04', 'windows-latest', 'macos-13'])('gets no tag under any key: %s', (machine) => {
    expect(to(`agentImage: ${machine}\n`, `${machine}:v2`)).toBe(`agentImage: ${machine}\n`);
  });
});
