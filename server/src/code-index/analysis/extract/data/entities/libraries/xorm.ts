import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

import { registerName } from "./gorm.ts";

function tagOf({ tag }: FieldView): string | null {
  return /\bxorm:"([^"]*)"/.exec(tag ?? "")?.[1] ?? null;
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const tag = tagOf(field) ?? "";
  if (/^-|\s-(?:\s|$)/.test(tag) || !/^[A-Z]/.test(field.name)) return [];
  const type = (field.type ?? "").replace(/^\*/, "");
  if (/\bextends\b/.test(tag))
    return [reader.field(field.name, field.node, { embeds: type.replace(/^\w+\./, ""), column: "" })];
  const column = /'([^']+)'/.exec(tag)?.[1] ?? null;
  const written =
    /\b((?:big|small|tiny)?int|(?:var)?char\(\d+\)|(?:long|medium)?text|bool(?:ean)?|double|float|json|datetime|timestamp)(?!\w)/i.exec(
      tag,
    )?.[1];
  return [reader.field(field.name, field.node, {
    column, type: written ?? type, isPrimary: /\bpk\b/i.test(tag) || (field.name === "ID" && /\bautoincr\b/i.test(tag)),
    isNullable: /\bnot null\b/i.test(tag) ? false : /\bnull\b/i.test(tag) ? true : null,
  })]; // prettier-ignore
}

function readStruct(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const tags = cls.fields.flatMap((field) => tagOf(field) ?? []);
  // Structs that only leave fields out are those of answers.
  if (!tags.some((tag) => tag !== "-" && tag !== "")) return null;
  const isKeyed = tags.some((tag) => /\bpk\b/i.test(tag));
  return { kind: isKeyed ? "stored" : "open", fields: cls.fields.flatMap((field) => readField(field, reader)) };
}

export const xorm: EntityLibrary = {
  name: "xorm",
  languages: ["go"],
  mark: /\bxorm:"/,
  naming: {
    table: snake,
    column: snake,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: true,
    inheritance: "separate",
  },
  namingCalls: [
    { mark: /\.Set(?:Table)?Mapper\(/, rule: "unknown" },
    { mark: /\.Set(?:Table)?Mapper\([^\n]{0,80}\b(?:Snake|Gonic)Mapper\b/, rule: "snake" },
    { mark: /\.Set(?:Table)?Mapper\([^\n]{0,80}\bSameMapper\b/, rule: "same" },
    { mark: /\bNewPrefixMapper\([^\n,]{1,80}\bSnakeMapper\{\},\s*(?<prefix>[^)\n]{1,80})\)/, rule: "snake" },
    { mark: /\bNewPrefixMapper\([^\n,]{1,80}\bSameMapper\{\},\s*(?<prefix>[^)\n]{1,80})\)/, rule: "same" },
    { mark: /\bNewSuffixMapper\(/, rule: "unknown" },
  ],
  entity: readStruct,
  methods: { TableName: registerName },
  examples: [
    {
      files: {
        "models/boat.go": `
package models

type Boat struct {
	ID        int64  \`xorm:"bigint autoincr not null unique pk" json:"id"\`
	Name      string \`xorm:"varchar(250) not null 'full_name'"\`
	HarbourID int64  \`xorm:"bigint INDEX not null"\`
	Harbour   *Harbour \`xorm:"-"\`
	*Berth    \`xorm:"-" gorm:"-"\`
	Created   time.Time \`xorm:"created not null"\`
}

func (*Boat) TableName() string {
	return "boats"
}

type Harbour struct {
	Code string \`xorm:"pk"\`
}

type Berth struct {
	ID    int64 \`xorm:"pk autoincr"\`
	Depth int   \`xorm:"not null"\`
}
`,
      },
      tables: [
        "boats(id bigint! primary, full_name varchar(250)!, harbour_id bigint!, created time.Time!)",
        "berth(id int64 primary, depth int!)",
        "harbour(code string primary)",
      ],
    },
  ],
};
