/** The counters of a socket that show progress. */
interface Counted {
  bytesRead: number;
  bytesWritten: number;
}

const checksPerTimeout = 4;

/**
 * Calls `onIdle` once, when for about so long no byte came or went. A whole exchange has no time limit, because nobody
 * knows how large a repository and how slow a line is. Ends with the function it returns.
 */
export function watchIdle(socket: Counted, watch: { timeoutMs: number; onIdle: () => void }): () => void {
  let seenBytes = -1;
  let idleChecks = 0;
  const check = (): void => {
    const bytes = socket.bytesRead + socket.bytesWritten;
    idleChecks = bytes === seenBytes ? idleChecks + 1 : 0;
    seenBytes = bytes;
    if (idleChecks < checksPerTimeout) return;
    clearInterval(timer);
    watch.onIdle();
  };
  const timer = setInterval(check, watch.timeoutMs / checksPerTimeout);
  return () => clearInterval(timer);
}
