import type {
  ColumnFact,
  KeyFact,
  TableIndexFact,
  TableOperation,
  TableShape,
} from "#server/code-index/ports/data-facts.ts";

/** A table as it is after some steps. */
export interface TableState {
  name: string;
  /** Class of its rows; null where there is none. */
  entity: string | null;
  /** By name in lower case. */
  columns: Map<string, ColumnFact & { path: string }>;
  keys: (KeyFact & { path: string })[];
  indexes: TableIndexFact[];
  path: string;
  line: number;
  endLine: number;
  /** Where the program declares its rows, besides. */
  classes: { path: string; line: number; endLine: number }[];
  /** Made by a step that could not be read: some of its columns are unknown. */
  isPartial: boolean;
  /** Made by a library to join two models. */
  isBetween: boolean;
}

export interface DataProblem {
  path: string;
  line: number;
  reason: string;
}

/**
 * As it is stored. Extractors before version 25 said no table and no columns, which the type of today's operations does not know;
 * what they stored is read until its repository has been read anew.
 */
type StoredIndexDrop = Pick<TableOperation & { op: "drop-index" }, "name"> &
  Partial<TableOperation & { op: "drop-index" }>;

const maxProblems = 200;

/** The tables of a database while steps are applied to it, in their order. */
export class DatabaseState {
  readonly tables = new Map<string, TableState>();
  readonly problems: DataProblem[] = [];
  /** Other names of tables, as long as no table has them. */
  private readonly aliases = new Map<string, string>();
  /** Whether a step for a table that is not there makes it. */
  private readonly isStrict: boolean;

  constructor({ isStrict }: { isStrict: boolean }) {
    this.isStrict = isStrict;
  }

  apply(operation: TableOperation, path: string): void {
    if (operation.op === "create") this.create(operation, path);
    else if (operation.op === "drop" || operation.op === "attach") this.drop(operation.table);
    else if (operation.op === "rename") this.rename(operation);
    else if (operation.op === "alias") this.name(operation.table, operation.as);
    else if (operation.op === "drop-index") this.dropIndex(operation);
    else this.change(operation, path);
  }

  /** With the tables that a library has made for it. */
  private drop(name: string): void {
    const key = this.keyOf(name);
    for (const [at, { isBetween, keys }] of this.tables)
      if (isBetween && at.startsWith(`${key}_`) && this.keyOf(keys[0]?.target ?? "") === key) this.tables.delete(at);
    this.tables.delete(key);
  }

  private name(table: string, as: string): void {
    const known = this.tables.get(this.keyOf(table));
    if (known !== undefined) known.entity ??= as;
    if (as.toLowerCase() !== table.toLowerCase()) this.aliases.set(as.toLowerCase(), table.toLowerCase());
  }

