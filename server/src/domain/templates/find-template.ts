import { notFound } from "@cairn/contract/errors";
import type { Template } from "@cairn/contract/templates";

import type { Db } from "#server/platform/db/open-db.ts";

import { findBuiltInTemplate } from "./built-in-templates.ts";
import { describeTemplate } from "./describe-template.ts";
import { findTemplateRow } from "./templates.store.ts";

/** A template of the organization, or one that comes with the product. */
export async function findTemplate(
  db: Db,
  { organizationId, templateId }: { organizationId: string; templateId: string },
): Promise<Template> {
  const builtIn = findBuiltInTemplate(templateId);
  if (builtIn) return builtIn;
  const row = await findTemplateRow(db, { organizationId, templateId });
  if (!row) throw notFound("Template");
  return describeTemplate(row);
}
