import { maxQueryText } from "@cairn/contract/search";
import { z } from "zod";

import { defineTool } from "#server/edge.ts";

import { findContext } from "./find-context.ts";

const searchExternalContext = defineTool({
  name: "search_external_context",
  description:
    "Searches what the team gave to this product beside its code, such as manuals, agreements and pages from other sites, and returns the best matching passages.",
  verb: "Searching",
  input: z.object({
    query: z.string().trim().min(1).max(maxQueryText),
    limit: z.number().int().min(1).max(20).default(6),
  }),
  run: (ctx, scope, input) => findContext(ctx, { ...scope, ...input }),
});

/** How an agent looks into what is not code. */
export const contextTools = [searchExternalContext];
