import { existsSync } from "node:fs";

import type { Architecture } from "@cairn/contract/architecture";

import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { selectBrought } from "./architecture-changes.store.ts";
import { selectStated } from "./architecture.store.ts";
import { deriveArchitecture } from "./derive/derive-architecture.ts";
import { layOutServices, type ServiceLayout } from "./derive/service-layout.ts";
import { joinArchitecture, type JoinedParts } from "./join-architecture.ts";

type RepositoryState = Architecture["index"]["repositories"][number];

/** What code shows of a project and what people said, beside each other. */
export interface GatheredArchitecture extends JoinedParts {
  layout: ServiceLayout;
  repositories: IndexedRepository[];
}

/** The architecture of a project. The caller has already checked the right to it. */
export async function loadArchitecture(ctx: Ctx, project: ProjectKey): Promise<Architecture> {
  return joinArchitecture(await gatherArchitecture(ctx, project));
}

/** The parts of it. The caller has already checked the right to the project. */
export async function gatherArchitecture(ctx: Ctx, project: ProjectKey): Promise<GatheredArchitecture> {
  const services = await listProjectServices(ctx, project);
  const read = new Set(services.map(({ repositoryId }) => repositoryId));
  const rows = (await findProjectRepositories(ctx, project)).filter(({ repositoryId }) => read.has(repositoryId));
  const opened = rows.map((row) => ({ row, repository: openMainBranch(ctx, row) }));
  const states = await Promise.all(opened.map((one) => describeState(ctx, one)));
  const layout = layOutServices(services);
  const stated = await selectStated(ctx.db, project);
  const brought = await selectBrought(ctx.db, project);
  const repositories = opened.map(({ repository }) => repository).filter((one) => one !== null);
  const derived = await deriveArchitecture(repositories, layout);
  return { services, derived, stated, states, brought, layout, repositories };
}

/** Whether the index is at the newest commit that is here. */
async function describeState(
  ctx: Ctx,
  { row, repository }: { row: RepositoryRow; repository: IndexedRepository | null },
): Promise<RepositoryState> {
  const named = { repositoryId: row.repositoryId, repositorySlug: row.slug };
  if (repository === null) return { ...named, state: "missing", commit: null, indexedAt: null };
  const { commit, indexedAt } = repository.index;
  const isFresh = row.indexState !== "failed" && commit === (await newestCommit(ctx, row));
  return { ...named, state: isFresh ? "fresh" : "stale", commit, indexedAt };
}

/** Null where the branch is gone, or the code is not here. */
async function newestCommit(ctx: Ctx, row: RepositoryRow): Promise<string | null> {
  const directory = codeDirectory(ctx, row);
  if (row.mainBranch === null || !existsSync(directory)) return row.indexedCommit;
  return await resolveCommit(directory, row.mainBranch, { signal: ctx.signal });
}
