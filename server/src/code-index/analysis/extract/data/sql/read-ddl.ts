import type { ColumnFact, TableOperation } from "#server/code-index/ports/data-facts.ts";

import { readAlter } from "./read-alter.ts";
import { emptyItems, qualified, readItem } from "./read-columns.ts";
import { sqlStatements, type SqlToken } from "./sql-tokens.ts";
import { TokenCursor } from "./token-cursor.ts";

export interface DdlResult {
  operations: TableOperation[];
  /** Lines of statements about tables that could not be read. */
  unread: number[];
}

const maxOperations = 20_000;

/** What a text of SQL does to tables, in its order. Views, temporary tables and parts of tables are no tables. */
export function readDdl(text: string, lineOf: (offset: number) => number): DdlResult {
  const result: DdlResult = { operations: [], unread: [] };
  readStatements(text, lineOf, result, 0);
  return result;
}

function readStatements(text: string, lineOf: (offset: number) => number, result: DdlResult, depth: number): void {
  for (const tokens of sqlStatements(text)) {
    if (result.operations.length >= maxOperations) return;
    const block = depth === 0 ? blockOf(tokens) : null;
    if (block === null) new StatementReader(new TokenCursor(tokens), lineOf, result).read();
    // What a block does may depend on conditions: they are taken to hold, as they ask what is there already.
    else readStatements(block.text, (offset) => lineOf(block.at + offset), result, depth + 1);
  }
}

/** `DO $$ … $$`; null for others. */
function blockOf(tokens: readonly SqlToken[]): SqlToken | null {
  const [first] = tokens;
  if (first === undefined || !/^do$/i.test(first.text)) return null;
  return tokens.find(({ kind }) => kind === "text") ?? null;
}

class StatementReader {
  private readonly cursor: TokenCursor;
  private readonly lineOf: (offset: number) => number;
  private readonly result: DdlResult;

  constructor(cursor: TokenCursor, lineOf: (offset: number) => number, result: DdlResult) {
    this.cursor = cursor;
    this.lineOf = lineOf;
    this.result = result;
  }

  read(): void {
    const { cursor } = this;
    const line = this.lineOf(cursor.peek()?.at ?? 0);
    // `IF NOT EXISTS (…) BEGIN CREATE TABLE …`: what a condition guards.
    if (cursor.sees("if") || cursor.sees("begin")) this.toDefinition();
    if (cursor.take("create")) this.readCreate(line);
    else if (cursor.take("alter")) {
      if (cursor.take("table")) readAlter(cursor, this.lineOf, this.result);
    } else if (cursor.take("drop")) this.readDrop(line);
    else if (cursor.take("rename", "table")) this.readRename(line);
    else if (cursor.takeOneOf("exec", "execute")) this.readProcedure(line);
  }

  private toDefinition(): void {
    const { cursor } = this;
    while (!cursor.isDone) {
      const isOne = ["create", "alter", "drop"].some((verb) => cursor.sees(verb, "table"));
      if (isOne || cursor.sees("exec") || cursor.sees("create", "index")) return;
      cursor.at += 1;
    }
  }

