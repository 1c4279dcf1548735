/** Faults, load and fuzz are in both suites: the fast one takes an example of each, the long one takes all. */
export const isLong = process.env.SUITE === 'long';

/** All cases in the long suite, every so many of them in the fast one. */
export const oneOf = <T>(step: number, cases: readonly T[]): readonly T[] =>
  isLong ? cases : cases.filter((_, at) => at % step === 0);

/** All cases in the long suite, one in the fast one: another for each story. */
export const sample = <T>(cases: readonly T[], story = 0): readonly T[] => {
  if (isLong) return cases;
  const at = (story * 5 + 2) % cases.length;
  return cases.slice(at, at + 1);
};
