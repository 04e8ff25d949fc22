import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** Declarations of the scope's source with exactly this name, by path. */
export function symbolsNamed(scope: CodeScope, name: string): readonly { path: string; symbol: SymbolFact }[] {
  const byName = scope.once("symbolsNamed", () => {
    const all = scope.sources.flatMap(({ path }) =>
      (scope.facts(path)?.symbols ?? []).map((symbol) => ({ path, symbol })),
    );
    return Map.groupBy(all, ({ symbol }) => symbol.name);
  });
  return byName.get(name) ?? [];
}
