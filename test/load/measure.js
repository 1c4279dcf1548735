/** Preloaded into a process: writes its usage to the file MEASURE, in kilobytes and milliseconds of the processor. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const milliseconds = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(process.env.MEASURE, JSON.stringify({ kilobytes: maxRSS, milliseconds }));
});
