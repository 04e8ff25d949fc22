import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { answerWithLines } from "./code-answer.ts";
import { findFiles, type FileWithPassages } from "./find-passages.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

/** Several passages of the best few files help a reader more than one passage of many. */
const filesInDepth = 4;
const passagesInDepth = 3;
const maxPassageLines = 60;
const asksForTests = /\btests?\b|\bspecs?\b/i;

/** The best matching lines of the product's code, for an agent. */
export async function findCode(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { query: string; limit: number; passages: number; tests: boolean },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const ranked = await findFiles(ctx, areas, input.query, input.limit);
  const isTest = ({ repository, path }: FileWithPassages) => repository.index.facts(path)?.kind === "test";
  const others = ranked.filter((one) => !isTest(one));
  const found = asksForTests.test(input.query) ? ranked : [...others, ...(input.tests ? ranked.filter(isTest) : [])];
  const most = Math.min(passagesInDepth, input.passages);
  const shown = found.flatMap(({ repository, path, passages }, at) =>
    passages.slice(0, at < filesInDepth ? most : 1).map(({ startLine, endLine, symbol }) => ({
      repository,
      path,
      startLine,
      endLine: Math.min(endLine, startLine + maxPassageLines - 1),
      about: symbol && `${symbol.kind} ${symbol.name}`,
    })),
  );
  const repositories = areas.map(({ repository }) => repository);
  return answerWithLines(repositories, shown, "Nothing in the indexed code matches these words.");
}
