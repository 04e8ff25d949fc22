import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Stands for the name of the app, which the path says. */
const ownApp = "\u0001";

function ownTable(model: string | null): string | null {
  return model === null ? null : `${ownApp}${model.toLowerCase()}`;
}

/** "boats.Boat", "Boat", or a setting that names one. */
function djangoTarget(node: SyntaxNode | null, reader: StepReader, self: string): string | null {
  const text = reader.text(node);
  if (text === null) return /AUTH_USER_MODEL/.test(reader.source(node) ?? "") ? "auth_user" : null;
  if (text === "self") return self;
  const [app = "", model] = text.split(".");
  return model === undefined ? ownTable(app) : `${app}_${model}`.toLowerCase();
}

function readField(
  named: SyntaxNode | null,
  node: SyntaxNode | null,
  reader: StepReader,
  draft: TableDraft | null,
): void {
  const name = reader.text(named);
  const call = node === null ? null : reader.view.callOf(node);
  const type = reader.lastName(node);
  if (named === null || name === null || node === null || call === null || type === null || draft === null) return;
  const target = djangoTarget(reader.argument(call, ["to", 0]), reader, draft.table);
  if (type.endsWith("ManyToManyField")) {
    if (reader.argument(call, "through") === null) joinTable(name, { node: named, target, table: draft.table }, reader);
    return;
  }
  // Managers ask other tables, whatever they are called.
  if (/^Generic(?:ForeignKey|Relation)$|Manager(?:Field)?$/.test(type)) return;
  const isKey = /(?:ForeignKey|OneToOneField)$/.test(type);
  const column = reader.textAt(call, "db_column") ?? (isKey ? `${name}_id` : name);
  const isPrimary = reader.flag(call, "primary_key") === true;
  const isNullable = reader.flag(call, "null") ?? false;
  const value = draft.isOneOff === true ? null : reader.source(reader.argument(call, "default"));
  reader.column(draft, column, named, { type: type.toLowerCase(), isNullable, isPrimary, default: value });
  if (isKey) reader.key(draft, { columns: [column], target }, named);
  if (reader.flag(call, "unique") === true) reader.index(draft, [column], node, { isUnique: true });
}

interface AlteredField {
  table: string;
  named: SyntaxNode;
  name: string;
  field: SyntaxNode | null;
  type: string;
  /** Its default is for the rows that are there, not for those to come. */
  isOneOff: boolean;
}

/** The last word about a field is the one that counts: where it refers to, what becomes of it, how it begins. */
function alterField({ table, named, name, field, type, isOneOff }: AlteredField, reader: StepReader): void {
  const isKey = /(?:ForeignKey|OneToOneField)$/.test(type);
  const call = reader.view.callOf(field ?? -1);
  const usual = isKey ? `${name}_id` : name;
  const column = (call === null ? null : reader.textAt(call, "db_column")) ?? usual;
  const isNullable = reader.flag(call, "null") ?? false;
  const value = call === null || isOneOff ? null : reader.source(reader.argument(call, "default"));
  const line = reader.line(named);
  for (const one of new Set([`${name}_id`, column])) reader.dropKey(table, { columns: [one] }, named);
  // A plain field that becomes a key, or the other way about.
  reader.renameColumn(table, isKey ? name : `${name}_id`, column, named);
  reader.alterColumn(table, column, { type: type.toLowerCase(), isNullable, default: value, line }, named);
  const target = isKey && call !== null ? djangoTarget(reader.argument(call, ["to", 0]), reader, table) : null;
  const key = { name: null, columns: [column], target: target ?? "", targetColumns: [], line };
  if (target !== null) reader.push({ op: "add-key", table, key, isAnew: true, line });
  reader.push({ op: "drop-unique", table, column, line });
  if (reader.flag(call, "unique") === true)
    reader.index(reader.change(table, named), [column], named, { isUnique: true });
}

function joinTable(
  name: string,
  { node, target, table }: { node: SyntaxNode; target: string | null; table: string },
  reader: StepReader,
): void {
  const made = reader.create(`${table}_${name}`, node);
  if (made !== null && made.made !== null) made.made.isBetween = true;
  const word = (one: string) => one.slice(Math.max(one.lastIndexOf("_"), one.lastIndexOf(ownApp)) + 1);
  const [own, other] = [word(table), word(target ?? "other")];
  reader.column(made, "id", node, { type: "autofield", isPrimary: true, isNullable: false });
  const columns = own === other ? [`from_${own}_id`, `to_${own}_id`] : [`${own}_id`, `${other}_id`];
  for (const [at, column] of columns.entries()) {
    reader.column(made, column, node, { isNullable: false });
    reader.key(made, { columns: [column], target: at === 0 ? table : target }, node);
  }
}

