import type { listReferences as endpoint, Reference } from "@cairn/contract/code-graph";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import { findReferences, type ReferenceMatch } from "#server/code-index/analysis/graph/code-graph.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { cutLine } from "#server/domain/search/cut-line.ts";
import { openBranch } from "#server/domain/search/open-branch.ts";

import { describeDefinition } from "./describe-definition.ts";
import { graphOf } from "./open-graph.ts";

const maxLineLength = 300;
/** More than anybody reads; the total says how many there are. */
const maxShown = 1000;

/** Where the declaration of the name at a position is used in its repository, by file. */
export async function listReferences(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const repository = await openBranch(ctx, row, input.branchName);
  const { line, column } = input;
  const path = input.path.replace(/^\/+/, "");
  const found = await findReferences(graphOf(repository), { path, line, column });
  const byFile = Map.groupBy(found.references.slice(0, maxShown), (reference) => reference.path);
  const files = [...byFile].map(async ([file, references]) => {
    const lines = (await repository.reader.readLines(file)) ?? [];
    return { path: file, references: references.map((reference) => toReference(reference, lines)) };
  });
  return {
    name: found.name,
    definition: found.definition && (await describeDefinition(repository, found.definition)),
    files: await Promise.all(files),
    total: found.references.length,
    commit: repository.index.commit,
    isCutOff: found.isCutOff || found.references.length > maxShown,
  };
}

function toReference({ line, column, length, kind, isCertain }: ReferenceMatch, lines: readonly string[]): Reference {
  const text = lines[line - 1] ?? "";
  const start = Math.min(column - 1, text.length);
  const cut = cutLine({ text, ranges: [[start, Math.min(text.length, start + length)]] }, maxLineLength);
  return {
    line,
    text: cut.text,
    range: cut.ranges[0] ?? [0, 0],
    kind,
    confidence: isCertain ? "certain" : "likely",
  };
}
