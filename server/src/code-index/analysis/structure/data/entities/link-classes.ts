import type { DatabaseState, TableState } from "#server/code-index/analysis/structure/data/database-state.ts";
import { looseKey } from "#server/code-index/analysis/structure/data/loose-key.ts";

/**
 * Says of the tables of a database which classes stand for their rows, and adds the relations that only these tell.
 * Tables and columns of the database stay as they are (a class may lag behind, or leave something out), unless its
 * steps begin with tables that none of them makes: these are completed.
 */
export function linkClasses(base: DatabaseState, classes: DatabaseState, isWhole: boolean): void {
  const completed = isWhole ? completeTables(base, classes) : new Set<TableState>();
  const loose = new Map<string, TableState | null>();
  for (const table of base.tables.values()) {
    const key = looseKey(table.name);
    loose.set(key, loose.has(key) ? null : table);
  }
  const tableFor = (name: string): TableState | null =>
    base.tables.get(base.keyOf(name)) ?? loose.get(looseKey(name)) ?? null;
  for (const declared of classes.tables.values()) {
    const table = tableFor(declared.name);
    if (table === null) continue;
    if (declared.entity !== null) {
      table.entity ??= declared.entity;
      table.classes.push({ path: declared.path, line: declared.line, endLine: declared.endLine });
    }
    for (const key of declared.keys) {
      const target = tableFor(classes.tables.get(classes.keyOf(key.target))?.name ?? key.target);
      const columns = key.columns.map((column) => columnIn(table, column));
      if (target === null || columns.some((column) => column === null)) continue;
      const carried = columns.join();
      if (table.keys.some((one) => one.columns.join().toLowerCase() === carried.toLowerCase())) continue;
      table.keys.push({
        ...key,
        columns: columns.filter((column) => column !== null),
        target: target.name,
        ...(!completed.has(table) && { isAssociation: true as const }),
      });
    }
  }
}

/** Steps that begin in the middle of a history change tables which the program made once from its classes. */
function completeTables(base: DatabaseState, classes: DatabaseState): ReadonlySet<TableState> {
  const completed = new Set<TableState>();
  const tables = [...base.tables.values()];
  if (!tables.some(({ isPartial }) => isPartial)) return completed;
  const loose = new Map(tables.map((table) => [looseKey(table.name), table]));
  for (const [key, declared] of classes.tables) {
    const known = base.tables.get(base.keyOf(declared.name)) ?? loose.get(looseKey(declared.name));
    if (known === undefined) base.tables.set(key, declared);
    else if (known.isPartial) {
      for (const [name, column] of declared.columns) if (!known.columns.has(name)) known.columns.set(name, column);
      known.isPartial = false;
      completed.add(known);
    }
  }
  return completed;
}

/** Columns may be written in the case of the program, and of the database. */
function columnIn({ columns }: TableState, name: string): string | null {
  const known = columns.get(name.toLowerCase());
  if (known !== undefined) return known.name;
  const bare = name.toLowerCase().replaceAll("_", "");
  return [...columns.values()].find((column) => column.name.toLowerCase().replaceAll("_", "") === bare)?.name ?? null;
}
