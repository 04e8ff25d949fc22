/** How much longer a busy machine may keep a thread waiting than it works. */
const waitingFactor = 5;

/**
 * Tells whether this thread has worked for longer than that, or has taken many times as long while others had the
 * machine. What a parse finds is kept for good, so a moment in which the machine was busy must not cut it.
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
