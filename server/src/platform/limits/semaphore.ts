/** Limits how many callers run at the same time; the others wait in order. */
export interface Semaphore {
  /**
   * Resolves when there is a free slot, to the function that releases it (safe to call twice). Rejects when aborted.
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
}

export interface SemaphoreOptions {
  atOnce: number;
  /** After this time the slot counts as released, so that a hung holder does not block the others. */
  longestMs: number;
}

export function createSemaphore({ atOnce, longestMs }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>();
  let inside = 0;
  const admit = (): void => {
    for (const next of waiting) {
      if (inside >= atOnce) return;
      waiting.delete(next);
      next();
    }
  };
  const stay = (): (() => void) => {
    inside += 1;
    const leave = (): void => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      inside -= 1;
      admit();
    };
    let timer: NodeJS.Timeout | null = setTimeout(leave, longestMs).unref();
    return leave;
  };
  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const next = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve(stay());
      };
      const giveUp = (): void => {
        waiting.delete(next);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      waiting.add(next);
      admit();
      return await promise;
    },
  };
}
