import type { LinkRow } from "./task-links.store.ts";

/** A shortest way along the links from one of these tasks to another, both included; null where there is none. */
export function findWay(
  links: readonly LinkRow[],
  { from, to }: { from: readonly string[]; to: string },
): string[] | null {
  const blockersOf = Map.groupBy(links, ({ taskId }) => taskId);
  const reachedFrom = new Map<string, string | null>(from.map((id) => [id, null]));
  // Grows while it is walked.
  const queue = [...from];
  for (const id of queue) {
    if (id === to) return wayTo(to, reachedFrom);
    for (const { blockerId } of blockersOf.get(id) ?? []) {
      if (reachedFrom.has(blockerId)) continue;
      reachedFrom.set(blockerId, id);
      queue.push(blockerId);
    }
  }
  return null;
}

function wayTo(end: string, reachedFrom: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = [];
  for (let at: string | null = end; at !== null; at = reachedFrom.get(at) ?? null) way.unshift(at);
  return way;
}
