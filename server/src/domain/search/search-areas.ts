import { AppError } from "@cairn/contract/errors";
import type { CodeFreshness } from "@cairn/contract/search";

import type { Ctx } from "#server/ctx.ts";
import { openContext } from "#server/domain/external-context/open-context.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { notIndexedYet, openBranch } from "./open-branch.ts";
import { openCodebases, openMainBranch } from "./open-codebases.ts";

interface SearchedProject {
  organizationId: string;
  projectId: string;
}

/** Where somebody wants to look; everywhere when nothing is said. */
export interface SearchScope {
  serviceId?: string | undefined;
  /** Id or slug. */
  repositoryId?: string | undefined;
  /** Of that repository. */
  branch?: string | undefined;
}

/** Where to search: a repository, or a folder of it. */
export interface SearchArea {
  repository: IndexedRepository;
  /** Without slashes at its ends; null for the whole repository. */
  under: string | null;
}

/**
 * Where words and lines are looked for: the code that a scope means, and the project's external context where no scope
 * leaves it out.
 */
export async function openTextAreas(ctx: Ctx, project: SearchedProject, scope: SearchScope): Promise<SearchArea[]> {
  const areas = await openAreas(ctx, project, scope);
  if (Object.values(scope).some((part) => part !== undefined)) return areas;
  const context = await openContext(ctx, project);
  return context ? [...areas, { repository: context, under: null }] : areas;
}

/** The code in a scope. Repositories without an index are left out, unless one was requested by itself. */
export async function openAreas(ctx: Ctx, project: SearchedProject, scope: SearchScope): Promise<SearchArea[]> {
  const { serviceId } = scope;
  if (serviceId === undefined) {
    const repositories = await openRepositories(ctx, project, scope);
    return repositories.map((repository) => ({ repository, under: null }));
  }
  const service = await requireService(ctx, { ...project, serviceId }, "project.read");
  const folder = service.workingPath.replaceAll(/^\/+|\/+$/g, "");
  const repositories = await openRepositories(ctx, project, scope);
  return repositories
    .filter(({ repositoryId }) => repositoryId === service.repositoryId)
    .map((repository) => ({ repository, under: folder === "" ? null : folder }));
}

async function openRepositories(
  ctx: Ctx,
  project: SearchedProject,
  { repositoryId, branch }: SearchScope,
): Promise<IndexedRepository[]> {
  if (repositoryId === undefined) {
    if (branch === undefined) return await openCodebases(ctx, project);
    throw new AppError("invalid_input", { message: "Choose the repository whose branch you mean" });
  }
  const row = await requireRepository(ctx, { ...project, repositoryId }, "project.read");
  if (branch !== undefined) return [await openBranch(ctx, row, branch)];
  const main = openMainBranch(ctx, row);
  if (!main) throw notIndexedYet();
  return [main];
}

/** The state of each repository that an answer is about. */
export function freshnessOf(areas: readonly SearchArea[]): CodeFreshness[] {
  return areas.map(({ repository: { repositoryId, name, branch, index } }) => ({
    repositoryId,
    repositorySlug: name,
    branch,
    commit: index.commit,
    indexedAt: index.indexedAt,
  }));
}

/** Whether a path is in an area's folder. */
export function isInside(path: string, under: string | null): boolean {
  return under === null || path === under || path.startsWith(`${under}/`);
}
