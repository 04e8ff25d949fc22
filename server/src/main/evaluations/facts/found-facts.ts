import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import { findSettings } from "#server/engine/facts/project/find-config.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { endpointKey } from "./endpoint-key.ts";
import type { FactKind } from "./truth.ts";

/** A fact of the code as it is compared, with the line it stands on. */
export interface CodeFact {
  key: string;
  path: string;
  line: number;
}

/** The facts of one kind that the product reads in a repository. */
export async function findFacts(scope: CodeScope, kind: FactKind): Promise<CodeFact[]> {
  if (kind === "endpoints")
    return findEndpoints(scope).map(({ path, endpoint }) => ({
      key: endpointKey(endpoint.method, endpoint.path),
      path,
      line: endpoint.startLine,
    }));
  if (kind === "settings")
    return (await findSettings(scope)).map(({ name, evidence: [first] }) => ({
      key: name,
      path: first?.path ?? "",
      line: first?.startLine ?? 1,
    }));
  return findStoredSchemas(scope).flatMap(({ path, schema }) => {
    const at = { path, line: schema.startLine };
    if (kind === "tables") return [{ key: schema.name, ...at }];
    if (kind === "columns")
      return schema.fields.map(({ name, line }) => ({ key: `${schema.name}.${name}`, path, line }));
    return schema.references.map((target) => ({ key: `${schema.name} -> ${target}`, ...at }));
  });
}
