import { and, asc, count, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { projects, services } from "#server/platform/db/tables/projects.ts";

export type ServiceRow = typeof services.$inferSelect;
export type NewService = typeof services.$inferInsert;

export interface ServiceKey {
  organizationId: string;
  serviceId: string;
}

const isService = (key: ServiceKey) =>
  and(eq(services.organizationId, key.organizationId), eq(services.serviceId, key.serviceId));

export async function insertService(db: Db, service: NewService): Promise<void> {
  await db.insert(services).values(service);
}

/** Nobody else creates a service of the project before the transaction `db` ends. */
export async function lockServicesOf(db: Db, projectId: string): Promise<void> {
  await db
    .select({ id: projects.projectId })
    .from(projects)
    .where(eq(projects.projectId, projectId))
    .for("no key update");
}

/** The next number of the project; two callers at once get two numbers. */
export async function takeServiceNumber(db: Db, projectId: string): Promise<number> {
  const [row] = await db
    .update(projects)
    .set({ lastServiceNumber: sql`${projects.lastServiceNumber} + 1` })
    .where(eq(projects.projectId, projectId))
    .returning({ number: projects.lastServiceNumber });
  return row?.number ?? 1;
}

export async function findServiceRow(db: Db, key: ServiceKey & { projectId: string }): Promise<ServiceRow | null> {
  const [row] = await db
    .select()
    .from(services)
    .where(and(isService(key), eq(services.projectId, key.projectId)));
  return row ?? null;
}

/** Services of these projects of one organization, in their order. */
export async function listServiceRows(
  db: Db,
  organizationId: string,
  projectIds: readonly string[],
  page: { limit: number; offset: number } = { limit: 10_000, offset: 0 },
): Promise<ServiceRow[]> {
  if (projectIds.length === 0) return [];
  return await db
    .select()
    .from(services)
    .where(and(eq(services.organizationId, organizationId), isAnyOf(projectIds)))
    .orderBy(asc(services.projectServiceId))
    .limit(page.limit)
    .offset(page.offset);
}

const isAnyOf = (projectIds: readonly string[]) =>
  sql`${services.projectId} = any(${sql.param([...projectIds])}::uuid[])`;

export async function countServices(db: Db, projectId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(services).where(eq(services.projectId, projectId));
  return counted?.total ?? 0;
}

export async function updateServiceRow(db: Db, key: ServiceKey, change: Partial<NewService>): Promise<void> {
  await db.update(services).set(change).where(isService(key));
}

/** Nobody changes it before the transaction `db` ends. Null when it is gone. */
export async function lockServiceRow(db: Db, key: ServiceKey): Promise<ServiceRow | null> {
  const [row] = await db.select().from(services).where(isService(key)).for("update");
  return row ?? null;
}

/** The row as it was; null when it was gone already. */
export async function deleteServiceRow(db: Db, key: ServiceKey): Promise<ServiceRow | null> {
  const [gone] = await db.delete(services).where(isService(key)).returning();
  return gone ?? null;
}

/** The service's name; null when the project has no such service. It is not deleted before the transaction `db` ends. */
export async function holdServiceRow(db: Db, key: ServiceKey & { projectId: string }): Promise<string | null> {
  const [row] = await db
    .select({ name: services.name })
    .from(services)
    .where(and(isService(key), eq(services.projectId, key.projectId)))
    .for("key share");
  return row?.name ?? null;
}
