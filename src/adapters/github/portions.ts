/** What one query asks for before anything is known of how large the files are. GitHub answers a query in ten seconds or not at
 * all. */
export const FIRST = 100;

/** Each path makes the query longer, and GitHub limits the time that it checks a query, too. */
const MOST = 500;
/** What a query should bring, and how long it should take: far from where GitHub gives up. */
const CHARACTERS = 2_000_000;
const MILLISECONDS = 4_000;

/** An answer: to how many paths, with how much text, in which time. */
export type Portion = { readonly paths: number; readonly characters: number; readonly milliseconds: number };

/** How many paths to ask for at once: small files take few queries, and large ones do not overload one. */
export interface Portions {
  /** How many paths the next queries may ask for, if they are like these. */
  sizeAfter(portion: Portion): number;
  /** GitHub could not answer for so many: never again as many. */
  overloaded(paths: number): void;
  most(): number;
}

export function portions(): Portions {
  let most = MOST;
  return {
    sizeAfter: ({ paths, characters, milliseconds }) => {
      const share = Math.max(characters / CHARACTERS, milliseconds / MILLISECONDS);
      return Math.max(1, Math.floor(paths / share));
    },
    overloaded: (paths) => {
      most = Math.max(1, Math.min(most, Math.floor(paths / 2)));
    },
    most: () => most,
  };
}
