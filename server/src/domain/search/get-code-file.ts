import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { cutToPieces } from "#server/engine/text/cut-to-pieces.ts";

import { answerWithLines } from "./code-answer.ts";
import { openLocation, type ToolTarget } from "./tool-target.ts";

const maxLines = 400;

/** Lines of one file at the indexed commit, for an agent; each declaration is a piece that can be cited by itself. */
export async function getCodeFile(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { path: string; startLine: number; endLine?: number | undefined },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const path = input.path.replace(/^\/+/, "");
  const requested = areas.map(({ repository }) => repository);
  const repository = requested.find(({ index }) => index.facts(path) !== null);
  const facts = repository?.index.facts(path);
  if (!repository || !facts) return answerWithLines(requested, [], describeMissing(requested, path));
  const { startLine } = input;
  const endLine = Math.min(input.endLine ?? startLine + maxLines - 1, startLine + maxLines - 1, facts.lines);
  const shown = cutToPieces(facts, startLine, endLine).map((piece) => ({ repository, path, ...piece }));
  return answerWithLines(
    [repository],
    shown,
    `The file has ${facts.lines} lines; lines ${startLine} to ${endLine} are not among them.`,
  );
}

function describeMissing(repositories: readonly IndexedRepository[], path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const alike = repositories
    .flatMap(({ index }) => index.files())
    .filter((file) => file.path.toLowerCase().endsWith(`/${name}`) || file.path.toLowerCase() === name)
    .slice(0, 5);
  const hint = alike.length === 0 ? "" : ` Files with that name: ${alike.map((file) => file.path).join(", ")}.`;
  return `The indexed commit holds no such file.${hint}`;
}
