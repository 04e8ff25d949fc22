import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { searchFiles as endpoint } from "@cairn/contract/search";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { preparePaths, rankPaths, type PathList } from "#server/platform/git/objects/rank-paths.ts";

import { isInside, openAreas, type SearchArea } from "./search-areas.ts";

/** Files of the project's code whose path holds the letters of the query in that order, best first. */
export async function searchFiles(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openAreas(ctx, project, input);
  const files = rankFiles(areas, input.query, input.limit).map(({ repository, path }) => ({
    repositoryId: repository.repositoryId,
    repositorySlug: repository.name,
    branch: repository.branch,
    path,
  }));
  return { files };
}

interface FileMatch {
  repository: IndexedRepository;
  path: string;
}

/**
 * The best of each repository, ranked once more among themselves: equal paths stay in the order of the repositories.
 */
function rankFiles(areas: readonly SearchArea[], query: string, limit: number): FileMatch[] {
  const best = areas.flatMap(({ repository, under }) =>
    rankPaths(pathsOf(repository.index, under), query, limit).map(({ path }) => ({ repository, path })),
  );
  if (areas.length === 1) return best;
  const byPath = Map.groupBy(best, ({ path }) => path);
  const ranked = rankPaths(preparePaths(best.map(({ path }) => path)), query, limit);
  return ranked.flatMap(({ path }) => byPath.get(path)?.shift() ?? []);
}

/** Cached, because it is needed at every keystroke and an index never changes its commit. */
const prepared = new WeakMap<CodeIndex, PathList>();

function pathsOf(index: CodeIndex, under: string | null): PathList {
  const list = () => preparePaths(index.files().flatMap(({ path }) => (isInside(path, under) ? path : [])));
  if (under !== null) return list();
  const known = prepared.get(index) ?? list();
  prepared.set(index, known);
  return known;
}
