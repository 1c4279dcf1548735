/** The Applications and ApplicationSets that manifests declare: Argo CD's view of the manifest repository. */
import { compose } from '../yaml/tree.ts';
/** A place that an Application takes manifests from. Any text may hold placeholders of an ApplicationSet. */
export type ApplicationSource = {
  /** Address of a git repository. */
  readonly repository?: string | undefined;
  /** Branch, tag or commit; HEAD is the default branch. */
  readonly revision?: string | undefined;
  readonly path?: string | undefined;
  /** Values files of Helm: relative to the path, or from the root of another source as `$name/path`. */
  readonly values: readonly string[];
};

export type Application = {
  readonly kind: 'Application' | 'ApplicationSet';
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The ApplicationSet that makes it. */
  readonly applicationSet?: string | undefined;
  /** Whether its ApplicationSet syncs it step by step (RollingSync). */
  readonly rollingSync?: boolean | undefined;
  /** The manifest that declares it. */
  readonly file: string;
  readonly sources: readonly ApplicationSource[];
  /** Whether it syncs by itself. */
  readonly sync: 'automatic' | 'manual';
  /** The template of an ApplicationSet, unchanged. */
  readonly generators: readonly unknown[];
};

/** An Application that syncs a changed manifest. */
export type Syncing = Pick<Application, 'namespace' | 'project' | 'applicationSet' | 'rollingSync'> & {
  readonly name: string;
  /** The manifest that declares it. */
  readonly file: string;
  readonly sync: Application['sync'];
  /** Of the Application in the user interface of Argo CD, where that is known. */
  readonly url?: string | undefined;
};

/** The same, with what it syncs. */
export type Sync = Syncing & { readonly product: string; readonly environment: string };

/** A few thousand would do; a larger document has aliases that multiply. */
const MOST_ALIASES = 1_000;

/** The Applications and ApplicationSets that a manifest declares. A text that is no YAML, or declares something
 * else, has none. */
export function applicationsIn({ path, text }: { readonly path: string; readonly text: string }): Application[] {
  return valuesIn(text).flatMap((value) => applicationOf(value, path) ?? []);
}

const valuesIn = (text: string): unknown[] => {
  try {
    const { documents } = compose(text, { schema: 'core', logLevel: 'silent', uniqueKeys: false });
    return documents.flatMap((document) =>
      document.errors.length > 0 ? [] : [document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown],
    );
  } catch {
    // Too many aliases or documents, or nested too deep.
    return [];
  }
};

const applicationOf = (value: unknown, file: string): Application | undefined => {
  const kind = textAt(value, 'kind');
  const name = textAt(value, 'metadata', 'name');
  if (!textAt(value, 'apiVersion')?.startsWith('argoproj.io/') || name === undefined) return undefined;
  const namespace = textAt(value, 'metadata', 'namespace');
  const spec = at(value, 'spec');
  if (kind === 'Application') {
    const project = textAt(spec, 'project');
    return { kind, name, namespace, project, file, sources: sourcesOf(spec), sync: syncOf(spec), generators: [] };
  }
  if (kind !== 'ApplicationSet') return undefined;
  const template = at(spec, 'template', 'spec');
  const patch = textAt(spec, 'templatePatch') ?? '';
  return {
    kind,
    name: textAt(spec, 'template', 'metadata', 'name') ?? name,
    namespace: textAt(spec, 'template', 'metadata', 'namespace') ?? namespace,
    project: textAt(template, 'project'),
    applicationSet: name,
    rollingSync: textAt(spec, 'strategy', 'type') === 'RollingSync' ? true : undefined,
    file,
    sources: sourcesOf(template),
    sync: /\bautomated\b/.test(patch) ? 'automatic' : syncOf(template),
    generators: listAt(spec, 'generators'),
  };
};

/** `enabled: false` switches the automated sync off (Argo CD 3.1). */
const syncOf = (spec: unknown): Application['sync'] => {
  const automated = at(spec, 'syncPolicy', 'automated');
  if (automated === undefined || automated === null) return 'manual';
  return at(automated, 'enabled') === false ? 'manual' : 'automatic';
};

/** Several sources are in `sources`, which then counts alone. */
const sourcesOf = (spec: unknown): ApplicationSource[] => {
  const several = listAt(spec, 'sources');
  const one = at(spec, 'source');
  return (several.length > 0 ? several : one === undefined ? [] : [one]).map((source) => ({
    repository: textAt(source, 'repoURL'),
    revision: textAt(source, 'targetRevision'),
    path: textAt(source, 'path'),
    values: listAt(source, 'helm', 'valueFiles').filter((file) => typeof file === 'string'),
  }));
};

/** The value under nested keys. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const list = at(value, ...keys);
  return Array.isArray(list) ? list : [];
}

/** The text under the keys; undefined for the empty text. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const text = at(value, ...keys);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
