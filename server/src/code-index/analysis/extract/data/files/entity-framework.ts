import { readDdl } from "#server/code-index/analysis/extract/data/sql/read-ddl.ts";
import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ColumnFact, DataFacts, KeyFact, TableOperation } from "#server/code-index/ports/data-facts.ts";

/** Of one call; generated code has no longer ones. */
const maxCallLength = 120_000;
const maxCalls = 5_000;

/** Steps of Entity Framework are written by its tools, so that they are read by their form. Null for other files. */
export function readEntityFrameworkSteps(source: SourceText): DataFacts | null {
  const { text } = source;
  if (!/\bMigrationBuilder\b/.test(text)) return null;
  const up = text.search(/\bvoid\s+Up\s*\(/);
  const down = text.search(/\bvoid\s+Down\s*\(/);
  if (up < 0) return null;
  const end = down > up ? down : text.length;
  const operations: TableOperation[] = [];
  const unread: number[] = [];
  const call = /\bmigrationBuilder\s*\.\s*(\w+)\s*(?:<([^>()]{0,100})>)?\s*\(/gi;
  call.lastIndex = up;
  for (let count = 0; count < maxCalls; count += 1) {
    const match = call.exec(text);
    if (match === null || match.index >= end) break;
    const open = match.index + match[0].length;
    const close = closingBracket(text, open);
    const step = { name: match[1] ?? "", type: match[2] ?? null, args: text.slice(open, close), at: open, source };
    operations.push(...readStep(step, unread));
    call.lastIndex = close;
  }
  if (operations.length + unread.length === 0) return null;
  return { role: "migration", library: "ef", operations, entities: [], registrations: [], step: null, unread };
}

interface StepCall {
  name: string;
  type: string | null;
  args: string;
  /** Offset of the arguments. */
  at: number;
  source: SourceText;
}

/** Behind the bracket that is open; literals may hold brackets. */
function closingBracket(text: string, open: number): number {
  let depth = 1;
  const limit = Math.min(text.length, open + maxCallLength);
  for (let at = open; at < limit; at += 1) {
    const char = text[at];
    if (char === '"') {
      const isVerbatim = /@\$?$/.test(text.slice(Math.max(0, at - 2), at));
      at += 1;
      while (at < limit && text[at] !== '"') at += !isVerbatim && text[at] === "\\" ? 2 : 1;
    } else if (char === "(") depth += 1;
    else if (char === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return limit;
}

function named(args: string, name: string): string | null {
  return new RegExp(`\\b${name}\\s*:\\s*"([^"\\n]{1,300})"`).exec(args)?.[1] ?? null;
}

/** "x => x.Id", "x => new { x.A, x.B }", `"Id"`, `new[] { "A", "B" }`. */
function columnsIn(args: string, name: string): string[] {
  const given = new RegExp(
    `\\b${name}\\s*:\\s*(new[^{]{0,40}\\{[^}]{0,2000}\\}|"[^"\\n]*"|\\w+\\s*=>\\s*(?:\\w+\\.\\w+|new\\s*\\{[^}]{0,2000}\\}))`,
  ).exec(args)?.[1];
  if (given === undefined) return [];
  return given.includes('"')
    ? [...given.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one)
    : [...given.matchAll(/\b\w+\.(\w+)/g)].map(([, one = ""]) => one);
}

function readStep(step: StepCall, unread: number[]): TableOperation[] {
  const { args, source, at } = step;
  const line = lineAt(source, at);
  const table = named(args, "table");
  const name = named(args, "name");
  if (step.name === "CreateTable") return name === null ? [] : [readTable(name, step)];
  if (step.name === "DropTable") return name === null ? [] : [{ op: "drop", table: name, line }];
  if (step.name === "RenameTable") {
    const to = named(args, "newName");
    return name === null || to === null ? [] : [{ op: "rename", table: name, to, line }];
  }
  if (step.name === "Sql") return readSql(step, unread);
  if (table === null || name === null) return [];
  if (step.name === "AddColumn") {
    const column = columnOf(name, step.type, args, line);
    return [{ op: "add-column", table, column, line }];
  }
  if (step.name === "DropColumn") return [{ op: "drop-column", table, column: name, line }];
  if (step.name === "RenameColumn") {
    const to = named(args, "newName");
    return to === null ? [] : [{ op: "rename-column", table, column: name, to, line }];
  }
  if (step.name === "AlterColumn") {
    const { name: _name, line: _line, isPrimary: _isPrimary, ...change } = columnOf(name, step.type, args, line);
    return [{ op: "alter-column", table, column: name, change, line }];
  }
  if (step.name === "AddForeignKey") {
    const key = keyOf(args, line);
    return key === null ? [] : [{ op: "add-key", table, key, line }];
  }
  if (step.name === "DropForeignKey") return [{ op: "drop-key", table, name, columns: [], line }];
  if (step.name === "AddPrimaryKey") return [{ op: "primary-key", table, columns: columnsIn(args, "columns?"), line }];
  if (step.name !== "CreateIndex") return [];
  const isUnique = /\bunique\s*:\s*true/.test(args);
  return [{ op: "add-index", table, index: { name, columns: columnsIn(args, "columns?"), isUnique }, line }];
}

function columnOf(name: string, type: string | null, args: string, line: number): ColumnFact {
  const nullable = /\bnullable\s*:\s*(true|false)/.exec(args)?.[1];
  return {
    name: named(args, "name") ?? name,
    type: named(args, "type") ?? type?.trim() ?? null,
    isNullable: nullable === undefined ? null : nullable === "true",
    default: /\bdefaultValue(?:Sql)?\s*:\s*("[^"\n]{0,100}"|[^,\n)]{1,60})/.exec(args)?.[1] ?? null,
    isPrimary: false,
    line,
  };
}

function keyOf(args: string, line: number): KeyFact | null {
  const target = named(args, "principalTable");
  const columns = columnsIn(args, "columns?");
  if (target === null || columns.length === 0) return null;
  return { name: named(args, "name"), columns, target, targetColumns: columnsIn(args, "principalColumns?"), line };
}

function readTable(table: string, { args, at, source }: StepCall): TableOperation {
  const split = args.search(/\bconstraints\s*:/);
  const body = split < 0 ? args : args.slice(0, split);
  const columns: ColumnFact[] = [];
  for (const match of body.matchAll(/\b(\w+)\s*=\s*\w+\s*\.\s*Column\s*<([^>()]{1,100}(?:<[^>]*>)?)>\s*\(/g)) {
    const open = match.index + match[0].length;
    const inside = body.slice(open, closingBracket(body, open));
    columns.push(columnOf(match[1] ?? "", match[2] ?? null, inside, lineAt(source, at + match.index)));
  }
  const keys: KeyFact[] = [];
  const constraints = split < 0 ? "" : args.slice(split);
  for (const match of constraints.matchAll(/\.\s*(PrimaryKey|ForeignKey)\s*\(/g)) {
    const open = match.index + match[0].length;
    const inside = constraints.slice(open, closingBracket(constraints, open));
    const key = match[1] === "ForeignKey" ? keyOf(inside, lineAt(source, at + split + match.index)) : null;
    if (key !== null) keys.push(key);
    if (match[1] === "ForeignKey") continue;
    const primary = new Set([...inside.matchAll(/\b\w+\.(\w+)/g)].map(([, one]) => one));
    for (const column of columns) if (primary.has(column.name)) column.isPrimary = true;
  }
  const [line, endLine] = [lineAt(source, at), lineAt(source, at + args.length)];
  return { op: "create", table, columns, keys, indexes: [], like: null, isIfAbsent: false, line, endLine };
}

function readSql({ args, at, source }: StepCall, unread: number[]): TableOperation[] {
  if (!/\btable\b/i.test(args)) return [];
  const quote = /^\s*(?:sql\s*:\s*)?(\$?@?\$?"{1,3})/.exec(args);
  if (quote === null) return [];
  const start = quote[0].length;
  const end = args.lastIndexOf('"');
  const found = readDdl(args.slice(start, end).replaceAll(/""|\\"/g, '"'), (offset) =>
    lineAt(source, at + start + offset),
  );
  unread.push(...found.unread);
  return found.operations;
}
