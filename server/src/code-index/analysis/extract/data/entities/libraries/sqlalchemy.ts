import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { EntityFieldFact, EntityLayout } from "#server/code-index/ports/data-facts.ts";

const maxAnnotation = 300;

/** "boats.id", "public.boats.id", `Boat.id`. */
function keyTarget(reader: EntityReader, call: CallView | null): string | null {
  const node = reader.argument(call, [0, "column"]);
  const text = reader.text(node) ?? reader.source(node);
  const parts = text?.split(".") ?? [];
  return parts.length < 2 ? null : (parts.at(-2) ?? null);
}

/** "list[Boat]", `Mapped[Optional["Boat"]]`: the class. */
function classIn(given: string | null): string | null {
  const annotation = given?.slice(0, maxAnnotation);
  return (
    /([A-Z]\w*)["'\]\s|]*(?:\|\s*None)?["'\]\s]*$/.exec(annotation?.replaceAll(/\bNone\b/g, "").trim() ?? "")?.[1] ??
    null
  );
}

/** `Mapped[Optional[int]]` is "int", and may be null. */
function typeIn(given: string | null): { type: string | null; isNullable: boolean | null } {
  const annotation = given?.slice(0, maxAnnotation) ?? null;
  if (annotation === null) return { type: null, isNullable: null };
  const inner = annotation.replace(/^(?:\w+\.)?Mapped\[([^]*)\]$/, "$1").replaceAll(/^["']|["']$/g, "");
  const type = inner.replace(/^Optional\[([^]*)\]$/, "$1").replace(/\s*\|\s*None$/, "");
  return { type, isNullable: type !== inner };
}

/** `Column("name", Integer, ForeignKey("boats.id"), primary_key=True)`. */
function readColumn(
  { name, node, annotation }: { name: string; node: SyntaxNode; annotation: string | null },
  call: CallView,
  reader: EntityReader,
): EntityFieldFact {
  const args = call.args.map((one) => reader.view.unwrap(one));
  const first = args[0];
  const column = reader.textAt(call, "name") ?? (first === undefined ? null : reader.view.textOf(first, () => ""));
  const keyAt = args.find((one) => reader.lastName(one) === "ForeignKey" && reader.view.callOf(one) !== null);
  const named = reader.textAt(call, "foreign_key");
  const target =
    keyAt !== undefined ? keyTarget(reader, reader.view.callOf(keyAt)) : (named?.split(".").at(-2) ?? null);
  const written = args.find(
    (one) => one !== keyAt && !(one === first && column !== null && reader.view.textOf(one, () => "") !== null),
  );
  const { type, isNullable } = typeIn(annotation);
  const isPrimary = reader.flag(call, "primary_key") === true;
  const drafted = {
    column, isPrimary, type: reader.lastName(written ?? reader.argument(call, "type_")) ?? type,
    isNullable: reader.flag(call, "nullable") ?? (isPrimary ? false : isNullable),
  }; // prettier-ignore
  const isKey = keyAt !== undefined || named !== null;
  return reader.field(name, node, {
    ...drafted,
    relation: isKey ? reader.toOne(target) : null,
    ...(isKey && column === null && { column: name }),
  });
}

function readField(field: FieldView, cls: EntityClass, isTable: boolean, reader: EntityReader): EntityFieldFact[] {
  const { name, node, type: annotation } = field;
  if (/^__|^model_config$/.test(name) || /^(?:\w+\.)?(?:ClassVar|Relationship)\b/.test(annotation ?? "")) return [];
  let value = field.value === null ? -1 : reader.view.unwrap(field.value);
  if (reader.lastName(value) === "deferred") value = reader.view.unwrap(reader.view.callOf(value)?.args[0] ?? -1);
  const call = reader.view.callOf(value);
  const called = call === null ? null : reader.lastName(value);
  if (call !== null && /^(?:\w*Column|\w*mapped_column)$/.test(called ?? ""))
    return [readColumn({ name, node, annotation }, call, reader)];
  if (/^(?:relationship|Relationship|dynamic_loader)$/.test(called ?? "")) {
    const secondary = reader.argument(call, "secondary");
    const through =
      reader.text(secondary) ?? reader.lastName(secondary) ?? reader.lastName(reader.argument(call, "link_model"));
    const target =
      reader.textAt(call, [0, "argument"]) ?? reader.lastName(reader.argument(call, 0)) ?? classIn(annotation);
    return through === null ? [] : [reader.field(name, node, { relation: reader.toMany(target, { through }) })];
  }
  const isMapped = /^(?:\w+\.)?Mapped\[/.test(annotation ?? "");
  const isModel = isTable || cls.baseNames.includes("SQLModel");
  if (!isMapped && !(isModel && annotation !== null)) return [];
  if (isMapped && call !== null && !/column/i.test(called ?? "")) return [];
  if (
    isMapped &&
    classIn(annotation) !== null &&
    call === null &&
    /\b(?:list|set|List|Set|WriteOnlyMapped|DynamicMapped)\[/.test(annotation ?? "")
  )
    return [];
  if (called === "Field" && call !== null) {
    const inner = reader.findCall(reader.argument(call, "sa_column") ?? -1, /^Column$/);
    return [readColumn({ name, node, annotation }, inner ?? call, reader)];
  }
  return [reader.field(name, node, typeIn(annotation))];
}

/** Functions of mixins that hand back columns, and the one that names tables. */
function readMethods(
  cls: EntityClass,
  reader: EntityReader,
): { fields: EntityFieldFact[]; naming: EntityLayout["naming"] } {
  const { view } = reader;
  const fields: EntityFieldFact[] = [];
  let naming: EntityLayout["naming"];
  for (const child of view.s.children(cls.body)) {
    const node = view.decoratedOf(child)?.definition ?? child;
    const method = view.functionOf(node);
    if (method?.name === undefined || method.name === null) continue;
    const text = view.s.textOf(method.body);
    if (method.name === "__tablename__") naming = /__name__\.lower\(\)/.test(text) ? "lower" : "snake";
    else if (/declared_attr/.test(view.s.textOf(child))) {
      const call = reader.findCall(method.body, /^(?:Column|mapped_column)$/);
      const { returns = null } = method;
      if (call !== null) fields.push(readColumn({ name: method.name, node, annotation: returns }, call, reader));
    }
  }
  return { fields, naming };
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const isTable = /\btable\s*=\s*True\b/.test(cls.header);
  const own = cls.fields.flatMap((field) => readField(field, cls, isTable, reader));
  const valueOf = (name: string) => cls.fields.find((one) => one.name === name)?.value ?? null;
  const { fields, naming } = readMethods(cls, reader);
  const table =
    reader.text(valueOf("__tablename__")) ?? reader.textAt(reader.view.callOf(valueOf("__table__") ?? -1), 0);
  const isRoot = cls.baseNames.some((base) => /^(?:DeclarativeBase\w*|declarative_base)$/.test(base));
  const isAbstract = isRoot || reader.source(valueOf("__abstract__")) === "True";
  if (cls.baseNames.length + own.length + fields.length === 0) return null;
  const layout: EntityLayout = { ...(naming !== undefined && { naming }), ...(isTable && { naming: "lower" }) };
  return {
    table,
    kind: isAbstract ? "abstract" : isTable || (table !== null && own.length > 0) ? "stored" : "open",
    fields: [...own, ...fields],
    ...(Object.keys(layout).length > 0 && { layout }),
  };
}

/** `Base = declarative_base(cls=Base)`, `Base = db.Model`. */
function declareBase(node: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const holder = view.assignmentsOf(view.s.parent(node))?.[0];
  const name = holder === undefined ? null : view.nameOf(holder.target);
  const base = reader.lastName(reader.argument(view.callOf(node), "cls"));
  if (name !== null && name !== base)
    reader.entity(name, node, { kind: "abstract", bases: ["DeclarativeBase", ...(base === null ? [] : [base])] });
}

/** `boats = Table("boats", metadata, Column("id", Integer))`. */
function readTable(node: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const call = view.callOf(node);
  const table = reader.textAt(call, 0);
  const columns = (call?.args ?? []).map((one) => view.unwrap(one)).filter((one) => reader.lastName(one) === "Column");
  if (table === null || columns.length === 0) return;
  const fields = columns.flatMap((one): EntityFieldFact[] => {
    const own = view.callOf(one);
    const name = reader.textAt(own, [0, "name"]);
    return own === null || name === null ? [] : [readColumn({ name, node: one, annotation: null }, own, reader)];
  });
  const holder = view.assignmentsOf(view.s.parent(node))?.[0];
  const name = (holder === undefined ? null : view.nameOf(holder.target)) ?? table;
  reader.entity(name, node, { table, kind: "stored", fields });
}

export const sqlalchemy: EntityLibrary = {
  name: "sqlalchemy",
  languages: ["python"],
  mark: /\b(?:sqlalchemy|sqlmodel|SQLModel|db\.Model|flask_sqlalchemy)\b/,
  roots: /^(?:DeclarativeBase\w*|declarative_base|Model)$/,
  naming: {
    // Without a name of its own it is in the table of the class that it extends.
    table: snake,
    column: (field) => field,
    key: (field) => field,
    id: null,
    isWhole: true,
    inheritance: "single",
  },
  entity: readModel,
  calls: { declarative_base: declareBase, Table: readTable },
  examples: [
    {
      files: {
        "app/db.py": `
from sqlalchemy.orm import DeclarativeBase, declared_attr, mapped_column
from sqlalchemy import ForeignKey, Integer

class Base(DeclarativeBase):
    pass

class Owned:
    @declared_attr
    def owner_id(cls):
        return mapped_column(Integer, ForeignKey("people.id"), nullable=False)
`,
        "app/models.py": `
from sqlalchemy import Column, ForeignKey, Integer, String, Table
from sqlalchemy.orm import Mapped, mapped_column, relationship
from app.db import Base, Owned

crews = Table("crews", Base.metadata, Column("boat_id", ForeignKey("boats.id"), primary_key=True), Column("person_id", ForeignKey("people.id")))

class Person(Base):
    __tablename__ = "people"
    id = Column(Integer, primary_key=True)
    name = Column("full_name", String(20), nullable=False)
    boats = relationship("Boat", secondary=crews)

class Boat(Owned, Base):
    __tablename__ = "boats"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str | None]
    crew: Mapped[list["Person"]] = relationship(secondary=crews)

class Ferry(Boat):
    seats = Column(Integer)

class Helper:
    def run(self): pass
`,
      },
      tables: [
        "boats(owner_id Integer!, id int! primary, title str?, seats Integer) owner_id->people",
        "crews(boat_id ! primary, person_id ) boat_id->boats person_id->people",
        "people(id Integer! primary, full_name String!)",
      ],
    },
    {
      files: {
        "models.py": `
from sqlmodel import Field, Relationship, SQLModel

class BoatBase(SQLModel):
    name: str
    harbour_id: int | None = Field(default=None, foreign_key="harbour.id")

class Boat(BoatBase, table=True):
    id: int | None = Field(default=None, primary_key=True)
    harbour: "Harbour" = Relationship(back_populates="boats")

class BoatCreate(BoatBase):
    secret: str

class Harbour(SQLModel, table=True):
    __tablename__ = "harbour"
    id: int = Field(primary_key=True)
`,
      },
      tables: ["boat(name str!, harbour_id int?, id int! primary) harbour_id->harbour", "harbour(id int! primary)"],
    },
  ],
};
