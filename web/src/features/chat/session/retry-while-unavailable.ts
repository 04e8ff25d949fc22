import { AppError } from "@cairn/contract/errors";

const firstPauseMs = 500;
const longestPauseMs = 5_000;

export interface RetryOptions {
  /** How long a server that does not answer is asked again. */
  patienceMs: number;
  /** False once nobody waits any more. */
  isWanted: () => boolean;
}

/**
 * Reads what a server has that may be away for a while, with growing pauses. Null where it says that there is nothing;
 * "away" where it could not be asked for too long, or nobody waits any more.
 */
export async function retryWhileUnavailable<T>(
  read: () => Promise<T>,
  { patienceMs, isWanted }: RetryOptions,
): Promise<T | null | "away"> {
  const giveUpAt = Date.now() + patienceMs;
  for (let pauseMs = firstPauseMs; isWanted(); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof AppError && !error.isRetryable) return null;
    }
    if (Date.now() + pauseMs > giveUpAt) break;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  return "away";
}
