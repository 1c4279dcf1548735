import { type Step, type Timeline, tagOf } from './timelines.ts';

const step = 92;
const lane = 24;
const left = 84;
const width = 860;

/** One panel per timeline: a lane per version, the line follows what the environment runs. */
export function draw(timelines: readonly Timeline[]): string {
  let top = 0;
  const panels = timelines.map((timeline) => {
    const panel = `<g transform="translate(0 ${top})">\n${drawPanel(timeline)}\n</g>`;
    top += heightOf(timeline);
    return panel;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img">
<title>What an environment runs, step by step</title>
<style>
text { font: 12px ui-monospace, monospace; fill: #24292f }
.title { font: bold 14px system-ui, sans-serif }
.lane { stroke: #d0d7de }
.runs { fill: none; stroke: #0969da; stroke-width: 3 }
.set { fill: #0969da; stroke: #0969da; stroke-width: 2 }
.out { fill: #ffffff; stroke: #cf222e; stroke-width: 2 }
.why { fill: #cf222e; font-size: 11px }
</style>
<rect width="${width}" height="${top}" rx="10" fill="#ffffff"/>
${panels.join('\n')}
</svg>
`;
}

const lanesOf = ({ steps }: Timeline): string[] =>
  [...new Set(steps.map((each) => tagOf(each) ?? each.runs))].sort((a, b) => numerically.compare(b, a));

const numerically = new Intl.Collator('en', { numeric: true });

const heightOf = (timeline: Timeline): number => 76 + lane * lanesOf(timeline).length;

const drawPanel = (timeline: Timeline): string => {
  const lanes = lanesOf(timeline);
  const y = (tag: string) => 54 + lane * lanes.indexOf(tag);
  const x = (index: number) => left + 40 + step * index;
  const end = x(timeline.steps.length - 1) + 40;
  const runs = timeline.steps.map(
    (each, index) => `${index === 0 ? 'M' : 'H'}${x(index)}${index === 0 ? ' ' : ' V'}${y(each.runs)}`,
  );
  return [
    `<text class="title" x="8" y="24">${timeline.title}</text>`,
    ...lanes.map(
      (tag) => `<text x="8" y="${y(tag) + 4}">${tag}</text><path class="lane" d="M${left} ${y(tag)}H${end}"/>`,
    ),
    `<path class="runs" d="${runs.join('')}H${end}"/>`,
    ...timeline.steps.map((each, index) => drawStep(each, { x: x(index), y: y(tagOf(each) ?? each.runs) })),
    ...timeline.steps.map(
      (_, index) => `<text x="${x(index) - 4}" y="${58 + lane * lanes.length}">${index + 1}</text>`,
    ),
  ].join('\n');
};

const drawStep = ({ action, outcome }: Step, { x, y }: { x: number; y: number }): string => {
  const why = /^superseded, (.+)$/.exec(outcome)?.[1] ?? (outcome === 'unchanged' ? outcome : undefined);
  if (why !== undefined) {
    return `<circle class="out" cx="${x}" cy="${y}" r="6"/><text class="why" x="${x + 10}" y="${y - 5}">${why}</text>`;
  }
  if (action.includes('goes back')) return `<path class="set" d="M${x - 8} ${y}l13 -8v16z"/>`;
  if (action.includes('edits')) return `<rect class="set" x="${x - 6}" y="${y - 6}" width="12" height="12"/>`;
  return `<circle class="set" cx="${x}" cy="${y}" r="6"/>`;
};
