import type { Indexing } from "@cairn/contract/indexing";
import { reindexCooldownHours } from "@cairn/contract/indexing";

import { formatDateTime } from "#web/lib/text/dates.ts";

const hourMs = 3_600_000;

/** Why a repository cannot be indexed now, with the next possible time; undefined when it can. */
export function reindexReason(indexing: Indexing, now: number): string | undefined {
  if (indexing.state === "queued" || indexing.state === "cloning" || indexing.state === "analyzing") {
    return "It is being indexed right now";
  }
  // A run that failed may be tried again at once.
  if (indexing.state === "failed" || !indexing.lastIndexedAt) return undefined;
  const nextAt = new Date(indexing.lastIndexedAt).getTime() + reindexCooldownHours * hourMs;
  return nextAt > now ? `Possible again ${formatDateTime(nextAt, now)}` : undefined;
}
