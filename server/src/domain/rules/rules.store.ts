import { and, asc, count, eq, getTableColumns, inArray, isNull, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { projects, services } from "#server/platform/db/tables/projects.ts";
import { rules } from "#server/platform/db/tables/rules.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type RuleRow = typeof rules.$inferSelect;

/** `mergePath`: how changes of its project are merged. */
export type RequiredRuleRow = RuleRow & Pick<typeof projects.$inferSelect, "mergePath">;

/** A rule with the names that people read beside it. */
export interface NamedRuleRow extends RuleRow {
  service: { serviceId: string; name: string } | null;
  /** Null when that account is gone. */
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
}

interface ProjectId {
  organizationId: string;
  projectId: string;
}

const inProject = ({ organizationId, projectId }: ProjectId) =>
  and(eq(rules.organizationId, organizationId), eq(rules.projectId, projectId));

/** With a service, what holds for it: its own rules and those of the whole project. */
const holdFor = (project: ProjectId, serviceId: string | undefined) =>
  serviceId === undefined
    ? inProject(project)
    : and(inProject(project), or(isNull(rules.serviceId), eq(rules.serviceId, serviceId)));

const isRule = (project: ProjectId, ruleId: string) => and(inProject(project), eq(rules.ruleId, ruleId));

const named = {
  rule: rules,
  service: { serviceId: services.serviceId, name: services.name },
  creator: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
};

function selectNamed(db: Db) {
  return db
    .select(named)
    .from(rules)
    .leftJoin(services, and(eq(services.organizationId, rules.organizationId), eq(services.serviceId, rules.serviceId)))
    .leftJoin(users, eq(users.userId, rules.createdBy));
}

/** One page of the rules, oldest first, and how many there are. */
export async function selectRules(
  db: Db,
  project: ProjectId,
  page: { serviceId: string | undefined; limit: number; offset: number },
): Promise<{ rows: NamedRuleRow[]; total: number }> {
  const wanted = holdFor(project, page.serviceId);
  const rows = await selectNamed(db)
    .where(wanted)
    .orderBy(asc(rules.createdAt), asc(rules.ruleId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(rules).where(wanted);
  return { rows: rows.map(({ rule, ...names }) => ({ ...rule, ...names })), total: counted?.total ?? 0 };
}

/** Rules of these projects that a change has to keep to. */
export async function selectRequiredRules(
  db: Db,
  organizationId: string,
  projectIds: readonly string[],
): Promise<RequiredRuleRow[]> {
  return await db
    .select({ ...getTableColumns(rules), mergePath: projects.mergePath })
    .from(rules)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, rules.organizationId), eq(projects.projectId, rules.projectId)),
    )
    .where(
      and(
        eq(rules.organizationId, organizationId),
        inArray(rules.projectId, [...projectIds]),
        eq(rules.isRequired, true),
      ),
    )
    .orderBy(asc(rules.createdAt), asc(rules.ruleId));
}

/** Null when the project has no such rule. */
export async function selectRule(db: Db, project: ProjectId, ruleId: string): Promise<NamedRuleRow | null> {
  const [found] = await selectNamed(db).where(isRule(project, ruleId));
  if (found === undefined) return null;
  const { rule, ...names } = found;
  return { ...rule, ...names };
}

/** Two rules made at once for one project wait for each other from here on. False when it is gone. */
export async function lockProject(db: Db, { organizationId, projectId }: ProjectId): Promise<boolean> {
  const rows = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId)))
    .for("no key update");
  return rows.length > 0;
}

export async function countRules(db: Db, project: ProjectId): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(rules).where(inProject(project));
  return counted?.total ?? 0;
}

export async function insertRule(db: Db, rule: RuleRow): Promise<void> {
  await db.insert(rules).values(rule);
}

/** False when the project has no such rule. */
export async function updateRuleRow(
  db: Db,
  project: ProjectId,
  ruleId: string,
  change: Partial<RuleRow>,
): Promise<boolean> {
  const changed = await db.update(rules).set(change).where(isRule(project, ruleId));
  return (changed.rowCount ?? 0) > 0;
}

/** The deleted rule's condition; null when the project has no such rule. */
export async function deleteRuleRow(db: Db, project: ProjectId, ruleId: string): Promise<string | null> {
  const [gone] = await db.delete(rules).where(isRule(project, ruleId)).returning({ condition: rules.condition });
  return gone?.condition ?? null;
}
