import type { Logger } from "#server/platform/log/logger.ts";

/** Each report is a change that all pages of the product are told of. */
const reportEveryMs = 2_000;

/**
 * Calls `report` soon after something happened, and never twice within two seconds or at once. A report that fails is
 * left out: the next one says the same and more.
 */
export function reportProgress(report: () => Promise<unknown>, log: Logger) {
  let timer: NodeJS.Timeout | null = null;
  let reporting: Promise<unknown> = Promise.resolve();
  return {
    happened(): void {
      timer ??= setTimeout(() => {
        reporting = report()
          .catch((error: unknown) => log.warn({ error }, "progress could not be reported"))
          .finally(() => (timer = null));
      }, reportEveryMs);
    },
    /** Nothing is reported any more when this has settled. */
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      await reporting;
    },
  };
}
