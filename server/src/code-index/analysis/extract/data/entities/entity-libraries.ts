import type { EntityLibrary } from "./entity-library.ts";
import { activeRecord } from "./libraries/active-record.ts";
import { djangoModels } from "./libraries/django-models.ts";
import { doctrine } from "./libraries/doctrine.ts";
import { drizzle } from "./libraries/drizzle.ts";
import { ectoSchemas } from "./libraries/ecto-schemas.ts";
import { eloquent } from "./libraries/eloquent.ts";
import { jpa } from "./libraries/jpa.ts";
import { mikroOrm } from "./libraries/mikro-orm.ts";
import { mongoose } from "./libraries/mongoose.ts";
import { sqlalchemy } from "./libraries/sqlalchemy.ts";
import { typeorm } from "./libraries/typeorm.ts";

/** All libraries that map classes to tables. */
export const entityLibraries: readonly EntityLibrary[] = [
  activeRecord,
  djangoModels,
  doctrine,
  drizzle,
  ectoSchemas,
  eloquent,
  jpa,
  mikroOrm,
  mongoose,
  sqlalchemy,
  typeorm,
];
