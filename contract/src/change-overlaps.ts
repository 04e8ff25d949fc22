import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** Files that are named of one overlap. */
export const maxOverlappingFiles = 20;
/** Declarations and calls that are named of one overlap, of each kind. */
export const maxMetSymbols = 5;

/** What a change does to a declaration. "signature": to what others see of it. */
export const changedParts = ["removed", "signature", "body"] as const;
export type ChangedPart = (typeof changedParts)[number];

/** A declaration of the code before either change. */
const metSymbolSchema = z.object({
  path: z.string(),
  /** "Ledger.bookPayment" */
  name: z.string(),
});

/** New code of one change that certainly calls what the other one changes. */
const metCallSchema = metSymbolSchema.extend({
  part: z.enum(changedParts),
  /** Whether the change that is looked at calls it, and the other one changes it; else the other way around. */
  isCalledHere: z.boolean(),
  /** Where the call stands in the change that makes it. */
  call: z.object({ path: z.string(), line: z.number().int() }),
});
export type MetCall = z.infer<typeof metCallSchema>;

const changeOverlapSchema = z.object({
  implementationId: z.uuid(),
  projectImplementationId: z.number().int(),
  task: z.object({ taskId: z.uuid(), name: z.string(), title: z.string() }),
  /** Files that both change, those that conflict first; empty where they meet by calls alone. */
  files: z.array(z.string()).max(maxOverlappingFiles),
  fileCount: z.number().int(),
  /** Those of `files` in which whichever is merged second conflicts. */
  conflicts: z.array(z.string()),
  /** Declarations that both change, in files that do not conflict. */
  symbols: z.array(metSymbolSchema).max(maxMetSymbols),
  /** The most serious first. */
  calls: z.array(metCallSchema).max(maxMetSymbols),
});
export type ChangeOverlap = z.infer<typeof changeOverlapSchema>;

export const listChangeOverlaps = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/overlaps",
  {
    summary:
      "Other open changes of the same branch that change the same files or call what the other changes, and where they would conflict",
    params: projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() }),
    response: z.object({
      /** Those that conflict first, then those that share declarations, then those that call each other's. */
      content: z.array(changeOverlapSchema),
      /** Not all of them were compared yet; whoever asks again learns of more. */
      isPartial: z.boolean(),
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
  /** What is called "here" is called where the task lands. */
  calls: z.array(metCallSchema).max(maxMetSymbols),
});
export type TaskOverlap = z.infer<typeof taskOverlapSchema>;

export const listTaskOverlaps = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/overlaps",
  {
    summary: "Open changes for other tasks in the files where a task probably lands, or whose changes are called there",
    params: projectParams.extend({ taskId: z.uuid() }),
    response: z.object({
      /** Those of the same declaration first, then those that meet by calls. */
      content: z.array(taskOverlapSchema),
      /** Not all of them were compared yet; whoever asks again learns of more. */
      isPartial: z.boolean(),
    }),
  },
);

/** How two changes meet, the closest first: lines that conflict, declarations that both change, calls of what changes. */
export const meetingKinds = ["lines", "declarations", "calls"] as const;
export type MeetingKind = (typeof meetingKinds)[number];

const reviewOverlapSchema = z.object({
  implementationId: z.uuid(),
  kind: z.enum(meetingKinds),
  /** The change that it meets most closely. */
  other: z.object({ implementationId: z.uuid(), taskName: z.string() }),
  /** A file for lines; else a declaration: "Ledger.bookPayment". */
  name: z.string(),
  /** Whether this change calls what the other one changes; false for all that are no calls. */
  isCalledHere: z.boolean(),
  /** Others that it meets. */
  moreCount: z.number().int(),
});
export type ReviewOverlap = z.infer<typeof reviewOverlapSchema>;

export const listReviewOverlaps = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/reviews/overlaps",
  {
    summary: "Of the changes that wait for a decision, which meet others of them, and how",
    params: projectParams,
    response: z.object({
      /** Those that meet none are left out. */
      content: z.array(reviewOverlapSchema),
      /** Not all pairs were tried yet; whoever asks again learns of more. */
      isPartial: z.boolean(),
    }),
  },
);
