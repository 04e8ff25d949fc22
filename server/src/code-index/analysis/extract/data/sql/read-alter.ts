import type { ColumnFact, TableOperation } from "#server/code-index/ports/data-facts.ts";

import { emptyItems, qualified, readColumn, readDefault, readItem, readType } from "./read-columns.ts";
import type { TokenCursor } from "./token-cursor.ts";

interface AlterResult {
  operations: TableOperation[];
  unread: number[];
}

/** Behind `ALTER TABLE`. */
export function readAlter(cursor: TokenCursor, lineOf: (offset: number) => number, result: AlterResult): void {
  cursor.take("if", "exists");
  cursor.take("only");
  const name = cursor.name();
  if (name === null) return;
  if (cursor.take("on", "cluster")) cursor.name();
  cursor.takeSign("*");
  const reader = new AlterReader(qualified(name), lineOf, result.operations);
  for (const action of cursor.parts()) reader.read(action);
}

class AlterReader {
  private readonly table: string;
  private readonly lineOf: (offset: number) => number;
  private readonly operations: TableOperation[];
  /** In T-SQL, what follows a comma goes on with the verb before it. */
  private former: "add" | "drop-column" | "drop-constraint" | null = null;

  constructor(table: string, lineOf: (offset: number) => number, operations: TableOperation[]) {
    this.table = table;
    this.lineOf = lineOf;
    this.operations = operations;
  }

  read(action: TokenCursor): void {
    if (action.take("with", "check") || action.take("with", "nocheck")) this.former = null;
    if (action.take("add")) return this.readAdd(action);
    if (action.take("drop")) return this.readDrop(action);
    if (action.take("rename")) return this.readRename(action);
    if (action.take("alter")) return this.readAlterColumn(action);
    if (action.take("modify")) return this.readChange(action, false);
    if (action.take("change")) return this.readChange(action, true);
    if (action.take("attach", "partition")) return this.attach(action);
    if (/^(?:set|owner|enable|disable|replica|cluster|inherit|engine|validate|order|convert|detach|comment|auto_increment|force|no|default|switch|check|nocheck|update|lock|algorithm|row_format|charset|character|collate)$/i.test(action.peek()?.text ?? "")) return; // prettier-ignore
    if (this.former === "add") this.readAdd(action);
    else if (this.former !== null) this.dropNext(action, this.former);
  }

  private lineAt(action: TokenCursor): number {
    return this.lineOf(action.peek()?.at ?? action.tokens[action.at - 1]?.at ?? 0);
  }

  private readAdd(action: TokenCursor): void {
    this.former = "add";
    if (action.sees("partition") || action.sees("value")) return;
    const isColumn = action.take("column");
    const isPlain = !action.take("if", "not", "exists");
    const several = action.seesSign("(") && (isColumn || isPlain) ? action.brackets() : null;
    const items = emptyItems();
    for (const item of several?.parts() ?? [action]) {
      if (isColumn) {
        const column = readColumn(item, this.lineOf, items);
        if (column !== null) items.columns.push(column);
      } else readItem(item, this.lineOf, items);
    }
    const { table, operations } = this;
    const line = this.lineAt(action);
    for (const column of items.columns) operations.push({ op: "add-column", table, column, line: column.line });
    for (const key of items.keys) operations.push({ op: "add-key", table, key, line: key.line });
    for (const index of items.indexes) operations.push({ op: "add-index", table, index, line });
    if (items.primary.length > 0) operations.push({ op: "primary-key", table, columns: items.primary, line });
  }

  private readDrop(action: TokenCursor): void {
    if (action.take("primary") || action.sees("index") || action.sees("key") || action.sees("partition")) return;
    const isKey = action.take("foreign", "key") || action.takeOneOf("constraint", "check");
    this.former = isKey ? "drop-constraint" : "drop-column";
    action.take("column");
    this.dropNext(action, this.former);
  }

  private dropNext(action: TokenCursor, what: "drop-column" | "drop-constraint"): void {
    action.take("if", "exists");
    const line = this.lineAt(action);
    const names = action.seesSign("(") ? (action.brackets()?.names() ?? []) : [action.name()?.name];
    for (const name of names) {
      if (name === undefined) continue;
      if (what === "drop-column") this.operations.push({ op: "drop-column", table: this.table, column: name, line });
      else this.operations.push({ op: "drop-key", table: this.table, name, columns: [], line });
    }
  }

  private readRename(action: TokenCursor): void {
    const line = this.lineAt(action);
    if (action.sees("constraint") || action.sees("index") || action.sees("key")) return;
    if (action.takeOneOf("to", "as")) {
      const to = action.name();
      if (to !== null) this.operations.push({ op: "rename", table: this.table, to: qualified(to), line });
      return;
    }
    action.take("column");
    action.take("if", "exists");
    const from = action.name()?.name;
    if (from === undefined) return;
    if (action.take("to")) {
      const to = action.name()?.name;
      if (to !== undefined) this.operations.push({ op: "rename-column", table: this.table, column: from, to, line });
    } else if (action.isDone) this.operations.push({ op: "rename", table: this.table, to: from, line });
  }

  private readAlterColumn(action: TokenCursor): void {
    if (action.sees("constraint") || action.sees("index")) return;
    action.take("column");
    const line = this.lineAt(action);
    const column = action.name()?.name;
    if (column === undefined) return;
    const change: Partial<ColumnFact> = {};
    if (action.take("type") || action.take("set", "data", "type")) change.type = readType(action);
    else if (action.take("set", "not", "null")) change.isNullable = false;
    else if (action.take("drop", "not", "null")) change.isNullable = true;
    else if (action.take("set", "default")) change.default = readDefault(action);
    else if (action.take("drop", "default")) change.default = null;
    else if (!action.sees("set") && !action.sees("drop") && !action.sees("add")) {
      const read = readColumnChange(action);
      Object.assign(change, read);
    }
    this.operations.push({ op: "alter-column", table: this.table, column, change, line });
  }

  /** `MODIFY name varchar(20)`, `CHANGE name title varchar(20)`. */
  private readChange(action: TokenCursor, isRenamed: boolean): void {
    action.take("column");
    const line = this.lineAt(action);
    const from = isRenamed ? action.name()?.name : undefined;
    const items = emptyItems();
    const column = readColumn(action, this.lineOf, items);
    if (column === null) return;
    const { name, line: _line, ...change } = column;
    const { table } = this;
    if (from !== undefined && from !== name)
      this.operations.push({ op: "rename-column", table, column: from, to: name, line });
    this.operations.push({ op: "alter-column", table, column: name, change, line });
  }

  private attach(action: TokenCursor): void {
    const line = this.lineAt(action);
    const part = action.name();
    if (part !== null) this.operations.push({ op: "attach", table: qualified(part), line });
  }
}

function readColumnChange(action: TokenCursor): Partial<ColumnFact> {
  const type = readType(action);
  if (action.sees("not", "null")) return { type, isNullable: false };
  return action.sees("null") ? { type, isNullable: true } : { type };
}
