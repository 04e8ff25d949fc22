import { entityKey } from "#server/engine/facts/code/entity-key.ts";

import type { CodeFact } from "./found-facts.ts";
import type { FactDetails, FactTruth } from "./truth.ts";

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
  /** What is told beside the names of the facts that matched; null where the truth tells nothing of the kind. */
  details: DetailComparison | null;
}

interface DetailComparison {
  /** Of those that the truth tells: found at all, and found the same. */
  defaults: { listed: number; found: number; matched: number };
  required: { listed: number; matched: number };
  /** `PORT: default 80, listed 8080`. */
  differing: string[];
}

/** Compares what was found with what the repository lists itself. */
export function compareFacts(truth: FactTruth, found: readonly CodeFact[]): FactComparison {
  const keyOf = (key: string): string => comparedKey(truth.kind, key);
  const listed = new Map([...truth.keys].map((key) => [keyOf(key), key]));
  const isMeant = ({ path }: CodeFact): boolean =>
    truth.folders?.some((folder) => folder === "" || path.startsWith(`${folder}/`)) !== false;
  const own = new Map(found.filter(isMeant).map((fact) => [keyOf(listedSpelling(fact, listed) ?? fact.key), fact]));
  const matched = [...own.keys()].filter((key) => listed.has(key));
  const silent = new Set([...(truth.silent ?? [])].map((column) => comparedKey("columns", column)));
  const isUndecided = ({ key, carrier }: CodeFact): boolean =>
    (carrier !== undefined && silent.has(comparedKey("columns", carrier))) ||
    // What lists variables says nothing of keys of files and of options.
    (truth.kind === "settings" && !variable.test(key));
  for (const [key, fact] of own) if (!listed.has(key) && isUndecided(fact)) own.delete(key);
  return {
    kind: truth.kind,
    truthFiles: truth.files,
    listed: listed.size,
    found: own.size,
    matched: matched.length,
    unlisted: [...own].flatMap(([key, fact]) => (listed.has(key) ? [] : [fact])),
    missed: [...listed].flatMap(([key, text]) => (own.has(key) ? [] : [text])).sort(),
    details: truth.details === undefined ? null : compareDetails(truth.details, own),
  };
}

const variable = /^[A-Z][A-Za-z0-9_]*$/;

function listedSpelling({ key, aliases = [] }: CodeFact, listed: ReadonlyMap<string, string>): string | undefined {
  return [key, ...aliases].find((one) => listed.has(comparedKey("settings", one)));
}

function compareDetails(
  told: ReadonlyMap<string, FactDetails>,
  own: ReadonlyMap<string, CodeFact>,
): DetailComparison | null {
  const comparison: DetailComparison = {
    defaults: { listed: 0, found: 0, matched: 0 },
    required: { listed: 0, matched: 0 },
    differing: [],
  };
  for (const [key, { defaultValue, isRequired }] of told) {
    const found = own.get(comparedKey("settings", key))?.details;
    if (found === undefined) continue;
    if (defaultValue !== null) {
      comparison.defaults.listed += 1;
      if (found.defaultValue !== null) comparison.defaults.found += 1;
      if (isSameValue(found.defaultValue, defaultValue)) comparison.defaults.matched += 1;
      else comparison.differing.push(`${key}: default ${found.defaultValue ?? "none"}, listed ${defaultValue}`);
    }
    if (isRequired !== null) {
      comparison.required.listed += 1;
      if (found.isRequired === isRequired) comparison.required.matched += 1;
      else comparison.differing.push(`${key}: ${needed(found.isRequired === true)}, listed ${needed(isRequired)}`);
    }
  }
  return comparison.defaults.listed + comparison.required.listed === 0 ? null : comparison;
}

function needed(isRequired: boolean): string {
  return isRequired ? "required" : "optional";
}

function isSameValue(found: string | null, listed: string): boolean {
  return found !== null && plainValue(found) === plainValue(listed);
}

/** `10_000` is `10000`, `True` is `true`, `"x"` is `x`. */
function plainValue(value: string): string {
  return value
    .trim()
    .replace(/^(["'`])(.*)\1$/s, "$2")
    .replaceAll(/(?<=\d)_(?=\d)/g, "")
    .toLowerCase();
}

/** A class and its table have one name here: `PetType.harbourId` is `pet_types.harbour_id`. */
function comparedKey(kind: FactTruth["kind"], key: string): string {
  if (kind === "endpoints" || kind === "operations") return key;
  // Keys of files are spelled freely.
  if (kind === "settings") return variable.test(key) ? key : key.replaceAll(/[-_]/g, "").toLowerCase();
  if (kind === "connections") return key;
  if (kind === "relations") return key.split(" -> ").map(entityKey).join(" -> ");
  const [table = "", column] = key.split(".");
  return column === undefined
    ? entityKey(table)
    : `${entityKey(table)}.${column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")}`;
}
