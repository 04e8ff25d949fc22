import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import { splitWords, stem } from "#server/engine/intent/words.ts";
import type { FileLocation } from "#server/engine/task-locations/task-location.ts";

/** Something new is kept with what there is: "add … to checks", "links can have a …", "store …". */
const keeps =
  /\b(?:(?:can|may|should) (?:have|be|expire)|ha(?:ve|s) an?|store|save|record|remember|persist|keep|track)\b|\badd\b.{3,60}\bto\b/i;
/** "Add a button to the task page" adds nothing to tasks. */
const ofScreens = /\badd\b.{3,60}\b(?:button|link|menu|tab|page|screen|dialog|badge)\b/i;
const maxTables = 2;

/** Where the table is declared to which a wish adds something, by the name of its rows; null where none or many are meant. */
export async function findWantedTable(codebase: Codebase, wish: string): Promise<FileLocation | null> {
  if (!keeps.test(wish) || ofScreens.test(wish)) return null;
  const { index, reader, repositoryId } = codebase;
  const words = splitWords(wish);
  const stems = new Set(words.map(stem));
  const meant = index.tables().tables.flatMap(({ name, entity, sources }) => {
    const called = splitWords(entity ?? name);
    const [source] = sources;
    return source && called.every((word) => stems.has(stem(word))) ? [{ entity, called, source }] : [];
  });
  // "Share links can …" is about what it speaks of first.
  const at = (called: readonly string[]) => words.findIndex((word) => stem(word) === stem(called[0] ?? ""));
  const [first] = meant.toSorted((a, b) => at(a.called) - at(b.called));
  if (first === undefined || meant.length > maxTables) return null;
  const declared = first.entity === null ? null : declarationOf(codebase, first.entity);
  const { path, startLine, endLine } = declared ?? first.source;
  const said = words.filter((word) => first.called.some((name) => stem(name) === stem(word)));
  const line = { repositoryId, path, startLine, endLine: startLine };
  const source = await checkEvidence(new Map([[repositoryId, reader]]), line);
  const why = [{ kind: "table" as const, words: [...new Set(said)], source }];
  return { kind: "file", repositoryId, path, startLine, endLine, symbol: declared?.symbol ?? null, score: 1, why };
}

/** The class of its rows, rather than the migration that made the table. */
function declarationOf(codebase: Codebase, entity: string) {
  const [first] = findDeclarations(codebase, entity).filter(({ path }) => !/migrat/i.test(path));
  if (first === undefined) return null;
  const { startLine, endLine } = first.symbol;
  return { path: first.path, startLine, endLine, symbol: entity };
}

function findDeclarations({ index }: Codebase, name: string) {
  const isSource = (path: string) => index.facts(path)?.kind === "source";
  const found = index.findSymbols(name, { limit: 20 });
  return found.filter(({ path, symbol }) => symbol.name === name && symbol.parent === null && isSource(path));
}

const marked = /`([A-Za-z_$][\w$]{2,60})(?:\(\))?`/g;
const maxDeclarations = 2;

/** Where names are declared that a wish marks as code; none of a name that many files declare. */
export async function findNamedDeclarations(codebase: Codebase, wish: string): Promise<FileLocation[]> {
  const { reader, repositoryId } = codebase;
  const names = [...new Set([...wish.matchAll(marked)].map(([, name = ""]) => name))];
  const declared = names.flatMap((name) => {
    const found = findDeclarations(codebase, name);
    return found.length <= maxDeclarations ? found : [];
  });
  return await Promise.all(
    declared.map(async ({ path, symbol }): Promise<FileLocation> => {
      const { startLine, endLine, name } = symbol;
      const line = { repositoryId, path, startLine, endLine: startLine };
      const source = await checkEvidence(new Map([[repositoryId, reader]]), line);
      const why = [{ kind: "named" as const, words: [name], source }];
      return { kind: "file", repositoryId, path, startLine, endLine, symbol: name, score: 1, why };
    }),
  );
}
