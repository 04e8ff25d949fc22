import type { CodeIndex, SymbolHit } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { FileRef } from "#server/engine/answer-context/answer-context.ts";

/** The declaration that a call must mean, because the repository has no other of that name and language. */
export function onlyDeclaration(
  { codebase, path }: FileRef,
  name: string,
): (FileRef & { symbol: SymbolFact }) | undefined {
  const language = codebase.index.facts(path)?.language;
  const found = declarationsOf(codebase.index, name).filter((hit) => {
    const facts = codebase.index.facts(hit.path);
    return facts?.language === language && facts?.kind === "source";
  });
  return found.length === 1 && found[0] ? { codebase, ...found[0] } : undefined;
}

/** An index never changes, so look-ups are cached. */
const declared = new WeakMap<CodeIndex, Map<string, readonly SymbolHit[]>>();
const maxKnownNames = 5000;

export function declarationsOf(index: CodeIndex, name: string): readonly SymbolHit[] {
  const known = declared.get(index) ?? new Map<string, readonly SymbolHit[]>();
  declared.set(index, known);
  const before = known.get(name);
  if (before) return before;
  const found = index.findSymbols(name, { limit: 4 }).filter(({ symbol }) => symbol.name === name);
  if (known.size >= maxKnownNames) known.clear();
  known.set(name, found);
  return found;
}
