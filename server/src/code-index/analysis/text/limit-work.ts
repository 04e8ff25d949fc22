/** A thread on a busy machine may wait for the processor this many times as long as it may work. */
const waitingFactor = 5;

/**
 * Returns a function that says whether this thread has worked for longer than that, or has waited many times as long
 * for the processor. Results of a parse are stored for good, so a busy moment of the machine must not cut one short.
 */
export function limitWork(limitMs: number): () => boolean {
  const startedAt = Date.now();
  const begin = process.threadCpuUsage();
  return () => {
    const passedMs = Date.now() - startedAt;
    // The clock costs less to read, and nobody works for longer than it runs.
    if (passedMs <= limitMs) return false;
    const { user, system } = process.threadCpuUsage(begin);
    return passedMs > limitMs * waitingFactor || user + system > limitMs * 1000;
  };
}
