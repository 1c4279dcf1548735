/** Ends the process once whoever reads its pipes has taken everything, a second later at most: a connection that never came about,
 * as to a proxy that does not answer, must not keep it. */
export async function end(code: number): Promise<void> {
  process.exitCode = code;
  await Promise.all([process.stdout, process.stderr].map(flushed));
  setTimeout(() => process.exit(), 1_000).unref();
}

const flushed = async (stream: NodeJS.WriteStream): Promise<void> => {
  if (stream.writableLength > 0) await new Promise<void>((done) => void stream.write('', () => done()));
};
