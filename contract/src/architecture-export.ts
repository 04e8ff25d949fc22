import { z } from "zod";

import { endpoint, fileAnswer } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** A flowchart, a workspace of Structurizr's DSL (C4), or all that `getArchitecture` says. */
export const architectureFormats = ["mermaid", "structurizr", "json"] as const;
export type ArchitectureFormat = (typeof architectureFormats)[number];

export const exportArchitecture = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/architecture/export",
  {
    summary: "The architecture as a Mermaid flowchart, Structurizr DSL or JSON",
    params: projectParams,
    query: z.object({ format: z.enum(architectureFormats).default("mermaid") }),
    response: fileAnswer,
  },
);
