import { branchNameSchema } from "@cairn/contract/repository-connection";
import { maxPatternText, maxQueryText } from "@cairn/contract/search";
import { z } from "zod";

import { defineTool, type Tool } from "#server/edge.ts";

import { findCode } from "./find-code.ts";
import { findLines } from "./find-lines.ts";
import { findSymbol } from "./find-symbol.ts";
import { getCodeFile } from "./get-code-file.ts";
import { listCodeFiles } from "./list-code-files.ts";

const name = z.string().trim().min(1).max(500);
const shortName = z.string().trim().min(1).max(100);

/** Where to look; the same words in every tool. */
const location = {
  service: shortName.optional().describe("Name or id of a service: only its folder is looked at"),
  repository: shortName.optional().describe("Name of a repository, as answers give it"),
  branch: branchNameSchema.optional().describe("Branch of that repository; its main branch when left out"),
};

const globs = z.string().max(500);

/** How an agent looks into the code of a product. */
export const searchTools: readonly Tool[] = [
  defineTool({
    name: "search_code",
    description:
      "Searches the indexed code, tests and documents of the product and returns the best matching lines. Use words that would stand in the code or its comments, or the description of a change or fault as its author wrote it.",
    verb: "Searching",
    input: z.object({
      query: z.string().trim().min(1).max(maxQueryText),
      limit: z.number().int().min(1).max(20).default(8).describe("Most files"),
      passages: z.number().int().min(1).max(3).default(3).describe("Most passages of one file"),
      tests: z.boolean().default(true).describe("Whether tests are found too; they come last"),
      ...location,
    }),
    run: (ctx, scope, input) => findCode(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "search_lines",
    description:
      "Finds every line that holds an exact text, or matches a regular expression, in all files of the product; the same lines as ripgrep. Use it for names, messages and settings you know the spelling of.",
    verb: "Searching",
    input: z.object({
      pattern: z
        .string()
        .min(1)
        .max(maxPatternText)
        .describe("Text as it stands in the line; blanks at its ends count"),
      regex: z.boolean().default(false).describe("Read the pattern as a regular expression, in ripgrep's syntax"),
      ignore_case: z.boolean().default(false),
      word: z.boolean().default(false).describe("Only whole words"),
      paths: globs.optional().describe("Globs divided by commas, as `src/**,!*.test.ts`; a leading `!` leaves out"),
      ...location,
    }),
    run: (ctx, scope, { regex: isRegex, ignore_case: ignoreCase, word: isWord, ...input }) =>
      findLines(ctx, { ...scope, ...input, isRegex, ignoreCase, isWord }),
  }),
  defineTool({
    name: "find_symbol",
    description:
      "Finds where a function, method, class, type or constant is declared, by its name or a part of it, and returns the declaration.",
    verb: "Finding",
    input: z.object({ name, limit: z.number().int().min(1).max(20).default(5), ...location }),
    run: (ctx, scope, input) => findSymbol(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "list_files",
    description:
      "Lists what lies in a folder of the indexed code, or all files that globs fit. Without a folder it lists the top of every repository.",
    verb: "Listing",
    input: z.object({
      folder: z.string().max(4096).default("").describe("Path from the root of the repository"),
      paths: globs
        .optional()
        .describe("Globs divided by commas, as `**/*.sql`: files at any depth in place of one folder"),
      ...location,
    }),
    run: (ctx, scope, input) => listCodeFiles(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "read_file",
    description:
      "Reads lines of one file at the indexed commit. Without `startLine` it begins at the top; at most 400 lines come at a time.",
    verb: "Reading",
    input: z.object({
      path: z.string().min(1).max(4096).describe("Path from the root of the repository"),
      startLine: z.number().int().min(1).default(1),
      endLine: z.number().int().min(1).optional(),
      ...location,
    }),
    run: (ctx, scope, input) => getCodeFile(ctx, { ...scope, ...input }),
  }),
];
