import { z } from "zod";

import { listVersions } from "#server/domain/chat/history/list-versions.ts";
import { loadCodeHistory } from "#server/domain/chat/history/load-code-history.ts";
import { loadPastFile } from "#server/domain/chat/history/load-past-file.ts";
import { defineTool } from "#server/edge.ts";

const repository = z.string().trim().min(1).max(100).optional().describe("Name of a repository, as answers give it");
const line = z.number().int().min(1);
const version = z.string().trim().min(1).max(300);

const codeHistory = defineTool({
  name: "code_history",
  description:
    "Tells which commits changed a file, a folder or some lines of a file, newest first, each with its author, day, message and pull request; lines are followed through moves and renames. Use it to say who changed something, when and why.",
  verb: "Reading",
  input: z
    .object({
      path: z.string().min(1).max(4096).describe("Path from the root of the repository"),
      startLine: line.optional().describe("First line, with endLine: only what changed these lines"),
      endLine: line.optional(),
      limit: z.number().int().min(1).max(40).default(12),
      repository,
    })
    .refine(({ startLine, endLine }) => startLine === undefined || endLine === undefined || startLine <= endLine, {
      message: "startLine comes before endLine",
    }),
  run: (ctx, scope, input) => loadCodeHistory(ctx, { ...scope, ...input }),
});

const compareVersions = defineTool({
  name: "compare_versions",
  description:
    "Tells what changed between two states of the code: its commits, and the files that were added, changed, renamed or removed. A state is a tag, a branch, a commit id, a day such as 2026-03-01, or words such as `two weeks ago`, `the last release` or `the first commit`.",
  verb: "Comparing",
  input: z.object({
    from: version.describe("The older state"),
    to: version.optional().describe("The newer state; the indexed commit when left out"),
    under: z.string().max(4096).optional().describe("Only what lies in this folder"),
    repository,
  }),
  run: (ctx, scope, input) => listVersions(ctx, { ...scope, ...input }),
});

const readFileAt = defineTool({
  name: "read_file_at",
  description:
    "Reads lines of one file as it was at a former state of the code, or lists a folder of that state. A state is a tag, a branch, a commit id, a day such as 2026-03-01, or words such as `two weeks ago`, `the last release` or `the first commit`. At most 400 lines come at a time.",
  verb: "Reading",
  input: z.object({
    path: z.string().max(4096).describe("Path from the root of the repository, as it was called then"),
    at: version.describe("The state to read from"),
    startLine: line.default(1),
    endLine: line.optional(),
    repository,
  }),
  run: (ctx, scope, input) => loadPastFile(ctx, { ...scope, ...input }),
});

/** An agent's tools for the history of the code. */
export const historyTools = [codeHistory, compareVersions, readFileAt];
