import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import { entityLibraries } from "./entities/entity-libraries.ts";
import { extractEntities } from "./entities/extract-entities.ts";
import { readNamings } from "./entities/read-namings.ts";
import { readDieselSchema } from "./files/diesel-schema.ts";
import { readEntityFrameworkSnapshot } from "./files/entity-framework-snapshot.ts";
import { readEntityFrameworkSteps } from "./files/entity-framework.ts";
import { readPrismaSchema } from "./files/prisma-schema.ts";
import { readChangelog } from "./liquibase/read-changelog.ts";
import { extractSqlData } from "./sql/extract-sql-data.ts";
import { extractSqlStrings } from "./sql/extract-sql-strings.ts";
import { extractSteps } from "./steps/extract-steps.ts";

/** What a file says about the tables of a database; null where it says nothing. */
export async function extractData(whole: WholeTree): Promise<DataFacts | null> {
  const { source } = whole;
  if (source.language === "sql") return extractSqlData(source);
  if (source.language === "prisma") return readPrismaSchema(source);
  const namings = readNamings(source, entityLibraries);
  const written =
    source.language === "xml" || source.language === "yaml" ? readChangelog(source) : await readCode(whole);
  if (namings.length === 0) return written;
  return { ...(written ?? noData), namings };
}

const noData: DataFacts = {
  role: "declaration", library: "", operations: [], entities: [], registrations: [], step: null, unread: [],
}; // prettier-ignore

async function readCode(whole: WholeTree): Promise<DataFacts | null> {
  const { source } = whole;
  const written =
    source.language === "csharp"
      ? (readEntityFrameworkSteps(source) ?? readEntityFrameworkSnapshot(source))
      : source.language === "rust"
        ? readDieselSchema(source)
        : null;
  const steps = written ?? (await extractSteps(whole)) ?? extractSqlStrings(source);
  const classes = await extractEntities(whole);
  if (steps === null || classes === null) return steps ?? classes;
  return { ...steps, entities: classes.entities, registrations: classes.registrations };
}
