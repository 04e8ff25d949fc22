/** Where those who begin something wait for each other, so that many at once come through one after the other. */
export interface Semaphore {
  /** Resolves when it is one's turn; answers how to let the next one in, which may be called twice. Rejects on a stop. */
  acquire(signal?: AbortSignal): Promise<() => void>;
}

export interface SemaphoreOptions {
  atOnce: number;
  /** Whoever stays longer keeps nobody waiting any more. */
  longestMs: number;
}

export function createSemaphore({ atOnce, longestMs }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>();
  let inside = 0;
  const letIn = (): void => {
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
      letIn();
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
      letIn();
      return await promise;
    },
  };
}
