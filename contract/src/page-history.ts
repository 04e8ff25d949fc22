import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { sectionTextSchema } from "./page-sections.ts";
import { artifactPath, artifactSchema, inArtifact, personSchema } from "./pages.ts";

const inRevision = inArtifact.extend({ revision: z.coerce.number().int().min(1).max(2_000_000_000) });

export const revisionCauses = ["created", "edited", "written", "restored", "imported", "merged"] as const;

export const revisionSummarySchema = z.object({
  revision: z.number().int(),
  title: z.string(),
  cause: z.enum(revisionCauses),
  /** Null for a writer, or when the account is gone. */
  createdBy: personSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** Titles of the sections that differ from the revision before, removed ones included; at most 20. */
  changedSections: z.array(z.string()),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;

export const listRevisions = endpoint("GET", `${artifactPath}/revisions`, {
  summary: "History of a page, newest first",
  params: inArtifact,
  query: listQuery,
  response: listOf(revisionSummarySchema),
});

export const getRevision = endpoint("GET", `${artifactPath}/revisions/:revision`, {
  summary: "A page as it was",
  params: inRevision,
  response: revisionSummarySchema.extend({ sections: z.array(sectionTextSchema) }),
});
export type Revision = z.infer<(typeof getRevision)["response"]>;

export const restoreRevision = endpoint("POST", `${artifactPath}/revisions/:revision/restore`, {
  summary: "Publish a former state of a page again, as a new revision",
  params: inRevision,
  response: artifactSchema,
});
