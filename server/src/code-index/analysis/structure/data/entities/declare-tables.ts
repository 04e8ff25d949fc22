import type { DataFile } from "#server/code-index/analysis/structure/data/migration-series.ts";
import type {
  DataFacts,
  EntityFieldFact,
  KeyFact,
  TableOperation,
  TableShape,
} from "#server/code-index/ports/data-facts.ts";

import type { BaseFinder, PlacedEntity } from "./base-finder.ts";
import { columnOf, merged, plainColumn, plainField, sameName } from "./entity-fields.ts";
import { EntityIndex, libraryOf } from "./entity-index.ts";
import { nameBy, TableNamings } from "./table-namings.ts";

type CreateOperation = TableShape & { op: "create" };

/** Of one table; a class that embeds itself would have no end. */
const maxFields = 1_000;
const maxEmbedded = 6;
/** Classes that are put into one table, however deep. */
const maxExpanded = 200;

/** Classes that stand in for rows which nobody keeps. */
const pretended = /^(?:Fake|Dummy|Mock)[A-Z]/;

/** The tables that classes of rows describe, as if their files declared them; empty where there are no such classes. */
export function declareTables(files: readonly DataFile[], finder: BaseFinder): DataFile[] {
  const index = new EntityIndex(files, finder);
  const stored = index.all().filter((place) => index.isStored(place) && !pretended.test(place.entity.name));
  const builder = new TableBuilder(index, new TableNamings(files));
  const made = stored.map((place) => ({ place, operations: builder.build(place) }));
  return made.flatMap(({ place, operations }): DataFile[] =>
    operations.length === 0 ? [] : [{ path: place.path, data: declaration(place.entity.library, operations) }],
  );
}

function declaration(library: string, operations: TableOperation[]): DataFacts {
  return { role: "declaration", library, operations, entities: [], registrations: [], step: null, unread: [] };
}

class TableBuilder {
  private readonly index: EntityIndex;
  private readonly namings: TableNamings;
  private readonly tables = new Map<PlacedEntity, string | null>();
  /** Embedded classes that the table which is being built may still take in. */
  private left = maxExpanded;

  constructor(index: EntityIndex, namings: TableNamings) {
    this.index = index;
    this.namings = namings;
  }

  build(place: PlacedEntity): TableOperation[] {
    const { entity } = place;
    this.left = maxExpanded;
    const table = this.tableOf(place);
    if (table === null) return [];
    const holder = this.holderOf(place);
    const naming = libraryOf(entity).naming;
    const fields = this.fieldsOf(place, holder === place);
    const shape: CreateOperation = {
      op: "create", table, columns: [], keys: [], indexes: [], like: null, isIfAbsent: false, line: entity.line,
      endLine: entity.endLine, ...(this.index.isUnsure(place) && { isPartial: true as const }),
    }; // prettier-ignore
    const between: TableOperation[] = [];
    for (const field of fields) {
      // What a registration leaves out.
      if (field.column === "") continue;
      if (field.relation === null || this.isPlain(place, field))
        shape.columns.push(columnOf(field, field.column ?? naming.column(field.name)));
      else if (field.relation.kind === "one" && field.relation.holdsKey) {
        const name = field.column ?? naming.key(field.name);
        const isCarried = fields.some(
          (one) => one.relation === null && sameName(one.column ?? naming.column(one.name), name),
        );
        if (naming.isTyped !== true || isCarried) this.addKey(place, field, shape);
      } else if (field.relation.kind === "many-to-many") between.push(...this.join(place, table, field));
    }
    if (holder !== place)
      return [
        ...shape.columns.map((column): TableOperation => ({ op: "add-column", table, column, line: column.line })),
        ...shape.keys.map((key): TableOperation => ({ op: "add-key", table, key, line: key.line })),
        ...between,
      ];
    this.addPrimary(place, shape);
    return [shape, { op: "alias", table, as: entity.name, line: entity.line }, ...between];
  }