function modelNames(from: string | null, to: string | null): { from: string; to: string } | undefined {
  return from === null || to === null ? undefined : { from: from.toLowerCase(), to: to.toLowerCase() };
}

/** Made under the name by which it is known, and then given its own. */
function aliasModel(name: string | null, table: string | null, node: SyntaxNode, reader: StepReader): void {
  const known = ownTable(name);
  if (known !== null && table !== null) reader.push({ op: "alias", table, as: known, line: reader.line(node) });
}

export const djangoMigrations: StepLibrary = {
  name: "django",
  languages: ["python"],
  mark: /\bmigrations\.Migration\b/,
  role: "migration",
  steps: {
    // What the models are afterwards, not how the database comes there.
    SeparateDatabaseAndState: ({ call }, reader) => {
      const state = reader.argument(call, ["state_operations", 1]);
      const database = reader.argument(call, ["database_operations", 0]);
      if (state !== null) reader.visit(state);
      else if (database !== null) reader.visit(database);
    },
    CreateModel: ({ call, node }, reader) => {
      const options = reader.view.entriesOf(reader.argument(call, ["options", 2]) ?? -1);
      const option = (name: string) => reader.view.unwrap(options?.get(name) ?? -1);
      if (reader.source(option("proxy")) === "True" || reader.source(option("managed")) === "False") return;
      const name = reader.textAt(call, ["name", 0]);
      const table = (option("db_table") < 0 ? null : reader.text(option("db_table"))) ?? ownTable(name);
      const draft = reader.create(table, node);
      for (const item of reader.view.itemsOf(reader.argument(call, ["fields", 1]) ?? -1) ?? []) {
        const [field, type] = reader.view.itemsOf(reader.view.unwrap(item)) ?? [];
        if (field !== undefined && type !== undefined)
          readField(reader.view.unwrap(field), reader.view.unwrap(type), reader, draft);
      }
      // Later steps name the model, not its table.
      if (table !== ownTable(name)) aliasModel(name, table, node, reader);
    },
    DeleteModel: ({ call, node }, reader) => reader.drop(ownTable(reader.textAt(call, ["name", 0])), node),
    RenameModel: ({ call, node }, reader) => {
      const [from, to] = [reader.textAt(call, ["old_name", 0]), reader.textAt(call, ["new_name", 1])];
      reader.rename(ownTable(from), ownTable(to), node, modelNames(from, to));
    },
    AlterModelTable: ({ call, node }, reader) => {
      const to = reader.textAt(call, ["table", 1]);
      const known = ownTable(reader.textAt(call, ["name", 0]));
      if (to === null || known === null) return;
      const name = reader.textAt(call, ["name", 0]);
      reader.rename(known, to, node, modelNames(name, name));
      reader.push({ op: "alias", table: to, as: known, line: reader.line(node) });
    },
    AddField: ({ call, node }, reader) => {
      const draft = reader.change(ownTable(reader.textAt(call, ["model_name", 0])), node);
      if (draft !== null) draft.isOneOff = reader.flag(call, "preserve_default") === false;
      readField(reader.argument(call, ["name", 1]), reader.argument(call, ["field", 2]), reader, draft);
    },
    AlterField: ({ call }, reader) => {
      const table = ownTable(reader.textAt(call, ["model_name", 0]));
      const [named, field] = [reader.argument(call, ["name", 1]), reader.argument(call, ["field", 2])];
      const name = reader.text(named);
      const type = reader.lastName(field);
      if (table === null || named === null || name === null || type === null || /ManyToMany/.test(type)) return;
      const isOneOff = reader.flag(call, "preserve_default") === false;
      alterField({ table, named, name, field, type, isOneOff }, reader);
    },
    RemoveField: ({ call, node }, reader) => {
      const table = ownTable(reader.textAt(call, ["model_name", 0]));
      const name = reader.textAt(call, ["name", 1]);
      if (name === null) return;
      reader.dropColumns(table, [name, `${name}_id`], node);
      if (table !== null) reader.drop(`${table}_${name}`, node);
    },
    RenameField: ({ call, node }, reader) => {
      const table = ownTable(reader.textAt(call, ["model_name", 0]));
      const [from, to] = [reader.textAt(call, ["old_name", 1]), reader.textAt(call, ["new_name", 2])];
      reader.renameColumn(table, from, to, node);
      if (from !== null && to !== null) {
        reader.renameColumn(table, `${from}_id`, `${to}_id`, node);
        if (table !== null) reader.rename(`${table}_${from}`, `${table}_${to}`, node);
      }
    },
    RunSQL: ({ call }, reader) => reader.sql(reader.argument(call, ["sql", 0])),
  },
  examples: [
    {
      files: {
        "fleet/migrations/0001_initial.py": `
from django.db import migrations, models
class First(migrations.Migration):
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            name="Harbour",
            fields=[("id", models.AutoField(primary_key=True)), ("name", models.CharField(max_length=20))],
        ),
        migrations.CreateModel(
            name="Boat",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("home", models.ForeignKey(null=True, on_delete=models.CASCADE, to="fleet.harbour")),
                ("seen", models.ManyToManyField(to="fleet.Harbour")),
                ("draft", models.FloatField(default=1)),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(name="Tide", fields=[("id", models.AutoField(primary_key=True))], options={"db_table": "tides"}),
        migrations.CreateModel(
            name="Old",
            fields=[("id", models.AutoField(primary_key=True)), ("boats", models.ManyToManyField(to="fleet.Boat"))],
        ),
    ]
`,
        "fleet/migrations/0002_more.py": `
from django.db import migrations, models
class Second(migrations.Migration):
    dependencies = [("fleet", "0001_initial")]
    operations = [
        migrations.RenameField("boat", "home", "harbour"),
        migrations.RemoveField(model_name="boat", name="draft"),
        migrations.AddField(model_name="boat", name="crew", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="boat", name="deep", field=models.IntegerField(default=3), preserve_default=False),
        migrations.AddField(model_name="boat", name="wide", field=models.IntegerField(default=4)),
        migrations.DeleteModel(name="Old"),
    ]
`,
      },
      tables: [
        "fleet_boat(id bigautofield! primary, harbour_id foreignkey?, crew integerfield?, deep integerfield!, wide integerfield! = 4) harbour_id->fleet_harbour",
        "fleet_boat_seen(id autofield! primary, boat_id !, harbour_id !) boat_id->fleet_boat harbour_id->fleet_harbour",
        "fleet_harbour(id autofield! primary, name charfield!)",
        "tides(id autofield! primary)",
      ],
    },
    {
      files: {
        "fleet/migrations/0001_initial.py": `
from django.db import migrations, models
class First(migrations.Migration):
    operations = [
        migrations.CreateModel(name="Harbour", fields=[("id", models.AutoField(primary_key=True))]),
        migrations.CreateModel(name="Quay", fields=[("id", models.AutoField(primary_key=True)), ("number", models.IntegerField(default=1))]),
        migrations.CreateModel(
            name="Boat",
            fields=[
                ("id", models.AutoField(primary_key=True)),
                ("home", models.ForeignKey(on_delete=models.CASCADE, to="fleet.harbour")),
                ("owner", models.IntegerField(null=True)),
                ("seen", models.ManyToManyField(to="fleet.Harbour")),
            ],
        ),
        migrations.CreateModel(name="Tide", fields=[("id", models.AutoField(primary_key=True))], options={"db_table": "tides"}),
    ]
`,
        "fleet/migrations/0002_more.py": `
from django.db import migrations, models
class Second(migrations.Migration):
    dependencies = [("fleet", "0001_initial")]
    operations = [
        migrations.AlterField(
            model_name="boat",
            name="home",
            field=models.ForeignKey(null=True, on_delete=models.SET_NULL, to="fleet.quay"),
        ),
        migrations.AlterField("boat", "owner", models.ForeignKey(on_delete=models.CASCADE, to="fleet.Harbour")),
        migrations.AlterField("quay", "number", models.IntegerField(default=7)),
        migrations.RenameModel(old_name="Boat", new_name="Ship"),
        migrations.RenameModel(old_name="Tide", new_name="Ebb"),
        migrations.AddField("ebb", "height", models.FloatField()),
        migrations.AlterModelTable("quay", "quays"),
    ]
`,
      },
      tables: [
        "fleet_harbour(id autofield! primary)",
        "fleet_ship(id autofield! primary, home_id foreignkey?, owner_id foreignkey!) home_id->quays owner_id->fleet_harbour",
        "fleet_ship_seen(id autofield! primary, ship_id !, harbour_id !) ship_id->fleet_ship harbour_id->fleet_harbour",
        "quays(id autofield! primary, number integerfield! = 7)",
        "tides(id autofield! primary, height floatfield!)",
      ],
    },
  ],
};
