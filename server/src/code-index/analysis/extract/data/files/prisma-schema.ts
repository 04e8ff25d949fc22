import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type {
  ColumnFact,
  DataFacts,
  KeyFact,
  TableIndexFact,
  TableOperation,
} from "#server/code-index/ports/data-facts.ts";

/** Up to a bracket that begins a line: comments and defaults have others. */
const model = /^model[ \t]+(\w+)[ \t]*\{(.*?)^[ \t]*\}/gms;
const field = /^[ \t]+(\w+)[ \t]+(\w+)(\[\]|\?)?([^\n]*)$/gm;
const maxModels = 2_000;

interface PrismaModel {
  name: string;
  body: string;
  /** Offset of the body. */
  at: number;
  endLine: number;
}

/** Models of a schema; what is no type of its own and no text in it is another model, maybe of another file. */
export function readPrismaSchema(source: SourceText): DataFacts | null {
  const models = [...source.text.matchAll(model)].slice(0, maxModels).map((match): PrismaModel => {
    const [all, name = "", body = ""] = match;
    const end = match.index + all.length;
    return { name, body, at: end - body.length - 1, endLine: lineAt(source, end - 1) };
  });
  if (models.length === 0) return null;
  const names = new Set(models.map(({ name }) => name));
  const enums = new Set([...source.text.matchAll(/^enum[ \t]+(\w+)/gm)].map(([, name = ""]) => name));
  const operations = models.flatMap((one): TableOperation[] => readModel(one, { source, names, enums }));
  operations.push(...joinTables(models, source));
  return { role: "snapshot", library: "prisma", operations, entities: [], registrations: [], step: null, unread: [] };
}

const scalars = /^(?:String|Boolean|Int|BigInt|Float|Decimal|DateTime|Json|Bytes|Unsupported)$/;

function tableOf({ name, body }: PrismaModel): string {
  return /^[ \t]+@@map\((?:name:\s*)?"([^"]+)"/m.exec(body)?.[1] ?? name;
}

function readModel(
  one: PrismaModel,
  { source, names, enums }: { source: SourceText; names: ReadonlySet<string>; enums: ReadonlySet<string> },
): TableOperation[] {
  const columns: ColumnFact[] = [];
  const keys: KeyFact[] = [];
  const relations = new Set<string>();
  const columnOf = new Map<string, string>();
  const fields = [...one.body.matchAll(field)];
  for (const [, name = "", , , rest = ""] of fields) columnOf.set(name, /@map\("([^"]+)"/.exec(rest)?.[1] ?? name);
  for (const match of fields) {
    const [, name = "", type = "", end = "", rest = ""] = match;
    const line = lineAt(source, one.at + match.index + 1);
    const carried = /@relation\([^)]*\bfields:\s*\[([^\]]*)\]/.exec(rest)?.[1];
    if (carried !== undefined) {
      relations.add(name);
      const own = carried.split(",").map((part) => columnOf.get(part.trim()) ?? part.trim());
      keys.push({ name: null, columns: own, target: type, targetColumns: [], line });
    }
    // A list of another model, or the other side of a relation of one to one.
    const isOther =
      !scalars.test(type) &&
      !enums.has(type) &&
      (names.has(type) ||
        carried !== undefined ||
        /@relation\b/.test(rest) ||
        (end === "[]" && !/@default/.test(rest)));
    if (isOther) continue;
    columns.push({
      name: columnOf.get(name) ?? name,
      type: type.toLowerCase() + (end === "[]" ? "[]" : ""),
      isNullable: end === "?",
      default: /@default\((.*?)\)(?=\s|$)/.exec(rest)?.[1] ?? null,
      isPrimary: /@id\b/.test(rest),
      line,
    });
  }
  const indexes = readIndexes(one.body, columns, columnOf);
  const { endLine } = one;
  const table = tableOf(one);
  const line = lineAt(source, one.at);
  const made: TableOperation = {
    op: "create",
    table,
    columns,
    keys,
    indexes,
    like: null,
    isIfAbsent: false,
    line,
    endLine,
  };
  return [made, { op: "alias", table, as: one.name, line }];
}

/** Unique columns, and indexes of several; those of the key are marked. */
function readIndexes(
  body: string,
  columns: readonly ColumnFact[],
  columnOf: ReadonlyMap<string, string>,
): TableIndexFact[] {
  const listed = (mark: string) => [
    ...body.matchAll(new RegExp(`^[ \\t]+@@${mark}\\((?:fields:\\s*)?\\[([^\\]]*)\\]`, "gm")),
  ];
  const named = (list: string) =>
    list
      .replaceAll(/\([^)]*\)/g, "")
      .split(",")
      .map((part) => columnOf.get(part.trim()) ?? part.trim());
  for (const [, list = ""] of listed("id"))
    for (const column of columns) if (named(list).includes(column.name)) column.isPrimary = true;
  const single = [...body.matchAll(field)]
    .filter(([, , , , rest = ""]) => /(?<!@)@unique\b/.test(rest.replace(/(?<!:)\/\/.*$/, "")))
    .map(([, name = ""]): TableIndexFact => ({ name: null, columns: [columnOf.get(name) ?? name], isUnique: true }));
  const several = (["index", "unique"] as const).flatMap((mark) =>
    listed(mark).map(([, list = ""]): TableIndexFact => ({
      name: null,
      columns: named(list),
      isUnique: mark === "unique",
    })),
  );
  return [...single, ...several];
}

/** Two lists that name each other are a table in between. */
function joinTables(models: readonly PrismaModel[], source: SourceText): TableOperation[] {
  return models.flatMap((one) =>
    [...one.body.matchAll(field)].flatMap((match): TableOperation[] => {
      const [, , type = "", end = "", rest = ""] = match;
      const other = models.find(({ name }) => name === type);
      if (end !== "[]" || other === undefined || one.name > type) return [];
      if (one.name === type || !new RegExp(`^[ \\t]+\\w+[ \\t]+${one.name}\\[\\]`, "m").test(other.body)) return [];
      const table = `_${/@relation\((?:name:\s*)?"([^"]+)"/.exec(rest)?.[1] ?? `${one.name}To${type}`}`;
      const line = lineAt(source, one.at + match.index + 1);
      const sides = [
        ["A", one],
        ["B", other],
      ] as const;
      const columns = sides.map(([name]): ColumnFact => ({
        name,
        type: null,
        isNullable: false,
        default: null,
        isPrimary: false,
        line,
      }));
      const keys = sides.map(([name, side]): KeyFact => ({
        name: null,
        columns: [name],
        target: tableOf(side),
        targetColumns: [],
        line,
      }));
      return [{ op: "create", table, columns, keys, indexes: [], like: null, isIfAbsent: true, line, endLine: line }];
    }),
  );
}
