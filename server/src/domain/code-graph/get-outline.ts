import type { getOutline as endpoint } from "@cairn/contract/code-graph";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { FileEdge } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openBranch } from "#server/domain/search/open-branch.ts";

/** Files at the other end of imports; a file that everything imports is cut here. */
const maxEdges = 500;

/** Declarations of a file, in their order, with the files it imports and those that import it. */
export async function getOutline(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { index } = await openBranch(ctx, row, input.branchName);
  const path = input.path.replace(/^\/+/, "");
  const facts = index.facts(path);
  if (!facts) throw notFound("File");
  return {
    symbols: facts.symbols.map(({ name, kind, signature, parent, startLine, endLine, isExported }) => ({
      name,
      kind,
      signature,
      parent,
      startLine,
      endLine,
      isExported,
    })),
    imports: toEdges(index.importsOf(path)),
    importers: toEdges(index.importersOf(path)),
  };
}

function toEdges(edges: readonly FileEdge[]): { path: string; line: number }[] {
  return edges.slice(0, maxEdges).map(({ path, line }) => ({ path, line }));
}
