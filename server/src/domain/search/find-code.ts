import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { answerWithLines } from "./code-answer.ts";
import { findFiles } from "./find-passages.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

/** Several passages of the best few files help a reader more than one passage of many. */
const filesInDepth = 4;
const passagesInDepth = 3;
const maxPassageLines = 60;

/** The best matching lines of the product's code, for an agent. */
export async function findCode(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { query: string; limit: number },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const found = await findFiles(ctx, areas, input.query, input.limit);
  const shown = found.flatMap(({ repository, path, passages }, at) =>
    passages.slice(0, at < filesInDepth ? passagesInDepth : 1).map(({ startLine, endLine, symbol }) => ({
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