  /** Its own key, that of the class which it extends, or the usual one. */
  private addPrimary(place: PlacedEntity, shape: CreateOperation): void {
    const naming = libraryOf(place.entity).naming;
    const parent = this.parentOf(place);
    if (parent !== null && naming.parentKey !== undefined) {
      const name = naming.parentKey(parent.entity.name);
      const target = this.tableOf(parent);
      if (shape.columns.some((column) => column.isPrimary) || target === null) return;
      shape.columns.unshift(plainColumn(name, { isPrimary: true, line: shape.line }));
      shape.keys.push({ name: null, columns: [name], target, targetColumns: [], line: shape.line });
      return;
    }
    if (naming.id === null || shape.columns.some(({ isPrimary, name }) => isPrimary || name === naming.id)) return;
    shape.columns.unshift(plainColumn(naming.id, { isPrimary: true, line: shape.line }));
  }

  /** A type that is no entity, but of a value. */
  private isPlain(place: PlacedEntity, { relation }: EntityFieldFact): boolean {
    const { naming } = libraryOf(place.entity);
    if (naming.isTyped !== true || relation === null || relation.kind !== "one" || relation.target === null)
      return false;
    const target = this.index.find(relation.target, { path: place.path, library: place.entity.library });
    return target === null || !this.index.isStored(target);
  }

  private addKey(place: PlacedEntity, field: EntityFieldFact, shape: CreateOperation): void {
    const { relation, column } = field;
    const naming = libraryOf(place.entity).naming;
    const name = column ?? naming.key(field.name);
    const known = shape.columns.find((one) => sameName(one.name, name));
    const isTyped = naming.isTyped === true;
    if (known === undefined && !isTyped) shape.columns.push(columnOf(field, name));
    else if (known !== undefined && field.isPrimary) known.isPrimary = true;
    const target = relation?.target ?? null;
    if (target === null) return;
    const key: KeyFact = {
      name: null, columns: [name], target: this.targetTable(place, target), targetColumns: [], line: field.line, path: field.path,
    }; // prettier-ignore
    if (relation?.isKey === false) key.isAssociation = true;
    const same = shape.keys.findIndex(({ columns }) => columns.join() === name);
    if (same < 0) shape.keys.push(key);
  }

  /** A table between two, where no class stands for it. */
  private join(place: PlacedEntity, table: string, field: EntityFieldFact): TableOperation[] {
    const { entity } = place;
    const { target, through, throughColumns, holdsKey } = field.relation ?? {};
    const naming = libraryOf(entity).naming;
    if (holdsKey !== true || !target || naming.between === undefined) return [];
    if (through && this.index.find(through, { path: place.path, library: entity.library }) !== null) return [];
    const targetTable = this.targetTable(place, target);
    const usual = naming.between({ table, field: field.name, entity: entity.name, target, targetTable });
    const name = through ?? usual.table;
    const columns = throughColumns ?? usual.columns;
    const { line, path } = field;
    const targets = [table, targetTable];
    return [{
      op: "create", table: name, like: null, isIfAbsent: true, indexes: [], line, endLine: line, path,
      columns: [
        ...(usual.id === null ? [] : [plainColumn(usual.id, { isPrimary: true, line })]),
        ...columns.map((column) => plainColumn(column, { isPrimary: usual.id === null, line })),
      ],
      keys: columns.map((column, at): KeyFact => ({
        name: null, columns: [column], target: targets[at] ?? "", targetColumns: [], line,
      })),
    }]; // prettier-ignore
  }

  private targetTable(from: PlacedEntity, target: string): string {
    const place = this.index.find(target, { path: from.path, library: from.entity.library });
    return (place === null ? null : this.tableOf(place)) ?? target;
  }

  /** The stored class that it extends; null for none. */
  private parentOf(place: PlacedEntity): PlacedEntity | null {
    const layout = this.inheritanceOf(place);
    if (layout === "separate") return null;
    return this.index.chainOf(place).find((one) => this.index.isStored(one)) ?? null;
  }

