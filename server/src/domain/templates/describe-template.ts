import type { Template } from "@cairn/contract/templates";

import type { TemplateRow } from "./templates.store.ts";

/** A template of an organization as the contract shows it. */
export function describeTemplate({ templateId, title, scope, content, createdAt }: TemplateRow): Template {
  return { templateId, title, scope, content, createdAt: createdAt.toISOString(), isBuiltIn: false };
}
