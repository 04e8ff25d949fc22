/** Whether work ended because nobody waits for it any more, which is no fault of anybody. */
export function isGivenUp(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  // The web server gives up requests with a text for a reason; timers and fetches wrap it in an error of their own.
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
