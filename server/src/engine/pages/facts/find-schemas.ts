import type { SchemaFact } from "../../../code-index/facts.ts";
import type { Evidence } from "../../evidence.ts";
import type { Scope } from "./open-scope.ts";

export interface FoundSchema {
  path: string;
  schema: SchemaFact;
  evidence: Evidence;
}

/**
 * What the scope stores: tables and models of its source, else of its SQL files. Where the same name is declared twice
 * (a model and its migration) the declaration with more fields is taken.
 */
export function findStoredSchemas(scope: Scope): FoundSchema[] {
  return scope.once("findStoredSchemas", () => {
    const byName = new Map<string, FoundSchema>();
    for (const file of scope.files) {
      if (!/^(?:source|config|other|data)$/.test(file.kind) || /(?:^|\/)(?:examples?|samples?)\//i.test(file.path))
        continue;
      for (const schema of scope.facts(file.path)?.schemas ?? []) {
        if ((schema.kind !== "table" && schema.kind !== "model") || schema.fields.length === 0) continue;
        const found = { path: file.path, schema, evidence: scope.at(file.path, schema.startLine, schema.endLine) };
        const key = schema.name.toLowerCase();
        const known = byName.get(key);
        if (!known || weight(found) > weight(known)) byName.set(key, found);
      }
    }
    return [...byName.values()];
  });
}

/** A declaration in code says more than a migration, which shows one moment only. */
function weight({ path, schema }: FoundSchema): number {
  return schema.fields.length + (/migrations?\//i.test(path) ? 0 : 1000);
}
