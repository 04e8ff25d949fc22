import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";

export const codeHitSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  commit: z.string(),
  path: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
  /** The best matching symbol of the range; null where text matched outside any symbol. */
  symbol: z.object({ name: z.string(), kind: z.string(), signature: z.string() }).nullable(),
  /** The lines of the range, cut to a readable length. */
  excerpt: z.string(),
  score: z.number(),
});
export type CodeHit = z.infer<typeof codeHitSchema>;

export const searchCode = endpoint("GET", "/v1/organizations/:organizationId/projects/:projectId/search", {
  summary: "Files, symbols and line ranges of a project's code, best first",
  params: projectParams,
  query: listQuery.extend({ query: z.string().trim().min(1).max(500), serviceId: z.uuid().optional() }),
  response: listOf(codeHitSchema),
});
