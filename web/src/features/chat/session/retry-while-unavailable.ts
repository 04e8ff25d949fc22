import { AppError } from "@cairn/contract/errors";

const firstPauseMs = 500;
const longestPauseMs = 5_000;

interface RetryOptions {
  /** How long an unavailable server is asked again. */
  timeoutMs: number;
  /** False once nobody waits for the result any more. */
  isWanted: () => boolean;
}

/**
 * Calls `load` until it succeeds, with growing pauses, while the server is unavailable. Null where the server refuses for
 * good; "unavailable" after `timeoutMs`, or once nobody waits any more.
 */
export async function retryWhileUnavailable<T>(
  load: () => Promise<T>,
  { timeoutMs, isWanted }: RetryOptions,
): Promise<T | null | "unavailable"> {
  const giveUpAt = Date.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; isWanted(); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof AppError && !error.isRetryable) return null;
    }
    if (Date.now() + pauseMs > giveUpAt) break;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  return "unavailable";
}
