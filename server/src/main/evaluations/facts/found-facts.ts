import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { findSettings } from "#server/engine/facts/project/find-config.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { endpointKey } from "./endpoint-key.ts";
import type { ComparedKind, FactDetails } from "./truth.ts";

/** A fact of the code as it is compared, with the line it stands on. */
export interface CodeFact {
  key: string;
  path: string;
  line: number;
  /** `boats.harbour_id`, for a relation. */
  carrier?: string;
  /** Other spellings of a setting. */
  aliases?: readonly string[];
  /** What is compared beside the name. */
  details?: FactDetails;
}

/** The facts of one kind that the product reads in a repository. */
export async function findFacts(scope: CodeScope, kind: ComparedKind): Promise<CodeFact[]> {
  if (kind === "endpoints" || kind === "operations") {
    const protocol = kind === "endpoints" ? "http" : "graphql";
    const served = findEndpoints(scope).filter(({ endpoint }) => endpoint.protocol === protocol);
    return served.map(({ path, endpoint: { method, path: name, startLine } }) => {
      return { key: protocol === "http" ? endpointKey(method, name) : `${method} ${name}`, path, line: startLine };
    });
  }
  if (kind === "settings")
    return (await findSettings(scope)).map(({ name, aliases, defaultValue, isRequired, evidence: [first] }) => ({
      key: name,
      aliases,
      details: { defaultValue, isRequired },
      path: first?.path ?? "",
      line: first?.startLine ?? 1,
    }));
  if (kind === "connections")
    return scope.repository.index.system().edges.flatMap(({ from, to, sources: [first] }) => {
      const key = `${from} -> ${to}`;
      const at = { path: first?.path ?? "", line: first?.startLine ?? 1 };
      // Who calls from outside is in no declaration.
      return from === "browser" || from === "api-clients" ? [] : [{ key, carrier: key, ...at }];
    });
  return scope.repository.index.tables().tables.flatMap(({ name, columns, relations, sources }) => {
    const table = name.slice(name.lastIndexOf(".") + 1);
    const { path = "", startLine: line = 1 } = sources[0] ?? {};
    if (kind === "tables") return [{ key: table, path, line }];
    if (kind === "columns")
      return columns.map((column) => ({ key: `${table}.${column.name}`, path: column.path, line: column.line }));
    return relations.map(({ target, column, ...at }) => {
      const key = `${table} -> ${target.slice(target.lastIndexOf(".") + 1)}`;
      return { key, path: at.path, line: at.line, carrier: `${table}.${column ?? ""}` };
    });
  });
}
