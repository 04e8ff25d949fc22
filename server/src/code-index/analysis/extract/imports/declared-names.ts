import type { SymbolFact, SymbolKind } from "#server/code-index/ports/facts.ts";

const typeKinds = new Set<SymbolKind>(["class", "interface", "struct", "enum", "trait", "type", "module"]);
const byPackage = new Set(["csharp", "java", "kotlin", "scala", "groovy", "php"]);
const maxDeclared = 300;

/** Names by which other files can mean what this one declares; see `ContentFacts.declares`. */
export function declaredNames(language: string | null, symbols: readonly SymbolFact[]): string[] {
  if (language === "ruby" || language === "elixir") return wholeNames(symbols, language === "ruby" ? "::" : ".");
  if (language === null || !byPackage.has(language)) return [];
  const names = new Set<string>();
  for (const { name, kind, parent, signature } of symbols) {
    const isTop = parent === null && (typeKinds.has(kind) || language === "kotlin" || language === "scala");
    if (isTop) names.add(name);
    // An extension method is called on what it extends: nothing else names its file.
    if (language === "csharp" && kind === "method" && /\(\s*this\s/.test(signature)) names.add(`.${name}`);
    if (names.size >= maxDeclared) break;
  }
  return [...names];
}

/** Modules and classes with the names of those around them. */
function wholeNames(symbols: readonly SymbolFact[], separator: string): string[] {
  const names = new Set<string>();
  const open: { name: string; endLine: number }[] = [];
  for (const { name, kind, startLine, endLine } of symbols) {
    const isType = typeKinds.has(kind) || (kind === "constant" && /^[A-Z]\w*[a-z]/.test(name));
    if (!isType) continue;
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < startLine) open.pop();
    const around = open.at(-1)?.name;
    const whole =
      around === undefined || name.startsWith("::") ? name.replace(/^::/, "") : `${around}${separator}${name}`;
    names.add(whole);
    open.push({ name: whole, endLine });
    if (names.size >= maxDeclared) break;
  }
  return [...names];
}
