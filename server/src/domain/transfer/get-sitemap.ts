import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { ArtifactSummary } from "@cairn/contract/pages";
import type { getSitemap as endpoint, Sitemap, SitemapPage } from "@cairn/contract/transfer";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { listAllPages, listPlaces, type ProjectTarget } from "./gather-pages.ts";

/** All pages as a tree, also of products and services that have none yet. */
export async function getSitemap(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.read");
  const { projectId } = input;
  const places = await listPlaces(ctx, { organizationId, projectId });
  return drawSitemap(await listAllPages(ctx, { organizationId, projectId }), places);
}

/** The tree of pages, which are given in the order of their lists. */
export function drawSitemap(pages: readonly ArtifactSummary[], places: readonly ProjectTarget[]): Sitemap {
  const at = (projectId: string | null, serviceId: string | null) =>
    drawTree(pages.filter((page) => page.projectId === projectId && page.serviceId === serviceId));
  return {
    pages: at(null, null),
    projects: places.map(({ projectId, slug, name, services }) => ({
      projectId,
      slug,
      name,
      pages: at(projectId, null),
      services: services.map((service) => ({
        serviceId: service.serviceId,
        name: service.name,
        pages: at(projectId, service.serviceId),
      })),
    })),
  };
}

function drawTree(pages: readonly ArtifactSummary[]): SitemapPage[] {
  const nodes = new Map(pages.map((page) => [page.artifactId, toNode(page)]));
  const roots: SitemapPage[] = [];
  for (const { artifactId, parentArtifactId } of pages) {
    const node = nodes.get(artifactId);
    const parent = parentArtifactId === null ? undefined : nodes.get(parentArtifactId);
    if (node) (parent?.children ?? roots).push(node);
  }
  return roots;
}

function toNode({
  artifactId,
  title,
  updatedAt,
  isUpdating,
  staleSections,
  heldSections,
}: ArtifactSummary): SitemapPage {
  return { artifactId, title, updatedAt, isUpdating, staleSections, heldSections, children: [] };
}
