import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";
import { sourceSchema } from "./sources.ts";

export const sectionOutputs = ["markdown", "mermaid", "plain-text"] as const;
export const sectionStatuses = ["fresh", "stale", "updating", "failed"] as const;

export const sectionSchema = z.object({
  sectionId: z.uuid(),
  title: z.string(),
  /** Auto sections are written from their prompt; static ones by people. */
  kind: z.enum(["auto", "static"]),
  instructions: z.object({ prompt: z.string(), output: z.enum(sectionOutputs) }).nullable(),
  /** Markdown with `[n]` citations counting from 1 into `sources`, or Mermaid source. */
  content: z.string(),
  sources: z.array(sourceSchema),
  status: z.enum(sectionStatuses),
  generatedAt: z.iso.datetime().nullable(),
  /** Commit the section was written from. */
  commit: z.string().nullable(),
});
export type Section = z.infer<typeof sectionSchema>;

const artifactReference = z.object({ artifactId: z.uuid(), title: z.string() });

export const artifactSummarySchema = z.object({
  artifactId: z.uuid(),
  title: z.string(),
  type: z.literal("page"),
  projectId: z.uuid().nullable(),
  serviceId: z.uuid().nullable(),
  isUpdating: z.boolean(),
  updatedAt: z.iso.datetime(),
  /** Null for pages the built-in engine or a model made. */
  creator: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  /** Who wrote the Auto sections: "Built-in engine" or the model's name. */
  writtenBy: z.string(),
});
export type ArtifactSummary = z.infer<typeof artifactSummarySchema>;

export const artifactSchema = artifactSummarySchema.extend({
  sections: z.array(sectionSchema),
  project: z.object({ projectId: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  service: z.object({ serviceId: z.uuid(), name: z.string() }).nullable(),
  related: z.array(artifactReference),
});
export type Artifact = z.infer<typeof artifactSchema>;

const base = "/v1/organizations/:organizationId/context";
const inArtifact = organizationParams.extend({ artifactId: z.uuid() });

export const listArtifacts = endpoint("GET", `${base}/artifacts`, {
  summary: "Pages of an organization, or of one project or service of it",
  params: organizationParams,
  query: listQuery.extend({ projectId: z.uuid().optional(), serviceId: z.uuid().optional() }),
  response: listOf(artifactSummarySchema),
});

export const getArtifact = endpoint("GET", `${base}/artifacts/:artifactId`, {
  summary: "One page with its sections and sources",
  params: inArtifact,
  response: artifactSchema,
});

export const deleteArtifact = endpoint("DELETE", `${base}/artifacts/:artifactId`, {
  summary: "Delete a page",
  params: inArtifact,
  response: noContent,
});

export const searchContext = endpoint("GET", `${base}/search`, {
  summary: "Search pages by their words",
  params: organizationParams,
  query: listQuery.extend({ query: z.string().trim().min(1).max(500), projectId: z.uuid().optional() }),
  response: listOf(
    z.object({ artifact: artifactSummarySchema, sectionTitle: z.string().nullable(), excerpt: z.string() }),
  ),
});
