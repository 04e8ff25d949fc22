import { findReferences, type ReferenceMatch } from "#server/code-index/analysis/graph/code-graph.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import { askGraph } from "./ask-graph.ts";
import { innermost, isTestSymbol, type LocatedSymbol, type Use } from "./relations.ts";

/** The whole answer has a second. */
const followMs = 350;
/** A declaration's name is on its first line, or after its annotations. */
const maxHeadLines = 12;

/** The lines that use a declaration, as far as the language's own rules led there in time. */
export interface FollowedUses {
  certain: Use[];
  /** They most likely mean this declaration. */
  likely: Use[];
  /** Whether there are surely no others in the repository. */
  isComplete: boolean;
}

const notFollowed: FollowedUses = { certain: [], likely: [], isComplete: false };

/** Follows the name of a declaration through its repository, for as long as an answer may take. */
export async function followUses(context: AnswerContext, target: LocatedSymbol): Promise<FollowedUses> {
  const column = await nameIn(context, target);
  if (column === null) return notFollowed;
  const { codebase, path, symbol } = target;
  const found = await findReferences(askGraph(codebase, followMs), { path, ...column });
  const isMeant =
    found.definition?.path === path &&
    found.definition.startLine <= symbol.endLine &&
    found.definition.endLine >= symbol.startLine;
  if (!isMeant) return notFollowed;
  const uses = found.references.filter(({ kind }) => kind !== "import" && kind !== "declaration");
  const [certain, likely] = await Promise.all([
    toUses(
      context,
      codebase,
      uses.filter(({ isCertain }) => isCertain),
    ),
    toUses(
      context,
      codebase,
      uses.filter(({ isCertain }) => !isCertain),
    ),
  ]);
  return { certain, likely, isComplete: found.isComplete };
}

async function nameIn(context: AnswerContext, target: LocatedSymbol): Promise<{ line: number; column: number } | null> {
  const lines = await context.lines(target);
  const { name, startLine, endLine } = target.symbol;
  for (let line = startLine; line <= Math.min(startLine + maxHeadLines, endLine); line += 1) {
    const text = lines[line - 1] ?? "";
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const isWhole = !/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + name.length] ?? "");
      if (isWhole) return { line, column: at + 1 };
    }
  }
  return null;
}

async function toUses(
  context: AnswerContext,
  codebase: Codebase,
  references: readonly ReferenceMatch[],
): Promise<Use[]> {
  const uses = await Promise.all(
    [...Map.groupBy(references, ({ path }) => path)].map(async ([path, found]) => {
      const location = { codebase, path };
      const lines = await context.lines(location);
      const facts = context.facts(location);
      const once = new Map(found.map((one) => [one.line, one]));
      for (const one of found) if (one.kind === "call") once.set(one.line, one);
      return [...once.values()].map(({ line, kind }): Use => {
        const within = facts && innermost(facts.symbols, line);
        const isTest = facts?.kind === "test" || (within !== null && isTestSymbol(within));
        return { ...location, line, text: (lines[line - 1] ?? "").trim(), within, isTest, isCall: kind === "call" };
      });
    }),
  );
  return uses.flat();
}
