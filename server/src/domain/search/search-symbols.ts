import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { searchSymbols as endpoint } from "@cairn/contract/search";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { findDeclarations } from "./find-declarations.ts";
import { openAreas } from "./search-areas.ts";

/** Declarations of the project's code by name or words of it, best first. */
export async function searchSymbols(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openAreas(ctx, project, input);
  const found = await findDeclarations(ctx, areas, input.query, input.limit);
  const symbols = found.map(({ repository, path, symbol }) => ({
    repositoryId: repository.repositoryId,
    repositorySlug: repository.name,
    branch: repository.branch,
    path,
    name: symbol.name,
    kind: symbol.kind,
    parent: symbol.parent,
    signature: symbol.signature,
    startLine: symbol.startLine,
    endLine: symbol.endLine,
  }));
  return { symbols };
}
