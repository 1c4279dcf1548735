import { PromotionError, type Violation } from '../errors.ts';
import { fileKey } from '../formats/view.ts';
import { printImage } from '../image.ts';
import { whereListed } from '../rewrite.ts';
import { quote } from '../text.ts';
import type { ManifestFile, RewrittenFiles, Target } from './plan.ts';

/** Outside of a list of layers every file stands for itself. A tag without a repository, at the keys at which another file of the
 * same environment lists the image, would override the one that is written there.
 * @throws PromotionError `image-ambiguous` for each such tag, with the list of layers to write. */
export function refuseOverridden(targets: readonly Target[], rewritten: RewrittenFiles): void {
  const violations = targets.flatMap((target) => violationsOf(target, rewritten));
  if (violations.length > 0) {
    throw new PromotionError([...new Map(violations.map((one) => [one.message, one])).values()]);
  }
}

const violationsOf = ({ files, images }: Target, rewritten: RewrittenFiles): Violation[] => {
  const single = files.filter(({ view }) => view?.stacks === undefined);
  const loose = single.flatMap((file) =>
    (rewritten.get(fileKey(file))?.unbound ?? []).flatMap(({ keys, line, part }) =>
      keys === undefined ? [] : [{ file, at: JSON.stringify(keys), keys, line, part }],
    ),
  );
  if (loose.length === 0 || single.length < 2) return [];
  const asked = new Set(images.map(printImage));
  const holding = single.filter((file) =>
    rewritten.get(fileKey(file))?.found.some(({ request }) => asked.has(printImage(request))),
  );
  return holding.flatMap((base) => {
    const places = namedPlaces(base, { asked, rewritten });
    return loose.flatMap(({ file, at, keys, line, part }) => {
      const image = file.path === base.path ? undefined : places.get(at);
      return image === undefined ? [] : [violationOf({ base, file, image, keys, line, part })];
    });
  });
};

type Context = { readonly asked: ReadonlySet<string>; readonly rewritten: RewrittenFiles };

/** The images that are asked for, by the keys at which the file lists them. */
const namedPlaces = (base: ManifestFile, { asked, rewritten }: Context): Map<string, string> => {
  const found = rewritten.get(fileKey(base))?.found ?? [];
  const repositories = new Set(
    found.filter(({ request }) => asked.has(printImage(request))).map(({ from }) => from.repository),
  );
  return new Map(
    whereListed(base).flatMap(({ keys, image: { repository } }) =>
      repositories.has(repository) ? [[JSON.stringify(keys), repository] as const] : [],
    ),
  );
};

type Overriding = {
  readonly base: ManifestFile;
  readonly file: ManifestFile;
  readonly image: string;
  readonly keys: readonly string[];
  readonly line: number;
  readonly part: string | undefined;
};

const violationOf = ({ base, file, image, keys, line, part = 'tag' }: Overriding): Violation => {
  const where = keys.length === 0 ? '' : ` under ${quote(keys.join('.'))}`;
  return {
    code: 'image-ambiguous',
    message: `${quote(file.path)} has a ${part}${where} without a repository, which would override that of ${quote(image)} in ${quote(base.path)}.`,
    hint: `If the files are layered, write them as a nested list, base first: files: [[${base.path}, ${file.path}]]. Otherwise take the ${part} out.`,
    path: file.path,
    line,
  };
};
