import { entityKey } from "#server/engine/facts/code/entity-key.ts";

import type { CodeFact } from "./found-facts.ts";
import type { FactTruth } from "./truth.ts";

export interface FactComparison {
  kind: FactTruth["kind"];
  truthFiles: readonly string[];
  /** Number of facts that the truth lists, that were found, and that are in both. */
  listed: number;
  found: number;
  matched: number;
  /** Found, but not listed. */
  unlisted: CodeFact[];
  /** Listed, but not found. */
  missed: string[];
}

/** Compares what was found with what the repository lists itself. */
export function compareFacts(truth: FactTruth, found: readonly CodeFact[]): FactComparison {
  const keyOf = (key: string): string => comparedKey(truth.kind, key);
  const listed = new Map([...truth.keys].map((key) => [keyOf(key), key]));
  const own = new Map(found.map((fact) => [keyOf(fact.key), fact]));
  const matched = [...own.keys()].filter((key) => listed.has(key));
  const silent = new Set([...(truth.silent ?? [])].map((column) => comparedKey("columns", column)));
  const isUndecided = ({ carrier }: CodeFact): boolean =>
    carrier !== undefined && silent.has(comparedKey("columns", carrier));
  for (const [key, fact] of own) if (!listed.has(key) && isUndecided(fact)) own.delete(key);
  return {
    kind: truth.kind,
    truthFiles: truth.files,
    listed: listed.size,
    found: own.size,
    matched: matched.length,
    unlisted: [...own].flatMap(([key, fact]) => (listed.has(key) ? [] : [fact])),
    missed: [...listed].flatMap(([key, text]) => (own.has(key) ? [] : [text])).sort(),
  };
}

/** A class and its table have one name here: `PetType.harbourId` is `pet_types.harbour_id`. */
function comparedKey(kind: FactTruth["kind"], key: string): string {
  if (kind === "endpoints" || kind === "settings") return key;
  if (kind === "relations") return key.split(" -> ").map(entityKey).join(" -> ");
  const [table = "", column] = key.split(".");
  return column === undefined
    ? entityKey(table)
    : `${entityKey(table)}.${column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")}`;
}