  report(path: string, line: number, reason: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ path, line, reason });
  }

  private create(shape: TableShape & { op: "create" }, file: string): void {
    const path = shape.path ?? file;
    const key = this.keyOf(shape.table);
    const known = this.tables.get(key);
    if (known !== undefined && !known.isPartial) return;
    const like = shape.like === null ? undefined : this.tables.get(this.keyOf(shape.like));
    const columns = new Map([...(like?.columns ?? [])].map(([name, column]) => [name, { ...column }]));
    for (const column of [...shape.columns, ...(known?.columns.values() ?? [])])
      columns.set(column.name.toLowerCase(), { ...column, path: column.path ?? path });
    this.tables.set(key, {
      name: shape.table,
      entity: known?.entity ?? null,
      columns,
      keys: [...(known?.keys ?? []), ...shape.keys.map((one) => ({ ...one, path: one.path ?? path }))],
      indexes: [...(known?.indexes ?? []), ...shape.indexes.map((one) => ({ ...one }))],
      path,
      line: shape.line,
      endLine: shape.endLine,
      classes: known?.classes ?? [],
      isPartial: shape.isPartial === true || (shape.like !== null && like === undefined),
      isBetween: shape.isBetween === true,
    });
  }

  private rename({ table: from, to, model }: TableOperation & { op: "rename" }): void {
    const [fromKey, toKey] = [this.keyOf(from), this.keyOf(to)];
    const table = this.tables.get(fromKey);
    if (table === undefined || fromKey === toKey) return;
    const isNamedByItself = model !== undefined && model.from !== model.to && fromKey !== from.toLowerCase();
    if (isNamedByItself) {
      table.entity = to;
      this.aliases.delete(from.toLowerCase());
      this.aliases.set(to.toLowerCase(), fromKey);
      this.renameBetween(fromKey, fromKey, model);
      return;
    }
    this.tables.delete(fromKey);
    this.tables.set(toKey, { ...table, name: to });
    if (model !== undefined) {
      this.retarget(fromKey, to);
      this.renameBetween(fromKey, to, model);
      return;
    }
    // A table that is put aside is about to be made anew: keys to it are meant for its successor.
    if (/(?:^|_)(?:old|tmp|temp|backup|bak|new)(?:_|$)|^__/i.test(to)) return;
    this.retarget(fromKey, to);
  }

  private retarget(fromKey: string, to: string): void {
    for (const other of this.tables.values())
      for (const key of other.keys) if (this.keyOf(key.target) === fromKey) key.target = to;
  }

  /** A table in between is called after the table that has it, and its columns after the models that it joins. */
  private renameBetween(fromKey: string, to: string, model: { from: string; to: string }): void {
    const known = [...this.tables];
    for (const [name, table] of known) {
      if (!table.isBetween) continue;
      for (const [at, { target, columns }] of table.keys.entries()) {
        if (this.keyOf(target) !== this.keyOf(to)) continue;
        for (const column of columns) {
          const prefix = /^(?:from_|to_)?/.exec(column)?.[0] ?? "";
          if (column === `${prefix}${model.from}_id`) renameColumn(table, column, `${prefix}${model.to}_id`);
        }
        if (at === 0 && name !== to && name.startsWith(`${fromKey}_`)) {
          const renamed = `${to}${name.slice(fromKey.length)}`;
          this.tables.delete(name);
          this.tables.set(renamed.toLowerCase(), { ...table, name: renamed });
        }
      }
    }
  }

  private change(
    operation: Exclude<TableOperation, { op: "create" | "drop" | "rename" | "drop-index" | "attach" | "alias" }>,
    path: string,
  ): void {
    const table =
      this.tables.get(this.keyOf(operation.table)) ?? (isAnew(operation) ? null : this.missing(operation, path));
    if (table === null) return;
    if (operation.op === "add-column") {
      const key = operation.column.name.toLowerCase();
      if (!table.columns.has(key)) table.columns.set(key, { ...operation.column, path: operation.column.path ?? path });
    } else if (operation.op === "drop-column") dropColumn(table, operation.column);
    else if (operation.op === "rename-column") renameColumn(table, operation.column, operation.to);
    else if (operation.op === "alter-column") {
      const column = table.columns.get(operation.column.toLowerCase());
      if (column === undefined) return;
      Object.assign(column, operation.change);
      if (operation.change.line !== undefined) column.path = operation.change.path ?? path;
    } else if (operation.op === "drop-unique") {
      const isOf = (columns: readonly string[]) => columns.join().toLowerCase() === operation.column.toLowerCase();
      table.indexes = table.indexes.filter((one) => !one.isUnique || !isOf(one.columns));
    } else if (operation.op === "add-key") table.keys.push({ ...operation.key, path: operation.key.path ?? path });
    else if (operation.op === "drop-key") {
      dropKey(table, operation.name, operation.columns);
      // What keeps values apart is a constraint too, and dropped by the same words.
      dropIndexes(table, operation.name, []);
    } else if (operation.op === "add-index") table.indexes.push({ ...operation.index });
    else
      for (const one of operation.columns) {
        const column = table.columns.get(one.toLowerCase());
        if (column !== undefined) column.isPrimary = true;
      }
  }

  /** A table that a step changes although none has made it: its other columns are unknown. */
  private missing({ op, table, line }: { op: string; table: string; line: number }, path: string): TableState | null {
    if (!/^(?:add-column|add-key)$/.test(op)) return null;
    this.report(path, line, `changes the table ${table}, which no step before it makes`);
    if (this.isStrict) return null;
    const made: TableState = {
      name: table, entity: null, columns: new Map(), keys: [], indexes: [], path, line, endLine: line, classes: [],
      isPartial: true, isBetween: false,
    }; // prettier-ignore
    this.tables.set(this.keyOf(table), made);
    return made;
  }

  private dropIndex({ table: of = null, name, columns = [] }: StoredIndexDrop): void {
    const known = of === null ? undefined : this.tables.get(this.keyOf(of));
    for (const table of of === null ? this.tables.values() : known === undefined ? [] : [known])
      dropIndexes(table, name, columns);
  }

  /** Names count without regard to their case; a schema may be left out. */
  keyOf(name: string): string {
    const key = name.toLowerCase();
    if (this.tables.has(key)) return key;
    const alias = this.aliases.get(key);
    if (alias !== undefined) return alias;
    const bare = key.slice(key.lastIndexOf(".") + 1);
    return bare !== key && this.tables.has(bare) ? bare : key;
  }
}

