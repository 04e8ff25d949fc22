import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { codeFreshnessSchema } from "./search.ts";
import { sourceSchema } from "./sources.ts";

/** Files of one task that people pinned or removed, together. */
export const maxTaskPins = 50;

const line = z.number().int().min(1);
/** 0 to 1; 1 for the best of its kind. */
const score = z.number();

/**
 * What made a location likely. "named": the task writes its path, a file of a stack trace or a declaration. "string": a
 * text of the interface that the task quotes. "history": commits alike changed it. "imports": a likely file uses it.
 * "cited": a page rests on lines where the task lands. "words": what lines, names and path share with the task.
 */
const locationReasonSchema = z.object({
  kind: z.enum(["named", "endpoint", "setting", "table", "string", "words", "history", "imports", "cited"]),
  /** Of the task's text; paths for "imports" and "cited", subjects of commits for "history". */
  words: z.array(z.string()),
  /** The lines that say it; null where no line does. */
  source: sourceSchema.nullable(),
});
export type LocationReason = z.infer<typeof locationReasonSchema>;

const common = { repositoryId: z.uuid(), score, why: z.array(locationReasonSchema) };

/** Lines that the task probably changes, or that somebody pinned. */
export const fileLocationSchema = z.object({
  kind: z.literal("file"),
  ...common,
  path: z.string(),
  /** Null together with `endLine` where the whole file is meant. */
  startLine: line.nullable(),
  endLine: line.nullable(),
  /** The declaration of these lines, "Ledger.bookPayment"; null where they are of none. */
  symbol: z.string().nullable(),
  isPinned: z.boolean(),
  /** Only a pinned one may be gone from the code. */
  isGone: z.boolean(),
});
export type FileLocation = z.infer<typeof fileLocationSchema>;

/** A section that describes what the task is about: of a document of the repository, or of one of the product's pages. */
export const pageLocationSchema = z.object({
  kind: z.literal("page"),
  ...common,
  /** The document, or code that the section rests on. */
  path: z.string(),
  startLine: line,
  endLine: line,
  heading: z.string(),
  /** Null for a document of the repository. */
  page: z.object({ artifactId: z.uuid(), sectionId: z.uuid(), title: z.string() }).nullable(),
});
export type PageLocation = z.infer<typeof pageLocationSchema>;

/** A past commit that did something alike. */
export const commitLocationSchema = z.object({
  kind: z.literal("commit"),
  ...common,
  oid: z.string(),
  subject: z.string(),
  authorName: z.string(),
  committedAt: z.iso.datetime({ offset: true }),
  /** Files that it changed and that are there today, those of the task first. */
  paths: z.array(z.string()),
});

/** A file that somebody pinned to a task, or removed from where it lands. */
export const taskPinSchema = z.object({
  repositoryId: z.uuid(),
  path: z.string(),
  kind: z.enum(["pinned", "removed"]),
  startLine: line.nullable(),
  endLine: line.nullable(),
  symbol: z.string().nullable(),
  /** Null when that account is gone. */
  by: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type TaskPin = z.infer<typeof taskPinSchema>;

export const taskLocationsSchema = z.object({
  /** Pinned files, then likely ones, then pages, then commits; best first in each. What was removed is not among them. */
  locations: z.array(z.discriminatedUnion("kind", [fileLocationSchema, pageLocationSchema, commitLocationSchema])),
  /**
   * Why the code tells nothing: the task says nothing yet, or nothing that the code knows of, or no code is indexed yet.
   * Null where it tells something, also where all of that was removed.
   */
  nothing: z.enum(["no-text", "not-in-code", "not-indexed"]).nullable(),
  /** The commit that each repository was read at. */
  freshness: z.array(codeFreshnessSchema),
  /** In the order in which they were made. */
  pins: z.array(taskPinSchema),
});
export type TaskLocations = z.infer<typeof taskLocationsSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/locations";
const inTask = projectParams.extend({ taskId: z.uuid() });

export const getTaskLocations = endpoint("GET", base, {
  summary: "Where a task lands in the product's code and pages, and why, as its text and the index tell",
  params: inTask,
  response: taskLocationsSchema,
});

const isPath = (path: string) => !path.split("/").some((part) => part === "" || part === "." || part === "..");

/** In git's words: from the root of the repository, without a slash at its start. */
const pathInput = z
  .string()
  .min(1, "File can't be empty")
  .max(1_000, "File can't be longer than 1,000 characters")
  .refine((path) => isPath(path) && !path.includes("\0"), "File must be a path from the root of the repository");

export const pinTaskLocation = endpoint("PUT", `${base}/pins`, {
  summary: "Pin a file to a task, remove it from where the task lands, or, with null, undo either",
  params: inTask,
  body: z
    .object({
      repositoryId: z.uuid(),
      path: pathInput,
      kind: z.enum(["pinned", "removed"]).nullable(),
      /** What of the file is meant; all of it without. */
      startLine: line.max(10_000_000).nullable().default(null),
      endLine: line.max(10_000_000).nullable().default(null),
      symbol: z.string().min(1).max(500).nullable().default(null),
    })
    .refine(
      ({ startLine, endLine }) => (startLine === null) === (endLine === null) && (startLine ?? 0) <= (endLine ?? 0),
      { message: "Lines must have a first and a last one", path: ["endLine"] },
    ),
  response: z.object({ pins: z.array(taskPinSchema) }),
});
