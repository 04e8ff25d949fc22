import { AppError } from "@cairn/contract/errors";

import { findReferences, type ReferenceMatches, type Position } from "#server/code-index/analysis/graph/code-graph.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { answerWithLines, type ShownLines } from "#server/domain/search/code-answer.ts";
import { findDeclarations } from "#server/domain/search/find-declarations.ts";
import { openLocation, type ToolTarget } from "#server/domain/search/tool-target.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { graphOf } from "./open-graph.ts";

/** Declarations of one name that are followed; more would be different things. */
const maxDeclarations = 3;
const maxDeclarationLines = 20;

export interface ReferencesInput {
  /** Exact name of a declaration. */
  name?: string | undefined;
  /** A file, with the line of the name. */
  path?: string | undefined;
  line?: number | undefined;
  limit: number;
}

interface ReferenceRequest {
  repository: IndexedRepository;
  position: Position;
}

/** Where a declaration is used, for an agent: by its name, or by the position of it or of a use. */
export async function findSymbolReferences(
  ctx: Ctx,
  input: ToolScope & ToolTarget & ReferencesInput,
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const areas = await openLocation(ctx, project, input);
  const { name, path, line } = input;
  if (name === undefined && (path === undefined || line === undefined))
    throw new AppError("invalid_input", { message: "Give the name of a declaration, or a path and a line" });
  const requested: ReferenceRequest[] = [];
  if (path !== undefined && line !== undefined) {
    const file = path.replace(/^\/+/, "");
    const area = areas.find(({ repository }) => repository.index.facts(file) !== null);
    if (area) requested.push(...(await positionsIn(area.repository, { path: file, line, name })));
  } else {
    const found = await findDeclarations(ctx, areas, name ?? "", maxDeclarations);
    const declared = found.filter(({ symbol }) => symbol.name === name);
    for (const { repository, path: file, symbol } of declared)
      requested.push(...(await positionsIn(repository, { path: file, line: symbol.startLine, name })));
  }
  const shown: ShownLines[] = [];
  let total = 0;
  let isCutOff = false;
  let isComplete = requested.length <= maxDeclarations;
  for (const { repository, position } of requested.slice(0, maxDeclarations)) {
    const found = await findReferences(graphOf(repository), position);
    total += found.references.length;
    isCutOff ||= found.isCutOff;
    isComplete &&= found.isComplete;
    shown.push(...toShown(repository, found));
  }
  const repositories = [...new Set(areas.map(({ repository }) => repository))];
  const answer = await answerWithLines(
    repositories,
    shown.slice(0, input.limit),
    requested.length === 0 ? "No such declaration was found." : "No use of it was found.",
  );
  const rest =
    total > input.limit || isCutOff
      ? `\n\n${total} places were found${isCutOff ? ", and not every file was looked at" : ""}; the first ${Math.min(input.limit, shown.length)} are shown.`
      : "";
  const doubt =
    requested.length === 0 || isComplete || isCutOff
      ? ""
      : "\n\nNot every line that holds the name could be followed to what it means: there may be more uses.";
  return { text: answer.text + rest + doubt, data: { ...answer.data, total, isCutOff } };
}

/** The name on a line, or within a declaration's first lines; without a name the first one that leads somewhere. */
async function positionsIn(
  repository: IndexedRepository,
  { path, line, name }: { path: string; line: number; name?: string | undefined },
): Promise<ReferenceRequest[]> {
  const lines = (await repository.reader.readLines(path)) ?? [];
  const wanted = name ?? repository.index.facts(path)?.symbols.find(({ startLine }) => startLine === line)?.name;
  if (wanted === undefined) return [];
  for (let at = line; at <= Math.min(line + maxDeclarationLines, lines.length); at += 1) {
    const column = wordAt(lines[at - 1] ?? "", wanted);
    if (column > 0) return [{ repository, position: { path, line: at, column } }];
  }
  return [];
}

/** Column of a whole word, from 1; 0 where there is none. */
function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = !/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + word.length] ?? "");
    if (isWhole) return at + 1;
  }
  return 0;
}

function toShown(repository: IndexedRepository, { references }: ReferenceMatches): ShownLines[] {
  const byLine = Map.groupBy(references, ({ path, line }) => `${line} ${path}`);
  return [...byLine.values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { path, line, kind, isCertain } = first;
    const about = isCertain ? kind : `${kind}, likely`;
    return [{ repository, path, startLine: line, endLine: line, about }];
  });
}
