import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type TrustMaterial, toTrustMaterial, Verifier } from '@sigstore/verify';
import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { TrustedRootFile } from '../../ports.ts';

/** One line of the file: an instance of Sigstore, and what its bundles need. */
export type Root = {
  readonly material: TrustMaterial;
  readonly verifier: Verifier;
  /** Whether a bundle needs an entry in a transparency log. */
  readonly logged: boolean;
};

/** All roots of one file. */
export type TrustedRoots = { readonly path: string; readonly roots: readonly Root[] };

/** Reads the file that `gh attestation trusted-root` prints: a trusted root on each line, or one over many lines. Where a root names
 * logs, bundles and certificates must be in them. GitHub's own instance has none, and there a signed timestamp decides.
 * @throws PromotionError `trusted-root-invalid` */
export function readTrustedRoots({ text, path }: TrustedRootFile): TrustedRoots {
  const whole = rootIn(text);
  return { path, roots: whole === undefined ? rootsOf(text, path) : [rootOf(whole, { path })] };
}

const rootsOf = (text: string, path: string): Root[] => {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ text: line, line: index + 1 }]));
  if (lines.length === 0) return refuse('is empty', { path });
  return lines.map(({ text, line }) => rootOf(rootIn(text) ?? refuse('is not JSON', { path, line }), { path, line }));
};

const rootIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

type RootPlace = { readonly path: string; readonly line?: number };

const MEDIA_TYPE = /^application\/vnd\.dev\.sigstore\.trustedroot(?:\+json;version=|\.v)0\.\d/;

const rootOf = (json: object, spot: RootPlace): Root => {
  const { mediaType } = json as { readonly mediaType?: unknown };
  if (typeof mediaType !== 'string' || !MEDIA_TYPE.test(mediaType)) return refuse('is not a trusted root', spot);
  const root = materialOf(json, spot);
  if (root.certificateAuthorities.length === 0) return refuse('names no certificate authority', spot);
  const options = {
    tlogThreshold: demand(root.tlogs),
    ctlogThreshold: demand(root.ctlogs),
    timestampThreshold: 1,
  };
  return { material: root, verifier: new Verifier(root, options), logged: root.tlogs.length > 0 };
};

const demand = (logs: readonly unknown[]): number => (logs.length > 0 ? 1 : 0);

const materialOf = (json: object, spot: RootPlace): TrustMaterial => {
  try {
    return toTrustMaterial(TrustedRoot.fromJSON(json));
  } catch {
    return refuse('cannot be read as a trusted root', spot);
  }
};

const refuse = (problem: string, spot: RootPlace): never =>
  fail(
    'trusted-root-invalid',
    `The trusted root ${quote(spot.path)}${spot.line === undefined ? '' : `, line ${spot.line},`} ${problem}.`,
    'Write the file with `gh attestation trusted-root`, and commit it.',
    spot,
  );
