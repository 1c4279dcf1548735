/** The images that validate has found, as a part of the summary. */

import { address, code, link, prose, row, type Section } from '../report/markdown.ts';

/** An image that a promotion would find, with its present reference. */
export type ValidatedImage = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  readonly line: number;
  readonly image: string;
};

type ValidationOptions = { readonly server: string; readonly repository?: string | undefined; readonly branch: string };

/** The section of the summary with these images. */
export function validationSections(found: readonly ValidatedImage[], options: ValidationOptions): Section[] {
  const { server, repository, branch } = options;
  const header = ['Product', 'Environment', 'Image', 'Manifest'];
  const lines = found.map(({ product, environment, path, line, image }) => {
    const file = repository === undefined ? undefined : address(server, [repository, 'blob', branch, path]);
    return row([prose(product), prose(environment), code(image), `${link(code(path), file)}, line ${line}`]);
  });
  return [
    {
      lead: ['### What a promotion would find', '', row(header), row(header.map(() => '---'))],
      rows: lines.length > 0 ? lines : [row(['nothing', '', '', ''])],
    },
  ];
}
