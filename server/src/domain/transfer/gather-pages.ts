import { maxListLimit } from "@cairn/contract/lists";
import type { SectionText } from "@cairn/contract/page-sections";
import type { Artifact, ArtifactSummary } from "@cairn/contract/pages";
import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { getProject } from "#server/domain/projects/get-project.ts";
import { listProjects } from "#server/domain/projects/list-projects.ts";
import { listRepositoriesById, listRepositoryIds } from "#server/domain/repositories/catalog/find-repository.ts";

import { formatPage, type FileSection, type FileSource, type PageFile } from "./page-file.ts";
import { ledgerPath, planPaths } from "./page-paths.ts";

export interface PagesScope {
  organizationId: string;
  /** Absent for all pages of the organization. */
  projectId?: string | undefined;
}

export interface TextFile {
  path: string;
  content: string;
}

/** All pages in the order of their lists. The caller has checked the right to read them. */
export async function listAllPages(ctx: Ctx, scope: PagesScope): Promise<ArtifactSummary[]> {
  const pages: ArtifactSummary[] = [];
  for (let page = 1; ; page += 1) {
    const { content, total } = await listArtifacts(ctx, { ...scope, page, limit: maxListLimit });
    pages.push(...content);
    if (content.length === 0 || pages.length >= total) return pages;
  }
}

/** A product with its services, as owners of pages. */
export interface ProjectTarget {
  projectId: string;
  slug: string;
  name: string;
  services: readonly { serviceId: string; name: string }[];
}

/** All products of the organization, or the one. The caller has checked the right to read them. */
export async function listPlaces(ctx: Ctx, { organizationId, projectId }: PagesScope): Promise<ProjectTarget[]> {
  if (projectId !== undefined) return [await getProject(ctx, { organizationId, projectId })];
  const places: ProjectTarget[] = [];
  for (let page = 1; ; page += 1) {
    const { content, total } = await listProjects(ctx, { organizationId, page, limit: maxListLimit });
    places.push(...content);
    if (content.length === 0 || places.length >= total) return places;
  }
}

/** The files of all pages: Markdown with its ledger beside it, by path. */
export async function gatherFiles(ctx: Ctx, scope: PagesScope): Promise<TextFile[]> {
  const pages = await gatherPages(ctx, scope);
  const paths = planPaths(pages);
  return pages.flatMap((page) => {
    const path = paths.get(page.artifactId) ?? "";
    const { markdown, ledger } = formatPage(page);
    return [
      { path, content: markdown },
      { path: ledgerPath(path), content: ledger },
    ];
  });
}

async function gatherPages(ctx: Ctx, scope: PagesScope): Promise<PageFile[]> {
  const { organizationId } = scope;
  const summaries = await listAllPages(ctx, scope);
  const slugs = await readSlugs(ctx, scope);
  const orders = orderAmongSiblings(summaries);
  const pages: PageFile[] = [];
  for (const { artifactId } of summaries) {
    ctx.signal.throwIfAborted();
    const artifact = await getArtifact(ctx, { organizationId, artifactId });
    pages.push(toPageFile(artifact, { slugs, order: orders.get(artifactId) ?? 0 }));
  }
  return pages;
}

/** Repositories by id, as the ledger names them. */
async function readSlugs(ctx: Ctx, { organizationId, projectId }: PagesScope): Promise<Map<string, string>> {
  const ids = await listRepositoryIds(ctx.db, { organizationId, ...(projectId === undefined ? {} : { projectId }) });
  const rows = await listRepositoriesById(ctx, organizationId, ids);
  return new Map(rows.map(({ repositoryId, slug }) => [repositoryId, slug]));
}

function orderAmongSiblings(pages: readonly ArtifactSummary[]): Map<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    pages.map(({ artifactId, projectId, serviceId, parentArtifactId }) => {
      const location = `${projectId} ${serviceId} ${parentArtifactId}`;
      const order = counts.get(location) ?? 0;
      counts.set(location, order + 1);
      return [artifactId, order];
    }),
  );
}

function toPageFile(artifact: Artifact, { slugs, order }: { slugs: Map<string, string>; order: number }): PageFile {
  const { artifactId, title, parentArtifactId, project, service, crawl, sections } = artifact;
  return {
    artifactId,
    title,
    parentArtifactId,
    order,
    product: project?.slug ?? null,
    service: service?.name ?? null,
    address: crawl?.url ?? null,
    sections: sections.map((section) => toFileSection(section, slugs)),
  };
}

function toFileSection(section: SectionText, slugs: Map<string, string>): FileSection {
  const { sectionId, title, instructions, content, sources, writtenBy, generatedAt, commit } = section;
  return {
    sectionId,
    title,
    prompt: instructions?.prompt || null,
    output: instructions?.output ?? "markdown",
    content,
    writtenBy,
    writtenAt: generatedAt,
    commit,
    sources: sources.map((source) => toFileSource(source, slugs)),
  };
}

/** External context has no slug: its sources go by the product's id, which is its repository's. */
function toFileSource({ repositoryId, ...lines }: Source, slugs: Map<string, string>): FileSource {
  return { repository: slugs.get(repositoryId) ?? repositoryId, ...lines };
}
