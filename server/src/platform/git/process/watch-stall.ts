import { AppError } from "@cairn/contract/errors";

export interface StallWatch {
  /** Aborted with an AppError once the transfer has stood still for too long. */
  signal: AbortSignal;
  /** Takes git's standard error. */
  listen(text: string): void;
  stop(): void;
}

/**
 * Watches a transfer that git reports on. As long as anything comes git says so every second; before the first object
 * and after the last one it works silently, which is no standing still.
 */
export function watchStall(timeoutMs: number): StallWatch {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: stop.signal,
    listen(text) {
      clearTimeout(timer);
      const [last = ""] = text.match(/(\w+ \w+):\s+(\d{1,3})% \(/g)?.slice(-1) ?? [];
      const isReceiving = last.startsWith("Receiving objects") && !last.includes("100%");
      if (isReceiving) timer = setTimeout(() => stop.abort(stalled()), timeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** In the words of `explainGitFailure`, which curl comes to over HTTP by itself. */
function stalled(): AppError {
  return new AppError("vendor_unavailable", { message: "The repository's host stopped answering." });
}
