import { fail } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { quote } from '../text.ts';
import type { Edit, Field } from '../yaml/edit.ts';
import type { Additions } from './site.ts';

/** The edit that adds an entry for each image to a kustomization; undefined without images.
 * @throws PromotionError `images-disagree`, `image-shared`. */
export function additionOf({ tree, root, images }: Additions, requests: readonly ImageRequest[]): Edit | undefined {
  const entries = new Map<string, Field[]>();
  for (const request of requests) {
    const fields = fieldsOf(request);
    const other = entries.get(request.name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(fields)) {
      fail(
        'images-disagree',
        `The image ${quote(request.name)} is requested twice, with different values.`,
        'Request one tag or digest for each image.',
      );
    }
    entries.set(request.name, fields);
  }
  if (entries.size === 0) return undefined;
  const items = [...entries.values()];
  if (images === undefined) return { kind: 'section', mapping: root, key: 'images', items };
  const [link] = tree.links.get(images) ?? [];
  if (link !== undefined) {
    fail(
      'image-shared',
      'The list "images" is also used elsewhere in the file.',
      'Write the list out where it is used, or add the entry by hand.',
      tree.place(link.range[0]),
    );
  }
  return { kind: 'append', sequence: images, after: images.items.length - 1, items };
}

const fieldsOf = ({ name, newName, tag, digest }: ImageRequest): Field[] => [
  { key: 'name', text: name },
  ...(newName === undefined || newName === name ? [] : [{ key: 'newName', text: newName }]),
  ...(tag === undefined ? [] : [{ key: 'newTag', text: tag }]),
  ...(digest === undefined ? [] : [{ key: 'digest', text: digest }]),
];
