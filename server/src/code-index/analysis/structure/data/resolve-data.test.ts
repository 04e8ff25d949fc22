import { describe, expect, it } from "vitest";

import { entityLibraries } from "#server/code-index/analysis/extract/data/entities/entity-libraries.ts";
import { stepLibraries } from "#server/code-index/analysis/extract/data/steps/step-libraries.ts";

import { resolveFiles, showTable } from "./testing/resolve-files.ts";

describe.each([...stepLibraries, ...entityLibraries])("$name", ({ examples }) => {
  it.each(examples)("makes the tables of its example: $tables", async ({ files, tables }) => {
    const { databases, tables: found } = await resolveFiles(files);
    expect(found.map(showTable).sort()).toEqual([...tables].sort());
    expect(databases.map(({ certainty }) => certainty)).toEqual(["resolved"]);
  });
});

it("keeps tables of equal names in several schemas apart where each context has a snapshot", async () => {
  const snapshot = (tables: string) =>
    `partial class S : ModelSnapshot\n{\n    protected override void BuildModel(ModelBuilder modelBuilder)\n    {\n${tables}    }\n}\n`;
  const table = (name: string, columns: readonly string[], schema: string) =>
    `modelBuilder.Entity("${schema}.${name}", b =>\n{\n${columns.map((one) => `b.Property<int>("${one}");\n`).join("")}b.HasKey("Id");\nb.ToTable("${name}", "${schema}");\n});\n`;
  const { tables } = await resolveFiles({
    "Migrations/Billing/BillingContextModelSnapshot.cs": snapshot(
      table("Plans", ["Id", "Price"], "billing") + table("Subscriptions", ["Id", "Start", "End"], "billing"),
    ),
    "Migrations/Hooks/HookContextModelSnapshot.cs": snapshot(
      table("Deliveries", ["Id", "At"], "hooks") + table("Subscriptions", ["Id", "Secret", "Url", "Topic"], "hooks"),
    ),
    "Others/Hooks/HookContextModelSnapshot.cs": snapshot(
      table("Deliveries", ["Id", "At"], "hooks") + table("Subscriptions", ["Id", "Secret", "Url", "Topic"], "hooks"),
    ),
  });
  expect(tables.map(({ name }) => name).toSorted()).toEqual(["Deliveries", "Plans", "Subscriptions", "Subscriptions"]);
});

it("takes the newest of snapshots of one model, also where it was split into several since", async () => {
  const snapshot = (version: string, names: readonly string[], column: string) =>
    `partial class S : ModelSnapshot\n{\nprotected override void BuildModel(ModelBuilder modelBuilder)\n{\nmodelBuilder.HasAnnotation("ProductVersion", "${version}");\n${names
      .map(
        (name) =>
          `modelBuilder.Entity("Fleet.${name}", b =>\n{\nb.Property<int>("Id");\nb.Property<int>("${column}");\nb.HasKey("Id");\nb.ToTable("${name}");\n});\n`,
      )
      .join("")}}\n}\n`;
  const step = (names: readonly string[]) =>
    `public partial class Initial : Migration {\nprotected override void Up(MigrationBuilder migrationBuilder)\n{\n${names.map((name) => `migrationBuilder.CreateTable(\nname: "${name}",\ncolumns: table => new { Id = table.Column<int>(nullable: false) });\n`).join("")}}\n}\n`;
  const { tables } = await resolveFiles({
    "Migrations/FleetContextModelSnapshot.cs": snapshot("2.2.4-servicing", ["Boats", "Docks", "Crew", "Never"], "Old"),
    "Migrations/20170101000000_Initial.cs": step(["Boats", "Docks", "Crew", "Never", "NeverToo"]),
    "Migrations/Fleet/BoatContextModelSnapshot.cs": snapshot("10.0.1", ["Boats"], "New"),
    "Migrations/Crew/CrewContextModelSnapshot.cs": snapshot("8.0.1", ["Crew", "Docks"], "New"),
  });
  expect(tables.map(({ name, columns }) => `${name} ${columns.at(-1)?.name}`).toSorted()).toEqual([
    "Boats New",
    "Crew New",
    "Docks New",
  ]);
});

it("takes one series of steps where a folder has them for one more database, and another how it all began", async () => {
  const step = (tables: readonly string[], column: string) =>
    `exports.up = (knex) => knex.schema\n${tables.map((table) => `.createTable("${table}", (table) => {\n  table.increments("id");\n  table.string("${column}");\n})`).join("\n")};\n`;
  const { tables } = await resolveFiles({
    "server/db/beta/migrations/1.0.0-beta.1.js": step(["boats", "docks"], "name"),
    "server/db/beta/migrations-sqlite/1.0.0-beta.1.js": step(["boats", "docks"], "name"),
    "server/db/migrations-sqlite/1.0.0.js": step(["boats", "docks", "crew"], "name"),
    "server/db/migrations/1.0.0.js": step(["boats", "docks", "crew"], "name"),
    "server/stats/migrations/1.0.0.js": step(["docks", "visits"], "count"),
  });
  expect(tables.map(({ name, sources }) => `${name} ${sources[0]?.path}`).toSorted()).toEqual([
    "boats server/db/migrations/1.0.0.js",
    "crew server/db/migrations/1.0.0.js",
    "docks server/db/migrations/1.0.0.js",
    "docks server/stats/migrations/1.0.0.js",
    "visits server/stats/migrations/1.0.0.js",
  ]);
});

