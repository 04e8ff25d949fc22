import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { taskStateSchema } from "./task-states.ts";
import { taskPrioritySchema } from "./tasks.ts";

/** How many tasks are brought in at once, and how many rows of a file are read. */
export const maxImportedTasks = 10_000;
/** Bytes of a file. An export of 10,000 tasks with a paragraph each has 11 million. */
export const maxImportBytes = 20 * 1024 * 1024;
/** Characters of a pasted list. */
export const maxPastedList = 1_000_000;
/** Rows that a preview shows; those with a fault are shown beyond it, as many again. */
export const maxPreviewRows = 100;

/** What a column of a file may hold. `archived` is a mark of its own in files of Trello. */
export const importFields = [
  "title",
  "key",
  "description",
  "state",
  "priority",
  "assignee",
  "labels",
  "service",
  "criteria",
  "blockedBy",
  "link",
  "createdAt",
  "archived",
] as const;
export const importFieldSchema = z.enum(importFields);
export type ImportField = z.infer<typeof importFieldSchema>;

/** What a task was brought in from. */
export const taskImportKinds = ["csv", "markdown", "github"] as const;

const csvSource = z.object({
  kind: z.literal("csv"),
  /** The file's, as people call it. */
  name: z.string().trim().min(1).max(200),
  /** The file's bytes in base64: its encoding is detected. */
  content: z.base64("The file arrived damaged").max(Math.ceil(maxImportBytes / 3) * 4, "The file is larger than 20 MB"),
  /** What each column holds, null for nothing; by their headers when absent. */
  columns: z.array(importFieldSchema.nullable()).max(1_000).optional(),
});

export const pastedListSchema = z
  .string()
  .trim()
  .min(1, "Paste a list first")
  .max(maxPastedList, `A list can't be longer than ${maxPastedList.toLocaleString("en")} characters`);

const markdownSource = z.object({ kind: z.literal("markdown"), text: pastedListSchema });

const filterText = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)
  .nullable();

/** Issues of a repository that was connected by the GitHub App; its pull requests are none. */
const githubSource = z.object({
  kind: z.literal("github"),
  repositoryId: z.uuid(),
  state: z.enum(["open", "closed", "all"]).default("open"),
  /** Those with this label, or of the milestone of this title, alone. */
  label: filterText.default(null),
  milestone: filterText.default(null),
});

/**
 * What becomes of an import: previewed, started and worked on, over, stopped by a fault, or taken back. What a failed one
 * had written stays until it is taken back.
 */
export const taskImportStates = ["preview", "running", "done", "failed", "undone"] as const;

const person = z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });

export const taskImportSchema = z.object({
  importId: z.uuid(),
  kind: z.enum(taskImportKinds),
  /** Of the file or repository; of a pasted list "Pasted list". */
  name: z.string(),
  state: z.enum(taskImportStates),
  /** Tasks that it brings, and how many of them are written already. */
  total: z.number().int(),
  written: z.number().int(),
  /** Written ones that undoing left, because people had changed them; 0 before. */
  kept: z.number().int(),
  /** Why it failed, in plain words; null otherwise. */
  failure: z.string().nullable(),
  /** Null when that account is gone. */
  creator: person.nullable(),
  createdAt: z.iso.datetime(),
});
export type TaskImport = z.infer<typeof taskImportSchema>;

/** One task as it would be written, with what was not taken over. */
export const importRowSchema = z.object({
  /** Line of the file or the list where it begins, or the number of an issue. */
  row: z.number().int(),
  title: z.string(),
  state: taskStateSchema,
  priority: taskPrioritySchema,
  labels: z.array(z.string()),
  /** A member's name; null for nobody. */
  assignee: z.string().nullable(),
  criteria: z.number().int(),
  /** How many others it waits for. */
  blockers: z.number().int(),
  /** Why it is left out; null where it becomes a task. */
  refusal: z.string().nullable(),
  /** What becomes another than the file says, in plain words. */
  notes: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importPreviewSchema = z.object({
  import: taskImportSchema,
  /** How the file was read; null for what is no file. The separator is one character. */
  file: z
    .object({
      encoding: z.string(),
      separator: z.string(),
      columns: z.array(
        z.object({
          header: z.string(),
          field: importFieldSchema.nullable(),
          /** The first value in it; empty where there is none. */
          example: z.string(),
        }),
      ),
    })
    .nullable(),
  /** The first ones and, beyond those, the first that have a fault; in their order. */
  rows: z.array(importRowSchema),
  /** Of all rows, also those that are not shown. */
  refused: z.number().int(),
  noted: z.number().int(),
  /** When the very same was brought in before; null where it was not. */
  earlierAt: z.iso.datetime().nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const tasks = "/v1/organizations/:organizationId/projects/:projectId/tasks";
const base = `${tasks}/imports`;
const inImport = projectParams.extend({ importId: z.uuid() });

export const previewTaskImport = endpoint("POST", base, {
  summary: "Read a CSV file, a Markdown list or issues on GitHub; no task is written before the import is started",
  params: projectParams,
  body: z.object({ source: z.discriminatedUnion("kind", [csvSource, markdownSource, githubSource]) }),
  response: importPreviewSchema,
  limit: { points: 120, perS: 3_600 },
  maxBodyBytes: 28 * 1024 * 1024,
});

export const listTaskImports = endpoint("GET", base, {
  summary: "Imports that were started, newest first",
  params: projectParams,
  query: listQuery,
  response: listOf(taskImportSchema),
});

export const getTaskImport = endpoint("GET", `${base}/:importId`, {
  summary: "How far an import is",
  params: inImport,
  response: taskImportSchema,
});

export const startTaskImport = endpoint("POST", `${base}/:importId/start`, {
  summary: "Write the tasks of a preview; started again it goes on, and writes none twice",
  params: inImport,
  response: taskImportSchema,
});

export const undoTaskImport = endpoint("POST", `${base}/:importId/undo`, {
  summary: "Delete the tasks of an import that nobody has changed since; stops one that is running",
  params: inImport,
  response: taskImportSchema,
});
