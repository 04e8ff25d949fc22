import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `gorm:"column:name;primaryKey"`, with keys in lower case. */
function optionsOf({ tag }: FieldView): Map<string, string> | null {
  const written = /\bgorm:"([^"]*)"/.exec(tag ?? "")?.[1];
  if (written === undefined) return null;
  const parts = written.split(";").map((part) => part.split(/:(.*)/s));
  return new Map(
    parts.map(([key = "", value = ""]) => [key.trim().toLowerCase().replaceAll(/[_ ]/g, ""), value.trim()]),
  );
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const options = optionsOf(field) ?? new Map<string, string>();
  if (options.has("-") || !/^[A-Z]/.test(field.name)) return [];
  const type = (field.type ?? "").replace(/^\*/, "");
  const target = /^(\[\])?\*?(?:\w+\.)?([A-Z]\w*)$/.exec(type);
  const column = options.get("column") ?? null;
  if (options.has("many2many") && target !== null) {
    const through = options.get("many2many") ?? null;
    return [
      reader.field(field.name, field.node, { relation: reader.toMany(target[2] ?? null, { holdsKey: true, through }) }),
    ];
  }
  if (options.has("embedded")) {
    const prefix = options.get("embeddedprefix") ?? "";
    return [reader.field(field.name, field.node, { embeds: target?.[2] ?? null, column: prefix })];
  }
  const isSerialized = options.has("serializer") || options.has("type");
  const draft = {
    column, type: options.get("type") ?? type, isNullable: options.has("notnull") || options.has("primarykey") ? false : null,
    isPrimary: options.has("primarykey") || field.name === "ID", default: options.get("default") ?? null,
  }; // prettier-ignore
  if (target === null || isSerialized)
    return type.startsWith("map[") && !isSerialized ? [] : [reader.field(field.name, field.node, draft)];
  // Rows of others, which carry the key themselves; a list of texts has a type of its own.
  if (target[1] !== undefined) return [];
  const key = options.get("foreignkey");
  return [
    reader.field(field.name, field.node, {
      ...draft,
      column: key === undefined ? column : snake(key),
      relation: reader.toOne(target[2] ?? null),
    }),
  ];
}

function readStruct(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  if (cls.isAbstract === true) return null;
  const tagged = cls.fields.map(optionsOf).filter((one) => one !== null);
  const isModel =
    reader.view.s.children(cls.body).length > 0 &&
    cls.bases.some((base) => reader.view.s.textOf(base) === "gorm.Model");
  if (tagged.length === 0 && !isModel) return null;
  // Structs that queries fill have tags too.
  const isKeyed = tagged.some((options) => options.has("primarykey"));
  return {
    kind: isModel || isKeyed ? "stored" : "open",
    fields: cls.fields.flatMap((field) => readField(field, reader)),
  };
}

/** `db.AutoMigrate(&Boat{}, new(Harbour))`. */
function register(node: SyntaxNode, reader: EntityReader): void {
  for (const argument of reader.view.callOf(node)?.args ?? []) {
    const name = /^(?:&|new\()?(?:\w+\.)?([A-Z]\w*)/.exec(reader.view.s.textOf(argument))?.[1];
    if (name !== undefined) reader.register(name, argument);
  }
}

export const gorm: EntityLibrary = {
  name: "gorm",
  languages: ["go"],
  mark: /\bgorm:"|\bgorm\.Model\b|\.AutoMigrate\(|\bTableName\(\)\s*string/,
  known: {
    Model: ["ID", "CreatedAt", "UpdatedAt", "DeletedAt"].map((name) => ({ name, type: "", isPrimary: name === "ID" })),
  },
  naming: {
    table: (name) => plural(snake(name)),
    column: snake,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: true,
    isTyped: true,
    inheritance: "separate",
    between: ({ entity, target, table }) => ({
      table,
      id: null,
      columns: [`${snake(entity)}_id`, `${snake(target)}_id`],
    }),
  },
  namingCalls: [
    // `NamingStrategy: ownNaming{}` names tables by code of the program, unless it is made of the library's.
    { mark: /\bNamingStrategy:/, rule: "unknown" },
    { mark: /\bschema\.NamingStrategy\{/, rule: "snake-plural" },
    { mark: /\bSingularTable:\s*true\b|\.SingularTable\(true\)/, rule: "snake" },
    { mark: /\bschema\.NamingStrategy\{[^{}]{0,400}?\bTablePrefix:\s*(?<prefix>[^,\n}]{1,80})/ },
    { mark: /\bschema\.NamingStrategy\{[^{}]{0,400}?\bNameReplacer:/, rule: "unknown" },
    { mark: /\bgorm\.DefaultTableNameHandler\s*=/, rule: "unknown" },
  ],
  entity: readStruct,
  methods: { TableName: registerName },
  calls: { AutoMigrate: register },
  examples: [
    {
      files: {
        "models/boat.go": `
package models

import "gorm.io/gorm"

type Boat struct {
	gorm.Model
	Name      string \`gorm:"column:full_name;not null"\`
	HarbourID uint
	Harbour   Harbour
	BuiltIn   uint
	Builder   *Harbour \`gorm:"foreignKey:BuiltIn"\`
	Crews     []Crew
	Tags      []Tag \`gorm:"many2many:boat_tags"\`
	shown     bool
	Cached    string \`gorm:"-"\`
	BuiltAt   time.Time
}

type Harbour struct {
	Code string \`gorm:"primaryKey;type:varchar(3)"\`
}

func (h *Harbour) TableName() string { return "ports" }

type Tag struct {
	ID int \`gorm:"primary_key"\`
}

type Summary struct {
	Total int \`gorm:"column:total"\`
}
`,
      },
      tables: [
        "boat_tags(boat_id ! primary, tag_id ! primary) boat_id->boats tag_id->tags",
        "boats(id  primary, created_at , updated_at , deleted_at , full_name string!, harbour_id uint, built_in uint, built_at time.Time) harbour_id->ports built_in->ports",
        "ports(code varchar(3)! primary)",
        "tags(id int! primary)",
      ],
    },
  ],
};

/** `func (Boat) TableName() string { return "boats" }`. */
export function registerName(owner: string, body: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const end = view.s.end(body);
  for (let node = body; node < view.s.size && view.s.start(node) < end; node += 1) {
    const table = reader.text(view.returnOf(node) ?? null);
    if (table !== null) {
      reader.register(owner, node, { table });
      return;
    }
  }
}
