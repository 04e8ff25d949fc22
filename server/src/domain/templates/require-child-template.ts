import { AppError } from "@cairn/contract/errors";
import type { Template } from "@cairn/contract/templates";

import type { Db } from "#server/platform/db/open-db.ts";

import { findTemplate } from "./find-template.ts";

/** A template of pages needs one of sections, which is what each of its pages is made from. */
export async function requireChildTemplate(
  db: Db,
  organizationId: string,
  content: Template["content"],
): Promise<Template | null> {
  if (content.type === "sections") return null;
  const child = await findTemplate(db, { organizationId, templateId: content.templateId });
  if (child.content.type === "sections") return child;
  throw new AppError("invalid_input", {
    message: `“${child.title}” is itself a template of pages. Choose one of sections.`,
    details: { field: "content.templateId" },
  });
}
