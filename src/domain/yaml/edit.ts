import type { Entry, Link, Mapping, Sequence, Text } from './nodes.ts';
import type { Splice } from './splice.ts';

/** A key with the text that it gets. */
export type Field = { readonly key: string; readonly text: string };

/** A change of a tree, as data: it is turned into splices of the source, and the tree that is read back is held against it. */
export type Edit =
  /** An alias becomes a literal; its anchor stays. */
  | { readonly kind: 'set'; readonly node: Text | Link; readonly text: string }
  /** The entry gets another key and value where it stands. */
  | { readonly kind: 'swap'; readonly entry: Entry; readonly key: string; readonly text: string }
  | { readonly kind: 'remove'; readonly mapping: Mapping; readonly entry: Entry }
  | { readonly kind: 'insert'; readonly mapping: Mapping; readonly after: Entry; readonly fields: readonly Field[] }
  /** New items right after an item. */
  | {
      readonly kind: 'append';
      readonly sequence: Sequence;
      readonly after: number;
      readonly items: readonly (readonly Field[])[];
    }
  /** A value that is itself edited as YAML gets this text by these splices of the outer text. */
  | { readonly kind: 'nested'; readonly node: Text; readonly text: string; readonly splices: readonly Splice[] }
  /** A list under a key that is missing or empty so far. */
  | {
      readonly kind: 'section';
      readonly mapping: Mapping;
      readonly key: string;
      readonly items: readonly (readonly Field[])[];
    };
