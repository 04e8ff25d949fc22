import { z } from "zod";

import { endpoint, fileAnswer } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { taskFiltersSchema } from "./tasks.ts";

export const taskExportFormats = ["csv", "markdown"] as const;
export type TaskExportFormat = (typeof taskExportFormats)[number];

export const exportTasks = endpoint("GET", "/v1/organizations/:organizationId/projects/:projectId/tasks/export", {
  summary: "Tasks as a CSV file or a Markdown list, in the order of the board; an import reads both again",
  params: projectParams,
  query: z.object({ format: z.enum(taskExportFormats).default("csv"), ...taskFiltersSchema.shape }),
  response: fileAnswer,
  limit: { points: 120, perS: 3_600 },
});
