import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { resolveFiles, showTable } from "./testing/resolve-files.ts";

const efStep = (body: string, down = "") =>
  `namespace Fleet;\npublic partial class Step : Migration\n{\n    protected override void Up(MigrationBuilder migrationBuilder)\n    {\n${body}\n    }\n    protected override void Down(MigrationBuilder migrationBuilder)\n    {\n${down}\n    }\n}\n`;

const efBoats = `        migrationBuilder.CreateTable(
            name: "Ports",
            columns: table => new
            {
                Code = table.Column<string>(type: "text", nullable: false)
            },
            constraints: table => { table.PrimaryKey("PK_Ports", x => x.Code); });
        migrationBuilder.CreateTable(
            name: "Boats",
            columns: table => new
            {
                Id = table.Column<int>(type: "integer", nullable: false),
                Name = table.Column<string>(type: "text", nullable: true, defaultValue: "a)b"),
                Port = table.Column<string>(name: "port_code", type: "text", nullable: true)
            },
            constraints: table =>
            {
                table.PrimaryKey("PK_Boats", x => x.Id);
                table.ForeignKey(name: "FK_Boats_Ports", column: x => x.port_code, principalTable: "Ports", principalColumn: "Code");
            });`;

const snapshot = `namespace Fleet;
[DbContext(typeof(FleetContext))]
partial class FleetContextModelSnapshot : ModelSnapshot
{
    protected override void BuildModel(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity("Fleet.Boat", b =>
            {
                b.Property<int>("Id").HasColumnType("integer");
                b.Property<string>("Name").IsRequired().HasColumnName("full_name").HasDefaultValue("x;y");
                b.Property<int?>("PortId").HasColumnType("integer");
                b.HasKey("Id");
                b.ToTable("boats", (string)null);
            });
        modelBuilder.Entity("Fleet.Ferry", b =>
            {
                b.HasBaseType("Fleet.Boat");
                b.Property<int>("Seats");
            });
        modelBuilder.Entity("Fleet.Port", b =>
            {
                b.Property<Guid>("Code");
                b.HasKey("Code");
                b.ToTable("ports");
            });
        modelBuilder.Entity("Fleet.Shown", b => { b.Property<int>("Id"); b.ToView("shown"); });
        modelBuilder.Entity("Fleet.Boat", b =>
            {
                b.HasOne("Fleet.Port", "Port").WithMany("Boats").HasForeignKey("PortId");
                b.OwnsOne("Fleet.Size", "Size", b1 =>
                    {
                        b1.Property<int>("BoatId");
                        b1.Property<double>("Length");
                        b1.Property<int>("Beam").HasColumnName("Beam");
                        b1.HasKey("BoatId");
                        b1.ToTable("boats");
                        b1.WithOwner().HasForeignKey("BoatId");
                    });
                b.ComplexProperty<Dictionary<string, object>>("Flag", "Fleet.Boat.Flag#Flag", b1 => { b1.Property<string>("State").IsRequired(); });
                b.OwnsMany("Fleet.Log", "Logs", b1 => { b1.Property<int>("Id"); b1.HasKey("Id"); b1.ToTable("logs"); });
            });
    }
}
`;

const boatClass = `from sqlalchemy import Column, ForeignKey, Integer
from sqlalchemy.orm import DeclarativeBase
class Base(DeclarativeBase):
    pass
class Boat(Base):
    __tablename__ = "boats"
    id = Column(Integer, primary_key=True)
    port_id = Column(Integer, ForeignKey("ports.id"))
class Port(Base):
    __tablename__ = "ports"
    id = Column(Integer, primary_key=True)
`;

