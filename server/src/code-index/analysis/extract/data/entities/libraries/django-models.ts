import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type {
  EntityClass,
  EntityLibrary,
  KnownField,
} from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** They have models by the same words. */
const otherModels = /\b(?:tortoise|odoo|openerp)\b/;
const maxImports = 4_000;
const relations = /^(?:\w*ForeignKey|OneToOneField|\w*ManyToMany\w*)$/;

const login: readonly KnownField[] = [
  { name: "password", type: "CharField" },
  { name: "last_login", type: "DateTimeField" },
];
const permissions: readonly KnownField[] = [{ name: "is_superuser", type: "BooleanField" }];

/** "app.Boat", "self", `settings.AUTH_USER_MODEL`. */
function targetOf(call: CallView, owner: string, reader: EntityReader): string | null {
  const node = reader.argument(call, [0, "to"]);
  const text = reader.text(node) ?? reader.lastName(node);
  if (text === null || /^[A-Z_]+$/.test(text)) return text?.endsWith("USER_MODEL") === true ? "User" : null;
  return text === "self" ? owner : (text.split(".").at(-1) ?? text);
}

function readField(field: FieldView, owner: string, reader: EntityReader): EntityFieldFact[] {
  const value = field.value === null ? -1 : reader.view.unwrap(field.value);
  const call = reader.view.callOf(value);
  const type = call === null ? null : reader.lastName(value);
  if (call === null || type === null || !(relations.test(type) || type.endsWith("Field"))) return [];
  // Managers ask other tables, whatever they are called.
  if (/^GenericForeignKey$|Manager(?:Field)?$/.test(type)) return [];
  const column = reader.textAt(call, "db_column");
  const isNullable = reader.flag(call, "null") ?? false;
  const isPrimary = reader.flag(call, "primary_key") === true;
  if (/ManyToMany/.test(type)) {
    const target = targetOf(call, owner, reader);
    const through = reader.text(reader.argument(call, "through")) ?? reader.lastName(reader.argument(call, "through"));
    const named = reader.textAt(call, "db_table") ?? through?.split(".").at(-1) ?? null;
    return [
      reader.field(field.name, field.node, { relation: reader.toMany(target, { holdsKey: true, through: named }) }),
    ];
  }
  if (!relations.test(type)) return [reader.field(field.name, field.node, { column, type, isNullable, isPrimary })];
  const relation = reader.toOne(targetOf(call, owner, reader));
  return [reader.field(field.name, field.node, { column, isNullable, isPrimary, relation })];
}

/** What `class Meta` of a model says. */
function metaOf(
  cls: EntityClass,
  reader: EntityReader,
): { isAbstract: boolean; isStored: boolean; table: string | null } {
  const { view } = reader;
  const node = view.s.children(cls.body).find((one) => view.classOf(one)?.name === "Meta");
  const fields = node === undefined ? [] : view.fieldsOf(view.classOf(node)?.body ?? -1);
  const valueOf = (name: string) => fields.find((one) => one.name === name)?.value ?? null;
  const isTrue = (name: string) => reader.source(valueOf(name)) === "True";
  const table = reader.text(valueOf("db_table"))?.replaceAll('"', "") ?? null;
  return { isAbstract: isTrue("abstract"), isStored: !isTrue("proxy"), table };
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  if (cls.baseNames.length === 0 && !/models\.|Field\(/.test(cls.header)) return null;
  if (/^(?:Meta|Migration)$/.test(cls.name)) return null;
  if (otherModels.test(reader.view.s.text.slice(0, maxImports))) return null;
  const fields = cls.fields.flatMap((field) => readField(field, cls.name, reader));
  const meta = metaOf(cls, reader);
  if (!meta.isStored) return null;
  // What it extends may be of another package; fields of forms and serializers come from other modules.
  const isModel =
    cls.baseNames.length > 0 &&
    cls.fields.some(
      ({ value }) => value !== null && /^models\.(?:\w*Field|ForeignKey)\(/.test(reader.source(value) ?? ""),
    );
  const bases = isModel ? [...cls.baseNames, "Model"] : cls.baseNames;
  return { table: meta.table, bases, kind: meta.isAbstract ? "abstract" : "open", fields };
}

/** The app is the folder of its models. */
function appOf(path: string): string {
  const parts = path.split("/").slice(0, -1);
  while (parts.length > 1 && /models?/.test(parts.at(-1) ?? "")) parts.pop();
  return parts.at(-1) ?? "";
}

export const djangoModels: EntityLibrary = {
  name: "django-models",
  languages: ["python"],
  mark: /\bmodels\.(?:Model|\w+Field|ForeignKey)\b|\bfrom\s+django\b/,
  roots: /^(?:Model|AbstractUser|AbstractBaseUser|MPTTModel|TimeStampedModel|PolymorphicModel)$/,
  known: {
    AbstractBaseUser: login,
    PermissionsMixin: permissions,
    AbstractUser: [
      ...login,
      ...permissions,
      ...["username", "first_name", "last_name", "email"].map((name) => ({ name, type: "CharField" })),
      ...["is_staff", "is_active"].map((name) => ({ name, type: "BooleanField" })),
      { name: "date_joined", type: "DateTimeField" },
    ],
  },
  naming: {
    table: (name, path) =>
      appOf(path) === "" ? name.toLowerCase() : `${appOf(path).toLowerCase()}_${name.toLowerCase()}`,
    column: (field) => field,
    key: (field) => `${field}_id`,
    id: "id",
    isWhole: true,
    inheritance: "joined",
    parentKey: (parent) => `${parent.toLowerCase()}_ptr_id`,
    between: ({ table, field, entity, target }) => {
      const [own, other] = [entity.toLowerCase(), target.toLowerCase()];
      const columns =
        own === other ? ([`from_${own}_id`, `to_${own}_id`] as const) : ([`${own}_id`, `${other}_id`] as const);
      return { table: `${table}_${field}`, id: "id", columns };
    },
  },
  entity: readModel,
  examples: [
    {
      files: {
        "harbour/base.py": `
from django.db import models

class Stamped(models.Model):
    created = models.DateTimeField()

    class Meta:
        abstract = True
`,
        "harbour/models/boats.py": `
from django.db import models
from harbour.base import Stamped

class Port(Stamped):
    name = models.CharField(max_length=20, primary_key=True)

class Boat(Stamped):
    port = models.ForeignKey(Port, on_delete=models.CASCADE, null=True)
    twin = models.OneToOneField("self", db_column="twin", on_delete=models.CASCADE)
    crews = models.ManyToManyField("crews.Crew")
    guests = models.ManyToManyField("crews.Crew", through="Visit")
    label = "none"

class Ferry(Boat):
    seats = models.IntegerField()

class OldBoat(Boat):
    class Meta:
        proxy = True

class Visit(models.Model):
    class Meta:
        db_table = "visits"
`,
        "crews/models.py": `
from django.db import models

class Crew(models.Model):
    size = models.IntegerField(null=True)

class CrewForm(forms.ModelForm):
    size = forms.IntegerField()
`,
      },
      tables: [
        "crews_crew(id ! primary, size IntegerField?)",
        "harbour_boat(id ! primary, created DateTimeField!, port_id ?, twin !) port_id->harbour_port twin->harbour_boat",
        "harbour_boat_crews(id ! primary, boat_id !, crew_id !) boat_id->harbour_boat crew_id->crews_crew",
        "harbour_ferry(boat_ptr_id ! primary, seats IntegerField!) boat_ptr_id->harbour_boat",
        "harbour_port(created DateTimeField!, name CharField! primary)",
        "visits(id ! primary)",
      ],
    },
  ],
};
