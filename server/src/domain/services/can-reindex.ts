import type { Indexing } from "@cairn/contract/indexing";

export type ReindexDecision = { kind: "start" } | { kind: "wait"; reason: string };

/** Never indexed, failed, or indexed longer ago than the cooldown; never while a run is under way. */
export function canReindex(
  repository: { indexState: Indexing["state"]; indexedAt: Date | null },
  rule: { now: Date; cooldownHours: number },
): ReindexDecision {
  const { indexState, indexedAt } = repository;
  if (indexState === "queued" || indexState === "cloning" || indexState === "analyzing") {
    return { kind: "wait", reason: "Indexing is already under way" };
  }
  if (indexState === "failed" || indexedAt === null) return { kind: "start" };
  const readyAt = indexedAt.getTime() + rule.cooldownHours * 3_600_000;
  if (rule.now.getTime() >= readyAt) return { kind: "start" };
  return { kind: "wait", reason: `Indexed less than ${rule.cooldownHours} hours ago. Try again later.` };
}
