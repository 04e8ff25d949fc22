import type { ArchitectureChange } from "@cairn/contract/architecture-changes";

import { announceDrift } from "#server/domain/event-hooks/announce.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

/** Of one push: who is told of so many asks for the rest. */
const maxTold = 20;

type KeptChange = ProjectKey &
  Pick<
    ArchitectureChange,
    "changeId" | "change" | "sourceId" | "targetId" | "drift" | "repositoryId" | "commit" | "evidence"
  > & { foundAt: Date };

/** Tells other programs, within the transaction that keeps these, what a push connected that nobody allowed; what is forbidden first. */
export async function tellDrift(tx: Db, changes: readonly KeptChange[]): Promise<void> {
  const drifted = (["forbidden", "undeclared"] as const).flatMap((drift) =>
    changes.flatMap((one) => (one.drift === drift && one.change !== "vanished" ? [{ ...one, drift }] : [])),
  );
  for (const one of drifted.slice(0, maxTold)) {
    const { organizationId, projectId, changeId, sourceId, targetId, drift, repositoryId, commit } = one;
    await announceDrift(tx, {
      organizationId,
      projectId,
      changeId,
      sourceId,
      targetId,
      drift,
      repositoryId,
      commit,
      lines: one.evidence.length,
      now: one.foundAt,
    });
  }
}
