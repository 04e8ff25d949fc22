import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact, EntityLayout } from "#server/code-index/ports/data-facts.ts";

type Annotations = ReadonlyMap<string, CallView | null>;

/** "Set<Boat>", "Map<String, Boat>", "Boat": the class. */
function classOfType(type: string | null): string | null {
  return /(\w+)\??>*\??\s*$/.exec(type ?? "")?.[1] ?? null;
}

function joinColumn(found: Annotations, reader: EntityReader): string | null {
  return unquoted(reader.textAt(found.get("JoinColumn") ?? null, "name"));
}

function unquoted(name: string | null): string | null {
  return name?.replaceAll(/["`[\]]/g, "") ?? null;
}

function readRelation(field: FieldView, found: Annotations, reader: EntityReader): EntityFieldFact[] | null {
  const target = (call: CallView | null) =>
    reader.lastName(reader.argument(call, "targetEntity")) ?? classOfType(field.type);
  const toOne = found.has("ManyToOne") ? (found.get("ManyToOne") ?? null) : found.get("OneToOne");
  const draft = (call: CallView | null | undefined) => call ?? null;
  if (toOne !== undefined) {
    if (reader.argument(toOne, "mappedBy") !== null || found.has("JoinTable") || found.has("PrimaryKeyJoinColumn"))
      return [];
    const isNullable = reader.flag(found.get("JoinColumn") ?? null, "nullable") ?? reader.flag(toOne, "optional");
    const isPrimary = found.has("Id") || found.has("MapsId");
    return [
      reader.field(field.name, field.node, {
        column: joinColumn(found, reader),
        isNullable,
        isPrimary,
        relation: reader.toOne(target(toOne)),
      }),
    ];
  }
  if (found.has("ManyToMany")) {
    const call = draft(found.get("ManyToMany"));
    if (reader.argument(call, "mappedBy") !== null) return [];
    const through = unquoted(reader.textAt(found.get("JoinTable") ?? null, "name"));
    return [
      reader.field(field.name, field.node, { relation: reader.toMany(target(call), { holdsKey: true, through }) }),
    ];
  }
  return found.has("OneToMany") || found.has("ElementCollection") || found.has("Any") ? [] : null;
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const head = reader.view.s.textOf(field.node).slice(0, 2_000);
  const found = reader.annotationsOf(field);
  if (
    found.has("Transient") ||
    found.has("Formula") ||
    /(?:^|\s)(?:static|transient)\s/.test(head.replaceAll(/"[^"]*"/g, "").split(/[=;]\s*$|=\s/)[0] ?? "")
  )
    return [];
  const related = readRelation(field, found, reader);
  if (related !== null) return related;
  if (found.has("Embedded") || found.has("EmbeddedId"))
    return [
      reader.field(field.name, field.node, { embeds: classOfType(field.type), isPrimary: found.has("EmbeddedId") }),
    ];
  const call = found.get("Column") ?? null;
  const isPrimary = found.has("Id");
  return [reader.field(field.name, field.node, {
    column: unquoted(reader.textAt(call, "name")), type: field.type?.replace(/\?$/, "") ?? null, isPrimary,
    isNullable: reader.flag(call, "nullable") ?? (isPrimary || found.has("NotNull") ? false : field.type?.endsWith("?") ? true : null),
  })]; // prettier-ignore
}

function layoutOf(found: Annotations, reader: EntityReader): EntityLayout | null {
  const strategy = reader.source(reader.argument(found.get("Inheritance") ?? null, [0, "strategy"]));
  if (strategy === null) return null;
  return { inheritance: /JOINED/.test(strategy) ? "joined" : /TABLE_PER/.test(strategy) ? "separate" : "single" };
}

function readEntity(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  const isStored = found.has("Entity");
  const isShared = found.has("MappedSuperclass");
  if (!isStored && !isShared && !found.has("Embeddable")) return null;
  const table = unquoted(reader.textAt(found.get("Table") ?? null, "name"));
  const layout = layoutOf(found, reader);
  const fields = cls.fields.flatMap((field) => readField(field, reader));
  const discriminator = found.get("DiscriminatorColumn");
  if (discriminator !== undefined)
    fields.push(reader.field("discriminator", cls.node, { column: reader.textAt(discriminator, "name") ?? "dtype" }));
  const kind = isStored ? "stored" : isShared ? "abstract" : "embedded";
  return { table, kind, fields, ...(layout !== null && { layout }) };
}

export const jpa: EntityLibrary = {
  name: "jpa",
  languages: ["java", "kotlin"],
  mark: /\b(?:javax|jakarta)\.persistence\b/,
  naming: {
    // Spring's strategy, which most programs run with.
    table: snake,
    column: snake,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: true,
    inheritance: "single",
    between: ({ table, field, targetTable }) => ({
      table: `${table}_${snake(field)}`,
      id: null,
      columns: [`${table}_id`, `${targetTable}_id`],
    }),
  },
  namingCalls: [
    {
      mark: /\bphysical[-_]strategy\s*[:=]\s*["']?(?!\S*(?:CamelCaseToUnderscoresNamingStrategy|SpringPhysicalNamingStrategy))\S/,
      languages: ["yaml", "ini"],
      rule: "unknown",
    },
    {
      mark: /\bphysical[-_]strategy\s*[:=]\s*\S*PhysicalNamingStrategyStandardImpl\b/,
      languages: ["yaml", "ini"],
      rule: "same",
    },
  ],
  entity: readEntity,
  examples: [
    {
      files: {
        "src/main/kotlin/Entities.kt": `
package app
import jakarta.persistence.*

@Entity
@Table(name = "articles")
class Article(
    var title: String,
    @ManyToOne var author: User,
    @Column(name = "body_text") var body: String? = null,
    @Id @GeneratedValue var id: Long? = null,
)

@Entity
class User {
    @Id
    var id: Long = 0
    @Transient
    var shown: String = ""
}
`,
      },
      tables: [
        "articles(title String, author_id , body_text String?, id Long! primary) author_id->user",
        "user(id Long! primary)",
      ],
    },
    {
      files: {
        "src/main/java/app/Base.java": `
package app;
import jakarta.persistence.*;
@MappedSuperclass
public abstract class Base {
  @Id @GeneratedValue private Long id;
  @Column(name = "made_at", nullable = false) private Instant createdAt;
}
`,
        "src/main/java/app/Boat.java": `
package app;
import jakarta.persistence.*;
@Entity
@Table(name = "boats")
public class Boat extends Base {
  private static final long serialVersionUID = 1L;
  private String fullName;
  @Transient private int cached;
  @Embedded private Size size;
  @ManyToOne(optional = false) @JoinColumn(name = "harbour") private Harbour home;
  @OneToOne private Harbour lastHarbour;
  @OneToMany(mappedBy = "boat") private List<Visit> visits;
  @ManyToMany @JoinTable(name = "boat_tags") private Set<Tag> tags;
}
@Embeddable class Size { private double length; }
@Entity class Ferry extends Boat { private int seats; }
@Entity class Harbour extends Base { }
@Entity class Tag { @Id private String name; }
`,
      },
      tables: [
        "boat_tags(boats_id ! primary, tag_id ! primary) boats_id->boats tag_id->tag",
        "boats(id Long! primary, made_at Instant!, full_name String, length double, harbour !, last_harbour_id , seats int) harbour->harbour last_harbour_id->harbour",
        "harbour(id Long! primary, made_at Instant!)",
        "tag(name String! primary)",
      ],
    },
  ],
};
