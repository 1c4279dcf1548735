import { describe, expect, it } from 'vitest';
import { draw } from './picture.ts';
import { execute, readTimelines } from './timelines.ts';
import { world } from './world.ts';

const timelines = readTimelines(new URL('../../../docs/records.md', import.meta.url));

describe('the timelines of docs/records.md', () => {
  it('are five', () => {
    expect(timelines).toHaveLength(5);
  });

  it.each(timelines)('$title', ({ steps }) => {
    const prod = world('none');
    const happened = steps.map((step) => ({ ...step, outcome: execute(step, prod), runs: prod.runs() }));
    expect(happened).toEqual(steps);
  });

  it('match the picture; `vitest --update` draws it again', async () => {
    await expect(draw(timelines)).toMatchFileSnapshot('../../../docs/records.svg');
  });
});
