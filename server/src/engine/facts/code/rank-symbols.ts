import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName } from "#server/engine/text/wording.ts";

import { countUsers } from "./count-users.ts";
import { findProductWords, wordOf, type ProductWords } from "./product-words.ts";

/** An exported declaration with the reasons to read it first. */
export interface RankedSymbol {
  path: string;
  symbol: SymbolFact;
  /** Source files that use it, as far as imports and signatures show it. */
  users: number;
  /** Folders of these files. */
  folders: number;
  /** Rows of a table are its objects, or requests are for it. */
  isOfProduct: boolean;
  methods: SymbolFact[];
  score: number;
}

/** History is asked for those alone that lead without it. */
const maxWithHistory = 100;
const maxCommits = 60;

/**
 * Exported top-level declarations of the scope's source files, the core first: what is used from many folders, what the
 * product stores, serves and writes about, and what people keep working on.
 */
export function rankSymbols(scope: CodeScope): RankedSymbol[] {
  return scope.once("rankSymbols", () => {
    const usersOf = countUsers(scope);
    const words = findProductWords(scope);
    const ranked: RankedSymbol[] = [];
    for (const file of scope.sources) {
      if (/(?:^|\/)(?:migrations?|alembic|bench\w*)\//i.test(file.path)) continue;
      const symbols = scope.facts(file.path)?.symbols ?? [];
      const methods = Map.groupBy(publicMembers(symbols), (symbol) => symbol.parent ?? "");
      for (const symbol of withoutOverloads(symbols)) {
        if (!symbol.isExported || isOwnAffair(symbol) || (symbol.kind === "module" && file.language !== "elixir"))
          continue;
        const { files, folders } = usersOf(file.path, symbol.name, file.language);
        const own = methods.get(symbol.name) ?? [];
        const use = Math.sqrt(files * folders);
        const score = weightOf(symbol, { path: file.path, use, methods: own.length, words });
        const isOfProduct = isNamedByProduct(symbol.name, file.path, words);
        ranked.push({ path: file.path, symbol, users: files, folders, isOfProduct, methods: own, score });
      }
    }
    const byScore = (a: RankedSymbol, b: RankedSymbol) => b.score - a.score || a.path.localeCompare(b.path);
    return withoutDoubles(withHistory(scope, ranked.toSorted(byScore)).toSorted(byScore)).toSorted(byScore);
  });
}

/** A table has its name or keeps its objects, or addresses begin with it. */
function isNamedByProduct(name: string, path: string, { entities, stored, addressed }: ProductWords): boolean {
  const word = wordOf(name);
  return entities.has(`${path}\n${name}`) || stored.has(word) || addressed.has(word);
}

function withHistory(scope: CodeScope, ranked: readonly RankedSymbol[]): RankedSymbol[] {
  const commits = new Map<string, number>();
  return ranked.map((one, at) => {
    if (at >= maxWithHistory) return one;
    const known = commits.get(one.path) ?? scope.repository.index.history.commitsTouching(one.path, maxCommits).length;
    commits.set(one.path, known);
    return { ...one, score: one.score * (1 + 0.15 * Math.log2(1 + known)) };
  });
}

/** A client mirrors what the server stores: of declarations with one name, all but the first count less. */
function withoutDoubles(ranked: readonly RankedSymbol[]): RankedSymbol[] {
  const seen = new Set<string>();
  return ranked.map((one) => {
    const word = wordOf(one.symbol.name);
    const isDouble = seen.has(word);
    seen.add(word);
    return isDouble ? { ...one, score: one.score * doubleShare } : one;
  });
}

const doubleShare = 0.3;

/** Names that programs of any product have. */
const general =
  /^(?:base|abstract|application|app|core|common|default|generic|http|api|rest|json|xml|html|sql|url|uri|request|response|error|exception|handler|builder|factory|manager|helper|helpers|util|utils|utility|wrapper|provider|service|controller|component|module|config|configuration|environment|options|settings|logger|logging|log|cache|context|client|server|router|route|event|events|bus|message|messages|toaster|toast|dialog|modal|icon|button|layout|layer|store|state|hook|use|async|define|data|model|models|repository|query|type|types|result|results|dto|args|params|props|input|output|record|object|entity|item|items|list|page|pipe|safe|directive|guard|interceptor|middleware|mixin|trait|interface|impl|test|mock|stub|action|actions|breakpoint|worker|pool|job|task|thread|string|number|date|time|file|files|path|image|content|text|value|key|id|name|index|main|new|get|set|to|from|with|is|has|on|of|and|the|view|views|form|field|validator|serializer|parser|formatter|converter|adapter|proxy|transport|connection|session|database|db|storage|queue|stream|reader|writer|localized|locale|menu|box|bar|tab|panel|card|row|cell|table|paginated|pagination|paginator|sort|order|filter|search|status|flag|flags|info|version|constants|enum)$/i;

/** How much a declaration weighs: its use, more so for what the product has a word for, less for what all programs have. */
function weightOf(
  symbol: SymbolFact,
  { path, use, methods, words }: { path: string; use: number; methods: number; words: ProductWords },
): number {
  const { name } = symbol;
  const last = name.slice(name.lastIndexOf(".") + 1);
  const word = wordOf(name);
  const relations = words.stored.get(word) ?? 0;
  const isEntity = words.entities.has(`${path}\n${name}`) || words.entities.has(`${path}\n${last}`);
  const served = words.addressed.get(word) ?? 0;
  const written = /[a-z]/.test(last) && last.length > 3 ? (words.written.get(last) ?? 0) : 0;
  const parts = last.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [last];
  const particular = parts.filter((part) => !general.test(part));
  const isOfProduct = particular.some(
    (part) => words.stored.has(wordOf(part)) || (words.addressed.get(wordOf(part)) ?? 0) > 1,
  );
  const factor =
    (relations > 0 || served > 1 ? 1.5 : isOfProduct ? 1 : particular.length === 0 ? 0.2 : 0.5) *
    (isLesser(symbol, methods) ? 0.5 : 1) *
    (isOfInterface(symbol, path) ? 0.4 : 1);
  const own = isEntity ? 6 + 3 * Math.log2(1 + relations) : relations > 0 ? 1.5 * Math.log2(1 + relations) : 0;
  const worded = Math.min(3, Math.log2(1 + served)) + Math.min(3, Math.log2(1 + written));
  return factor * (use + worded + Math.min(12, methods) * 0.2 + (symbol.doc === null ? 0 : 1)) + own;
}

/** Aliases, values and failures are used everywhere and explain little. */
function isLesser(symbol: SymbolFact, methods: number): boolean {
  const isValue = /^(?:type|constant|variable)$/.test(symbol.kind) && methods === 0;
  return (
    isValue ||
    isFailure(symbol) ||
    (/^[a-z]/.test(symbol.name) && symbol.kind === "function" && /^use[A-Z]/.test(symbol.name))
  );
}

/** What is drawn shows the product; what it is about lies below. */
function isOfInterface(symbol: SymbolFact, path: string): boolean {
  return (
    symbol.kind === "component" || /\.(?:component|pipe|directive)\.ts$|\.(?:vue|svelte|tsx|jsx)$/.test(fileName(path))
  );
}

function isFailure({ name, kind, signature }: SymbolFact): boolean {
  if (/(?:Error|Exception)$/.test(name)) return true;
  return kind === "class" && /(?:\(|\bextends\s|:)\s*[\w.]*(?:Error|Exception)\b/.test(signature);
}

/** Each top-level name once: the declaration that is documented, else the first. */
function withoutOverloads(symbols: readonly SymbolFact[]): SymbolFact[] {
  const byName = new Map<string, SymbolFact>();
  for (const symbol of symbols) {
    // A name in quotation marks behind a schema could not be read whole.
    if (symbol.parent !== null || symbol.name.endsWith(".")) continue;
    const known = byName.get(symbol.name);
    if (!known || (known.doc === null && symbol.doc !== null)) byName.set(symbol.name, symbol);
  }
  return [...byName.values()];
}

/** Kotlin and its like: what only the module sees, and what fills in somebody else's method. */
function isOwnAffair({ signature }: SymbolFact): boolean {
  return /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:internal|private|override)\s/.test(signature);
}

/** What others may call; all of an interface, where nothing needs to say so. */
function publicMembers(symbols: readonly SymbolFact[]): SymbolFact[] {
  const open = new Set(symbols.flatMap(({ kind, name }) => (/^(?:interface|trait)$/.test(kind) ? [name] : [])));
  return symbols.filter(
    ({ name, parent, kind, isExported }) =>
      parent !== null && (isExported || open.has(parent)) && !/^[_#]/.test(name) && /^(?:method|function)$/.test(kind),
  );
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
