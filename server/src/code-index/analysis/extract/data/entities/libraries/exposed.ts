import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** What a table is declared as, with the type of the id that it brings along. */
const bases: ReadonlyMap<string, string | null> = new Map([
  ["Table", null],
  ["IdTable", null],
  ["IntIdTable", "integer"],
  ["UIntIdTable", "uinteger"],
  ["LongIdTable", "long"],
  ["ULongIdTable", "ulong"],
  ["UUIDTable", "uuid"],
  ["UuidTable", "uuid"],
]);

function readField(field: FieldView, reader: EntityReader, keys: ReadonlySet<string>): EntityFieldFact[] {
  if (field.value === null) return [];
  const { root, links } = reader.chain(reader.view.unwrap(field.value));
  const [first, ...rest] = links;
  const column = reader.textAt(first?.call ?? null, 0);
  // Columns begin with the call of their type, whose first argument is their name.
  if (root !== null || first === undefined || column === null || /Of$|^[A-Z]/.test(first.name)) return [];
  const has = (name: string) => rest.some((one) => one.name === name);
  const isReference = /^(?:opt)?reference$/i.test(first.name);
  const target = isReference
    ? reader.lastName(reader.argument(first.call, 1))
    : tableOf(
        rest.find(({ name }) => name === "references"),
        reader,
      );
  const isNullable = has("nullable") || first.name === "optReference";
  return [
    reader.field(field.name, field.node, {
      column,
      type: isReference ? null : first.name,
      isNullable,
      isPrimary: keys.has(field.name),
      relation: target === null ? null : reader.toOne(target),
    }),
  ];
}

/** "Ports" of `.references(Ports.id)`. */
function tableOf(link: CallLink | undefined, reader: EntityReader): string | null {
  return /^(\w+)\.\w+$/.exec(reader.source(reader.argument(link?.call ?? null, 0)) ?? "")?.[1] ?? null;
}

function readTable(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const base = cls.baseNames.find((one) => bases.has(one));
  if (base === undefined || cls.isAbstract === true) return null;
  const text = reader.view.s.textOf(cls.node);
  const table = /^[^{]{0,400}?:\s*\w+\(\s*(?:name\s*=\s*)?"([^"$]{1,100})"/.exec(text)?.[1];
  const keys = new Set(/\bPrimaryKey\(([\w,\s]{1,200})/.exec(text)?.[1]?.split(/\W+/) ?? []);
  const id = bases.get(base) ?? null;
  const own = cls.fields.flatMap((field) => readField(field, reader, keys));
  if (own.length === 0 && id === null) return null;
  const key =
    id === null ? [] : [reader.field("id", cls.node, { column: "id", type: id, isNullable: false, isPrimary: true })];
  return { kind: "stored", table: table ?? cls.name.replace(/Table$/, ""), fields: [...key, ...own] };
}

/** Tables as objects, of JetBrains' library for Kotlin. */
export const exposed: EntityLibrary = {
  name: "exposed",
  languages: ["kotlin"],
  mark: /\borg\.jetbrains\.exposed\b/,
  naming: {
    table: (name) => name.replace(/Table$/, ""),
    column: snake,
    key: (field) => snake(field),
    id: null,
    isWhole: true,
    inheritance: "separate",
  },
  entity: readTable,
  examples: [
    {
      files: {
        "src/main/kotlin/Tables.kt": `
package boats

import org.jetbrains.exposed.dao.id.IntIdTable
import org.jetbrains.exposed.sql.Table

object Ports : Table("ports") {
    val code = varchar("code", 4)
    val depth = integer("depth").nullable()
    private val names = listOf("never")
    override val primaryKey = PrimaryKey(code)
}

object BoatTable : IntIdTable() {
    val name = varchar("full_name", 50).default("x")
    val port = varchar("port_code", 4).references(Ports.code)
    val twin = optReference("twin", BoatTable)
}

class Never(val name: String)
`,
      },
      tables: [
        "Boat(id integer! primary, full_name varchar!, port_code varchar!, twin ?) port_code->ports twin->Boat",
        "ports(code varchar! primary, depth integer?)",
      ],
    },
  ],
};
