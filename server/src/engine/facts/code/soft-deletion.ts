import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { symbolsNamed } from "./symbols-named.ts";

/** Rows of a table that are marked as deleted and stay. */
export interface SoftDeletion {
  /** The column that marks them; null where only the mapper knows it. */
  column: string | null;
  /** What makes the mapper do so by itself, as it is written; null where each query has to. */
  declaredBy: string | null;
  evidence: Evidence[];
}

const marks =
  /^(?:deleted_?(?:at|on|date)|is_?deleted|deleted|date_?deleted|deletion_?date|discarded_?at|trashed_?at)$/i;
/** What makes mappers mark rows in place of removing them. */
const declares =
  /@DeletedAt\b|@DeleteDateColumn\b|\bparanoid:\s*true|@SoftDelete\b|@SQLDelete\(|\buse\s+(?:[\w\\]+,\s*)*SoftDeletes\b|\bacts_as_paranoid\b|\binclude\s+Discard::Model\b|\bdefault_scope\b[^#\n]*\b(?:deleted_at|discarded_at|is_deleted)\b|\bHasQueryFilter\([^\n]*[dD]eleted/;
/** What a class has to extend, embed or include for that: elsewhere the same name is an import, or speaks of another class. */
const inherits =
  /\bgorm\.(?:DeletedAt|Model)\b|\bsoft_delete\.DeletedAt\b|\bSoftDelete(?:Model|Mixin|Object|able\w*)\b|\bSafeDeleteModel\b|\bISoftDelet\w*/;
const inheriting = /^\s*(?:include|use|prepend|extend)\b|^\s*(?:\w+\s+)?(?:gorm|soft_delete)\.\w+\b/;
const bases =
  /\bextends\s+([\w.]+)|^\s*class\s+\w+\s*\(([^)]*)\)|^\s*class\s+\w+\s*<\s*([\w:]+)|^[^(]*\bclass\s+\w+\s*:\s*([\w., <>]+)/;
const mostBases = 4;
const linesAbove = 30;
const longestClass = 400;

/** By the name of the table. */
export function softDeletions(scope: CodeScope): Promise<ReadonlyMap<string, SoftDeletion>> {
  return scope.once("softDeletions", async () => {
    const found = new Map<string, SoftDeletion>();
    for (const table of scope.repository.index.tables().tables) {
      const one = await softDeletionOf(scope, table);
      if (one !== null) found.set(table.name, one);
    }
    return found;
  });
}

async function softDeletionOf(scope: CodeScope, table: IndexedTable): Promise<SoftDeletion | null> {
  const { entity, columns, sources } = table;
  const column = columns.find(({ name }) => marks.test(name));
  const near = sources.map(({ path }) => path);
  const { declared, isKnown } =
    entity === null ? { declared: null, isKnown: true } : await declarationOf(scope, { name: entity, near });
  // Where the class of the rows, or one that it extends, was not read, nobody knows who leaves marked rows out.
  if ((column === undefined || !isKnown) && declared === null) return null;
  return {
    column: column?.name ?? null,
    declaredBy: declared?.text ?? null,
    evidence: [
      ...(declared === null ? [] : [declared.evidence]),
      ...(column === undefined ? [] : [scope.at(column.path, column.line)]),
    ],
  };
}

interface ClassDeclaration {
  declared: { text: string; evidence: Evidence } | null;
  /** Whether the class and those that it extends were found in the code. */
  isKnown: boolean;
}

/** In the class of the rows, or in those that it extends. */
async function declarationOf(
  scope: CodeScope,
  { name, near }: { name: string; near: readonly string[] },
): Promise<ClassDeclaration> {
  const open = [{ name, near }];
  const seen = new Set<string>();
  let isKnown = true;
  for (let one = open.shift(); one !== undefined && seen.size < mostBases; one = open.shift()) {
    seen.add(one.name);
    const own = classNear(scope, one.name, one.near);
    if (own === null) {
      // What a library brings is no class of the code.
      isKnown &&= symbolsNamed(scope, one.name).length === 0 && one.name !== name;
      continue;
    }
    const declared = await markIn(scope, own);
    if (declared !== null) return { declared, isKnown: true };
    for (const base of basesOf(own.symbol)) if (!seen.has(base)) open.push({ name: base, near: [own.path] });
  }
  return { declared: null, isKnown };
}

function basesOf({ signature }: SymbolFact): string[] {
  const said =
    bases
      .exec(signature)
      ?.slice(1)
      .find((one) => one !== undefined) ?? "";
  return said.split(/[,\s<>]+/).flatMap((one) => /(\w+)$/.exec(one)?.[1] ?? []);
}

/** Of several classes of a name the one that lies nearest to the files; null where two lie as near. */
function classNear(
  scope: CodeScope,
  name: string,
  near: readonly string[],
): { path: string; symbol: SymbolFact } | null {
  const found = symbolsNamed(scope, name)
    .filter(({ symbol }) => /^(?:class|struct|type|module)$/.test(symbol.kind))
    .map((one) => ({ ...one, shared: Math.max(0, ...near.map((path) => sharedFolders(path, one.path))) }))
    .toSorted((a, b) => b.shared - a.shared);
  const [first, second] = found;
  return first === undefined || first.shared === second?.shared ? null : first;
}

function sharedFolders(a: string, b: string): number {
  if (a === b) return Number.MAX_SAFE_INTEGER;
  const own = a.split("/");
  const others = b.split("/");
  const at = own.findIndex((part, index) => part !== others[index]);
  return at < 0 ? own.length : at;
}

async function markIn(
  scope: CodeScope,
  { path, symbol }: { path: string; symbol: SymbolFact },
): Promise<{ text: string; evidence: Evidence } | null> {
  const lines = codeLines((await scope.lines(path)) ?? []);
  const above = (scope.facts(path)?.symbols ?? []).filter(
    ({ parent, endLine }) => parent === null && endLine < symbol.startLine,
  );
  const from = Math.max(symbol.startLine - linesAbove, ...above.map(({ endLine }) => endLine + 1), 1);
  const end = Math.min(symbol.endLine, symbol.startLine + longestClass);
  const head = headEnd(lines, symbol.startLine, end);
  for (let line = from; line <= end; line += 1) {
    const text = lines[line - 1] ?? "";
    if (/^\s*(?:\/\/|#|\*|(?:import|from)\b)/.test(text)) continue;
    const isInherited = line >= symbol.startLine && (line <= head || inheriting.test(text));
    const said = declares.exec(text) ?? (isInherited ? inherits.exec(text) : null);
    // What a query joins may be asked for in the same words.
    const isOfQuery = said !== null && said[0].startsWith("paranoid") && ofQuery.test(ownerOf(lines, from, line));
    if (said !== null && !isOfQuery) return { text: said[0].replace(/\($/, "").trim(), evidence: scope.at(path, line) };
  }
  return null;
}

/** The line that the head of a class ends at, which names what it extends. */
function headEnd(lines: readonly string[], start: number, end: number): number {
  const named = lines.findIndex((line, at) => at + 1 >= start && /\b(?:class|struct|module|type|record)\s/.test(line));
  const from = named < 0 || named >= end ? start : named + 1;
  const found = lines
    .slice(from - 1, end)
    .findIndex((line) => /[:{]\s*$|\{.*\}|^\s*class\s+\w+(?:\s*<\s*[\w:]+)?\s*$/.test(line));
  return found < 0 ? from : from + found;
}

const opens =
  /@Table\(|\.init\(|\.define\(|@Scopes\(|@DefaultScope\(|\b(?:include|association|model|scopes?|where)\b\s*:/;
const ofQuery = /Scope|include|association|model|scopes?\b|where/;

/** What the nearest line above opens that options stand in. */
function ownerOf(lines: readonly string[], from: number, line: number): string {
  const above = lines.slice(from - 1, line).findLast((text) => opens.test(text)) ?? "";
  return opens.exec(above)?.[0] ?? "";
}
