import { taskImportSchema, type TaskImport } from "@cairn/contract/task-imports";

import { toEntity } from "#server/to-entity.ts";

import type { NamedImportRow } from "./task-imports.store.ts";

/** An import as the contract shows it. */
export function describeImport(row: NamedImportRow): TaskImport {
  return toEntity(taskImportSchema, row);
}
