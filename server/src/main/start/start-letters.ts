import { enqueueNeedLetters } from "#server/domain/attention-items/enqueue-need-letters.ts";
import type { Services } from "#server/http/request/request-ctx.ts";

import { repeat } from "./repeat.ts";

const intervalMs = 300_000;

/** Looks in the background whose letter about what waits for them is due; null where the server sends no mail. */
export function startLetters(services: Services): { start(): void; stop(): Promise<void> } | null {
  if (!services.mail) return null;
  return repeat(async () => {
    try {
      await enqueueNeedLetters(services);
    } catch (error) {
      services.log.warn({ error }, "looking whose letter is due did not work this time");
    }
  }, intervalMs);
}
