import type { CommandChoice, CommandKind } from "@cairn/contract/service-commands";
import { and, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories, services } from "#server/platform/db/tables/projects.ts";
import {
  commandChecks,
  serviceCommands,
  type StoredCodeCommands,
} from "#server/platform/db/tables/service-commands.ts";

type CommandsRow = typeof serviceCommands.$inferSelect;
/** Without what its commands wrote, which is much and seldom asked for. */
export type CheckRow = Omit<typeof commandChecks.$inferSelect, "outputs">;

/** A service with all that is stored of its commands. */
export interface StoredCommands {
  service: { serviceId: string; organizationId: string; projectId: string; workingPath: string };
  /** Null for a service without code of its own. */
  repository: { repositoryId: string; slug: string; mainBranch: string | null; indexedCommit: string | null } | null;
  row: CommandsRow | null;
  check: CheckRow | null;
}

const { outputs: _outputs, ...checkColumns } = getTableColumns(commandChecks);

/** Null when there is no such service among those that `db` shows. */
export async function loadStoredCommands(db: Db, serviceId: string): Promise<StoredCommands | null> {
  const { organizationId, projectId, workingPath } = services;
  const { repositoryId, slug, mainBranch, indexedCommit } = repositories;
  const [loaded] = await db
    .select({
      service: { serviceId: services.serviceId, organizationId, projectId, workingPath },
      repository: { repositoryId, slug, mainBranch, indexedCommit },
      row: serviceCommands,
      check: checkColumns,
    })
    .from(services)
    .leftJoin(repositories, eq(repositories.repositoryId, services.repositoryId))
    .leftJoin(serviceCommands, eq(serviceCommands.serviceId, services.serviceId))
    .leftJoin(commandChecks, eq(commandChecks.serviceId, services.serviceId))
    .where(eq(services.serviceId, serviceId));
  return loaded ?? null;
}

/** Services of a repository, with the folders that they are about. */
export async function listServicesOf(
  db: Db,
  { organizationId, repositoryId }: { organizationId: string; repositoryId: string },
): Promise<{ serviceId: string; workingPath: string }[]> {
  return await db
    .select({ serviceId: services.serviceId, workingPath: services.workingPath })
    .from(services)
    .where(and(eq(services.organizationId, organizationId), eq(services.repositoryId, repositoryId)));
}

/** Services of indexed code in which nobody has looked for commands, of all organizations, in no order: `db` must see all. */
export async function listServicesNotLookedAt(
  db: Db,
  limit: number,
): Promise<{ organizationId: string; serviceId: string }[]> {
  return await db
    .select({ organizationId: services.organizationId, serviceId: services.serviceId })
    .from(services)
    .innerJoin(repositories, eq(repositories.repositoryId, services.repositoryId))
    .leftJoin(serviceCommands, eq(serviceCommands.serviceId, services.serviceId))
    .where(and(isNotNull(repositories.indexedCommit), isNull(serviceCommands.foundCommit)))
    // One that cannot be looked at must not stand before the others for ever.
    .orderBy(sql`random()`)
    .limit(limit);
}

interface CommandsKey {
  organizationId: string;
  serviceId: string;
}

/** What was found in the code, in place of what was found before. The service must be held. */
export async function keepFound(
  db: Db,
  { organizationId, serviceId }: CommandsKey,
  found: { found: StoredCodeCommands; foundRepositoryId: string; foundFolder: string; foundCommit: string },
): Promise<void> {
  await db
    .insert(serviceCommands)
    .values({ organizationId, serviceId, ...found })
    .onConflictDoUpdate({ target: serviceCommands.serviceId, set: found });
}

/** Changes the choices for some kinds, one writer after the other. The service must be held. */
export async function changeChoices(
  tx: Db,
  { organizationId, serviceId }: CommandsKey,
  change: Partial<Record<CommandKind, CommandChoice>>,
): Promise<void> {
  await tx.insert(serviceCommands).values({ organizationId, serviceId }).onConflictDoNothing();
  const [row] = await tx
    .select({ choices: serviceCommands.choices })
    .from(serviceCommands)
    .where(eq(serviceCommands.serviceId, serviceId))
    .for("update");
  const chosen = Object.entries({ ...row?.choices, ...change }).filter(([, choice]) => choice.use !== "found");
  await tx
    .update(serviceCommands)
    .set({ choices: Object.fromEntries(chosen) })
    .where(eq(serviceCommands.serviceId, serviceId));
}
