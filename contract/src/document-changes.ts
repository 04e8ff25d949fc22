import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** The newest that are answered. */
export const maxDocumentChanges = 10;
/** Of each, pages and sections of a page. */
export const maxChangedPages = 20;
export const maxRewrittenSections = 20;

export const documentChangeSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  /** What the sections were written from. */
  commit: z.string(),
  /** Of the commit; null where it is no longer in the repository. */
  author: z.string().nullable(),
  subject: z.string().nullable(),
  /** When the last of the sections was written. */
  writtenAt: z.iso.datetime(),
  pages: z.array(
    z.object({
      artifactId: z.uuid(),
      title: z.string(),
      /** Titles of the sections that got another text. */
      sections: z.array(z.string()).max(maxRewrittenSections),
      /** "Built-in engine" or the model's name; null where nobody noted it. */
      writtenBy: z.string().nullable(),
    }),
  ),
});
export type DocumentChange = z.infer<typeof documentChangeSchema>;

export const listDocumentChanges = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/document-changes",
  {
    summary:
      "What pushes changed in the documents of a project: the commit and the sections that were rewritten from it",
    params: projectParams,
    response: z.object({ content: z.array(documentChangeSchema).max(maxDocumentChanges) }),
  },
);
