import type { SchemaFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findPackages } from "#server/engine/facts/project/find-packages.ts";
import { isExample, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { entityKey } from "./entity-key.ts";
import { listSchemas } from "./table-schemas.ts";

export interface LocatedSchema {
  path: string;
  schema: SchemaFact;
  evidence: Evidence;
}

/**
 * What the scope stores: tables and models of its source and SQL files. Where the same name is declared twice (a model
 * and its migration, a model and its likeness in the browser) the declaration nearest to the database is taken.
 */
export function findStoredSchemas(scope: CodeScope): LocatedSchema[] {
  return scope.once("findStoredSchemas", () => {
    const reaching = filesReachingData(scope);
    const found = declaredSchemas(scope);
    const bases = found.some(({ schema }) => schema.kind === "table") ? baseClasses(scope, found) : new Set<string>();
    const tables = found.filter(({ schema }) => schema.kind === "table").length;
    const byName = new Map<string, LocatedSchema>();
    for (const one of found) {
      // Where tables themselves are declared, a class may be what several of them share.
      if (one.schema.kind === "model" && bases.has(one.schema.name)) continue;
      // What a query is read into is no row where the tables themselves are known.
      if (one.schema.kind === "model" && tables >= knownTables && scope.facts(one.path)?.language === "go") continue;
      // Where nothing talks to a store, a class that is shaped like a row is none.
      if (one.schema.kind === "model" && !reaching.has(one.path) && isCode(scope, one.path)) continue;
      const key = entityKey(one.schema.name);
      const known = byName.get(key);
      if (!known || weight(one) > weight(known)) byName.set(key, one);
    }
    return [...byName.values()];
  });
}

const knownTables = 3;

/** Those that most others refer to first; what a framework keeps beside the product's own data comes last. */
export function mostReferred(schemas: readonly LocatedSchema[]): LocatedSchema[] {
  const referred = schemas.flatMap(({ schema }) => schema.references.map(entityKey));
  const weight = ({ schema }: LocatedSchema) =>
    (ofFramework.test(schema.name) ? -1000 : 0) +
    3 * referred.filter((name) => name === entityKey(schema.name)).length +
    Math.min(9, schema.fields.length);
  return schemas.toSorted((a, b) => weight(b) - weight(a));
}

/** What a framework keeps for itself beside the product's own data. */
export function isOfFramework(name: string): boolean {
  return ofFramework.test(name);
}

const ofFramework =
  /(?:^|\.)_|^(?:active_storage_|action_text_|ar_internal|oauth_|django_|auth_permission|failed_jobs|job_batches|action_mailbox_|AspNet|migrations$|sessions$|cache(?:_locks)?$|flipper_|good_job|solid_)|schema_migrations$/;

/** Files that declare what the scope stores, with the names by which others use it: tables and the classes of rows. */
export function findStoredNames(scope: CodeScope): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (path: string, name: string): void => {
    const known = names.get(path) ?? new Set();
    names.set(path, known.add(name));
  };
  for (const { path, schema } of findStoredSchemas(scope)) add(path, schema.name);
  for (const { entity, sources } of scope.repository.index.tables().tables)
    if (entity !== null) for (const { path } of sources) add(path, entity);
  return names;
}

/** Classes that other stored classes extend. */
function baseClasses(scope: CodeScope, found: readonly LocatedSchema[]): ReadonlySet<string> {
  const names = new Set(found.filter(({ schema }) => schema.kind === "model").map(({ schema }) => schema.name));
  const paths = new Set(found.map(({ path }) => path));
  const extended = [...paths].flatMap((path) =>
    (scope.facts(path)?.symbols ?? []).flatMap(({ signature }) => /\bextends\s+(\w+)/.exec(signature)?.[1] ?? []),
  );
  return new Set(extended.filter((name) => names.has(name)));
}

function declaredSchemas(scope: CodeScope): LocatedSchema[] {
  const schemas = listSchemas(scope.repository.index);
  return scope.files.flatMap((file) => {
    if (!/^(?:source|config|other|data|generated)$/.test(file.kind)) return [];
    if (isExample(file.path) || seeds.test(file.path)) return [];
    return (schemas.get(file.path) ?? []).flatMap((schema) => {
      if ((schema.kind !== "table" && schema.kind !== "model") || schema.fields.length === 0) return [];
      return [{ path: file.path, schema, evidence: scope.at(file.path, schema.startLine, schema.endLine) }];
    });
  });
}

/** What fills a database with examples makes tables for those alone who develop. */
const seeds = /(?:^|\/)(?:\w+[_-])?seeds?(?:[_-]\w+)?\.\w+$/;

/** Files that import a package which talks to a store of data. */
function filesReachingData(scope: CodeScope): ReadonlySet<string> {
  const stores = findPackages(scope).filter(
    ({ known }) => known?.system && /\bdata|\bdatabase|documents/.test(known.role),
  );
  return new Set(stores.flatMap(({ files }) => files));
}

/** Schema languages import nothing and need no check. */
function isCode(scope: CodeScope, path: string): boolean {
  return (scope.facts(path)?.imports.length ?? 0) > 0;
}

/** A declaration in code says more than a migration, which shows one moment only; relations say more than fields. */
function weight({ path, schema }: LocatedSchema): number {
  return schema.fields.length + 5 * schema.references.length + (/migrations?\//i.test(path) ? 0 : 1000);
}
