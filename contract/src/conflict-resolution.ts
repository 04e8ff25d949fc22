import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { implementationSchema, offeredEngineSchema, writerSchema } from "./implementations.ts";
import { projectParams } from "./project-params.ts";

/** More than this is solved on somebody's own machine. */
export const maxResolvedFiles = 50;
/** Of the text of one file. */
export const maxResolvedCharacters = 500_000;

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id");
/** Where the base branch stands, what the change makes, and what both began with. */
const sideSchema = z.enum(["base", "change", "former"]);
export type ConflictSideName = z.infer<typeof sideSchema>;

const linesSchema = z.array(z.string());
const pieceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("same"), lines: linesSchema }),
  z.object({ kind: z.literal("conflict"), base: linesSchema, change: linesSchema, former: linesSchema }),
]);
export type ConflictPiece = z.infer<typeof pieceSchema>;

export const conflictedFileSchema = z.object({
  path: z.string(),
  /** In git's words. */
  reason: z.string(),
  /** Those that have the file; on the others it is gone. */
  sides: z.array(sideSchema),
  /** All lines of the file, in order; null where lines cannot be put together, and a side has to be taken. */
  pieces: z.array(pieceSchema).nullable(),
});
export type ConflictedFile = z.infer<typeof conflictedFileSchema>;

const base =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/conflicts";
const one = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

/** What whoever resolves conflicts has seen: at others it is refused (409), with those as `details`. */
export const seenCommitsSchema = z.object({ head: commitSchema, tip: commitSchema });

export const getConflicts = endpoint("GET", base, {
  summary: "Every file in which an implementation and its base branch do not go together, whole, with both sides",
  params: one,
  response: z.object({
    head: z.string(),
    /** Where the base branch stands. */
    tip: z.string(),
    baseBranch: z.string(),
    /** None where they go together. */
    files: z.array(conflictedFileSchema),
    /** What could resolve them in a run, each with what it lacks; what wrote the change comes first. */
    writers: z.array(offeredEngineSchema),
  }),
});
export type Conflicts = z.infer<(typeof getConflicts)["response"]>;

const resolutionSchema = z.discriminatedUnion("kind", [
  /** The file as it is there; where that side has none, it goes. */
  z.object({ kind: z.literal("side"), path: z.string().min(1).max(4_096), side: sideSchema }),
  z.object({
    kind: z.literal("text"),
    path: z.string().min(1).max(4_096),
    text: z.string().max(maxResolvedCharacters, "The file is too long to be edited here"),
  }),
]);
export type ConflictResolution = z.infer<typeof resolutionSchema>;

export const resolveConflicts = endpoint("POST", base, {
  summary: "Merge the base branch into an implementation by hand; the result is checked and reviewed like any change",
  params: one,
  body: seenCommitsSchema.extend({
    /** One for each file that conflicts. */
    files: z.array(resolutionSchema).min(1).max(maxResolvedFiles),
  }),
  response: implementationSchema,
  maxBodyBytes: 8_000_000,
});

export const runConflicts = endpoint("POST", `${base}/run`, {
  summary: "Have an agent resolve the conflicts of an implementation with its base branch",
  params: one,
  // Without an engine: what wrote it so far.
  body: seenCommitsSchema.extend(writerSchema.shape),
  response: implementationSchema,
});
