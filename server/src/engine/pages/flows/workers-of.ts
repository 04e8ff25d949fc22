import type { FollowedCall } from "#server/code-index/analysis/graph/find-calls.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { implementing, type CalledSymbol } from "./implementations.ts";

/** One word alone, such as `create` or `purge`, is as well a method of some library. */
function isAnybodys(name: string): boolean {
  return /^(?:[a-z]+|[A-Z][a-z]*)[!?]?$/.test(name);
}

/**
 * What does the work of a call: the one declaration that it means, or those that implement what an interface promises;
 * empty where several unlike ones fit, or none of them is a function.
 */
export async function workersOf(
  scope: CodeScope,
  name: string,
  [first, second]: FollowedCall["definitions"],
): Promise<readonly CalledSymbol[]> {
  if (first === undefined || first.isLocal) return [];
  if (!first.isCertain && (second !== undefined || isAnybodys(name))) return [];
  const [symbol] = (scope.facts(first.path)?.symbols ?? [])
    .filter((one) => one.name === first.name && one.startLine <= first.line && first.line <= one.endLine)
    .toSorted((a, b) => b.startLine - a.startLine);
  // Members of an interface are no declarations of their own in every language.
  if (symbol === undefined) return first.kind === "method" ? await implementing(scope, first) : [];
  if (!/function|method|constant|variable/.test(symbol.kind)) return [];
  const promised = isPromise(symbol) ? await implementing(scope, first) : [];
  return promised.length > 0 ? promised : [{ path: first.path, symbol }];
}

/** A signature without a body. */
function isPromise({ startLine, endLine, signature, kind }: SymbolFact): boolean {
  return kind === "method" && endLine === startLine && !/\{.*\}|=>|=\s/.test(signature);
}
