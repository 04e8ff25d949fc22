import { z } from "zod";

import { codePlaceSchema } from "./code-graph.ts";
import { endpoint } from "./endpoint.ts";
import { slugOrId } from "./slugs.ts";

/**
 * "cycle": services that need each other in a circle. "hub": one that most others are joined with. "shared-table" and
 * "shared-store": two services on one table or store. "unused": a service that nothing leads to or from.
 * "outside-without-retry": code that calls what others run, in a service whose code never tries again.
 * "drift": code that people forbade, or drew no line for. "no-owner": a service that CODEOWNERS names nobody for, or,
 * without such a file, that nobody usually changes.
 */
export const architectureFindingKinds = [
  "drift",
  "cycle",
  "shared-table",
  "outside-without-retry",
  "shared-store",
  "hub",
  "no-owner",
  "unused",
] as const;
export type ArchitectureFindingKind = (typeof architectureFindingKinds)[number];

export const architectureFindingSchema = z.object({
  kind: z.enum(architectureFindingKinds),
  /** One sentence. */
  text: z.string(),
  /** What it is about, in the order in which the sentence names it. */
  nodeIds: z.array(z.string()),
  edges: z.array(z.object({ sourceId: z.string(), targetId: z.string() })),
  /** Lines that prove it. Of "unused" there are none, and of "no-owner" only CODEOWNERS: what is not there has no lines. */
  evidence: z.array(codePlaceSchema),
});
export type ArchitectureFinding = z.infer<typeof architectureFindingSchema>;

export const analyseArchitecture = endpoint("POST", "/v1/ai/analyse-architecture", {
  summary: "What stands out in a project's architecture, with the lines that prove it; made by the built-in engine",
  body: z.object({ organizationId: slugOrId, projectId: slugOrId }),
  response: z.object({
    findings: z.array(architectureFindingSchema),
    /** What nothing was found of is not there only while this is true. */
    isFresh: z.boolean(),
    /** More was found than is shown. */
    isCutOff: z.boolean(),
  }),
});
