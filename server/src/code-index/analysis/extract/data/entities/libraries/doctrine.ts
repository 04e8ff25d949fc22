import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `Boat::class`, or the type that is written. */
function targetOf(call: CallView | null, type: string | null, reader: EntityReader): string | null {
  const written = reader.source(reader.argument(call, ["targetEntity", 0]));
  const named = written === null ? null : (/(\w+)::class$/.exec(written)?.[1] ?? reader.textAt(call, "targetEntity"));
  return (named ?? type?.replace(/^\?/, ""))?.split("\\").at(-1) ?? null;
}

function unquoted(name: string | null): string | null {
  return name?.replaceAll(/[`"]/g, "") ?? null;
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const found = reader.annotationsOf(field);
  const isPrimary = found.has("Id");
  const toOne = found.has("ManyToOne") ? (found.get("ManyToOne") ?? null) : found.get("OneToOne");
  if (toOne !== undefined) {
    if (reader.argument(toOne, "mappedBy") !== null) return [];
    const join = found.get("JoinColumn") ?? null;
    const isNullable = reader.flag(join, "nullable") ?? !isPrimary;
    const relation = reader.toOne(targetOf(toOne, field.type, reader));
    return [
      reader.field(field.name, field.node, {
        column: unquoted(reader.textAt(join, ["name", 0])),
        isNullable,
        isPrimary,
        relation,
      }),
    ];
  }
  const toMany = found.get("ManyToMany");
  if (toMany !== undefined) {
    if (reader.argument(toMany, "mappedBy") !== null) return [];
    const through = unquoted(reader.textAt(found.get("JoinTable") ?? null, ["name", 0]));
    const relation = reader.toMany(targetOf(toMany, null, reader), { holdsKey: true, through });
    return [reader.field(field.name, field.node, { relation })];
  }
  const embedded = found.get("Embedded");
  if (embedded !== undefined) {
    const embeds = reader.source(reader.argument(embedded, ["class", 0]))?.replace(/::class$/, "") ?? field.type;
    const prefix = reader.argument(embedded, "columnPrefix");
    const column = prefix === null ? `${snake(field.name)}_` : (reader.text(prefix) ?? "");
    return [reader.field(field.name, field.node, { embeds: embeds?.split("\\").at(-1) ?? null, column })];
  }
  const call = found.get("Column");
  if (call === undefined) return [];
  const type =
    reader.textAt(call, "type") ?? reader.source(reader.argument(call, "type"))?.replace(/^.*::/, "").toLowerCase();
  return [reader.field(field.name, field.node, {
    column: unquoted(reader.textAt(call, "name")), type: type ?? field.type?.replace(/^\?/, "") ?? null, isPrimary,
    isNullable: reader.flag(call, "nullable") ?? false,
  })]; // prettier-ignore
}

function readEntity(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  const fields = cls.fields.flatMap((field) => readField(field, reader));
  const isStored = found.has("Entity");
  if (!isStored && !found.has("MappedSuperclass") && !found.has("Embeddable") && fields.length === 0) return null;
  const strategy = reader.textAt(found.get("InheritanceType") ?? null, 0);
  const discriminator = found.get("DiscriminatorColumn");
  if (discriminator !== undefined)
    fields.push(reader.field("discriminator", cls.node, { column: reader.textAt(discriminator, "name") ?? "dtype" }));
  return {
    table: unquoted(reader.textAt(found.get("Table") ?? null, ["name", 0])),
    kind: isStored ? "stored" : found.has("Embeddable") ? "embedded" : "abstract",
    fields,
    ...(strategy === "JOINED" && { layout: { inheritance: "joined" as const } }),
  };
}

export const doctrine: EntityLibrary = {
  name: "doctrine",
  languages: ["php"],
  mark: /\bDoctrine\\ORM\\Mapping\b/,
  naming: {
    table: snake,
    column: snake,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: true,
    inheritance: "single",
    between: ({ table, entity, target, targetTable }) => ({
      table: `${table}_${targetTable}`,
      id: null,
      columns: [`${snake(entity)}_id`, `${snake(target)}_id`],
    }),
  },
  entity: readEntity,
  examples: [
    {
      files: {
        "src/Entity/Boat.php": `<?php
namespace App\\Entity;
use Doctrine\\ORM\\Mapping as ORM;

#[ORM\\Entity(repositoryClass: BoatRepository::class)]
#[ORM\\Table(name: 'boats')]
class Boat
{
    use Stamped;

    #[ORM\\Id]
    #[ORM\\GeneratedValue]
    #[ORM\\Column(type: Types::INTEGER)]
    private ?int $id = null;

    #[ORM\\Column(name: 'full_name', length: 20, nullable: true)]
    private ?string $name = null;

    #[ORM\\ManyToOne(targetEntity: Harbour::class)]
    #[ORM\\JoinColumn(nullable: false)]
    private Harbour $homePort;

    #[ORM\\ManyToMany(targetEntity: Harbour::class)]
    private Collection $visits;

    #[ORM\\OneToMany(targetEntity: Visit::class, mappedBy: 'boat')]
    private Collection $log;
}
`,
        "src/Entity/Stamped.php": `<?php
namespace App\\Entity;
use Doctrine\\ORM\\Mapping as ORM;
trait Stamped
{
    #[ORM\\Column]
    private \\DateTimeImmutable $createdAt;
}
`,
        "src/Entity/Harbour.php": `<?php
namespace App\\Entity;
use Doctrine\\ORM\\Mapping\\{Entity, Id, Column};
#[Entity]
class Harbour
{
    #[Id, Column(type: 'string')]
    private string $code;
}
`,
      },
      tables: [
        "boats(created_at \\DateTimeImmutable!, id integer! primary, full_name string?, home_port_id !) home_port_id->harbour",
        "boats_harbour(boat_id ! primary, harbour_id ! primary) boat_id->boats harbour_id->harbour",
        "harbour(code string! primary)",
      ],
    },
  ],
};
