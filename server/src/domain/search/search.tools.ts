import { z } from "zod";

import { defineTool, type Tool } from "../../edge.ts";
import { findCode } from "./find-code.ts";
import { findSymbol } from "./find-symbol.ts";
import { readCodeFile } from "./read-code-file.ts";

const name = z.string().trim().min(1).max(500);

/** How an agent looks into the code of a product. */
export const searchTools: readonly Tool[] = [
  defineTool({
    name: "search_code",
    description:
      "Searches the indexed code, tests and documents of the product and returns the best matching lines. Use words that would stand in the code or its comments; several short searches find more than one long one.",
    verb: "Searching",
    input: z.object({ query: name, limit: z.number().int().min(1).max(20).default(8) }),
    run: (ctx, scope, input) => findCode(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "find_symbol",
    description:
      "Finds where a function, method, class, type or constant is declared, by its name or a part of it, and returns the declaration.",
    verb: "Finding",
    input: z.object({ name, limit: z.number().int().min(1).max(20).default(5) }),
    run: (ctx, scope, input) => findSymbol(ctx, { ...scope, ...input }),
  }),
  defineTool({
    name: "read_file",
    description:
      "Reads lines of one file at the indexed commit. Without `startLine` it begins at the top; at most 400 lines come at a time.",
    verb: "Reading",
    input: z.object({
      path: z.string().min(1).max(4096).describe("Path from the root of the repository"),
      repository: z.string().max(100).optional().describe("Needed only where several repositories hold the path"),
      startLine: z.number().int().min(1).default(1),
      endLine: z.number().int().min(1).optional(),
    }),
    run: (ctx, scope, input) => readCodeFile(ctx, { ...scope, ...input }),
  }),
];
