import { alembic } from "./libraries/alembic.ts";
import { djangoMigrations } from "./libraries/django-migrations.ts";
import { doctrineMigrations } from "./libraries/doctrine-migrations.ts";
import { ectoMigrations } from "./libraries/ecto-migrations.ts";
import { fluentMigrator } from "./libraries/fluent-migrator.ts";
import { knex } from "./libraries/knex.ts";
import { kysely } from "./libraries/kysely.ts";
import { laravel } from "./libraries/laravel.ts";
import { phinx } from "./libraries/phinx.ts";
import { rails } from "./libraries/rails.ts";
import { seaOrmMigrations } from "./libraries/sea-orm-migrations.ts";
import { sequelizeMigrations } from "./libraries/sequelize-migrations.ts";
import { typeormMigrations } from "./libraries/typeorm-migrations.ts";
import type { StepLibrary } from "./step-library.ts";

/** All libraries whose calls change tables. */
export const stepLibraries: readonly StepLibrary[] = [
  rails,
  djangoMigrations,
  alembic,
  laravel,
  doctrineMigrations,
  ectoMigrations,
  fluentMigrator,
  sequelizeMigrations,
  seaOrmMigrations,
  typeormMigrations,
  knex,
  kysely,
  phinx,
];
