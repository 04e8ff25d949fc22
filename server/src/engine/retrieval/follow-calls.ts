import { openCallFinder, type CallFinder } from "#server/code-index/analysis/graph/find-calls.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";

import { askGraph } from "./ask-graph.ts";
import { isTestSymbol, type LocatedSymbol } from "./relations.ts";

/** Of one answer, for all that it follows in one repository. */
const followMs = 400;

/** By answer and repository: what was read for one declaration is known to the next. */
const finders = new WeakMap<AnswerContext, Map<string, CallFinder>>();

/**
 * What the calls in a declaration certainly mean, by "<line> <name>", as far as the language's own rules led there in time;
 * null for what is no declaration of the code that runs.
 */
export async function followCalls(
  context: AnswerContext,
  from: LocatedSymbol,
): Promise<ReadonlyMap<string, LocatedSymbol | null>> {
  const { codebase, path, symbol } = from;
  const { startLine, endLine } = symbol;
  const followed = new Map<string, LocatedSymbol | null>();
  for (const { name, line, definitions } of await finderOf(context, from)({ path, startLine, endLine })) {
    const [found] = definitions;
    if (found === undefined || !found.isCertain) continue;
    const facts = codebase.index.facts(found.path);
    const meant = facts?.symbols.find(
      (one) => one.name === found.name && one.startLine <= found.line && found.line <= one.endLine,
    );
    const runs = meant !== undefined && facts?.kind === "source" && !isTestSymbol(meant);
    followed.set(`${line} ${name}`, runs ? { codebase, path: found.path, symbol: meant } : null);
  }
  return followed;
}

function finderOf(context: AnswerContext, { codebase }: LocatedSymbol): CallFinder {
  const known = finders.get(context) ?? new Map<string, CallFinder>();
  finders.set(context, known);
  const finder = known.get(codebase.repositoryId) ?? openCallFinder(askGraph(codebase, followMs));
  known.set(codebase.repositoryId, finder);
  return finder;
}
