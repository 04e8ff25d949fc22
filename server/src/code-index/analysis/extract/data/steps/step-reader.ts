import { CallReader, type CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import { readDdl } from "#server/code-index/analysis/extract/data/sql/read-ddl.ts";
import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type {
  ColumnFact,
  DataFacts,
  KeyFact,
  TableIndexFact,
  TableOperation,
} from "#server/code-index/ports/data-facts.ts";

/** A table that is being made or changed. */
export interface TableDraft {
  table: string;
  /** Null where it is changed. */
  made: (DataFacts["operations"][number] & { op: "create" }) | null;
  node: SyntaxNode;
  /** Whether defaults are for the rows that are there, not for those to come. */
  isOneOff?: boolean;
}

/** With what is called before it and on its result. */
export interface StepLink extends CallLink {
  call: CallView;
  before: readonly CallLink[];
  rest: readonly CallLink[];
}

const maxOperations = 20_000;
const maxTextLength = 300_000;

/** What rules of libraries read from calls, and where they put it. */
export abstract class StepReader extends CallReader {
  readonly facts: DataFacts;
  /** Tables that calls within are about: by the name of a builder, "" for calls on nothing. */
  readonly open: { builder: string; draft: TableDraft }[] = [];

  constructor(view: CodeView, facts: DataFacts) {
    super(view);
    this.facts = facts;
  }

  /** Reads what is called in a block or a function as being about a table. */
  abstract within(draft: TableDraft | null, body: SyntaxNode | null): void;
  /** Reads what is called in other code. */
  abstract visit(node: SyntaxNode): void;

  /** Makes a table; what is read for it from now on goes into it. Null where its name is computed. */
  create(table: string | null, node: SyntaxNode): TableDraft | null {
    if (table === null) return this.unread(node);
    const made: TableOperation & { op: "create" } = {
      op: "create", table, columns: [], keys: [], indexes: [], like: null, isIfAbsent: false,
      line: this.line(node), endLine: this.view.s.endLine(node),
    }; // prettier-ignore
    this.push(made);
    return { table, made, node };
  }

  change(table: string | null, node: SyntaxNode): TableDraft | null {
    return table === null ? this.unread(node) : { table, made: null, node };
  }

  unread(node: SyntaxNode): null {
    this.facts.unread.push(this.line(node));
    return null;
  }

  push(operation: TableOperation): void {
    if (this.facts.operations.length < maxOperations) this.facts.operations.push(operation);
  }

  column(
    draft: TableDraft | null,
    name: string | null,
    node: SyntaxNode,
    more: Partial<ColumnFact> = {},
  ): ColumnFact | null {
    if (draft === null) return null;
    if (name === null) return this.unread(node);
    const column: ColumnFact = {
      name, type: null, isNullable: null, default: null, isPrimary: false, line: this.line(node), ...more,
    }; // prettier-ignore
    if (draft.made === null) this.push({ op: "add-column", table: draft.table, column, line: column.line });
    else draft.made.columns.push(column);
    return column;
  }

  key(
    draft: TableDraft | null,
    { columns, target, name = null }: { columns: readonly string[]; target: string | null; name?: string | null },
    node: SyntaxNode,
  ): void {
    if (draft === null || target === null || columns.length === 0) return;
    const key: KeyFact = { name, columns: [...columns], target, targetColumns: [], line: this.line(node) };
    if (draft.made === null) this.push({ op: "add-key", table: draft.table, key, line: key.line });
    else draft.made.keys.push(key);
  }

  index(
    draft: TableDraft | null,
    columns: readonly string[],
    node: SyntaxNode,
    more: Partial<TableIndexFact> = {},
  ): void {
    if (draft === null || columns.length === 0) return;
    const index: TableIndexFact = { name: null, columns: [...columns], isUnique: false, ...more };
    if (draft.made === null) this.push({ op: "add-index", table: draft.table, index, line: this.line(node) });
    else draft.made.indexes.push(index);
  }

  dropIndex(
    table: string | null,
    { name = null, columns = [] }: { name?: string | null; columns?: readonly string[] },
    node: SyntaxNode,
  ): void {
    if (name === null && columns.length === 0) return;
    this.push({ op: "drop-index", table, name, columns: [...columns], line: this.line(node) });
  }

  primary(draft: TableDraft | null, columns: readonly string[], node: SyntaxNode): void {
    if (draft === null || columns.length === 0) return;
    if (draft.made === null) {
      this.push({ op: "primary-key", table: draft.table, columns: [...columns], line: this.line(node) });
      return;
    }
    for (const column of draft.made.columns) if (columns.includes(column.name)) column.isPrimary = true;
  }

  drop(table: string | null, node: SyntaxNode): void {
    if (table === null) this.unread(node);
    else this.push({ op: "drop", table, line: this.line(node) });
  }

  rename(table: string | null, to: string | null, node: SyntaxNode, model?: { from: string; to: string }): void {
    if (table === null || to === null) this.unread(node);
    else this.push({ op: "rename", table, to, ...(model === undefined ? {} : { model }), line: this.line(node) });
  }

  dropColumns(table: string | null, columns: readonly (string | null)[], node: SyntaxNode): void {
    if (table === null || columns.length === 0 || columns.includes(null)) this.unread(node);
    if (table === null) return;
    for (const column of columns)
      if (column !== null) this.push({ op: "drop-column", table, column, line: this.line(node) });
  }

  renameColumn(table: string | null, column: string | null, to: string | null, node: SyntaxNode): void {
    if (table === null || column === null || to === null) this.unread(node);
    else this.push({ op: "rename-column", table, column, to, line: this.line(node) });
  }

  alterColumn(table: string | null, column: string | null, change: Partial<ColumnFact>, node: SyntaxNode): void {
    if (table === null || column === null) this.unread(node);
    else this.push({ op: "alter-column", table, column, change, line: this.line(node) });
  }

  dropKey(table: string | null, at: { name?: string | null; columns?: readonly string[] }, node: SyntaxNode): void {
    if (table === null) return;
    this.push({
      op: "drop-key",
      table,
      name: at.name ?? null,
      columns: [...(at.columns ?? [])],
      line: this.line(node),
    });
  }

  /** `<<~SQL` and what stands behind its line. */
  private heredoc(node: SyntaxNode): string | null {
    const { s } = this.view;
    const tag = /^<<<?[~-]?["']?(\w+)/.exec(s.textOf(node))?.[1];
    if (tag === undefined) return null;
    const start = s.text.indexOf("\n", s.start(node));
    const end = start < 0 ? -1 : s.text.slice(start, start + maxTextLength).search(new RegExp(`\\n[ \\t]*${tag}\\b`));
    return end < 0 ? null : s.text.slice(start, start + end);
  }

  /** What a literal of SQL does. */
  sql(node: SyntaxNode | null): void {
    const text = node === null ? null : (this.view.textOf(node, () => "?") ?? this.heredoc(node));
    if (node === null || text === null || text.length > maxTextLength || !/\btable\b/i.test(text)) return;
    const first = this.line(node);
    const read = readDdl(text, (offset) => first + (text.slice(0, offset).match(/\n/g)?.length ?? 0));
    for (const operation of read.operations) {
      // A name that is put in; keys and indexes are not worth a doubt about the columns.
      const isComputed = "table" in operation && operation.table?.includes("?") === true;
      if (!isComputed) this.push(operation);
      else if (!/key|index/.test(operation.op)) this.facts.unread.push(operation.line);
    }
    this.facts.unread.push(...read.unread);
  }
}
