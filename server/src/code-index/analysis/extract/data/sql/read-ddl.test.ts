import { describe, expect, it } from "vitest";

import type { TableOperation } from "#server/code-index/ports/data-facts.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { readDdl } from "./read-ddl.ts";

/** "create boats(id int! primary, name text = 'x') harbour_id->harbours" and the like. */
function show(text: string): string[] {
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  return readDdl(text, lineOf).operations.map(showOperation);
}

function showOperation(one: TableOperation): string {
  if (one.op === "create") {
    const columns = one.columns.map(
      ({ name, type, isNullable, isPrimary, default: value }) =>
        `${name} ${type ?? "-"}${isNullable === false ? "!" : ""}${isPrimary ? " primary" : ""}${value === null ? "" : ` = ${value}`}`,
    );
    const keys = one.keys.map(({ columns: own, target }) => ` ${own.join("+")}->${target}`);
    const indexes = one.indexes.map(
      ({ name, columns: own, isUnique }) => ` ${isUnique ? "unique" : "index"} ${name ?? "-"}(${own.join("+")})`,
    );
    return `create ${one.table}(${columns.join(", ")})${keys.join("")}${indexes.join("")}${one.like === null ? "" : ` like ${one.like}`}`;
  }
  const { op, line: _line, ...rest } = one;
  return `${op} ${JSON.stringify(rest)}`;
}

