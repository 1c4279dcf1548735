import { own } from '../request/json.ts';
import { open } from '../request/payload.ts';
import { canonicalJson } from './canonical.ts';

/** What the audience of a proof begins with; the hash of `boundText` in hexadecimal digits follows. */
export const AUDIENCE = 'image-promotion:';

/** What a proof is bound to, before it is hashed with SHA-256: the manifest repository and the request. The request is the object
 * that holds `proof`, without `proof`: the payload, or what is nested in it under `promotion`.
 * @throws PromotionError `payload-invalid` for a payload that is no object. */
export function boundText(repository: string, payload: unknown): string {
  const outer = open(payload, 'The payload');
  const inner = own(outer, 'promotion');
  const holder = inner === undefined ? outer : open(inner, 'The key "promotion" of the payload');
  const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== 'proof'));
  return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}
