import { alembic } from "./libraries/alembic.ts";
import { djangoMigrations } from "./libraries/django-migrations.ts";
import { ectoMigrations } from "./libraries/ecto-migrations.ts";
import { laravel } from "./libraries/laravel.ts";
import { rails } from "./libraries/rails.ts";
import type { StepLibrary } from "./step-library.ts";

/** All libraries whose calls change tables. */
export const stepLibraries: readonly StepLibrary[] = [rails, djangoMigrations, alembic, laravel, ectoMigrations];