describe("what files tell of tables", () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      "steps of Entity Framework, without their way back",
      {
        "Migrations/20240101000000_Boats.cs": efStep(efBoats, '        migrationBuilder.DropTable(name: "Boats");'),
        "Migrations/20240102000000_More.cs": efStep(`
        migrationBuilder.AddColumn<int>(name: "Depth", table: "Ports", type: "integer", nullable: false, defaultValue: 0);
        migrationBuilder.RenameColumn(name: "Name", table: "Boats", newName: "Title");
        migrationBuilder.AlterColumn<string>(name: "Title", table: "Boats", type: "varchar(9)", nullable: false, oldClrType: typeof(string));
        migrationBuilder.Sql("ALTER TABLE \\"Ports\\" ADD COLUMN notes text");
        migrationBuilder.DropForeignKey(name: "FK_Boats_Ports", table: "Boats");
        migrationBuilder.AddForeignKey(name: "FK_2", table: "Boats", column: "port_code", principalTable: "Ports", principalColumn: "Code");
        migrationBuilder.RenameTable(name: "Boats", newName: "Ships");`),
      },
      [
        "Ports(Code text! primary, Depth integer! = 0, notes text)",
        "Ships(Id integer! primary, Title varchar(9)!, port_code text?) port_code->Ports",
      ],
    ],
    [
      "the snapshot of a model of Entity Framework",
      { "Migrations/FleetContextModelSnapshot.cs": snapshot },
      [
        'boats(Id integer! primary, full_name string! = "x;y", PortId integer?, Size_Length double!, Beam int!, Flag_State string!, Seats int!) PortId->ports',
        "logs(Id int! primary)",
        "ports(Code Guid! primary)",
      ],
    ],
    [
      "a schema of Diesel",
      {
        "src/schema.rs": `diesel::table! {
    boats (id) {
        id -> Int4,
        #[sql_name = "full name"]
        name -> Nullable<Varchar>,
        port_id -> Int4,
    }
}
diesel::table! {
    ports (a, b) {
        a -> Int4,
        b -> Int4,
    }
}
diesel::joinable!(boats -> ports (port_id));
`,
      },
      [
        "boats(id int4! primary, full name varchar?, port_id int4!) port_id->ports",
        "ports(a int4! primary, b int4! primary)",
      ],
    ],
    [
      "a schema of Prisma, with mapped names, enumerations and tables in between",
      {
        "prisma/schema.prisma": `enum Kind {
  sail
}
model Boat {
  id     Int     @id @default(autoincrement())
  kind   Kind
  kinds  Kind[]
  /// As JSON: { "a": 1 }
  more   Json    @default("{}")
  log    Log?
  portId String? @map("port_id")
  port   Port?   @relation(fields: [portId], references: [id])
  tags   Tag[]
  @@map("boats")
}
model Log {
  id     Int  @id
  boatId Int  @unique
  boat   Boat @relation(fields: [boatId], references: [id])
}
model Port {
  id    String @id
  boats Boat[]
}
model Tag {
  a     Int
  b     Int
  boats Boat[]
  @@id([a, b])
}
`,
      },
      [
        "Log(id int! primary, boatId int!) boatId->boats",
        "Port(id string! primary)",
        "Tag(a int! primary, b int! primary)",
        "_BoatToTag(A !, B !) A->boats B->Tag",
        'boats(id int! primary = autoincrement(), kind kind!, kinds kind[]!, more json! = "{}", port_id string?) port_id->Port',
      ],
    ],
    [
      "SQL in literals, without the way back and without names that are put in",
      {
        "db/migrations.go": `package db
func up(tx *sql.Tx) {
	tx.Exec("CREATE TABLE boats (" + "id int PRIMARY KEY)")
	tx.Exec(\`ALTER TABLE boats ADD COLUMN name text\`)
	tx.Exec("CREATE TABLE " + name + " (id int)")
}
func down(tx *sql.Tx) {
	tx.Exec("DROP TABLE boats")
	tx.Exec("CREATE TABLE old (id int)")
}
`,
      },
      ["boats(id int primary, name text)"],
    ],
    [
      "changelogs of Liquibase in the order of their master, whatever their names",
      {
        "db/master.xml": `<databaseChangeLog><include file="zero.xml" relativeToChangelogFile="true"/><include file="db/more.yaml"/><include file="last.sql"/></databaseChangeLog>`,
        "db/zero.xml": `<?xml version="1.0"?>
<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">
  <changeSet author="a" id="1">
    <preConditions><not><tableExists tableName="boats"/></not></preConditions>
    <createTable tableName="boats">
      <column name="id" type="INT" autoIncrement="true"><constraints primaryKey="true" /></column>
      <!-- <column name="gone" type="INT"/> -->
      <column name="name" type="VARCHAR(9)" defaultValue="a > b"><constraints nullable="false"/></column>
      <column name="port_id" type="int"><constraints foreignKeyName="fk" references="ports(id)"/></column>
    </createTable>
    <createTable tableName="ports"><column name="id" type="int"/></createTable>
    <sql><![CDATA[ALTER TABLE ports ADD COLUMN depth int;]]></sql>
    <rollback><dropTable tableName="boats"/></rollback>
  </changeSet>
</databaseChangeLog>
`,
        "db/more.yaml": `databaseChangeLog:
  - changeSet:
      id: 2
      changes:
        - renameColumn: { tableName: boats, oldColumnName: name, newColumnName: title }
        - addColumn:
            tableName: boats
            columns:
              - column:
                  name: home
                  type: int
                  constraints:
                    nullable: false
        - addForeignKeyConstraint:
            baseTableName: boats
            baseColumnNames: home
            referencedTableName: ports
        - createTable:
            tableName: crews
            columns:
              - column: { name: id, type: int }
`,
        "db/last.sql":
          "--liquibase formatted sql\n--changeset a:3\nDROP TABLE crews;\n--rollback CREATE TABLE crews (id int);\n",
      },
      [
        "boats(id int! primary, title varchar(9)! = a > b, port_id int, home int!) port_id->ports home->ports",
        "ports(id int, depth int)",
      ],
    ],
    [
      "a dump, and the steps that are newer than it",
      {
        "priv/structure.sql": `CREATE TABLE boats (id int, name text);\nINSERT INTO "schema_migrations" (version) VALUES (20240101000000), (20240102000000);\n`,
        "priv/migrations/20240101000000_boats.sql": "CREATE TABLE boats (id int, old text);",
        "priv/migrations/20240103000000_more.sql":
          "ALTER TABLE boats ADD COLUMN depth int;\nCREATE TABLE ports (id int);",
      },
      ["boats(id int, name text, depth int)", "ports(id int)"],
    ],
    [
      "steps that make what an undated dump holds, and more",
      {
        "structure.sql":
          "CREATE TABLE boats (id int, name text);\nCREATE TABLE _sqlx_migrations (version int);\nCREATE TABLE sqlite_sequence (name text);",
        "schema/pgsql_test-schema.sql": "CREATE TABLE never (id int);",
        "migrations/20240103000000_more.sql": "CREATE TABLE boats (id int, name text);\nCREATE TABLE ports (id int);",
      },
      ["boats(id int, name text)", "ports(id int)"],
    ],
    [
      "a dump that does not say when it was made, for what it is",
      {
        "structure.sql": "CREATE TABLE boats (id int, name text);",
        "migrations/20240103000000_more.sql": "CREATE TABLE boats (id int);\nCREATE TABLE ports (id int);",
      },
      ["boats(id int, name text)"],
    ],
    [
      "steps, beside a list of a few of their tables",
      {
        "src/setup.rs": "diesel::table! {\n    ran (id) {\n        id -> Int4,\n    }\n}\n",
        "migrations/1_boats.sql":
          "CREATE TABLE boats (id int);\nCREATE TABLE ports (id int);\nCREATE TABLE ran (id int, at int);",
      },
      ["boats(id int)", "ports(id int)", "ran(id int, at int)"],
    ],
    [
      "steps that begin in the middle of a history, completed by classes",
      {
        "models.py": boatClass,
        "versions/1_more.py": `from alembic import op\nimport sqlalchemy as sa\nrevision = "1"\ndown_revision = None\ndef upgrade():\n    op.add_column("boats", sa.Column("depth", sa.Integer()))\n`,
      },
      ["boats(depth integer, id Integer! primary, port_id Integer) port_id->ports", "ports(id Integer! primary)"],
    ],
    [
      "steps, whatever classes of the program call their columns",
      {
        "models.py": boatClass,
        "migrations/1_boats.sql": "CREATE TABLE boats (id int, port_id int);\nCREATE TABLE ports (id int, name text);",
      },
      ["boats(id int, port_id int) port_id->ports", "ports(id int, name text)"],
    ],
    [
      "no classes that are named otherwise than all tables of their program",
      {
        "models.py": boatClass,
        "migrations/1_boats.sql": "CREATE TABLE t_boat (id int);\nCREATE TABLE t_port (id int);",
      },
      ["t_boat(id int)", "t_port(id int)"],
    ],
  ])("%s", async (_what, files, tables) => {
    const { tables: found } = await resolveFiles(files);
    expect(found.map(showTable).sort()).toEqual([...tables].sort());
  });

  it("says which class stands for the rows of a table, and which relations only the program knows", async () => {
    const { tables, databases } = await resolveFiles({
      "models.py": boatClass,
      "migrations/1_boats.sql": "CREATE TABLE boats (id int, port_id int);\nCREATE TABLE ports (id int);",
    });
    expect(databases.map(({ source }) => source)).toEqual(["migrations"]);
    const [boats] = tables;
    expect([boats?.entity, boats?.sources.map(({ path }) => path)]).toEqual([
      "Boat",
      ["migrations/1_boats.sql", "models.py"],
    ]);
    expect(boats?.relations.map(({ origin, certainty, path }) => [origin, certainty, path])).toEqual([
      ["association", "resolved", "models.py"],
    ]);
  });

  it("calls tables declared where nothing but classes tells of them", async () => {
    const { tables, databases } = await resolveFiles({ "models.py": boatClass });
    expect(databases.map(({ source }) => source)).toEqual(["declarations"]);
    expect(tables.flatMap(({ relations }) => relations.map(({ origin }) => origin))).toEqual(["key"]);
  });
});

describe("classes made to be slow", () => {
  it.each([
    [
      "that embed themselves many times",
      `import jakarta.persistence.*;\n@Entity class A { @Id int id; ${Array.from({ length: 200 }, (_, at) => `@Embedded B b${at};`).join(" ")} }\n@Embeddable class B { ${Array.from({ length: 200 }, (_, at) => `@Embedded B b${at};`).join(" ")} }\n`,
    ],
    ["of one name", `import jakarta.persistence.*;\n${"@Entity class A extends A { @ManyToOne A a; }\n".repeat(900)}`],
    [
      "in a circle",
      `import jakarta.persistence.*;\n${Array.from({ length: 300 }, (_, at) => `@Entity class A${at} extends A${(at + 1) % 300} { @ManyToOne A${at} a; }\n`).join("")}`,
    ],
  ])("are soon put together: %s", async (_what, text) => {
    const clock = startCpuClock();
    await resolveFiles(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`p${at}/A.java`, text])));
    expect(clock()).toBeLessThan(8_000);
  });
});