  private inheritanceOf(place: PlacedEntity): "single" | "joined" | "separate" {
    for (const { entity } of [place, ...this.index.chainOf(place)])
      if (entity.layout?.inheritance !== undefined) return entity.layout.inheritance;
    return libraryOf(place.entity).naming.inheritance;
  }

  /** The class whose table its rows are in. */
  private holderOf(place: PlacedEntity): PlacedEntity {
    if (this.inheritanceOf(place) !== "single" || this.ownTable(place) !== null) return place;
    return this.index.chainOf(place).findLast((one) => this.index.isStored(one)) ?? place;
  }

  private ownTable(place: PlacedEntity): string | null {
    if (place.entity.table !== null) return place.entity.table;
    const named = this.index.registrationsOf(place).filter(({ registration }) => registration.table);
    return (named.find(({ registration }) => registration.isUsual !== true) ?? named[0])?.registration.table ?? null;
  }

  private tableOf(place: PlacedEntity): string | null {
    const known = this.tables.get(place);
    if (known !== undefined) return known;
    const table = this.computeTable(place);
    this.tables.set(place, table);
    return table;
  }

  private computeTable(place: PlacedEntity): string | null {
    const holder = this.holderOf(place);
    const own = this.ownTable(holder);
    if (own !== null) return own;
    for (const one of [holder, ...this.index.chainOf(holder)]) {
      const rule = one.entity.layout?.naming;
      if (rule !== undefined) return nameBy(rule, holder.entity.name);
    }
    return this.namings.nameTable(holder);
  }

  /** With those of the classes that it extends, as far as these have no table of their own. */
  private fieldsOf(place: PlacedEntity, isHolder: boolean): EntityFieldFact[] {
    const byName = new Map<string, EntityFieldFact>();
    const isSeparate = this.inheritanceOf(place) === "separate";
    const chain = isHolder
      ? this.index
          .chainOf(place, (one) => !isSeparate && this.index.isStored(one))
          .filter((one) => isSeparate || !this.index.isStored(one))
      : [];
    const known = libraryOf(place.entity).known ?? {};
    for (const one of [...chain.toReversed(), place]) {
      for (const base of one.entity.bases)
        if (Object.hasOwn(known, base) && (isHolder || one !== place))
          for (const { name, type, isPrimary = false } of known[base] ?? [])
            byName.set(name, { ...plainField(name, one.entity.line), type, isPrimary, path: one.path });
      for (const field of one.entity.fields) byName.set(field.name, { ...field, path: one.path });
    }
    for (const { path, registration } of this.index.registrationsOf(place))
      for (const field of registration.fields)
        byName.set(field.name, merged(byName.get(field.name), { ...field, path }));
    return this.expand([...byName.values()], place, "", maxEmbedded);
  }

  /** Fields of embedded classes are columns of the same row. */
  private expand(
    fields: readonly EntityFieldFact[],
    place: PlacedEntity,
    prefix: string,
    depth: number,
  ): EntityFieldFact[] {
    const found: EntityFieldFact[] = [];
    const { naming } = libraryOf(place.entity);
    for (const field of fields) {
      if (found.length >= maxFields) break;
      if (field.embeds === null) {
        const column = field.column ?? naming.column(field.name);
        found.push(prefix === "" ? field : { ...field, column: naming.inside?.(prefix, column) ?? prefix + column });
        continue;
      }
      const inner = this.index.find(field.embeds, { path: place.path, library: place.entity.library });
      if (inner === null || depth <= 0 || this.left <= 0) continue;
      this.left -= 1;
      const own = this.fieldsOfEmbedded(inner);
      for (const one of this.expand(own, inner, prefix + (field.column ?? ""), depth - 1))
        found.push({ ...one, isPrimary: one.isPrimary || field.isPrimary });
    }
    return found;
  }

  private fieldsOfEmbedded(place: PlacedEntity): EntityFieldFact[] {
    return [...this.index.chainOf(place).toReversed(), place].flatMap(({ path, entity }) =>
      entity.fields.map((field) => ({ ...field, path })),
    );
  }
}
