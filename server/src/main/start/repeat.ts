/**
 * Does `work`, which handles its own failures, every `intervalMs` until it is stopped; stopping waits for what is under
 * way. Work that is slow is not joined by a second.
 */
export function repeat(work: () => Promise<void>, intervalMs: number): { start(): void; stop(): Promise<void> } {
  /** Null between two times. */
  let working: Promise<void> | null = null;
  const start = () => {
    working ??= work().finally(() => (working = null));
  };
  const timer = setInterval(start, intervalMs).unref();
  return {
    /** Once more at once. */
    start,
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
