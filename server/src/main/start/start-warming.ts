import type { Services } from "#server/http/request/request-ctx.ts";

/** Puts together in the background what the first questions after a start would wait for; a process opens its indexes anew. */
export function startWarming({ indexes, log }: Pick<Services, "indexes" | "log">): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const warming = indexes.warmRecent(stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted) log.warn({ error }, "getting ready for the first questions did not work this time");
  });
  return {
    async stop() {
      stopped.abort();
      await warming;
    },
  };
}
