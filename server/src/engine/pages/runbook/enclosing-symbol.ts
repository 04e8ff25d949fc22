import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** The innermost declaration around a line; null at the top level of a file. */
export function enclosingSymbol(scope: CodeScope, path: string, line: number): SymbolFact | null {
  const around = (scope.facts(path)?.symbols ?? []).filter(
    ({ startLine, endLine, kind }) => startLine <= line && line <= endLine && kind !== "module",
  );
  return around.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}
