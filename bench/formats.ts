/** Rewriting against a tool that parses with the `yaml` package, sets the values and prints the documents again. */
import { isMap, isSeq, parseDocument } from 'yaml';
import { parseImage } from '../src/domain/image.ts';
import { planPromotion } from '../src/domain/plan/plan-promotion.ts';
import { type Row, race, run, type Section, worked } from './measure.ts';

type Files = readonly { readonly path: string; readonly text: string; readonly executable: boolean }[];

const NAME = 'registry.example.com/shop/web';

const overlays = (count: number): Files =>
  Array.from({ length: count }, (_, at) => ({
    path: `applications/product${at}/overlays/dev/kustomization.yaml`,
    executable: false,
    text: `# The overlay of product ${at}
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: product${at}
resources:
  - ../../base   # what all environments have in common
  - ingress.yaml

images:
  - name: ${NAME} # set by the pipeline
    newTag: "v1.4.0"
  - name: registry.example.com/shop/worker
    newTag: v1.3.${at}

replicas:
  - name: web
    count: 3
configMapGenerator:
  - name: settings
    literals:
      - LOG_LEVEL=debug
      - PRODUCT=product${at}
`,
  }));

const values = (megabytes: number): Files => {
  const block = (at: number): string => `  service${at}:
    image: { repository: registry.example.com/shop/service${at}, tag: v1.${at % 50}.0 }
    replicas: 2 # of service ${at}
    resources:
      limits: { cpu: 500m, memory: "256Mi" }
    env:
      LOG_LEVEL: info
`;
  const blocks = Array.from({ length: Math.round((megabytes * 1_000_000) / 200) }, (_, at) => block(at));
  return [{ path: 'charts/shop/values.yaml', executable: false, text: `services:\n${blocks.join('')}` }];
};

const rewriteOurs = (files: Files, name: string): number =>
  planPromotion([
    { product: 'shop', environment: 'dev', images: [parseImage(`${name}:v1.5.0`)], files, additions: 'refused' },
  ]).files.length;

const printOverlays = (files: Files, name: string): number =>
  files.filter(({ text }) => {
    const document = parseDocument(text);
    const images = document.get('images');
    if (!isSeq(images)) return false;
    for (const image of images.items) if (isMap(image) && image.get('name') === name) image.set('newTag', 'v1.5.0');
    return document.toString() !== text;
  }).length;

const printValues = (files: Files, service: string): number =>
  files.filter(({ text }) => {
    const document = parseDocument(text);
    document.setIn(['services', service, 'image', 'tag'], 'v1.5.0');
    return document.toString() !== text;
  }).length;

const works = {
  ours: (count: number) => rewriteOurs(overlays(count), NAME),
  other: (count: number) => printOverlays(overlays(count), NAME),
};

/** In a process of its own: does the work once, and prints the megabytes that the process took at most. */
export function peak(who: string, count: number): void {
  works[who as keyof typeof works](count);
  console.log(process.resourceUsage().maxRSS / 1024);
}

const peakOf = async (who: string, count: number): Promise<number> =>
  Number((await run(process.execPath, ['bench/run.js', 'peak', who, String(count)])).output.trim().split('\n').at(-1));

export async function formats(): Promise<Section> {
  const counts = [100, 1000, 5000] as const;
  const rows: Row[] = [];
  const perFile: number[] = [];
  for (const count of counts) {
    const files = overlays(count);
    const rounds = count > 1000 ? 3 : 7;
    const [ours = 0, other = 0] = await race([() => rewriteOurs(files, NAME), () => printOverlays(files, NAME)], {
      rounds,
      time: worked,
    });
    rows.push({ what: `${count} overlays in one promotion`, ours, other, unit: 'ms', goal: 1 });
    perFile.push(ours / count);
  }
  const large = values(3);
  const name = 'registry.example.com/shop/service7777';
  const [ours = 0, other = 0] = await race([() => rewriteOurs(large, name), () => printValues(large, 'service7777')], {
    rounds: 3,
    time: worked,
  });
  rows.push({ what: 'one values file of 3 MB', ours, other, unit: 'ms', goal: 1 });
  rows.push({
    what: 'memory at most, 5,000 overlays',
    ours: await peakOf('ours', 5000),
    other: await peakOf('other', 5000),
    unit: 'MB',
  });
  const growth = (perFile.at(-1) ?? 0) / (perFile[0] ?? 1);
  return {
    title: 'Rewriting',
    notes: [
      'Against a tool that parses the same texts with the package `yaml`, sets the tags and prints the documents. Ours also looks for images in every format, and reads back what it wrote.',
      `Time for each file at 5,000 over that at 100: ${growth.toFixed(2)}.`,
    ],
    rows,
  };
}
