import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { commentSides } from "./implementation-comments.ts";
import { projectParams } from "./project-params.ts";

/** What a reviewer looks at twice, the worst first, and how it is called on its own. */
export const riskNames = {
  secret: "Secret",
  "hidden-characters": "Hidden characters",
  unread: "Not read",
  "lost-guard": "Access",
  "unguarded-endpoint": "Access",
  "dropped-data": "Data",
  "forbidden-connection": "Architecture",
  tests: "Tests",
  "early-exit": "Early exit",
  "link-or-submodule": "Link",
  "required-setting": "Setting",
  "removed-endpoint": "Interface",
  "new-connection": "Architecture",
  "new-dependency": "Dependency",
  "changed-dependency": "Dependency",
  migration: "Database",
  ci: "CI",
  "build-script": "Build",
  lockfile: "Lockfile",
  executable: "Executable",
  binary: "Binary",
  generated: "Generated",
  size: "Size",
} as const;
export type RiskKind = keyof typeof riskNames;
const riskKindSchema = z.enum(Object.keys(riskNames) as [RiskKind, ...RiskKind[]]);

/** `danger`: hardly ever right. `warning`: has to be understood before a merge. `info`: good to know. */
export const riskLevels = ["danger", "warning", "info"] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Of one list; there may be more. */
export const maxEvidence = 8;
export const maxOverviewRows = 40;

/** Lines of a change, on either side. */
export const changedLinesSchema = z.object({
  /** Of the side that is named. */
  path: z.string(),
  side: z.enum(commentSides),
  startLine: z.number().int(),
  endLine: z.number().int(),
});
export type ChangedLines = z.infer<typeof changedLinesSchema>;

const rowSchema = z.object({
  /** Plain words; what stands in backticks is code. */
  text: z.string(),
  evidence: z.array(changedLinesSchema).max(maxEvidence),
});
export type OverviewRow = z.infer<typeof rowSchema>;

export const riskSchema = rowSchema.extend({ kind: riskKindSchema, level: z.enum(riskLevels) });
export type Risk = z.infer<typeof riskSchema>;

/** Lines that no test ran, in one range or several; there may be more. */
export const maxMissedRanges = 500;

const changedCoverageSchema = z.object({
  /** Changed lines of which the report of the tests says whether they ran. */
  lines: z.number().int(),
  /** Those of them that did. */
  run: z.number().int(),
  /** The others, by file and line. */
  missed: z
    .array(z.object({ path: z.string(), startLine: z.number().int(), endLine: z.number().int() }))
    .max(maxMissedRanges),
});
export type ChangedLineCoverage = z.infer<typeof changedCoverageSchema>;

export const changeOverviewSchema = z.object({
  /** What is described; null before there is a change. */
  head: z.string().nullable(),
  /** Whether the code of both sides was compared; before, only what the lines alone tell is known. */
  state: z.enum(["ready", "preparing", "unavailable"]),
  /** Why the code of both sides could not be compared, in words; null where it was, or is being. */
  note: z.string().nullable(),
  /** What the change does, the most telling first. */
  changes: z.array(rowSchema),
  /** The worst first. */
  risks: z.array(riskSchema),
  /** Which of the changed lines the tests of the newest run ran; null where they left no report. */
  coverage: changedCoverageSchema.nullable(),
  /** Who wrote most of the last commits that touched these files before. */
  usualAuthors: z.array(z.object({ name: z.string(), commits: z.number().int() })),
  /** Commits that `usualAuthors` were counted of. */
  formerCommits: z.number().int(),
});
export type ChangeOverview = z.infer<typeof changeOverviewSchema>;

export const getChangeOverview = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/overview",
  {
    summary: "What an implementation does to the product and what to look at twice, each with lines of the change",
    params: projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() }),
    response: changeOverviewSchema,
  },
);
