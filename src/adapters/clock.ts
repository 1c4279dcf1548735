import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
  random: Math.random,
};
