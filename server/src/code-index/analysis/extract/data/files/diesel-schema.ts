import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ColumnFact, DataFacts, TableOperation } from "#server/code-index/ports/data-facts.ts";

const tableMacro =
  /\btable!\s*\{(?:\s|use [^;\n]*;|\/\/[^\n]*|#\[[^\]\n]*\])*([\w.]+)\s*\(([^)\n]{0,200})\)\s*\{([^{}]*)\}/g;
const maxTables = 2_000;

/** `diesel::table! { boats (id) { id -> Int4, } }` and `joinable!(boats -> harbours (harbour_id));`. */
export function readDieselSchema(source: SourceText): DataFacts | null {
  const { text } = source;
  if (!/\btable!\s*\{/.test(text)) return null;
  const operations: TableOperation[] = [];
  for (const match of text.matchAll(tableMacro)) {
    const [all, name = "", primary = "", body = ""] = match;
    if (operations.length >= maxTables) break;
    // What the database itself keeps.
    if (name.startsWith("pg_")) continue;
    const start = match.index + all.length - body.length - 1;
    const keys = new Set(primary.split(",").map((one) => one.trim()));
    const columns = [...body.matchAll(/(?:#\[sql_name\s*=\s*"([^"]+)"\][^\n]*\n\s*)?\b(\w+)\s*->\s*([^,\n]+)/g)].map(
      ({ index, ...found }): ColumnFact => ({
        name: found[1] ?? found[2] ?? "",
        type: found[3]?.replace(/^Nullable<(.*)>$/, "$1").toLowerCase() ?? null,
        isNullable: found[3]?.startsWith("Nullable<") ?? null,
        default: null,
        isPrimary: keys.has(found[2] ?? ""),
        line: lineAt(source, start + index + found[0].search(/\w+\s*->/)),
      }),
    );
    const [line, endLine] = [lineAt(source, match.index), lineAt(source, match.index + all.length)];
    operations.push({
      op: "create", table: name.replace(/^public\./, ""), columns, keys: [], indexes: [], like: null, isIfAbsent: false, line, endLine,
    }); // prettier-ignore
  }
  if (operations.length === 0) return null;
  for (const { index, ...found } of text.matchAll(/\bjoinable!\s*\(\s*(\w+)\s*->\s*(\w+)\s*\(\s*(\w+)\s*\)/g)) {
    const line = lineAt(source, index);
    const key = { name: null, columns: [found[3] ?? ""], target: found[2] ?? "", targetColumns: [], line };
    operations.push({ op: "add-key", table: found[1] ?? "", key, line });
  }
  return { role: "snapshot", library: "diesel", operations, entities: [], registrations: [], step: null, unread: [] };
}