function isAnew(operation: TableOperation): boolean {
  return operation.op === "add-key" && operation.isAnew === true;
}

function dropColumn(table: TableState, name: string): void {
  const column = name.toLowerCase();
  table.columns.delete(column);
  table.keys = table.keys.filter((key) => !key.columns.some((one) => one.toLowerCase() === column));
  table.indexes = table.indexes.filter((index) => !index.columns.some((one) => one.toLowerCase() === column));
}

/** Columns keep their order. */
function renameColumn(table: TableState, from: string, to: string): void {
  const was = from.toLowerCase();
  // Another one that has the name keeps it.
  if (!table.columns.has(was) || (was !== to.toLowerCase() && table.columns.has(to.toLowerCase()))) return;
  table.columns = new Map(
    [...table.columns].map(([key, column]) =>
      key === was ? [to.toLowerCase(), { ...column, name: to }] : [key, column],
    ),
  );
  const renamed = (columns: readonly string[]) => columns.map((one) => (one.toLowerCase() === was ? to : one));
  for (const key of table.keys) key.columns = renamed(key.columns);
  for (const index of table.indexes) index.columns = renamed(index.columns);
}

/** By its name, or by the columns that carry it; a name may follow from table and column. */
function dropKey(table: TableState, name: string | null, columns: readonly string[]): void {
  const wanted = columns.map((one) => one.toLowerCase()).join();
  table.keys = table.keys.filter((key) => {
    const own = key.columns.map((one) => one.toLowerCase()).join();
    if (columns.length > 0) return own !== wanted;
    if (key.name !== null) return key.name.toLowerCase() !== name?.toLowerCase();
    const usual = `${table.name.split(".").at(-1) ?? ""}_${key.columns.join("_")}`.toLowerCase();
    const given = name?.toLowerCase() ?? "";
    return !given.startsWith(usual) || !/^(?:_(?:fk|fkey|foreign|ibfk_\d+))?$/.test(given.slice(usual.length));
  });
}

function dropIndexes(table: TableState, name: string | null, columns: readonly string[]): void {
  const wanted = columns.join().toLowerCase();
  table.indexes = table.indexes.filter((index) => {
    const isOf = wanted !== "" && index.columns.join().toLowerCase() === wanted;
    return !isOf && (name === null || !isNamed(index, table.name, name.toLowerCase()));
  });
}

/** An index that nobody named is called by its library after its table and columns. */
function isNamed(index: TableIndexFact, table: string, name: string): boolean {
  if (index.name !== null) return index.name.toLowerCase() === name;
  const own = index.columns.map((one) => one.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase());
  const bare = (table.split(".").at(-1) ?? table).toLowerCase();
  const usual = `${bare}_${own.join("_")}`;
  return (
    name === `index_${bare}_on_${own.join("_and_")}` ||
    name.replace(/^(?:ix|idx|uq|uniq)_/, "").replace(/_(?:unique|uniq|index|idx|key|uk)$/, "") === usual
  );
}
