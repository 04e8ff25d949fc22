import type { ProjectChange } from "@cairn/contract/project-changes";

import type { Ctx } from "#server/ctx.ts";

import { readLog } from "./changes.store.ts";

/** How many changes are read and sent at once. */
const batchSize = 500;

export type ChangesRead =
  | { kind: "changes"; sequence: number; changes: ProjectChange[]; hasMore: boolean }
  /** The log does not reach back to the number, or never reached it: what rests on it is to be loaded again. */
  | { kind: "too-old"; sequence: number };

/**
 * The changes of a project after a number; without one, the log's last number. For the feed of this process alone: it
 * checks no rights, those are checked on subscription.
 */
export async function loadChanges(
  ctx: Pick<Ctx, "wholeDb">,
  { projectId, after }: { projectId: string; after: number | null },
): Promise<ChangesRead> {
  const { lastSequence, deletedUpTo, changes } = await readLog(ctx.wholeDb, projectId, {
    after: after ?? 0,
    limit: after === null ? 0 : batchSize,
  });
  // A database restored from a backup may be behind the number.
  if (after === null || after < deletedUpTo || after > lastSequence) return { kind: "too-old", sequence: lastSequence };
  const sequence = changes.at(-1)?.sequence ?? after;
  return { kind: "changes", sequence, changes, hasMore: sequence < lastSequence };
}
