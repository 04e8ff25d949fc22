import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { answerWithLines } from "./code-answer.ts";
import { findDeclarations } from "./find-declarations.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

const maxDeclarationLines = 80;

/** Declarations by name, for an agent; exact names first, whichever repository holds them. */
export async function findSymbol(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { name: string; limit: number },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const found = await findDeclarations(ctx, areas, input.name, input.limit);
  const shown = found.map(({ repository, path, symbol }) => {
    const startLine = Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine);
    const endLine = Math.min(symbol.endLine, startLine + maxDeclarationLines - 1);
    return { repository, path, startLine, endLine, about: `${symbol.kind} ${symbol.name}` };
  });
  const repositories = areas.map(({ repository }) => repository);
  return answerWithLines(repositories, shown, "No declaration of the indexed code has such a name.");
}
