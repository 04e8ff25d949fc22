import type { Ctx } from "../../ctx.ts";
import type { ToolResult, ToolScope } from "../../edge.ts";
import { requireProject } from "../members/require-project.ts";
import { answerWithLines } from "./code-answer.ts";
import { openCodebases } from "./open-codebases.ts";

const maxDeclarationLines = 80;

/** Declarations by name, for an agent; exact names first, whichever repository holds them. */
export async function findSymbol(ctx: Ctx, input: ToolScope & { name: string; limit: number }): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const repositories = await openCodebases(ctx, project);
  const hits = repositories.flatMap((repository) =>
    repository.index
      .findSymbols(input.name, { limit: input.limit })
      .map(({ path, symbol }, rank) => ({ repository, path, symbol, rank: symbol.name === input.name ? -1 : rank })),
  );
  const shown = hits
    .sort((a, b) => a.rank - b.rank)
    .slice(0, input.limit)
    .map(({ repository, path, symbol }) => {
      const startLine = Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine);
      const endLine = Math.min(symbol.endLine, startLine + maxDeclarationLines - 1);
      return { repository, path, startLine, endLine, about: `${symbol.kind} ${symbol.name}` };
    });
  return answerWithLines(repositories, shown, "No declaration of the indexed code has such a name.");
}
