import { z } from "zod";

import { architectureNodeKinds, edgeStances } from "./architecture.ts";
import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { serviceTypes } from "./services.ts";

/** A compose file, or a workspace of Structurizr's DSL (C4). */
export const architectureSources = ["compose", "structurizr"] as const;
export type ArchitectureSource = (typeof architectureSources)[number];

/** Characters: longer ones take the parser of YAML too long where they are made for that. */
export const maxImportedText = 60_000;

const proposedNodeSchema = z.object({
  /** Names it within this answer. */
  key: z.string(),
  kind: z.enum(architectureNodeKinds),
  name: z.string(),
  /** Null where the text says none. */
  technology: z.string().nullable(),
  /** Of a service, where the text says it. */
  type: z.enum(serviceTypes).nullable(),
  /** Of a service; "" where the text says none. */
  description: z.string(),
  /** The node of the product that is called so; null where there is none yet. */
  nodeId: z.string().nullable(),
  /** Of the text. */
  line: z.number().int(),
});
export type ProposedNode = z.infer<typeof proposedNodeSchema>;

const proposedEdgeSchema = z.object({
  sourceKey: z.string(),
  targetKey: z.string(),
  /** As the text says it; "" where it says nothing. */
  text: z.string(),
  line: z.number().int(),
  /** Null where the text says that it is there, and not whether it may be. */
  stance: z.enum(edgeStances).nullable(),
  /** Somebody has said just that already. */
  isDrawn: z.boolean(),
});
export type ProposedEdge = z.infer<typeof proposedEdgeSchema>;

export const previewArchitectureImport = endpoint(
  "POST",
  "/v1/organizations/:organizationId/projects/:projectId/architecture/import-preview",
  {
    summary:
      "Nodes and connections that a compose file or Structurizr DSL declares, matched to those of the product; nothing is written",
    params: projectParams,
    body: z.object({
      format: z.enum(architectureSources),
      text: z.string().min(1, "Paste the text").max(maxImportedText, "At most 60,000 characters"),
    }),
    response: z.object({
      nodes: z.array(proposedNodeSchema),
      edges: z.array(proposedEdgeSchema),
      /** What was not understood or not followed, by line. */
      problems: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    }),
  },
);
