/** The bounds of a run. */
/** The largest manifest that is read, in bytes. */
export const LARGEST_MANIFEST = 4 * 1024 * 1024;

/** The most files that one commit changes, and the most bytes that they hold together. */
export const MOST_FILES = 5_000;
export const MOST_BYTES = 20 * 1024 * 1024;

/** How far back the history of a manifest is read, in commits. */
export const LONGEST_HISTORY = 500;

/** How long a run starts over on a branch that keeps moving, in milliseconds. */
export const LONGEST_CONTENTION = 10 * 60 * 1000;

/** The most images of one request, and the most products × environments: later steps multiply them. */
export const MOST_IMAGES = 1_000;
export const MOST_PLACES = 1_000;

/** The most paths that are read before it is known whether the request may ask for anything. */
export const MOST_AHEAD = 100;

/** The most products whose pull requests are read before that. */
export const MOST_PRODUCTS_AHEAD = 50;
