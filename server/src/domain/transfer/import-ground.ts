import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";

import { listPlaces, type PagesScope } from "./gather-pages.ts";
import { PageFileError, type FileSource, type PageFile } from "./page-file.ts";

/** What files name by slugs and names, as this server knows it. */
export interface ImportGround {
  /** What is imported into, as people call it. */
  name: string;
  /** Throws a `PageFileError` where the page's product or service is not here. */
  placeOf(page: PageFile): { projectId: string | null; serviceId: string | null };
  /** Throws a `PageFileError` where the repository is not here. */
  sourceOf(source: FileSource, projectId: string | null): Source;
}

interface KnownProject {
  projectId: string;
  slug: string;
  name: string;
  services: readonly { serviceId: string; name: string }[];
  repositories: ReadonlyMap<string, string>;
}

export async function openGround(ctx: Ctx, scope: PagesScope): Promise<ImportGround> {
  const { organizationId } = scope;
  const projects: KnownProject[] = [];
  for (const { projectId, slug, name } of await listPlaces(ctx, scope)) {
    const project = { organizationId, projectId };
    const services = await listProjectServices(ctx, project);
    const rows = await findProjectRepositories(ctx, project);
    projects.push({
      projectId,
      slug,
      name,
      services,
      repositories: new Map(rows.map((row) => [row.slug, row.repositoryId])),
    });
  }
  const isWhole = scope.projectId === undefined;
  return {
    name: isWhole ? "files" : (projects[0]?.name ?? ""),
    placeOf: (page) => locationOf(page, projects, isWhole),
    sourceOf: (source, projectId) => sourceOf(source, projects, projectId),
  };
}

function locationOf({ product, service }: PageFile, projects: readonly KnownProject[], isWhole: boolean) {
  if (product === null && isWhole) return { projectId: null, serviceId: null };
  if (product === null) throw new PageFileError("It is a page of the organization, not of this product.");
  const project = projects.find(({ slug }) => slug === product);
  if (!project) throw new PageFileError(`It belongs to the product “${product}”.`);
  if (service === null) return { projectId: project.projectId, serviceId: null };
  const known = project.services.find(({ name }) => name === service);
  if (!known) throw new PageFileError(`“${project.name}” has no service “${service}”.`);
  return { projectId: project.projectId, serviceId: known.serviceId };
}

/** Names are unique in the organization; a product's external context has the product's own id. */
function sourceOf(
  { repository, ...lines }: FileSource,
  projects: readonly KnownProject[],
  projectId: string | null,
): Source {
  const own = projects.find((one) => one.projectId === projectId);
  const known = [own, ...projects].map((one) => one?.repositories.get(repository)).find((id) => id !== undefined);
  if (known !== undefined) return { repositoryId: known, ...lines };
  if (projects.some((one) => one.projectId === repository)) return { repositoryId: repository, ...lines };
  throw new PageFileError(`Its ledger names the repository “${repository}”, which is not here.`);
}
