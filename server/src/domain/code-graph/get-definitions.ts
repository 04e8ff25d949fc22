import type { getDefinitions as endpoint } from "@cairn/contract/code-graph";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import { findDefinitions } from "#server/code-index/analysis/graph/code-graph.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openBranch } from "#server/domain/search/open-branch.ts";

import { describeDefinition } from "./describe-definition.ts";
import { graphOf } from "./open-graph.ts";

const maxDefinitions = 10;

/** Where the name at a position is declared, best first. */
export async function getDefinitions(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const repository = await openBranch(ctx, row, input.branchName);
  const { line, column } = input;
  const found = await findDefinitions(graphOf(repository), { path: withoutSlash(input.path), line, column });
  const shown = found.definitions.slice(0, maxDefinitions);
  return {
    name: found.name,
    definitions: await Promise.all(shown.map((definition) => describeDefinition(repository, definition))),
    externalPackage: found.externalPackage,
  };
}

function withoutSlash(path: string): string {
  return path.replace(/^\/+/, "");
}
