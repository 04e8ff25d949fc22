import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

/** Source files that use a declaration, as far as imports and signatures show it. */
export interface DeclarationUsers {
  files: number;
  folders: number;
}

/** Where a folder is one unit, its files see each other without an import. */
const unitLanguage = /^(?:go|java|csharp|kotlin|scala|swift)$/;

/**
 * For every source file and each name it declares: the files that import the name, or import the file and have the name
 * in a signature. A name alone, without a way from file to file, counts for nothing.
 */
export function countUsers(
  scope: CodeScope,
): (path: string, name: string, language: string | null) => DeclarationUsers {
  const users = new Map<string, Set<string>>();
  const note = (path: string, name: string, from: string) => {
    const key = `${path}\n${name}`;
    const known = users.get(key);
    if (known === undefined) users.set(key, new Set([from]));
    else known.add(from);
  };
  const byFolder = Map.groupBy(scope.sources, ({ path }) => folderOf(path));
  for (const { path, language } of scope.sources) {
    const facts = scope.facts(path);
    const words = wordsOfSignatures(facts?.symbols ?? []);
    const imports = new Map((facts?.imports ?? []).map((one) => [`${one.line}\n${one.specifier}`, one.names]));
    for (const edge of scope.repository.index.importsOf(path)) {
      for (const name of imports.get(`${edge.line}\n${edge.specifier}`) ?? []) note(edge.path, name, path);
      note(edge.path, edge.specifier.split(/[\\/.:]+/).at(-1) ?? "", path);
      for (const name of namesIn(scope, edge.path)) if (words.has(name)) note(edge.path, name, path);
    }
    if (!unitLanguage.test(language ?? "")) continue;
    for (const other of byFolder.get(folderOf(path)) ?? [])
      if (other.path !== path)
        for (const name of namesIn(scope, other.path)) if (words.has(name)) note(other.path, name, path);
  }
  return (path, name) => {
    const found = users.get(`${path}\n${name}`) ?? new Set<string>();
    found.delete(path);
    return { files: found.size, folders: new Set([...found].map(folderOf)).size };
  };
}

/** Of a file with very many declarations, as lists of constants are, the first. */
const maxNames = 60;

function namesIn(scope: CodeScope, path: string): readonly string[] {
  const known = scope.once("declaredNames", () => new Map<string, string[]>());
  const names =
    known.get(path) ??
    (scope.facts(path)?.symbols ?? [])
      .filter((one) => one.parent === null && one.isExported)
      .slice(0, maxNames)
      .map((one) => one.name);
  known.set(path, names);
  return names;
}

function wordsOfSignatures(symbols: readonly SymbolFact[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { signature } of symbols) for (const word of signature.match(/[A-Za-z_]\w{2,}/g) ?? []) words.add(word);
  return words;
}
