import { address, code, link, prose, row } from '../report/markdown.ts';
import type { Section } from '../report/sections.ts';

/** An image that a promotion would find, with its present reference. */
export type FoundImage = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  readonly line: number;
  readonly image: string;
};

type FoundOptions = { readonly server: string; readonly repository?: string | undefined; readonly branch: string };

/** What a promotion would find, as a part of a summary. */
export function validationSections(found: readonly FoundImage[], options: FoundOptions): Section[] {
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
