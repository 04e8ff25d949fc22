import { randomUUID } from "node:crypto";

import type { Db } from "#server/platform/db/open-db.ts";
import { commandChecks, serviceCommands } from "#server/platform/db/tables/service-commands.ts";

/** Commands of a service with a check that is over, all of it named with a canary. */
export async function makeCommands(
  db: Db,
  given: { organizationId: string; serviceId: string; repositoryId: string; canary: string },
): Promise<void> {
  const { organizationId, serviceId, repositoryId, canary } = given;
  const key = { organizationId, serviceId };
  const command = `make ${canary}`;
  const found = { commands: { build: { command, reason: canary, sources: [] } }, programs: [] };
  const where = { foundRepositoryId: repositoryId, foundFolder: canary, foundCommit: canary };
  const choices = { test: { use: "command" as const, command } };
  await db.insert(serviceCommands).values({ ...key, found, ...where, choices });
  const ended = { outcome: "failed" as const, message: canary, startedAt: null, durationMs: 1, lastLines: [canary] };
  await db.insert(commandChecks).values({
    ...key,
    checkId: randomUUID(),
    state: "done",
    repositoryId,
    folder: canary,
    commit: canary,
    commands: [{ kind: "test", command, ...ended }],
    outputs: { test: { output: canary, isCut: false } },
    createdAt: new Date("2026-11-21T09:00:00Z"),
  });
}
