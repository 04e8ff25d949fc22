/** Often enough to watch, and seldom enough for a hundred runs. */
const everyMs = 1_500;
const shownLines = 20;
const shownCharacters = 4_000;

/**
 * Shows the last lines of what a command writes, not more often than every so often; the newest are never lost. They are read
 * when they are shown: a command may write a thousand times as often.
 */
export function createProgress(write: (lines: string[]) => Promise<void>) {
  let waiting: (() => string) | null = null;
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    if (waiting === null) return;
    const lines = waiting().slice(-shownCharacters).split("\n").slice(-shownLines);
    waiting = null;
    // Nobody needs it as much as the command that it is about.
    writing = write(lines).catch(() => undefined);
  };
  return {
    show(read: () => string): void {
      waiting = read;
      timer ??= setTimeout(flush, everyMs).unref();
    },
    /** Nothing is shown any more after this. */
    async end(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      await writing;
    },
  };
}
