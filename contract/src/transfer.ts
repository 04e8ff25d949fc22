import { z } from "zod";

import { endpoint, fileAnswer, sixtyAnHour } from "./endpoint.ts";
import { organizationParams } from "./organizations.ts";
import { projectParams } from "./project-params.ts";

/** A page in the sitemap, with the pages below it in their order. */
export interface SitemapPage {
  artifactId: string;
  title: string;
  updatedAt: string;
  isUpdating: boolean;
  staleSections: number;
  heldSections: number;
  children: SitemapPage[];
}

const sitemapPageSchema: z.ZodType<SitemapPage, SitemapPage> = z.object({
  artifactId: z.uuid(),
  title: z.string(),
  updatedAt: z.iso.datetime(),
  isUpdating: z.boolean(),
  staleSections: z.number().int(),
  heldSections: z.number().int(),
  get children() {
    return z.array(sitemapPageSchema);
  },
});

const base = "/v1/organizations/:organizationId/context";

export const getSitemap = endpoint("GET", `${base}/sitemap`, {
  summary: "All pages as a tree: of the organization, its projects and their services",
  params: organizationParams,
  query: z.object({ projectId: z.uuid().optional() }),
  response: z.object({
    /** Of the organization itself. */
    pages: z.array(sitemapPageSchema),
    projects: z.array(
      z.object({
        projectId: z.uuid(),
        slug: z.string(),
        name: z.string(),
        pages: z.array(sitemapPageSchema),
        services: z.array(z.object({ serviceId: z.uuid(), name: z.string(), pages: z.array(sitemapPageSchema) })),
      }),
    ),
  }),
});
export type Sitemap = z.infer<(typeof getSitemap)["response"]>;

export const exportPages = endpoint("GET", `${base}/export`, {
  summary: "All pages as Markdown with their ledgers, in a zip archive",
  params: organizationParams,
  query: z.object({ projectId: z.uuid().optional() }),
  response: fileAnswer,
  limit: sixtyAnHour,
});

const inProject = "/v1/organizations/:organizationId/projects/:projectId/context";

const branchTarget = z.object({
  /** A repository hosted here: others cannot be written to. */
  repositoryId: z.uuid(),
  branch: z.string().trim().min(1, "Name a branch").max(200),
  /** Folder of the repository; "" for its root. */
  folder: z.string().trim().max(500).default("docs"),
});

export const exportPagesToBranch = endpoint("POST", `${inProject}/export-branch`, {
  summary: "Commit a project's pages as Markdown with their ledgers to a branch of a repository hosted here",
  params: projectParams,
  body: branchTarget,
  response: z.object({
    /** Null when the branch holds all of it already. */
    commit: z.string().nullable(),
    files: z.number().int(),
  }),
  limit: sixtyAnHour,
});

export const importPagesFromBranch = endpoint("POST", `${inProject}/import-branch`, {
  summary: "Bring pages back from a branch: known ones become new revisions, others new pages",
  params: projectParams,
  body: branchTarget,
  response: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    /** Files that were not taken over, each with the reason in plain words. */
    refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
  limit: sixtyAnHour,
});
