import { closingBracket, lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type {
  ColumnFact,
  DataFacts,
  KeyFact,
  TableOperation,
  TableShape,
} from "#server/code-index/ports/data-facts.ts";

/** An entity as the snapshot of a model tells it, in one block or several. */
interface SnapshotEntity {
  name: string;
  table: string | null;
  base: string | null;
  isView: boolean;
  columns: Map<string, ColumnFact>;
  /** Properties whose column is named by the program. */
  named: Set<string>;
  primary: string[];
  keys: { target: string; properties: string[]; line: number }[];
  /** What it owns, which is in its row where it has no table of its own. */
  owned: { navigation: string; entity: SnapshotEntity; isMany: boolean; json: string | null }[];
  line: number;
  endLine: number;
}

const maxStatements = 60_000;
const maxDepth = 6;

/** `modelBuilder.Entity("Fleet.Boat", b => { … })` of the snapshot that tools keep; null for other files. */
export function readEntityFrameworkSnapshot(source: SourceText): DataFacts | null {
  const { text } = source;
  if (!/:\s*ModelSnapshot\b/.test(text)) return null;
  const entities = new Map<string, SnapshotEntity>();
  for (const match of text.matchAll(/\bmodelBuilder\s*\.\s*Entity\(\s*"([^"\n]+)"\s*,\s*\(?\w+\)?\s*=>/g)) {
    const [all, name = ""] = match;
    const open = text.indexOf("{", match.index + all.length);
    if (open < 0) break;
    const entity = entities.get(name) ?? emptyEntity(name, lineAt(source, match.index));
    entities.set(name, entity);
    new BlockReader(source).read(entity, { open, depth: 0 });
  }
  const operations = [...entities.values()].flatMap((entity) => operationsOf(entity, entities));
  if (operations.length === 0) return null;
  // A table is made before what other classes add to it.
  operations.sort((a, b) => Number(a.op !== "create") - Number(b.op !== "create"));
  const version = /"ProductVersion"\s*,\s*"(\d{1,4}(?:\.\d{1,4}){0,3})/.exec(text)?.[1];
  return {
    role: "snapshot",
    library: "ef",
    operations,
    entities: [],
    registrations: [],
    step: null,
    ...(version !== undefined && { toolVersion: version }),
    unread: [],
  };
}

function emptyEntity(name: string, line: number): SnapshotEntity {
  return {
    name, table: null, base: null, isView: false, columns: new Map(), named: new Set(), primary: [], keys: [], owned: [], line, endLine: line,
  }; // prettier-ignore
}

class BlockReader {
  private readonly source: SourceText;
  private count = 0;

  constructor(source: SourceText) {
    this.source = source;
  }

  /** Statements `b.Property<int>("Id").IsRequired();` of one block. */
  read(entity: SnapshotEntity, { open, depth }: { open: number; depth: number }): void {
    const { text } = this.source;
    const close = closingBracket(text, open);
    entity.endLine = Math.max(entity.endLine, lineAt(this.source, close));
    let at = open + 1;
    while (at < close && this.count < maxStatements) {
      this.count += 1;
      const end = this.statementEnd(at, close);
      this.readStatement(entity, { at, statement: text.slice(at, end), depth });
      at = end + 1;
    }
  }

  private statementEnd(from: number, limit: number): number {
    const { text } = this.source;
    for (let at = from; at < limit; at += 1) {
      const char = text[at];
      if (char === ";") return at;
      if (char === '"') {
        at += 1;
        while (at < limit && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      } else if (char === "(" || char === "{" || char === "[") at = Math.max(at, closingBracket(text, at));
    }
    return limit;
  }

  private readStatement(
    entity: SnapshotEntity,
    { at, statement, depth }: { at: number; statement: string; depth: number },
  ): void {
    const match = /^\s*\w+\s*\.\s*(\w+)\s*(?:<([^>]{1,200}>*)>)?\s*\(/.exec(statement);
    if (match === null) return;
    const [all, called = "", type = ""] = match;
    const line = lineAt(this.source, at + all.length);
    const texts = [...statement.slice(all.length, all.length + 2_000).matchAll(/"((?:[^"\\\n]|\\.){0,300})"/g)].map(
      ([, one = ""]) => one,
    );
    const [first = "", second = ""] = texts;
    if (called === "Property") {
      entity.columns.set(first, readProperty(first, { type, statement, line }));
      if (/\.\s*HasColumnName\(/.test(statement)) entity.named.add(first);
    } else if (called === "HasKey") entity.primary = listed(statement, all.length);
    else if (called === "ToTable") entity.table ??= first;
    else if (called === "ToView") entity.isView = true;
    else if (called === "HasBaseType") entity.base = first;
    else if (called === "HasOne") readKey(entity, { target: first, statement, line });
    else if (/^(?:Owns(?:One|Many)|ComplexProperty)$/.test(called) && depth < maxDepth) {
      const open = statement.indexOf("{");
      if (open < 0) return;
      const inner = emptyEntity(first, line);
      this.read(inner, { open: at + open, depth: depth + 1 });
      const json = /\.ToJson\((?:"([^"]*)")?\)/.exec(statement);
      entity.owned.push({
        navigation: called === "ComplexProperty" ? first : second,
        entity: inner,
        isMany: called === "OwnsMany",
        json: json === null ? null : (json[1] ?? (called === "ComplexProperty" ? first : second)),
      });
    }
  }
}

/** The texts among the arguments of a call, up to its end. */
function listed(statement: string, open: number): string[] {
  const close = statement.indexOf(")", open);
  return [...statement.slice(open, close < 0 ? undefined : close).matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one);
}

function readProperty(
  name: string,
  { type, statement, line }: { type: string; statement: string; line: number },
): ColumnFact {
  const named = (called: string) => new RegExp(`\\.\\s*${called}\\(\\s*"([^"]*)"`).exec(statement)?.[1];
  const isRequired = /\.\s*IsRequired\(\)/.test(statement);
  return {
    name: named("HasColumnName") ?? name, type: named("HasColumnType") ?? type,
    isNullable: !isRequired && /\?$|^string$|\[\]$/.test(type),
    default: /\.\s*HasDefaultValue(?:Sql)?\(\s*("[^"\n]{0,100}"|[^)\n]{1,60})\)/.exec(statement)?.[1] ?? null, isPrimary: false, line,
  }; // prettier-ignore
}

/** The key may be of the other side, where it names that. */
function readKey(
  entity: SnapshotEntity,
  { target, statement, line }: { target: string; statement: string; line: number },
): void {
  const at = /\.\s*HasForeignKey\(/.exec(statement);
  if (at === null) return;
  const names = listed(statement, at.index + at[0].length);
  const isOne = /\.\s*WithOne\(/.test(statement) && names.length > 1;
  if (isOne && names[0] !== entity.name) return;
  entity.keys.push({ target, properties: isOne ? names.slice(1) : names, line });
}

function tableOf(
  entity: SnapshotEntity | undefined,
  entities: ReadonlyMap<string, SnapshotEntity>,
  depth = 0,
): string | null {
  if (entity === undefined || depth > maxDepth) return null;
  return entity.table ?? (entity.base === null ? null : tableOf(entities.get(entity.base), entities, depth + 1));
}

function shapeOf(table: string, { line, endLine }: SnapshotEntity): TableShape & { op: "create" } {
  return { op: "create", table, columns: [], keys: [], indexes: [], like: null, isIfAbsent: false, line, endLine };
}

function operationsOf(entity: SnapshotEntity, entities: ReadonlyMap<string, SnapshotEntity>): TableOperation[] {
  const table = tableOf(entity, entities);
  if (table === null || entity.isView) return [];
  const shape = shapeOf(table, entity);
  const others: TableOperation[] = [];
  fill(shape, entity, entities);
  for (const owned of entity.owned) others.push(...ownedOperations(owned, { shape, table }, entities));
  if (entity.table === null)
    return [
      ...shape.columns.map((column): TableOperation => ({ op: "add-column", table, column, line: column.line })),
      ...shape.keys.map((key): TableOperation => ({ op: "add-key", table, key, line: key.line })),
      ...others,
    ];
  return [shape, { op: "alias", table, as: entity.name.replace(/^.*[.+]/, ""), line: entity.line }, ...others];
}

function fill(shape: TableShape, entity: SnapshotEntity, entities: ReadonlyMap<string, SnapshotEntity>): void {
  for (const [property, column] of entity.columns)
    shape.columns.push({ ...column, isPrimary: entity.primary.includes(property) });
  for (const { target, properties, line } of entity.keys) {
    const to = tableOf(entities.get(target), entities);
    const columns = properties.map((one) => entity.columns.get(one)?.name ?? one);
    const key: KeyFact = { name: null, columns, target: to ?? target, targetColumns: [], line };
    if (to !== null) shape.keys.push(key);
  }
}

function ownedOperations(
  { navigation, entity, json, isMany }: SnapshotEntity["owned"][number],
  owner: { shape: TableShape; table: string },
  entities: ReadonlyMap<string, SnapshotEntity>,
): TableOperation[] {
  if (json !== null) {
    owner.shape.columns.push({
      name: json,
      type: "json",
      isNullable: null,
      default: null,
      isPrimary: false,
      line: entity.line,
    });
    return [];
  }
  const ownTable = entity.table !== null && entity.table !== owner.table ? entity.table : isMany ? navigation : null;
  if (ownTable !== null) {
    const shape = shapeOf(ownTable, entity);
    fill(shape, entity, entities);
    return [shape, ...entity.owned.flatMap((one) => ownedOperations(one, { shape, table: ownTable }, entities))];
  }
  for (const [property, column] of entity.columns)
    if (!entity.primary.includes(property))
      owner.shape.columns.push({
        ...column,
        name: entity.named.has(property) ? column.name : `${navigation}_${property}`,
      });
  return entity.owned.flatMap((one) =>
    ownedOperations({ ...one, navigation: `${navigation}_${one.navigation}` }, owner, entities),
  );
}
