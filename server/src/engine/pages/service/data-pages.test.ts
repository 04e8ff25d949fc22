import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftRelations } from "./draft-relations.ts";
import { draftRowRules } from "./draft-row-rules.ts";

const schema = `CREATE TABLE boats (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  pier TEXT NOT NULL,
  berth TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'moored',
  is_late BOOLEAN NOT NULL DEFAULT false,
  made_at TIMESTAMP DEFAULT now()
);
CREATE UNIQUE INDEX boats_name ON boats (name);
CREATE UNIQUE INDEX boats_place ON boats (pier, berth);
CREATE UNIQUE INDEX boats_state ON boats (state) WHERE state = 'lost';

CREATE TABLE tickets (
  id BIGINT PRIMARY KEY,
  boat_id BIGINT NOT NULL REFERENCES boats (id) ON DELETE CASCADE
);

CREATE TABLE captains (
  id BIGINT PRIMARY KEY,
  boat_id BIGINT UNIQUE REFERENCES boats (id) ON DELETE SET NULL,
  deputy_of BIGINT REFERENCES boats (id) ON DELETE RESTRICT
);
`;

let repository: IndexedFiles;
let subject: PageSubject;
beforeAll(async () => {
  repository = await indexFiles("quay", [{ message: "Begin", files: { "schema.sql": schema } }]);
  subject = { name: "Quay", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(() => repository.remove());

async function write(draft: (subject: PageSubject) => Promise<Draft | null>): Promise<string> {
  const drafted = await draft(subject);
  return (drafted && (await setDraft(drafted, subject))?.content) ?? "";
}

it("tells what becomes of rows by each column that refers, when the row is deleted", async () => {
  expect(await write(draftRelations)).toMatch(
    /^- By the keys that refer to it, deleting a row of `boats` deletes its `tickets`, empties `captains.boat_id` and is refused while `captains.deputy_of` refers to it\. (?:\[\d\])+$/,
  );
});

it("cites all lines that say what becomes of a row, also where they end the file", async () => {
  const later = `CREATE TABLE boats (
  id BIGINT PRIMARY KEY
);
CREATE TABLE tickets (
  id BIGINT PRIMARY KEY,
  boat_id BIGINT,
  FOREIGN KEY (boat_id)
    REFERENCES boats (id)
    ON UPDATE CASCADE
    ON DELETE SET NULL
);
CREATE TABLE crews (id BIGINT PRIMARY KEY, boat_id BIGINT REFERENCES boats (id) ON DELETE CASCADE);`;
  const other = await indexFiles("quay", [{ message: "Begin", files: { "schema.sql": later } }]);
  const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
  const drafted = await draftRelations(own);
  const section = drafted && (await setDraft(drafted, own));
  expect(section?.content).toContain("deleting a row of `boats` deletes its `crews` and empties `tickets.boat_id`.");
  const cited = section?.sources.map(({ startLine, endLine }) => [startLine, endLine]).toSorted();
  expect(cited).toEqual([
    [1, 1],
    [12, 12],
    [7, 10],
  ]);
  await other.remove();
});

it("tells what no two rows share, of no index for some rows alone and of no name that anybody expects once", async () => {
  expect(await write(draftRowRules)).toMatch(/^- `boats`: no two rows have the same `pier` and `berth`\. (?:\[\d\])+$/);
});

it("tells which rows are only marked when they are deleted, by their mapper or by each query, and what the database does then", async () => {
  const files = {
    "package.json": '{ "name": "quay", "dependencies": { "sequelize-typescript": "2.0.0" } }\n',
    "src/base.ts": `import { DeletedAt, Model } from "sequelize-typescript";
export class KeptModel extends Model {
  @DeletedAt
  deletedAt: Date | null;
}
`,
    "src/boat.ts": `import { Column, Table } from "sequelize-typescript";
import { KeptModel } from "./base";
@Table({ tableName: "boats" })
export class Boat extends KeptModel {
  @Column
  name: string;
}
`,
    "src/pier.ts": `import { Column, Model, Scopes, Table } from "sequelize-typescript";
@Scopes(() => ({
  withBoat: {
    include: [
      {
        association: "boat",
        paranoid: true,
      },
    ],
  },
}))
@Table({ tableName: "piers" })
export class Pier extends Model {
  @Column
  name: string;
}
`,
    "db/schema.sql": `CREATE TABLE boats (id BIGINT PRIMARY KEY, name TEXT, "deletedAt" TIMESTAMP);
CREATE TABLE piers (id BIGINT PRIMARY KEY, name TEXT);
CREATE TABLE ropes (id BIGINT PRIMARY KEY, is_deleted BOOLEAN);
CREATE TABLE tickets (
  id BIGINT PRIMARY KEY,
  boat_id BIGINT NOT NULL REFERENCES boats (id) ON DELETE CASCADE
);
`,
  };
  const other = await indexFiles("quay", [{ message: "Begin", files }]);
  const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
  const drafted = await draftRelations(own);
  const content = (drafted && (await setDraft(drafted, own)))?.content ?? "";
  expect(content).toContain(
    "Rows of `boats`: deleting one by its class marks it in `deletedAt`, and queries of the class leave it out unless they ask otherwise (`@DeletedAt`).",
  );
  expect(content).toContain(
    "Rows of `ropes` have `is_deleted`: where that is set, each query has to leave them out itself.",
  );
  expect(content).not.toContain("Rows of `piers`");
  expect(content).toContain("removing a row of `boats` for good deletes its `tickets`.");
  await other.remove();
});

it("says nothing of what becomes of rows where a later step makes the keys anew in a way that nobody can read", async () => {
  const first = `module.exports = {
  up: async (queryInterface, Sequelize) => {
    await queryInterface.createTable("boats", { id: { type: Sequelize.UUID, primaryKey: true } });
    for (const name of ["tickets", "ropes"]) console.log(name);
    await queryInterface.createTable("tickets", {
      id: { type: Sequelize.UUID, primaryKey: true },
      boatId: { type: Sequelize.UUID, references: { model: "boats" }, onDelete: "cascade" },
    });
    await queryInterface.createTable("ropes", {
      id: { type: Sequelize.UUID, primaryKey: true },
      boatId: { type: Sequelize.UUID, references: { model: "boats" }, onDelete: "cascade" },
    });
  },
};
`;
  const later = `const tableName = "tickets";
module.exports = {
  up: async (queryInterface) => {
    await queryInterface.sequelize.query("alter table " + tableName + " drop constraint " + tableName + "_fkey");
  },
};
`;
  const other = await indexFiles("quay", [
    { message: "Begin", files: { "migrations/1-boats.js": first, "migrations/2-keys.js": later } },
  ]);
  const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
  const drafted = await draftRelations(own);
  const content = (drafted && (await setDraft(drafted, own)))?.content ?? "";
  // What becomes of ropes alone would read as all of it.
  expect(content).toBe("");
  await other.remove();
});

it("leaves to the drawing that one table refers to another, where nothing is known of what becomes of rows", async () => {
  const plain = `CREATE TABLE boats (id BIGINT PRIMARY KEY);
CREATE TABLE tickets (id BIGINT PRIMARY KEY, boat_id BIGINT REFERENCES boats (id));
CREATE TABLE crews (id BIGINT PRIMARY KEY, boat_id BIGINT REFERENCES boats (id));
`;
  const other = await indexFiles("quay", [{ message: "Begin", files: { "schema.sql": plain } }]);
  const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
  expect(await draftRelations(own)).toBeNull();
  await other.remove();
});

it("tells of migrations of Laravel what cascades and what blocks, over several lines, and nothing where a key was dropped in a way of its own", async () => {
  const made = `<?php
return new class extends Migration {
    public function up(): void {
        Schema::create('piers', function (Blueprint $table): void {
            $table->id();
        });
        Schema::create('boats', function (Blueprint $table): void {
            $table->id();
            $table->unsignedBigInteger('pier_id');
            $table->foreign('pier_id')
                ->references('id')
                ->on('piers')
                ->cascadeOnDelete()
                ->cascadeOnUpdate();
        });
        Schema::create('ropes', function (Blueprint $table): void {
            $table->id();
            $table->foreignId('pier_id')->constrained();
        });
    }
};
`;
  const dropped = `<?php
return new class extends Migration {
    public function up(): void {
        DB::dropForeignKeyIfExists('ropes', 'pier_id');
    }
};
`;
  const relationsOf = async (files: Record<string, string>) => {
    const other = await indexFiles("quay", [{ message: "Begin", files }]);
    const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
    const drafted = await draftRelations(own);
    const section = drafted && (await setDraft(drafted, own));
    await other.remove();
    return section;
  };
  const first = { "database/migrations/2024_01_01_000000_create_boats.php": made };
  const told = await relationsOf(first);
  expect(told?.content).toContain(
    "deleting a row of `piers` deletes its `boats` and is refused while `ropes` refers to it.",
  );
  expect(told?.sources.map(({ startLine, endLine }) => [startLine, endLine])).toContainEqual([10, 14]);
  const silent = await relationsOf({ ...first, "database/migrations/2024_02_01_000000_drop.php": dropped });
  expect(silent?.content ?? "").not.toContain("deleting a row");
});

it("names the keys beside which no rule stands, so that the others do not read as all", async () => {
  const mixed = `CREATE TABLE boats (id BIGINT PRIMARY KEY);
CREATE TABLE tickets (id BIGINT PRIMARY KEY, boat_id BIGINT REFERENCES boats (id) ON DELETE CASCADE);
CREATE TABLE crews (id BIGINT PRIMARY KEY, boat_id BIGINT REFERENCES boats (id));
`;
  const other = await indexFiles("quay", [{ message: "Begin", files: { "schema.sql": mixed } }]);
  const own: PageSubject = { name: "Quay", scopes: [openScope(other, "/")], service: null, services: [] };
  const drafted = await draftRelations(own);
  expect((drafted && (await setDraft(drafted, own)))?.content).toContain(
    "deleting a row of `boats` deletes its `tickets`. Where `crews.boat_id` is declared, no rule is named.",
  );
  await other.remove();
});
