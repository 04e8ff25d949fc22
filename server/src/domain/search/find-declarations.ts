import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { prepareIndexes } from "./open-codebases.ts";
import { isInside, type SearchArea } from "./search-areas.ts";

export interface DeclarationMatch {
  repository: IndexedRepository;
  path: string;
  symbol: SymbolFact;
}

/** Candidates in a repository of which only one folder is wanted: the index cannot filter by folder. */
const maxBeforeNarrowing = 500;

/** Declarations over several repositories: exact names first, whichever repository holds them, then by turns. */
export async function findDeclarations(
  ctx: Ctx,
  areas: readonly SearchArea[],
  query: string,
  limit: number,
): Promise<DeclarationMatch[]> {
  await prepareIndexes(
    ctx,
    areas.map(({ repository }) => repository),
  );
  const wanted = query.trim();
  const ranked = areas.flatMap(({ repository, under }) =>
    repository.index
      .findSymbols(wanted, { limit: under === null ? limit : maxBeforeNarrowing })
      .filter(({ path }) => isInside(path, under))
      .map(({ path, symbol }, rank) => ({ repository, path, symbol, rank: symbol.name === wanted ? -1 : rank })),
  );
  return ranked.sort((a, b) => a.rank - b.rank).slice(0, limit);
}
