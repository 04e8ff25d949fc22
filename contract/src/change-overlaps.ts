import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** Files that are named of one overlap. */
export const maxOverlappingFiles = 20;

const changeOverlapSchema = z.object({
  implementationId: z.uuid(),
  projectImplementationId: z.number().int(),
  task: z.object({ taskId: z.uuid(), name: z.string(), title: z.string() }),
  /** Files that both change, those that conflict first. */
  files: z.array(z.string()).max(maxOverlappingFiles),
  fileCount: z.number().int(),
  /** Those of `files` in which whichever is merged second conflicts. */
  conflicts: z.array(z.string()),
});
export type ChangeOverlap = z.infer<typeof changeOverlapSchema>;

export const listChangeOverlaps = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/overlaps",
  {
    summary: "Other open changes of the same branch that change the same files, and where they would conflict",
    params: projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() }),
    response: z.object({
      /** Those that conflict first. */
      content: z.array(changeOverlapSchema),
    }),
  },
);

const taskOverlapSchema = z.object({
  implementationId: z.uuid(),
  task: z.object({ taskId: z.uuid(), name: z.string(), title: z.string() }),
  /** It is still being written. */
  isRunning: z.boolean(),
  /** Files of the task that it changes, those whose declaration it changes first. */
  files: z
    .array(
      z.object({
        path: z.string(),
        /** The declaration in which the task lands, where the change is in it as well. */
        symbol: z.string().nullable(),
      }),
    )
    .max(maxOverlappingFiles),
});
export type TaskOverlap = z.infer<typeof taskOverlapSchema>;

export const listTaskOverlaps = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/overlaps",
  {
    summary: "Open changes for other tasks in the files where a task probably lands",
    params: projectParams.extend({ taskId: z.uuid() }),
    response: z.object({
      /** Those of the same declaration first. */
      content: z.array(taskOverlapSchema),
    }),
  },
);