it("takes no tables from programs that fill a database, nor from classes that pretend to be rows", async () => {
  const { tables } = await resolveFiles({
    "priv/repo/dev_seeds.exs": 'Repo.query!("create table tried (id int)")\n',
    "src/main/java/fleet/FakeBoat.java":
      "package fleet;\nimport jakarta.persistence.*;\n@Entity class FakeBoat { @Id Long id; }\n",
    "src/main/java/fleet/Boat.java":
      "package fleet;\nimport jakarta.persistence.*;\n@Entity class Boat { @Id Long id; }\n",
  });
  expect(tables.map(({ name }) => name)).toEqual(["boat"]);
});

it("carries out steps on tables that other files of the program make, rather than to show them twice", async () => {
  const made = `exports.make = (knex) => knex.schema.createTable("boats", (table) => {
  table.increments("id");
  table.string("name");
});
`;
  const step = `exports.up = (knex) => knex.schema.alterTable("boats", (table) => {
  table.integer("depth");
  table.string("name");
});
exports.down = () => {};
`;
  const { tables } = await resolveFiles({
    "server/models/boat.model.js": made,
    "server/migrations/20240101000000_depth.js": step,
  });
  expect(tables.map(({ name, columns, certainty }) => [name, columns.map((one) => one.name), certainty])).toEqual([
    ["boats", ["id", "name", "depth"], "resolved"],
  ]);
});

it("knows of a field of Django what the last step says, and where", async () => {
  const step = (before: string, operations: string) =>
    `from django.db import migrations, models\nclass Step(migrations.Migration):\n    dependencies = [${before}]\n    operations = [\n${operations}\n    ]\n`;
  const { tables } = await resolveFiles({
    "fleet/migrations/0001_initial.py": step(
      "",
      `        migrations.CreateModel("Quay", [("id", models.AutoField(primary_key=True))]),
        migrations.CreateModel("Boat", [("quay", models.ForeignKey("fleet.Quay", models.CASCADE, unique=True)), ("name", models.CharField(unique=True))]),`,
    ),
    "fleet/migrations/0002_more.py": step(
      '("fleet", "0001_initial")',
      `        migrations.AlterField(
            model_name="boat",
            name="quay",
            field=models.ForeignKey(on_delete=models.SET_NULL, null=True, to="fleet.quay"),
        ),
        migrations.AlterField("stranger", "quay", models.ForeignKey("fleet.Quay", models.CASCADE)),
        migrations.AlterField("boat", "name", models.CharField(unique=True, default="x"), preserve_default=False),`,
    ),
  });
  expect(tables.map(({ name }) => name)).toEqual(["fleet_quay", "fleet_boat"]);
  const boat = tables.find(({ name }) => name === "fleet_boat");
  expect(boat?.relations.map(({ target, path, line }) => [target, path, line])).toEqual([
    ["fleet_quay", "fleet/migrations/0002_more.py", 7],
  ]);
  expect(boat?.indexes.map(({ columns, isUnique }) => [columns, isUnique])).toEqual([[["name"], true]]);
  expect(boat?.columns.map(({ default: value }) => value)).toEqual([null, null]);
});

it("takes steps of Django in their order, also where one between them does nothing to tables", async () => {
  const step = (before: string, operation: string) =>
    `from django.db import migrations, models\nclass Step(migrations.Migration):\n    dependencies = [${before}]\n    operations = [${operation}]\n`;
  const { tables, databases } = await resolveFiles({
    "fleet/migrations/0001_initial.py": step("", 'migrations.CreateModel("Boat", [("id", models.AutoField())])'),
    "fleet/migrations/0002_load.py": step('("fleet", "0001_initial")', "migrations.RunPython(load)"),
    "fleet/migrations/0003_add.py": step(
      '("fleet", "0002_load")',
      'migrations.AddField("boat", "depth", models.IntegerField())',
    ),
    "fleet/migrations/0004_fill.py": step('("fleet", "0003_add")', "migrations.RunPython(fill)"),
    "fleet/migrations/0005_rename.py": step('("fleet", "0004_fill")', 'migrations.RenameModel("Boat", "Ship")'),
    "crew/migrations/0002_more.py": step(
      '("fleet", "0005_rename")',
      'migrations.CreateModel("Sailor", [("ship", models.ForeignKey("fleet.Ship"))])',
    ),
  });
  expect(databases.map(({ certainty }) => certainty)).toEqual(["resolved"]);
  expect(tables.map(showTable)).toEqual([
    "fleet_ship(id autofield!, depth integerfield!)",
    "crew_sailor(ship_id foreignkey!) ship_id->fleet_ship",
  ]);
});