  private readCreate(line: number): void {
    const { cursor } = this;
    let isTemporary = false;
    while (!cursor.isDone) {
      if (cursor.sees("table")) break;
      if (cursor.sees("unique") || cursor.sees("index")) return this.readIndex(line);
      if (cursor.takeOneOf("temp", "temporary", "virtual")) isTemporary = true;
      else if (!cursor.take("or", "replace") && !cursor.takeOneOf("global", "local", "unlogged", "foreign", "external", "column", "clustered", "nonclustered", "fulltext", "spatial", "custom")) return; // prettier-ignore
    }
    cursor.take("table");
    const isIfAbsent = cursor.take("if", "not", "exists");
    const name = cursor.name();
    if (isTemporary || name === null || /^[#@]/.test(name.name)) return;
    if (cursor.take("on", "cluster")) cursor.name();
    this.readTable(qualified(name), { line, isIfAbsent });
  }

  private readTable(table: string, { line, isIfAbsent }: { line: number; isIfAbsent: boolean }): void {
    const { cursor } = this;
    if (cursor.sees("partition", "of")) return;
    const items = emptyItems();
    if (cursor.take("like")) items.like = cursor.name()?.name ?? null;
    const inside = cursor.brackets();
    const endLine = this.lineOf(cursor.tokens[cursor.at - 1]?.at ?? 0);
    for (const item of inside?.parts() ?? []) readItem(item, this.lineOf, items);
    const behind = cursor.at;
    while (!cursor.isDone && !cursor.sees("inherits")) cursor.at += 1;
    if (cursor.isDone) cursor.at = behind;
    if (cursor.take("inherits")) items.like = cursor.brackets()?.name()?.name ?? null;
    if (items.columns.length === 0 && items.like === null) items.columns.push(...this.readSelected(line));
    if (items.columns.length === 0 && items.like === null) {
      this.result.unread.push(line);
      return;
    }
    for (const column of items.columns)
      if (items.primary.some((one) => isSame(one, column.name))) column.isPrimary = true;
    const { columns, keys, indexes, like } = items;
    this.result.operations.push({ op: "create", table, columns, keys, indexes, like, isIfAbsent, line, endLine });
  }

  /** `CREATE TABLE boats AS SELECT id, max(at) AS last FROM …`: empty where a name is not written. */
  private readSelected(line: number): ColumnFact[] {
    const { cursor } = this;
    while (!cursor.isDone && !cursor.sees("select")) cursor.at += 1;
    if (!cursor.take("select")) return [];
    const start = cursor.at;
    let depth = 0;
    while (!cursor.isDone && !(depth === 0 && cursor.sees("from"))) {
      if (cursor.seesSign("(")) depth += 1;
      if (cursor.seesSign(")")) depth -= 1;
      cursor.at += 1;
    }
    const names = [...new TokenCursor(cursor.tokens, start, cursor.at).parts()].map((part) => part.last());
    if (names.some((name) => name === null)) return [];
    return names.map((name) => ({
      name: name ?? "",
      type: null,
      isNullable: null,
      default: null,
      isPrimary: false,
      line,
    }));
  }

  private readIndex(line: number): void {
    const { cursor } = this;
    const isUnique = cursor.take("unique");
    cursor.takeOneOf("clustered", "nonclustered");
    if (!cursor.take("index")) return;
    cursor.take("concurrently");
    cursor.take("if", "not", "exists");
    const name = cursor.sees("on") ? null : (cursor.name()?.name ?? null);
    if (!cursor.take("on")) return;
    cursor.take("only");
    const table = cursor.name();
    if (table === null) return;
    if (cursor.take("using")) cursor.name();
    const columns = cursor.brackets()?.names() ?? [];
    this.result.operations.push({ op: "add-index", table: qualified(table), index: { name, columns, isUnique }, line });
  }

  private readDrop(line: number): void {
    const { cursor } = this;
    const isIndex = cursor.take("index");
    if (!isIndex && !cursor.take("table")) return;
    cursor.take("concurrently");
    cursor.take("if", "exists");
    for (const part of cursor.parts()) {
      const name = part.name();
      if (name === null || /^[#@]/.test(name.name)) continue;
      this.result.operations.push(
        isIndex
          ? { op: "drop-index", table: null, name: name.name, columns: [], line }
          : { op: "drop", table: qualified(name), line },
      );
    }
  }

  private readRename(line: number): void {
    for (const part of this.cursor.parts()) {
      const name = part.name();
      const to = part.take("to") ? part.name() : null;
      if (name !== null && to !== null)
        this.result.operations.push({ op: "rename", table: qualified(name), to: qualified(to), line });
    }
  }

  /** `EXEC sp_rename 'dbo.boats.name', 'title', 'COLUMN'` */
  private readProcedure(line: number): void {
    const { cursor } = this;
    if (cursor.name()?.name.toLowerCase() !== "sp_rename") return;
    const given = [...cursor.parts()].flatMap((part) => {
      for (; !part.isDone; part.at += 1) if (part.peek()?.kind === "text") return part.peek()?.text ?? [];
      return [];
    });
    const [from = "", to = "", what = ""] = given;
    const parts = from.split(".").map((part) => part.replace(/^[["]|[\]"]$/g, ""));
    if (from === "" || to === "") return;
    if (/^column$/i.test(what)) {
      const [table = "", column = ""] = parts.slice(-2);
      this.result.operations.push({ op: "rename-column", table, column, to, line });
    } else if (what === "" || /^object$/i.test(what))
      this.result.operations.push({ op: "rename", table: parts.at(-1) ?? "", to, line });
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
