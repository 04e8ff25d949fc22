import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

const scalars =
  /^(?:bool|byte|sbyte|char|decimal|double|float|u?int|u?long|u?short|string|object|byte\[\]|String|Boolean|Int\d+|Guid|DateTime(?:Offset)?|DateOnly|TimeOnly|TimeSpan|Uri|Json\w*|Instant|LocalDate\w*)$/;
const lists =
  /^(?:System\.Collections\.Generic\.)?(?:I?Collection|I?List|IEnumerable|I?HashSet|ISet|IReadOnly\w+|I?Dictionary)<\s*(?:\w+,\s*)?([\w.]+)\??>/;
/** What is sent or shown, and never stored. */
const shown =
  /(?:Dto|DTO|Request|Response|ViewModel|Command|Query|Options|Settings|Config|Event|Args|Exception|Attribute|Result|Resource|Input|Output|Tests?|Filter|Message|Params|Parameters|ResponseModel|RequestModel)$/;

/** Properties that are written and read; what is computed is no column. */
function readField(field: FieldView, cls: EntityClass, reader: EntityReader): EntityFieldFact[] {
  const text = reader.view.s.textOf(field.node).slice(0, 2_000);
  if (!/\{[^{}=]*\bget\s*;[^{}]*\b(?:set|init)\b/.test(text) || /\bstatic\b/.test(text)) return [];
  const found = reader.annotationsOf(field);
  if (found.has("NotMapped")) return [];
  const type = field.type?.replace(/\?$/, "") ?? "";
  const list = lists.exec(type)?.[1];
  if (list !== undefined && !scalars.test(list)) return [];
  const column = reader.textAt(found.get("Column") ?? null, 0);
  const isNullable = found.has("Required") ? false : field.type?.endsWith("?") === true;
  const isPrimary = found.has("Key") || /^Id$/i.test(field.name) || field.name === `${cls.name}Id`;
  const target = /^(?:\w+\.)*([A-Z]\w*)$/.exec(type)?.[1];
  if (scalars.test(type) || target === undefined || list !== undefined)
    return [reader.field(field.name, field.node, { column, type, isNullable, isPrimary })];
  const key = found.get("ForeignKey");
  return [reader.field(field.name, field.node, {
    column: key === undefined ? null : reader.text(reader.argument(key, 0)), type, isNullable, relation: reader.toOne(target),
  })]; // prettier-ignore
}

/** Any class with properties may be registered in another file; those that look like rows are kept. */
function readClass(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  registerSets(cls, reader);
  const found = reader.annotations(cls.decorators ?? []);
  const table = reader.textAt(found.get("Table") ?? null, 0);
  if (table === null && (shown.test(cls.name) || cls.body < 0)) return null;
  if (reader.view.s.type(cls.node) === "interface_declaration") return null;
  const fields = cls.fields.flatMap((field) => readField(field, cls, reader));
  const isLikeRow = fields.some(({ name, isPrimary }) => isPrimary || name.endsWith("Id"));
  if (
    fields.length === 0 ||
    !(isLikeRow || cls.baseNames.length > 0 || cls.isAbstract === true || table !== null || found.has("Owned"))
  )
    return null;
  const kind = found.has("Owned")
    ? "embedded"
    : table !== null
      ? "stored"
      : cls.isAbstract === true
        ? "abstract"
        : "open";
  return { table, kind, fields };
}

/** `DbSet<Boat> Boats { get; set; }` of a context, and the users of `IdentityDbContext<Sailor>`. */
function registerSets(cls: EntityClass, reader: EntityReader): void {
  const { s } = reader.view;
  for (const base of cls.bases) {
    const user = /^IdentityDbContext<\s*(\w+)/.exec(s.textOf(base))?.[1];
    if (user !== undefined) reader.register(user, base, { table: "AspNetUsers" });
  }
  if (!cls.baseNames.some((base) => base.endsWith("Context"))) return;
  for (const { name, type, node } of cls.fields) {
    const entity = /^(?:\w+\.)*DbSet<\s*(?:\w+\.)*(\w+)\s*>\??$/.exec(type ?? "")?.[1];
    if (entity !== undefined) reader.register(entity, node, { table: name, isUsual: true });
  }
}

/** The class that `modelBuilder.Entity<Boat>()` or a configuration of its own is about. */
function configured(node: SyntaxNode, reader: EntityReader): string | null {
  const { view } = reader;
  const { root, links } = reader.chain(node);
  const named = genericOf(
    links.find(({ name }) => name === "Entity"),
    reader,
  );
  if (named !== null) return named;
  const builder = root === null ? null : view.nameOf(root);
  if (builder === null) return null;
  for (let at = view.s.parent(node), depth = 0; at > 0 && depth < 60; at = view.s.parent(at), depth += 1) {
    const parameter = view.functionOf(at)?.parameters.find(({ name }) => name === builder);
    if (parameter === undefined) continue;
    const typed = /^EntityTypeBuilder<\s*(?:\w+\.)*(\w+)\s*>/.exec(parameter.type ?? "")?.[1];
    if (typed !== undefined || parameter.type !== null) return typed ?? null;
    const holder = view.s.parent(view.s.parent(view.s.parent(at)));
    const call = [view.s.parent(at), view.s.parent(view.s.parent(at)), holder].find((one) => view.callOf(one) !== null);
    return call === undefined ? null : genericOf(reader.chain(call).links.at(-1), reader);
  }
  return null;
}

/** "Boat" of `Entity<Boat>()`. */
function genericOf(link: CallLink | undefined, reader: EntityReader): string | null {
  if (link?.call === undefined || link.call === null) return null;
  return /<\s*(?:\w+\.)*(\w+)\s*>$/.exec(reader.view.s.textOf(link.call.callee))?.[1] ?? null;
}

/** "Harbour" of `x => x.Harbour`, and of "Harbour". */
function memberIn(node: SyntaxNode | null, reader: EntityReader): string | null {
  if (node === null) return null;
  const made = reader.view.functionOf(node);
  const member = made === null ? null : reader.view.memberOf(reader.view.unwrap(made.body));
  return member?.name ?? reader.text(node);
}

type Configure = (entity: string, links: readonly CallLink[], at: { node: SyntaxNode; reader: EntityReader }) => void;

function configuring(apply: Configure): (node: SyntaxNode, reader: EntityReader) => void {
  return (node, reader) => {
    const entity = configured(node, reader);
    if (entity !== null) apply(entity, reader.chain(node).links, { node, reader });
  };
}

const nameTable: Configure = (entity, links, { node, reader }) => {
  const table = reader.textAt(links.at(-1)?.call ?? null, 0);
  if (table !== null && !links.some(({ name }) => /^Owns|^UsingEntity/.test(name)))
    reader.register(entity, node, { table });
};

const nameColumn: Configure = (entity, links, { node, reader }) => {
  const property = links.find(({ name }) => name === "Property");
  const field = memberIn(reader.argument(property?.call ?? null, 0), reader);
  const column = reader.textAt(links.at(-1)?.call ?? null, 0);
  if (field !== null && column !== null && !links.some(({ name }) => name.startsWith("Owns")))
    reader.register(entity, node, { fields: [reader.field(field, node, { column })] });
};

/** Left out, which a column without a name says. */
const ignore: Configure = (entity, links, { node, reader }) => {
  const field = memberIn(reader.argument(links.at(-1)?.call ?? null, 0), reader);
  if (field !== null) reader.register(entity, node, { fields: [reader.field(field, node, { column: "" })] });
};

const relate: Configure = (entity, links, { node, reader }) => {
  const one = links.find(({ name }) => name === "HasOne");
  const last = links.at(-1);
  const dependent = genericOf(last, reader);
  const column = memberIn(reader.argument(last?.call ?? null, dependent === null ? [0] : [0]), reader);
  if (one === undefined || column === null || (dependent !== null && dependent !== entity)) return;
  const target = genericOf(one, reader);
  const field = memberIn(reader.argument(one.call, 0), reader) ?? target;
  if (field === null) return;
  const relation = target === null ? null : reader.toOne(target);
  reader.register(entity, node, { fields: [reader.field(field, node, { column, relation })] });
};

const own: Configure = (entity, links, { node, reader }) => {
  const field = memberIn(reader.argument(links.at(-1)?.call ?? null, 0), reader);
  if (field !== null)
    reader.register(entity, node, { fields: [reader.field(field, node, { embeds: "", column: `${field}_` })] });
};

export const entityFramework: EntityLibrary = {
  name: "entity-framework",
  languages: ["csharp"],
  mark: /\bget\s*;\s*(?:(?:private|protected|internal)\s+)?(?:set|init)\b|\bEntityTypeBuilder<|\bDbSet</,
  known: {
    IdentityUser: [
      "Id", "UserName", "NormalizedUserName", "Email", "NormalizedEmail", "EmailConfirmed", "PasswordHash", "SecurityStamp",
      "ConcurrencyStamp", "PhoneNumber", "PhoneNumberConfirmed", "TwoFactorEnabled", "LockoutEnd", "LockoutEnabled",
      "AccessFailedCount",
    ].map((name) => ({ name, type: "", isPrimary: name === "Id" })), // prettier-ignore
  },
  naming: {
    table: (name) => name,
    column: (field) => field,
    key: (field) => `${field}Id`,
    id: null,
    isWhole: true,
    isTyped: true,
    inheritance: "single",
  },
  entity: readClass,
  calls: {
    Entity: configuring((entity, _links, { node, reader }) => reader.register(entity, node)),
    HasKey: configuring((entity, _links, { node, reader }) => reader.register(entity, node)),
    ToTable: configuring(nameTable),
    ToView: configuring((entity, _links, { node, reader }) => reader.register(entity, node, { isIgnored: true })),
    HasColumnName: configuring(nameColumn),
    Ignore: configuring(ignore),
    HasForeignKey: configuring(relate),
    OwnsOne: configuring(own),
  },
  examples: [
    {
      files: {
        "Data/FleetContext.cs": `
using Microsoft.EntityFrameworkCore;
namespace Fleet.Data;
public class FleetContext : DbContext
{
    public DbSet<Boat> Boats { get; set; }
    public DbSet<Harbour> Harbours => Set<Harbour>();
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Harbour>().ToTable("ports");
        modelBuilder.Entity<Boat>(b =>
        {
            b.Property(x => x.Name).HasColumnName("full_name");
            b.Ignore(x => x.Shown);
            b.HasOne(x => x.Builder).WithMany().HasForeignKey(x => x.BuiltIn);
            b.OwnsOne(x => x.Size);
        });
    }
}
`,
        "Data/CrewConfiguration.cs": `
namespace Fleet.Data;
public class CrewConfiguration : IEntityTypeConfiguration<Crew>
{
    public void Configure(EntityTypeBuilder<Crew> builder)
    {
        builder.HasKey(x => x.Id);
        builder.HasOne<Boat>().WithMany().HasForeignKey(x => x.BoatId);
    }
}
`,
        "Models/Boat.cs": `
namespace Fleet.Models;
public abstract class Entity
{
    public Guid Id { get; set; }
}
public class Boat : Entity
{
    public string? Name { get; set; }
    public string Shown { get; set; }
    public Kind Kind { get; set; }
    public Size Size { get; set; }
    public int HarbourId { get; set; }
    public virtual Harbour Harbour { get; set; }
    public int? BuiltIn { get; set; }
    public Harbour Builder { get; set; }
    public ICollection<Crew> Crews { get; set; }
    public string Label => Name + "!";
}
public class Size { public int Length { get; set; } public int OwnerId { get; set; } }
public enum Kind { Sail }
public class Harbour : Entity { public Boat Flagship { get; set; } }
public class Crew : Entity { public int BoatId { get; set; } }
public class BoatDto { public int Id { get; set; } }
public class Unused { public int Id { get; set; } }
`,
      },
      tables: [
        "Boats(Id Guid! primary, full_name string?, Kind Kind!, Size_Length int!, Size_OwnerId int!, HarbourId int!, BuiltIn int?) HarbourId->ports BuiltIn->ports",
        "Crew(Id Guid! primary, BoatId int!) BoatId->Boats",
        "ports(Id Guid! primary)",
      ],
    },
  ],
};
