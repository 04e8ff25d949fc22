import { pollRepositories } from "#server/domain/indexing/poll-repositories.ts";
import type { Services } from "#server/http/request/request-ctx.ts";

import { repeat } from "./repeat.ts";

const maxSweepIntervalMs = 15_000;
const sweepsPerInterval = 20;

/** Polls repositories for new commits in the background, a few at a time; null where that is switched off. */
export function startPolling(services: Services): { stop(): Promise<void> } | null {
  const { pollIntervalS } = services.settings.limits;
  if (pollIntervalS === 0) return null;
  const sweepIntervalMs = Math.min(maxSweepIntervalMs, (pollIntervalS * 1000) / sweepsPerInterval);
  return repeat(async () => {
    try {
      await pollRepositories(services, { sweepIntervalMs });
    } catch (error) {
      services.log.warn({ error }, "asking repositories for news did not work this time");
    }
  }, sweepIntervalMs);
}
