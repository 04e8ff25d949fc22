import { and, count, desc, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { templates } from "#server/platform/db/tables/artifacts.ts";

export type TemplateRow = typeof templates.$inferSelect;

export async function insertTemplate(db: Db, template: TemplateRow): Promise<void> {
  await db.insert(templates).values(template);
}

interface TemplateKey {
  organizationId: string;
  templateId: string;
}

const isTemplate = ({ organizationId, templateId }: TemplateKey) =>
  and(eq(templates.organizationId, organizationId), eq(templates.templateId, templateId));

export async function findTemplateRow(db: Db, key: TemplateKey): Promise<TemplateRow | null> {
  const [row] = await db.select().from(templates).where(isTemplate(key));
  return row ?? null;
}

export async function updateTemplateRow(
  db: Db,
  key: TemplateKey,
  change: Partial<TemplateRow>,
): Promise<TemplateRow | null> {
  const [row] = await db.update(templates).set(change).where(isTemplate(key)).returning();
  return row ?? null;
}

/** The title of the deleted template; null when there was none. */
export async function deleteTemplateRow(db: Db, key: TemplateKey): Promise<string | null> {
  const [row] = await db.delete(templates).where(isTemplate(key)).returning({ title: templates.title });
  return row?.title ?? null;
}

/** A template of pages that makes them from this one. */
export async function findTemplateOfPages(
  db: Db,
  { organizationId, templateId }: TemplateKey,
): Promise<TemplateRow | null> {
  const [row] = await db
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.organizationId, organizationId),
        sql`${templates.content} ->> 'type' = 'pages' and ${templates.content} ->> 'templateId' = ${templateId}`,
      ),
    )
    .limit(1);
  return row ?? null;
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
