import { AppError } from "@cairn/contract/errors";

/** How many clients git serves at once; each takes processes, memory and disk. */
export interface GitSlots {
  /**
   * Waits for a slot and returns the function that releases it. Throws `unavailable` when none gets free for long: git
   * does not try again by itself. Aborting the signal ends the wait.
   */
  take(callerId: string, signal: AbortSignal): Promise<() => void>;
}

interface SlotLimits {
  /** Exchanges that are under way in this process: of one caller, and of all. */
  perCaller: number;
  inAll: number;
  maxWaitMs?: number;
}

interface Waiter {
  callerId: string;
  enter: () => void;
}

const retryAfterS = 10;
const defaultMaxWaitMs = 60_000;

export function createGitSlots({ perCaller, inAll, maxWaitMs = defaultMaxWaitMs }: SlotLimits): GitSlots {
  const taken = new Map<string, number>();
  /** In the order they came. */
  const waiters = new Set<Waiter>();
  let takenInAll = 0;
  const countOf = (callerId: string): number => taken.get(callerId) ?? 0;
  const isFree = (callerId: string): boolean => countOf(callerId) < perCaller && takenInAll < inAll;
  const leave = (callerId: string): void => {
    takenInAll -= 1;
    if (countOf(callerId) === 1) taken.delete(callerId);
    else taken.set(callerId, countOf(callerId) - 1);
    for (const waiter of waiters) if (isFree(waiter.callerId)) waiter.enter();
  };
  const enter = (callerId: string): (() => void) => {
    taken.set(callerId, countOf(callerId) + 1);
    takenInAll += 1;
    let isTaken = true;
    return () => {
      if (isTaken) leave(callerId);
      isTaken = false;
    };
  };
  return {
    async take(callerId, signal) {
      if (isFree(callerId)) return enter(callerId);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter = {
        callerId,
        enter() {
          waiters.delete(waiter);
          resolve(enter(callerId));
        },
      };
      const giveUp = (): void => {
        waiters.delete(waiter);
        reject(refuse(countOf(callerId) >= perCaller));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal.addEventListener("abort", giveUp, { once: true });
      waiters.add(waiter);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
      }
    },
  };
}

function refuse(isOwnDoing: boolean): AppError {
  const why = isOwnDoing ? "You run many git commands at once." : "The server is busy with git.";
  return new AppError("unavailable", {
    message: `${why} Please wait a little and try again.`,
    details: { retryAfterS },
  });
}
