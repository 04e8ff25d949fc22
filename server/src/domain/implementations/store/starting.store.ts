import type { ImplementationEngine } from "@cairn/contract/implementations";
import { and, count, eq, like, ne, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { implementations, type RunBrief } from "#server/platform/db/tables/implementations.ts";
import { projects, repositories, services, type RepositoryConnection } from "#server/platform/db/tables/projects.ts";

import type { ImplementationKey, ImplementationRow } from "./implementations.store.ts";

/** A repository of a product, with the services that lie in it. */
export interface RunTarget {
  repositoryId: string;
  slug: string;
  /** Null before it was read. */
  mainBranch: string | null;
  /** By this server. */
  isHosted: boolean;
  connection: RepositoryConnection;
  /** As its host said when it was last indexed. */
  canPush: boolean;
  serviceIds: string[];
}

/** The repositories of a project that belong to a service of it. None is deleted before the transaction `db` ends. */
export async function listTargets(db: Db, project: ProjectKey): Promise<RunTarget[]> {
  const rows = await db
    .select({
      repositoryId: repositories.repositoryId,
      slug: repositories.slug,
      mainBranch: repositories.mainBranch,
      isHosted: sql<boolean>`${repositories.connection}->>'type' = 'internal'`,
      connection: repositories.connection,
      canPush: repositories.canPush,
      serviceId: services.serviceId,
    })
    .from(repositories)
    .innerJoin(services, eq(services.repositoryId, repositories.repositoryId))
    .where(
      and(
        eq(repositories.organizationId, project.organizationId),
        eq(repositories.projectId, project.projectId),
        eq(services.projectId, project.projectId),
      ),
    )
    .orderBy(repositories.repositoryId, services.serviceId)
    .for("key share");
  const byId = Map.groupBy(rows, ({ repositoryId }) => repositoryId);
  return [...byId.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, serviceIds: group.map(({ serviceId }) => serviceId) }] : [];
  });
}

/** The next number; the product's row is locked from here on. Null when it is gone. */
export async function takeImplementationNumber(db: Db, project: ProjectKey): Promise<number | null> {
  const [row] = await db
    .update(projects)
    .set({ lastImplementationNumber: sql`${projects.lastImplementationNumber} + 1` })
    .where(and(eq(projects.organizationId, project.organizationId), eq(projects.projectId, project.projectId)))
    .returning({ number: projects.lastImplementationNumber });
  return row?.number ?? null;
}

/** How many implementations of a repository have this branch, or it with a number behind. */
export async function countBranches(db: Db, repositoryId: string, branch: string): Promise<number> {
  const isLike = or(
    eq(implementations.workingBranch, branch),
    // Of letters, digits, dashes and slashes: nothing of it has a meaning to `like`.
    like(implementations.workingBranch, `${branch}-%`),
  );
  const [counted] = await db
    .select({ total: count() })
    .from(implementations)
    .where(and(eq(implementations.repositoryId, repositoryId), isLike));
  return counted?.total ?? 0;
}

/** Branches of a repository that implementations have: those that are open, and those merged with what they merged. */
export async function listTakenBranches(db: Db, repositoryId: string, branch?: string) {
  const { projectImplementationId, workingBranch, headOid, state } = implementations;
  return await db
    .select({ projectImplementationId, branch: workingBranch, headOid, state })
    .from(implementations)
    .where(
      and(
        eq(implementations.repositoryId, repositoryId),
        ne(state, "discarded"),
        branch === undefined ? undefined : eq(workingBranch, branch),
      ),
    )
    .orderBy(projectImplementationId);
}

interface NewImplementation extends ImplementationKey {
  repositoryId: string;
  serviceId: string | null;
  projectImplementationId: number;
  engine: ImplementationEngine;
  agent: string | null;
  brief: RunBrief;
  workingBranch: string;
  baseBranch: string;
  createdBy: string | null;
  createdAt: Date;
  queuedAt: Date;
  tokenLimit: number | null;
  runState?: "waiting";
  pushUntil?: Date;
}

export async function insertImplementation(db: Db, row: NewImplementation): Promise<void> {
  await db.insert(implementations).values(row);
}

/** The implementation, which nobody else changes before the transaction `tx` ends; null when it is gone. */
export async function lockImplementation(tx: Db, key: ImplementationKey): Promise<ImplementationRow | null> {
  const [row] = await tx
    .select()
    .from(implementations)
    .where(
      and(
        eq(implementations.organizationId, key.organizationId),
        eq(implementations.projectId, key.projectId),
        eq(implementations.taskId, key.taskId),
        eq(implementations.implementationId, key.implementationId),
      ),
    )
    .for("no key update");
  return row ?? null;
}

/** Puts the implementation in line for another run, or lets it wait for a push. It must be locked. */
export async function requeueImplementation(
  tx: Db,
  implementationId: string,
  change: { runState: "queued" | "waiting"; queuedAt: Date; pushUntil: Date | null },
): Promise<void> {
  await tx
    .update(implementations)
    .set({
      ...change,
      attempt: sql`${implementations.attempt} + 1`,
      ticket: null,
      endedAt: null,
    })
    .where(eq(implementations.implementationId, implementationId));
}
