import { AppError } from "@cairn/contract/errors";

/** The answer; rejects when the signal is aborted first. The work behind the answer continues. */
export async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await answer;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(stopReason(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, answer]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function stopReason(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  return reason instanceof AppError ? reason : new AppError("cancelled", { message: "Stopped.", cause: reason });
}
