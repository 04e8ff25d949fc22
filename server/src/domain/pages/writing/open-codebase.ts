import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, type AccessedOrganization } from "#server/domain/members/require-organization.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { listPlannedPages, type ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import {
  findProjectRepositories,
  listRepositoriesById,
  listRepositoryIds,
} from "#server/domain/repositories/catalog/find-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageRepository, PageService } from "#server/engine/facts/scope/page-input.ts";
import { planFlows, planPages, type PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

/** The indexed code that pages are written from, all of it at the commits of this moment. */
export interface IndexedCode {
  rows: RepositoryRow[];
  repositories: readonly PageRepository[];
  services: readonly PageService[];
  /** The pages that the product may have, beside those of its flows. */
  plans: readonly PagePlan[];
  /** Those of its flows, the most promising first; worked out when somebody asks. */
  flows: () => readonly PagePlan[];
  /** The whole of it. */
  whole: PageSubject;
}

/** A page of the whole organization covers this many repositories at most. */
const maxRepositories = 20;

/** The code of one product. */
export async function openProduct(ctx: Ctx, project: AccessedProject): Promise<IndexedCode> {
  const rows = await findProjectRepositories(ctx, project);
  const services = await listProjectServices(ctx, project);
  const pages = await listPlannedPages(ctx.db, project);
  return openCode(ctx, { name: project.name, rows, services, pages });
}

/** The code of all products; of very many repositories the oldest. */
async function openOrganization(ctx: Ctx, organization: AccessedOrganization): Promise<IndexedCode> {
  const { organizationId, name } = organization;
  const ids = await listRepositoryIds(ctx.db, { organizationId });
  const all = await listRepositoriesById(ctx, organizationId, ids);
  const rows = all
    .filter((row) => row.indexedCommit !== null)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.repositoryId < b.repositoryId ? -1 : 1))
    .slice(0, maxRepositories);
  const services: PageService[] = [];
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    services.push(...(await listProjectServices(ctx, { organizationId, projectId })));
  }
  return openCode(ctx, { name, rows, services, pages: [] });
}

/** The code that a page may cover: its product's, or that of all products. Agents read pages and write none. */
export async function openCodebaseOf(
  ctx: Ctx,
  { organizationId, projectId }: { organizationId: string; projectId: string | null },
  right: "artifact.read" | "artifact.write" = "artifact.write",
): Promise<IndexedCode> {
  if (projectId !== null) {
    return await openProduct(ctx, await requireProject(ctx, { organizationId, projectId }, right));
  }
  return await openOrganization(ctx, await requireOrganization(ctx, { organizationId }, right));
}

/**
 * A repository made here begins with its name in a README. Pages from that alone would rest on a line that stays when
 * the code comes, and so never be written from the code.
 */
function hasOnlyBegun(index: CodeIndex): boolean {
  const files = index.files();
  return files.length <= 1 && files.every(({ kind, lines }) => kind === "docs" && lines <= 1);
}

/** A repository without a commit has no index, or one that a reset left to be thrown away. */
function openCode(
  ctx: Ctx,
  from: {
    name: string;
    rows: RepositoryRow[];
    services: readonly PageService[];
    pages: readonly Pick<ArtifactRow, "plan">[];
  },
): IndexedCode {
  const { name, rows, services, pages } = from;
  const repositories = rows.flatMap((row): PageRepository[] => {
    const { repositoryId, slug } = row;
    const directory = codeDirectory(ctx, row);
    const index = row.indexedCommit === null ? null : ctx.indexes.open(repositoryId, createMirrorSource(directory));
    if (index === null || hasOnlyBegun(index)) return [];
    const location = { repositoryId, directory, signal: ctx.signal };
    const reader = openCodeReader({ ...location, commit: index.commit, files: () => index.files() });
    return [{ repositoryId, name: slug, index, reader }];
  });
  const plans = planPages({ productName: name, repositories, services });
  const whole = plans[0]?.subject ?? { name, scopes: [], service: null, services };
  let flows: readonly PagePlan[] | null = null;
  const known = new Set(pages.flatMap(({ plan }) => plan ?? []));
  return { rows, repositories, services, plans, flows: () => (flows ??= planFlows(whole, known)), whole };
}

/** What one page is about: a folder that was chosen for it, its service's, or everything. */
export function subjectOf(
  { services, plans, repositories, whole }: IndexedCode,
  page: Pick<ArtifactRow, "title" | "serviceId" | "subjectRepositoryId" | "subjectPath">,
): PageSubject {
  const service = services.find((one) => one.serviceId === page.serviceId) ?? null;
  if (page.subjectRepositoryId !== null) {
    const repository = repositories.find((one) => one.repositoryId === page.subjectRepositoryId);
    const scopes = repository ? [openScope(repository, page.subjectPath ?? "/")] : [];
    return { name: page.title, scopes, service, services };
  }
  if (page.serviceId === null) return whole;
  const planned = plans.find((plan) => plan.subject.service?.serviceId === page.serviceId);
  return planned?.subject ?? { name: service?.name ?? page.title, scopes: [], service, services };
}
