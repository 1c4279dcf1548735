/** Loaded into a process before anything else: its clock goes HURRY times as fast since HURRY_SINCE, so that the minutes of
 * GitHub's limits pass in seconds. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const pace = Number(process.env.HURRY);
const since = Number(process.env.HURRY_SINCE);
const real = { now: Date.now, sleep: timers.setTimeout };

const now = () => Math.round(since + (real.now() - since) * pace);

globalThis.Date = new Proxy(Date, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
timers.setTimeout = (milliseconds, ...more) => real.sleep(milliseconds / pace, ...more);
syncBuiltinESMExports();
