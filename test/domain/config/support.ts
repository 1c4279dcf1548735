import * as v from 'valibot';
import { plain, readTree } from '../../../src/domain/config/config-tree.ts';
import { parseConfig } from '../../../src/domain/config/parse.ts';
import { configuration } from '../../../src/domain/config/schema.ts';
import type { Config } from '../../../src/domain/config/settings.ts';
import { PromotionError, type Violation } from '../../../src/domain/errors.ts';

export const PATH = '.github/promotion.yml';

/** The problems of the text; none for a valid one. */
export function violationsOf(text: string): readonly Violation[] {
  try {
    parseConfig({ path: PATH, text });
    return [];
  } catch (error) {
    if (error instanceof PromotionError) return error.violations;
    throw error;
  }
}

/** `line: message` of each problem, without those of settings that are not built yet. */
export function problemsOf(text: string): string[] {
  return violationsOf(text)
    .filter(({ code }) => code === 'config-invalid')
    .map(({ line, message }) => `${line}: ${message}`);
}

/** A configuration whose settings need not be built already. */
export function configOf(text: string): Config {
  const { tree, violations } = readTree({ path: PATH, text });
  if (violations.length > 0) throw new PromotionError(violations);
  return { path: PATH, value: v.parse(configuration, plain(tree)), tree };
}

/** The example of the documentation, with every kind of setting but the rarest. */
export const EXAMPLE = `files: applications/{product}/overlays/{environment}   # directory, file, glob, or a list of them
sources: [ { repository: "acme/{product}", refs: [refs/heads/main, "refs/tags/v*"] } ]
environments:
  dev:
  stg:  { requires: dev }
  prod: { requires: stg, delivery: pull-request, labels: [release], reviewers: [team:sre], verify: true,
          freeze: [ { from: 2026-12-24T00:00+09:00, until: 2027-01-05T00:00+09:00, reason: year end },
                    { days: [fri], from: "17:00", until: "24:00", timezone: Asia/Tokyo } ] }
products:
  shop:
    images: [registry.example.com/shop/web, "registry.example.com/shop/worker*"]
    environments: { prod: { delivery: auto-merge } }
`;

/** Every setting at once. */
export const EVERYTHING = `${EXAMPLE}delivery: commit
merge-method: squash
labels: [promotion, "needs review"]
reviewers: [octocat, "team:sre"]
assignees: [octocat, "shop-builds[bot]"]
draft: false
images: ["registry.example.com/{product}/**"]
add-images: true
order: any
proof: none
issuer: https://token.actions.githubusercontent.com
actors: [octocat, team:release-managers]
tags: ["v*", "{main,release}-[0-9a-f]*"]
verify: digest
freeze: [{ days: [sat, sun] }, { from: "22:00", until: "06:00", timezone: Europe/Berlin }]
argocd: { applications: argocd/overlays/*/*/*.yaml, url: https://argocd.example.com }
`;
