import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

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
  /@DeletedAt\b|@DeleteDateColumn\b|\bparanoid:\s*true|@SoftDelete\b|@SQLDelete\(|\buse\s+(?:[\w\\]+,\s*)*SoftDeletes\b|\bacts_as_paranoid\b|\binclude\s+Discard::Model\b|\bdefault_scope\b[^#\n]*\b(?:deleted_at|discarded_at|is_deleted)\b|\bgorm\.(?:DeletedAt|Model)\b|\bsoft_delete\.DeletedAt\b|\bSoftDelete(?:Model|Mixin|Object|able\w*)\b|\bSafeDeleteModel\b|\bISoftDelet\w*|\bHasQueryFilter\([^\n]*[dD]eleted/;
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

async function softDeletionOf(scope: CodeScope, { entity, columns }: IndexedTable): Promise<SoftDeletion | null> {
  const column = columns.find(({ name }) => marks.test(name));
  const declared = entity === null ? null : await declarationOf(scope, entity);
  if (column === undefined && declared === null) return null;
  return {
    column: column?.name ?? null,
    declaredBy: declared?.text ?? null,
    evidence: [
      ...(declared === null ? [] : [declared.evidence]),
      ...(column === undefined ? [] : [scope.at(column.path, column.line)]),
    ],
  };
}

/** In the class of the rows, or in those that it extends. */
async function declarationOf(scope: CodeScope, entity: string): Promise<{ text: string; evidence: Evidence } | null> {
  const open = [entity];
  const seen = new Set<string>();
  for (let name = open.shift(); name !== undefined && seen.size < mostBases; name = open.shift()) {
    seen.add(name);
    const classes = symbolsNamed(scope, name).filter(({ symbol }) =>
      /^(?:class|struct|type|module)$/.test(symbol.kind),
    );
    const [own] = classes;
    // Of several with one name nobody knows which one it is.
    if (own === undefined || classes.length > 1) continue;
    const found = await markIn(scope, own);
    if (found !== null) return found;
    const said =
      bases
        .exec(own.symbol.signature)
        ?.slice(1)
        .find((one) => one !== undefined) ?? "";
    open.push(
      ...said
        .split(/[,\s<>]+/)
        .flatMap((one) => /(\w+)$/.exec(one)?.[1] ?? [])
        .filter((one) => !seen.has(one)),
    );
  }
  return null;
}

async function markIn(
  scope: CodeScope,
  { path, symbol }: { path: string; symbol: SymbolFact },
): Promise<{ text: string; evidence: Evidence } | null> {
  const lines = (await scope.lines(path)) ?? [];
  const above = (scope.facts(path)?.symbols ?? []).filter(
    ({ parent, endLine }) => parent === null && endLine < symbol.startLine,
  );
  const from = Math.max(symbol.startLine - linesAbove, ...above.map(({ endLine }) => endLine + 1), 1);
  const end = Math.min(symbol.endLine, symbol.startLine + longestClass);
  for (let line = from; line <= end; line += 1) {
    const text = lines[line - 1] ?? "";
    const said = /^\s*(?:\/\/|#|\*|import\b)/.test(text) ? null : declares.exec(text);
    if (said !== null) return { text: said[0].replace(/\($/, "").trim(), evidence: scope.at(path, line) };
  }
  return null;
}