describe("tables of SQL", () => {
  it.each([
    [
      "PostgreSQL",
      `CREATE TABLE IF NOT EXISTS public."boats" (
  id bigserial PRIMARY KEY, -- the key
  "key" character varying(20) DEFAULT 'a,b'::character varying NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  at timestamp(6) without time zone,
  harbour_id int NOT NULL REFERENCES fleet.harbours (id) ON DELETE SET NULL,
  total numeric(10, 2) GENERATED ALWAYS AS (a * b) STORED,
  UNIQUE (harbour_id, "key"), CONSTRAINT positive CHECK (total > 0), EXCLUDE USING gist (at WITH =)
);`,
      [
        "create boats(id bigserial primary, key character varying(20)! = 'a,b'::charactervarying, tags text[]! = '{}', at timestamp(6) without time zone, harbour_id int!, total numeric(10,2)) harbour_id->fleet.harbours unique -(harbour_id+key)",
      ],
    ],
    [
      "MySQL",
      "CREATE TABLE `boats` (\n `id` int(11) unsigned NOT NULL AUTO_INCREMENT,\n `kind` enum('sail','motor') CHARACTER SET utf8 DEFAULT 'sail' COMMENT 'a;b',\n `key` varchar(20), PRIMARY KEY (`id`), KEY `by_kind` (`kind`(10)), UNIQUE KEY k (`key`),\n CONSTRAINT `fk` FOREIGN KEY (`id`) REFERENCES `other` (`id`)\n) ENGINE=InnoDB;",
      [
        "create boats(id int(11) unsigned! primary, kind enum('sail','motor') character set utf8 = 'sail', key varchar(20)) id->other index by_kind(kind) unique k(key)",
      ],
    ],
    [
      "CQL",
      "CREATE TYPE tides.mark (at bigint, note text,);\nCREATE TABLE IF NOT EXISTS tides.boats (\n harbour text, // where it's kept\n day date, at timeuuid,\n captain text static,\n notes list<frozen<mark>>,\n tags map<text, frozen<tuple<int, text>>>,\n PRIMARY KEY ((harbour, day), at)\n) WITH CLUSTERING ORDER BY (at DESC) AND compaction = {'class': 'a.B'} AND comment = 'of; all';\nALTER TABLE tides.boats ADD depth int;\nCREATE CUSTOM INDEX IF NOT EXISTS ON tides.boats (depth) USING 'a.Index';",
      [
        "create tides.boats(harbour text primary, day date primary, at timeuuid primary, captain text, notes list<frozen<mark>>, tags map<text,frozen<tuple<int,text>>>)",
        'add-column {"table":"tides.boats","column":{"name":"depth","type":"int","isNullable":null,"default":null,"isPrimary":false,"line":10}}',
        'add-index {"table":"tides.boats","index":{"name":null,"columns":["depth"],"isUnique":false}}',
      ],
    ],
    [
      "T-SQL",
      "CREATE TABLE [dbo].[Boats] (\n [Id] UNIQUEIDENTIFIER NOT NULL,\n [Name] NVARCHAR (MAX) NULL,\n CONSTRAINT [PK_Boats] PRIMARY KEY CLUSTERED ([Id] ASC),\n INDEX [IX] NONCLUSTERED ([Name])\n)\nGO\nIF COL_LENGTH('[dbo].[Boats]', 'X') IS NULL\nBEGIN\n ALTER TABLE [dbo].[Boats] ADD [X] INT NOT NULL, [Y] BIT CONSTRAINT [DF] DEFAULT ((0)) NULL\nEND\nGO\nEXEC sp_rename 'dbo.Boats.X', 'Z', 'COLUMN'\nGO\nALTER TABLE [dbo].[Boats] WITH CHECK ADD CONSTRAINT [FK] FOREIGN KEY ([Y]) REFERENCES [dbo].[Fleet] ([Id])",
      [
        "create Boats(Id uniqueidentifier! primary, Name nvarchar(max)) index IX(Name)",
        'add-column {"table":"Boats","column":{"name":"X","type":"int","isNullable":false,"default":null,"isPrimary":false,"line":10}}',
        'add-column {"table":"Boats","column":{"name":"Y","type":"bit","isNullable":true,"default":"((0))","isPrimary":false,"line":10}}',
        'rename-column {"table":"Boats","column":"X","to":"Z"}',
        'add-key {"table":"Boats","key":{"name":"FK","columns":["Y"],"target":"Fleet","targetColumns":["Id"],"line":15}}',
      ],
    ],
    [
      "ClickHouse",
      "CREATE TABLE fleet.boats ON CLUSTER main (id UUID, name LowCardinality(String), at DateTime64(3) CODEC(Delta), INDEX i name TYPE bloom_filter GRANULARITY 4, PROJECTION p (SELECT * ORDER BY at)) ENGINE = MergeTree ORDER BY id;",
      ["create fleet.boats(id uuid, name lowcardinality(string), at datetime64(3)) index i()"],
    ],
    [
      "steps",
      `ALTER TABLE ONLY boats ADD COLUMN IF NOT EXISTS a int, DROP COLUMN b CASCADE, RENAME COLUMN c TO d;
ALTER TABLE boats ALTER COLUMN a TYPE bigint, ALTER a SET NOT NULL, DROP CONSTRAINT fk;
ALTER TABLE boats MODIFY name varchar(20) NOT NULL;
ALTER TABLE boats RENAME TO ships;
ALTER TABLE ships ATTACH PARTITION ships_2020 FOR VALUES IN (1);
CREATE UNIQUE INDEX CONCURRENTLY by_a ON ships USING btree (lower(a), d DESC);
DROP TABLE IF EXISTS x, y CASCADE; RENAME TABLE p TO q;
DO $$ BEGIN IF true THEN ALTER TABLE z ADD w int; END IF; END $$;`,
      [
        'add-column {"table":"boats","column":{"name":"a","type":"int","isNullable":null,"default":null,"isPrimary":false,"line":1}}',
        'drop-column {"table":"boats","column":"b"}',
        'rename-column {"table":"boats","column":"c","to":"d"}',
        'alter-column {"table":"boats","column":"a","change":{"type":"bigint"}}',
        'alter-column {"table":"boats","column":"a","change":{"isNullable":false}}',
        'drop-key {"table":"boats","name":"fk","columns":[]}',
        'alter-column {"table":"boats","column":"name","change":{"type":"varchar(20)","isNullable":false,"default":null,"isPrimary":false}}',
        'rename {"table":"boats","to":"ships"}',
        'attach {"table":"ships_2020"}',
        'add-index {"table":"ships","index":{"name":"by_a","columns":["lower","d"],"isUnique":true}}',
        'drop {"table":"x"}',
        'drop {"table":"y"}',
        'rename {"table":"p","to":"q"}',
        'add-column {"table":"z","column":{"name":"w","type":"int","isNullable":null,"default":null,"isPrimary":false,"line":8}}',
      ],
    ],
    [
      "what is no table",
      `CREATE VIEW v AS SELECT 1; CREATE TEMP TABLE t (a int); CREATE TABLE #t (a int); CREATE VIRTUAL TABLE f USING fts5(a);
CREATE TABLE p PARTITION OF boats FOR VALUES IN (1); INSERT INTO x VALUES ('CREATE TABLE y (a int);');
COPY boats (a) FROM stdin;
CREATE TABLE z (a int);
\\.
CREATE FUNCTION f() RETURNS void AS $$ CREATE TABLE y (a int); $$ LANGUAGE sql; -- CREATE TABLE y (a int);
/* CREATE TABLE y (a int); */`,
      [],
    ],
    [
      "statements without an end, and names of other tables",
      "CREATE TABLE a (id int)\nCREATE TABLE b (LIKE a INCLUDING ALL)\nCREATE TABLE c (d int) INHERITS (a)\nCREATE TABLE e LIKE a",
      ["create a(id int)", "create b() like a", "create c(d int) like a", "create e() like a"],
    ],
  ])("%s", (_what, text, expected) => {
    expect(show(text)).toEqual(expected);
  });

  it.each([
    ["brackets", `CREATE TABLE a ${"(".repeat(200_000)}`],
    ["a literal without an end", `CREATE TABLE a (b text DEFAULT '${"x".repeat(500_000)}`],
    ["many commas", `CREATE TABLE a (${"b int,".repeat(100_000)})`],
    ["many quotes", '"'.repeat(300_000)],
    ["many words", "create table ".repeat(100_000)],
    ["many blocks", "DO $$ ".repeat(50_000)],
  ])("is soon done with %s", (_what, text) => {
    const clock = startCpuClock();
    show(text);
    expect(clock()).toBeLessThan(4000);
  });
});
