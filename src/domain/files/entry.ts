/** What stands at a path of a snapshot. */
export type Entry =
  | { readonly kind: 'file'; readonly text: string; readonly executable: boolean }
  | { readonly kind: 'directory'; readonly entries: readonly DirectoryEntry[] }
  /** `binary` is not UTF-8, or has a NUL byte. */
  | { readonly kind: 'absent' | 'symlink' | 'submodule' | 'binary' }
  /** Over the limit of a manifest, and so not read. `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number };

export type DirectoryEntry = { readonly name: string; readonly kind: 'file' | 'directory' | 'symlink' | 'submodule' };

/** Whose manifests are looked for, and where: paths and globs without placeholders. */
export type Target = { readonly product: string; readonly environment: string; readonly files: readonly string[] };

export type Manifest = { readonly path: string; readonly text: string; readonly executable: boolean };

/** The manifests of a target, sorted by path, at least one. */
export type Found = Target & {
  readonly manifests: readonly Manifest[];
  /** Symbolic links and submodules that a glob met on its way and did not follow. */
  readonly skipped: readonly string[];
};

/** What stands at a path; undefined until it has been read, and then asked for in the next step. */
export type Look = (path: string) => Entry | undefined;
