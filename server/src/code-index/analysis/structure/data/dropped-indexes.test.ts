import { expect, it } from "vitest";

import { resolveFiles } from "./testing/resolve-files.ts";

/** Boats are kept apart by name, by port and by berth; later steps give up the first two. */
const histories: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sequelize: {
    "migrations/1-make.js": `module.exports = { up: async (queryInterface, Sequelize) => {
  await queryInterface.createTable("boats", { name: Sequelize.STRING, port: Sequelize.STRING, berth: Sequelize.STRING });
  await queryInterface.addIndex("boats", ["name"], { unique: true });
  await queryInterface.addIndex("boats", ["port"], { unique: true, name: "one_port" });
  await queryInterface.addIndex("boats", ["berth"], { unique: true });
  await queryInterface.addIndex("boats", ["name", "port"], { unique: true, where: { state: "moored" } });
} };
`,
    "migrations/2-drop.js": `module.exports = { up: async (queryInterface) => {
  await queryInterface.removeIndex("boats", ["name"]);
  await queryInterface.removeIndex("boats", "one_port");
} };
`,
  },
  knex: {
    "migrations/1_make.js": `exports.up = (knex) => knex.schema.createTable("boats", (table) => {
  table.string("name"); table.string("port"); table.string("berth");
  table.unique(["name"]); table.unique(["port"]); table.unique(["berth"]);
});
`,
    "migrations/2_drop.js": `exports.up = (knex) => knex.schema.alterTable("boats", (table) => {
  table.dropUnique(["name"]); table.dropUnique(["port"], "boats_port_unique");
});
`,
  },
  rails: {
    "db/migrate/20240101000000_make.rb": `class Make < ActiveRecord::Migration[7.1]
  def change
    create_table :boats do |t|
      t.string :name
      t.string :port
      t.string :berth
      t.index [:berth], unique: true
      t.index [:name, :port], unique: true, where: "state = 1"
    end
    add_index :boats, :name, unique: true
    add_index :boats, [:port], unique: true
  end
end
`,
    "db/migrate/20240102000000_drop.rb": `class Drop < ActiveRecord::Migration[7.1]
  def change
    remove_index :boats, :name
    remove_index :boats, name: "index_boats_on_port"
  end
end
`,
  },
  laravel: {
    "database/migrations/2024_01_01_000000_make.php": `<?php
return new class extends Migration {
  public function up() {
    Schema::create('boats', function (Blueprint $table) {
      $table->string('name')->unique();
      $table->string('port');
      $table->string('berth');
      $table->unique(['port']);
      $table->unique(['berth']);
    });
  }
};
`,
    "database/migrations/2024_01_02_000000_drop.php": `<?php
return new class extends Migration {
  public function up() {
    Schema::table('boats', function (Blueprint $table) {
      $table->dropUnique('boats_name_unique');
      $table->dropUnique(['port']);
    });
  }
};
`,
  },
  alembic: {
    "alembic/versions/1_make.py": `from alembic import op
import sqlalchemy as sa
revision = "1"
down_revision = None
def upgrade():
    op.create_table("boats", sa.Column("name", sa.String()), sa.Column("port", sa.String()), sa.Column("berth", sa.String()))
    op.create_index("ix_boats_name", "boats", ["name"], unique=True)
    op.create_unique_constraint("one_port", "boats", ["port"])
    op.create_index("ix_boats_berth", "boats", ["berth"], unique=True)
    op.create_index("some", "boats", ["name", "port"], unique=True, postgresql_where=sa.text("state = 1"))
`,
    "alembic/versions/2_drop.py": `from alembic import op
revision = "2"
down_revision = "1"
def upgrade():
    op.drop_index("ix_boats_name", table_name="boats")
    op.drop_constraint("one_port", "boats", type_="unique")
`,
  },
  ecto: {
    "priv/repo/migrations/20240101000000_make.exs": `defmodule Make do
  use Ecto.Migration
  def change do
    create table(:boats) do
      add :name, :string
      add :port, :string
      add :berth, :string
    end
    create unique_index(:boats, [:name])
    create unique_index(:boats, [:port])
    create unique_index(:boats, [:berth])
    create unique_index(:boats, [:name, :port], where: "state = 1")
  end
end
`,
    "priv/repo/migrations/20240102000000_drop.exs": `defmodule Drop do
  use Ecto.Migration
  def change do
    drop unique_index(:boats, [:name])
    drop index(:boats, [:port])
  end
end
`,
  },
};

it.each(Object.keys(histories))(
  "%s: what keeps rows apart is what later steps left, and never what some rows alone share",
  async (library) => {
    const { tables } = await resolveFiles(histories[library] ?? {});
    const [boats] = tables;
    const unique = boats?.indexes.filter(({ isUnique }) => isUnique).map(({ columns }) => columns.join(" "));
    expect(unique).toEqual(["berth"]);
  },
);
