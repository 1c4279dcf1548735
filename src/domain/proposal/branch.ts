/** Where all of these branches are, below `refs/heads/`. */
export const BRANCHES = 'promotion/';

/** Where the branches of a product's pull requests are, below `refs/heads/`. */
export function branchesOf(product: string): string {
  return `${BRANCHES}${product}/`;
}

/** The branch of the one pull request for a product and its environments, which are in the order of promotion. */
export function branchOf(product: string, environments: readonly string[]): string {
  return `${branchesOf(product)}${environments.join('+')}`;
}
