import type { Ctx } from "#server/ctx.ts";
import { openContext } from "#server/domain/external-context/open-context.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { answerWithLines } from "./code-answer.ts";
import { findFiles } from "./find-passages.ts";

const maxPassageLines = 60;
const passagesOfBest = 2;

/** The best matching passages of the product's external context, for an agent. */
export async function findContext(ctx: Ctx, input: ToolScope & { query: string; limit: number }): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const context = await openContext(ctx, project);
  if (!context) return { text: "Nothing was given to this product beside its code.", data: { sources: [] } };
  const found = await findFiles(ctx, [{ repository: context, under: null }], input.query, input.limit);
  const shown = found.flatMap(({ repository, path, passages }, at) =>
    passages.slice(0, at === 0 ? passagesOfBest : 1).map(({ startLine, endLine }) => ({
      repository,
      path,
      startLine,
      endLine: Math.min(endLine, startLine + maxPassageLines - 1),
      about: null,
    })),
  );
  return answerWithLines([context], shown, "Nothing in the external context matches these words.");
}
