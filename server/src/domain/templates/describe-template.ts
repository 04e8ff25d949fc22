import { templateSchema, type Template } from "@cairn/contract/templates";

import { toEntity } from "#server/to-entity.ts";

import type { TemplateRow } from "./templates.store.ts";

/** A template of an organization as the contract shows it. */
export function describeTemplate(row: TemplateRow): Template {
  return toEntity(templateSchema, { ...row, isBuiltIn: false });
}
