/** All that pull requests need, as one part: most promotions do without. */
export { planProposal } from './draft.ts';
export { propose } from './propose.ts';
export { closeSettled } from './settled.ts';
