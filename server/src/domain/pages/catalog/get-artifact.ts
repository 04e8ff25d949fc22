import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import type { Section } from "@cairn/contract/page-sections";
import type { Artifact, getArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { readPageSources } from "#server/domain/ledger/section-sources.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import {
  type ArtifactRow,
  listChildRows,
  listPeople,
  listRelatedRows,
  listSectionRows,
} from "#server/domain/pages/store/artifacts.store.ts";
import { listVersionRows } from "#server/domain/pages/store/sections.store.ts";
import { listAncestors } from "#server/domain/pages/store/tree.store.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";

import { describeArtifact, describeSection } from "./describe-artifact.ts";
import { requirePage } from "./require-page.ts";

const maxRelated = 12;

export async function getArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const row = await requirePage(ctx, input, "artifact.read");
  const [location, sections, ancestors, children, related] = await Promise.all([
    locationOf(ctx, row),
    sectionsOf(ctx, row),
    listAncestors(ctx.db, row),
    listChildRows(ctx.db, row),
    listRelatedRows(ctx.db, row, maxRelated),
  ]);
  const counted = {
    staleSections: sections.filter((section) => section.changed.length > 0).length,
    heldSections: sections.filter((section) => section.held !== null).length,
  };
  return {
    ...describeArtifact(row, counted),
    ...location,
    sections,
    ancestors,
    children,
    related,
    crawl: crawlOf(row),
  };
}

async function sectionsOf(ctx: Ctx, page: ArtifactRow): Promise<Section[]> {
  const [rows, sources] = await Promise.all([listSectionRows(ctx.db, page), readPageSources(ctx.db, page)]);
  const heldIds = rows.flatMap(({ heldVersionId }) => heldVersionId ?? []);
  const held = new Map((await listVersionRows(ctx.db, page, heldIds)).map((version) => [version.versionId, version]));
  const people = await listPeople(
    ctx.db,
    rows.flatMap(({ pausedBy }) => pausedBy ?? []),
  );
  return rows.map((row) =>
    describeSection(row, sources.get(row.sectionId), {
      held: held.get(row.heldVersionId ?? "") ?? null,
      pausedBy: people.get(row.pausedBy ?? "") ?? null,
    }),
  );
}

function crawlOf({ crawlUrl, crawlStatus, fetchedAt, crawlError }: ArtifactRow): Artifact["crawl"] {
  if (crawlUrl === null) return null;
  const status = crawlStatus ?? "waiting";
  return { url: crawlUrl, status, fetchedAt: fetchedAt?.toISOString() ?? null, error: crawlError };
}

/** The product and service a page belongs to. */
async function locationOf(ctx: Ctx, { organizationId, projectId, serviceId }: ArtifactRow) {
  if (projectId === null) return { project: null, service: null };
  const { slug, name } = await requireProject(ctx, { organizationId, projectId }, "project.read");
  const services = serviceId === null ? [] : await listProjectServices(ctx, { organizationId, projectId });
  const service = services.find((one) => one.serviceId === serviceId);
  return {
    project: { projectId, slug, name },
    service: service ? { serviceId: service.serviceId, name: service.name } : null,
  };
}
