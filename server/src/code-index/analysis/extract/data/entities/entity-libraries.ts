import type { EntityLibrary } from "./entity-library.ts";
import { activeRecord } from "./libraries/active-record.ts";
import { djangoModels } from "./libraries/django-models.ts";
import { doctrine } from "./libraries/doctrine.ts";
import { drizzle } from "./libraries/drizzle.ts";
import { ectoSchemas } from "./libraries/ecto-schemas.ts";
import { eloquent } from "./libraries/eloquent.ts";
import { entityFramework } from "./libraries/entity-framework.ts";
import { exposed } from "./libraries/exposed.ts";
import { gorm } from "./libraries/gorm.ts";
import { jpa } from "./libraries/jpa.ts";
import { mikroOrm } from "./libraries/mikro-orm.ts";
import { mongoose } from "./libraries/mongoose.ts";
import { objection } from "./libraries/objection.ts";
import { dieselRows, seaOrm } from "./libraries/rust-rows.ts";
import { sequelize } from "./libraries/sequelize.ts";
import { sqlalchemy } from "./libraries/sqlalchemy.ts";
import { tortoise } from "./libraries/tortoise.ts";
import { typeorm } from "./libraries/typeorm.ts";
import { xorm } from "./libraries/xorm.ts";

/** All libraries that map classes to tables. */
export const entityLibraries: readonly EntityLibrary[] = [
  activeRecord,
  dieselRows,
  djangoModels,
  doctrine,
  drizzle,
  ectoSchemas,
  eloquent,
  entityFramework,
  exposed,
  gorm,
  jpa,
  mikroOrm,
  mongoose,
  objection,
  seaOrm,
  sequelize,
  sqlalchemy,
  tortoise,
  typeorm,
  xorm,
];
