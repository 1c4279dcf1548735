import { createHash } from 'node:crypto';
import { AUDIENCE, boundText } from '../../domain/proof/audience.ts';

/** The one audience of a proof for this payload at this manifest repository, `owner/name`; a proof in the payload does not count.
 * @throws PromotionError `payload-invalid` for a payload that is no object. */
export function proofAudience(repository: string, payload: unknown): string {
  return AUDIENCE + createHash('sha256').update(boundText(repository, payload)).digest('hex');
}
