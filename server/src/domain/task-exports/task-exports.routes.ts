import * as contract from "@cairn/contract/task-exports";

import { defineRoute } from "#server/edge.ts";

import { exportTasks } from "./export-tasks.ts";

export const taskExportRoutes = [defineRoute(contract.exportTasks, exportTasks)];
