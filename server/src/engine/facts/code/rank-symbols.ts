import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** An exported declaration with the reasons to read it first. */
export interface RankedSymbol {
  path: string;
  symbol: SymbolFact;
  /** Files that import it by name; 0 where the language's imports name no declarations. */
  importers: number;
  /**
   * Other declarations whose signature names it; 0 when several files export the name or it is a common word: then it
   * is unclear which one is meant.
   */
  mentions: number;
  methods: SymbolFact[];
  score: number;
}

/** Exported top-level declarations of the scope's source files, the most leaned-on first. */
export function rankSymbols(scope: CodeScope): RankedSymbol[] {
  return scope.once("rankSymbols", () => {
    const importersByName = countNamedImports(scope);
    const mentionsByName = countMentions(scope);
    const declaredTimes = countDeclarations(scope);
    const prose = countProseWords(scope);
    const ranked: RankedSymbol[] = [];
    for (const file of scope.sources) {
      if (/(?:^|\/)(?:migrations?|alembic|bench\w*)\//i.test(file.path)) continue;
      const symbols = scope.facts(file.path)?.symbols ?? [];
      const fileImporters = scope.repository.index.importersOf(file.path).length;
      const methods = Map.groupBy(
        symbols.filter((symbol) => isPublicMember(symbol, file.path)),
        (symbol) => symbol.parent ?? "",
      );
      for (const symbol of withoutOverloads(symbols)) {
        if (!symbol.isExported || symbol.kind === "module" || isOwnAffair(symbol)) continue;
        const importers = importersByName.get(`${file.path}\n${symbol.name}`) ?? 0;
        const isShared = (declaredTimes.get(symbol.name) ?? 0) > 1 || !/[A-Z_]/.test(symbol.name);
        const mentions = isShared ? 0 : Math.max(0, (mentionsByName.get(symbol.name) ?? 0) - 1);
        const own = methods.get(symbol.name) ?? [];
        const score =
          3 * importers +
          Math.min(40, mentions) +
          3 * Math.min(6, prose.get(symbol.name) ?? 0) +
          Math.min(12, own.length) * 0.6 +
          Math.min(10, fileImporters) * 0.3 +
          (symbol.doc === null ? 0 : 2);
        const isLesser = (symbol.kind === "type" && own.length === 0) || isFailure(symbol);
        ranked.push({
          path: file.path,
          symbol,
          importers,
          mentions,
          methods: own,
          score: isLesser ? score / 2 : score,
        });
      }
    }
    return ranked.toSorted((a, b) => b.score - a.score || a.path.localeCompare(b.path));
  });
}

/** Type aliases and errors are used everywhere and explain little; this checks for an error. */
function isFailure({ name, kind, signature }: SymbolFact): boolean {
  if (/(?:Error|Exception)$/.test(name)) return true;
  return kind === "class" && /(?:\(|\bextends\s|:)\s*[\w.]*(?:Error|Exception)\b/.test(signature);
}

/** Each top-level name once: the declaration that is documented, else the first. */
function withoutOverloads(symbols: readonly SymbolFact[]): SymbolFact[] {
  const byName = new Map<string, SymbolFact>();
  for (const symbol of symbols) {
    if (symbol.parent !== null) continue;
    const known = byName.get(symbol.name);
    if (!known || (known.doc === null && symbol.doc !== null)) byName.set(symbol.name, symbol);
  }
  return [...byName.values()];
}

/** Kotlin and its like: what only the module sees, and what fills in somebody else's method. */
function isOwnAffair({ signature }: SymbolFact): boolean {
  return /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:internal|private|override)\s/.test(signature);
}

/** In Go the first letter says who may call. */
function isPublicMember({ name, parent, kind }: SymbolFact, path: string): boolean {
  const isPrivate = path.endsWith(".go") ? /^[^\p{Lu}]/u.test(name) : /^[_#]/.test(name);
  return parent !== null && !isPrivate && (kind === "method" || kind === "function");
}

/** Names of the methods to show, only the documented ones if there are enough; each once, in order. */
export function methodNames(methods: readonly SymbolFact[]): string[] {
  const own = methods.filter(
    ({ name, parent }) =>
      name !== parent && !/^(?:constructor|new|init|toString|fmt|default|clone|drop|from|eq|hash)$/.test(name),
  );
  const documented = own.filter((method) => method.doc !== null);
  return [...new Set((documented.length >= 4 ? documented : own).map(({ name }) => name))];
}

/** Importing files by "path\nname": which declarations of which file others ask for. */
function countNamedImports(scope: CodeScope): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of scope.sources) {
    for (const edge of scope.repository.index.importersOf(file.path)) {
      const found = scope
        .facts(edge.path)
        ?.imports.find((one) => one.line === edge.line && one.specifier === edge.specifier);
      for (const name of found?.names ?? []) {
        const key = `${file.path}\n${name}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** In how many files of the scope each exported top-level name is declared. */
function countDeclarations(scope: CodeScope): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of scope.sources) {
    const exported = (scope.facts(file.path)?.symbols ?? []).filter((one) => one.parent === null && one.isExported);
    for (const name of new Set(exported.map((one) => one.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** How many signatures of the scope hold each word; each signature counts a word once. */
function countMentions(scope: CodeScope): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of scope.sources) {
    for (const symbol of scope.facts(file.path)?.symbols ?? []) {
      for (const word of new Set(symbol.signature.match(/[A-Za-z_]\w{2,}/g)))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** How often the scope's READMEs and guides use each word: what people write about is what others need. */
function countProseWords(scope: CodeScope): Map<string, number> {
  const counts = new Map<string, number>();
  const guides = scope.repository.index
    .files()
    .filter((file) => file.kind === "docs" && !/change|history|release/i.test(file.path));
  for (const file of guides.slice(0, 60)) {
    for (const section of scope.facts(file.path)?.sections ?? []) {
      for (const word of section.text.match(/[A-Za-z_]\w{2,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}
