import { count, desc, eq } from "drizzle-orm";

import type { Db } from "../../platform/db/open-db.ts";
import { templates } from "../../platform/db/tables/artifacts.ts";

export type TemplateRow = typeof templates.$inferSelect;

export async function insertTemplate(db: Db, template: TemplateRow): Promise<void> {
  await db.insert(templates).values(template);
}

/** One page of an organization's templates, newest first, and how many there are. */
export async function listTemplateRows(
  db: Db,
  organizationId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: TemplateRow[]; total: number }> {
  const inOrganization = eq(templates.organizationId, organizationId);
  const rows = await db
    .select()
    .from(templates)
    .where(inOrganization)
    .orderBy(desc(templates.createdAt), desc(templates.templateId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(templates).where(inOrganization);
  return { rows, total: counted?.total ?? 0 };
}
