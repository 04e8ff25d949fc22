import * as contract from "@cairn/contract/task-imports";

import { defineRoute } from "#server/edge.ts";

import { getTaskImport } from "./get-task-import.ts";
import { listTaskImports } from "./list-task-imports.ts";
import { previewTaskImport } from "./preview-task-import.ts";
import { startTaskImport } from "./start-task-import.ts";
import { undoTaskImport } from "./undo-task-import.ts";

export const taskImportRoutes = [
  defineRoute(contract.previewTaskImport, previewTaskImport),
  defineRoute(contract.listTaskImports, listTaskImports),
  defineRoute(contract.getTaskImport, getTaskImport),
  defineRoute(contract.startTaskImport, startTaskImport),
  defineRoute(contract.undoTaskImport, undoTaskImport),
];
