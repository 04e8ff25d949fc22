import type { ListedFacts } from "#server/engine/evidence/evidence.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import { listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";

interface WritingLine {
  text: string;
  /** With the lines below it, where a statement is longer. */
  near: string;
  /** What the statement begins with, where it begins on lines above. */
  above: string;
  /** The type whose method it stands in. */
  parent: string | null;
}

const statement =
  /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+[`"'[\\]*([A-Za-z_][\w.]*)/i;

/** The table that a line writes to: as its SQL says, or what it calls that is kept in one; null where neither tells. */
export function namedTable(scope: CodeScope, { text, near, above, parent }: WritingLine): string | null {
  const tables = tablesByKey(scope);
  const said = statement.exec(near)?.[1];
  const known = said === undefined ? undefined : tables.get(entityKey(said.split(".").at(-1) ?? said));
  if (known !== undefined) return known;
  const call =
    /\.(create|insert|add|update|save|store|set|put|delete|remove|upsert|persist)_?([A-Z]\w*|(?<=_)[a-z]\w*)?\(/i.exec(
      text,
    );
  // `store.CreateProjectUser(…)` names what it creates, and nothing else is meant: `UpdateComment(user, comment)`.
  const made = call?.[2]?.replace(bulk, "") ?? "";
  if (made !== "") return tableEndingWith(tables, entityKey(made)) ?? null;
  const given =
    /\.(?:insert|update|create|save|delete|add|upsert|put|remove)\w*\(\s*(?:\w*[cC]tx\w*,\s*)?(?:&|new\s+|\*)?([\w.]+)/i.exec(
      text,
    )?.[1];
  for (const word of (given ?? "").split(".").toReversed()) {
    const table = tables.get(entityKey(word));
    if (table !== undefined && word.length > 2) return table;
  }
  const receiver = /^(.*?)(?:\.|::|->)\w+[!?]?\s*(?:[({]|$)/.exec(text)?.[1] ?? "";
  const types = [text, above].flatMap((one) => one.match(/\b[A-Z]\w{2,}/g) ?? []);
  const receivers = (receiver.match(/[A-Za-z_]\w{2,}/g) ?? [])
    .toReversed()
    // `@new_message.save` saves a message.
    .flatMap((word) => [word, word.replace(/^(?:new|current|existing|old)_(?=[a-z])/, "")]);
  for (const word of [...receivers, ...types]) {
    const table = tables.get(
      entityKey(word.replace(/(?:Repository|Repo|Store|Dao|Service|Model|Entity|Mapper)s?$/, "")),
    );
    if (table !== undefined) return table;
  }
  const owner =
    (parent ?? "")
      .split(/[.:]+/)
      .at(-1)
      ?.replace(/(?:Repository|Repo|Store|Dao|Service|Mapper)$/, "") ?? "";
  return /^(?:\s*(?:self|this)\b|\s*(?:save|update|destroy|touch)\b)|\b(?:self|this)\.(?:\w*(?:db|repo|session)\w*)\b|^[^(]*\b[a-z]{1,3}\.(?:data|db|orm|session|engine)\b/i.test(
    text,
  )
    ? (tables.get(entityKey(owner)) ?? null)
    : null;
}

/** What is declared in the files of the tables that are named: under another name they are no longer what is written to. */
export function tablesNamed(scope: CodeScope, names: readonly (string | null)[]): ListedFacts[] {
  const places = placesOfTables(scope);
  const paths = new Set(names.flatMap((name) => (name === null ? [] : (places.get(name) ?? []))));
  return [...paths].map((path) => listedFactsIn(scope, "tables", path));
}

function placesOfTables(scope: CodeScope): ReadonlyMap<string, readonly string[]> {
  return scope.once("placesOfTables", () => {
    const places = new Map<string, readonly string[]>();
    for (const { schema, path } of findStoredSchemas(scope)) places.set(schema.name, [path]);
    for (const { name, sources } of scope.repository.index.tables().tables)
      places.set(
        name,
        sources.slice(0, mostPlaces).map(({ path }) => path),
      );
    return places;
  });
}

/** The migrations of a table may be many; the places that count most come first. */
const mostPlaces = 3;

/** The table of that name, else the only one whose name ends with it: `project__inventory`. */
function tableEndingWith(tables: ReadonlyMap<string, string>, key: string): string | undefined {
  const whole = tables.get(key);
  if (whole !== undefined || key.length < leastKey) return whole;
  const ending = new Set([...tables].flatMap(([one, name]) => (one.endsWith(key) ? [name] : [])));
  return ending.size === 1 ? [...ending][0] : undefined;
}

const leastKey = 4;
/** Words that name no thing: `saveMany`, `update_all`, `createOrUpdate`. */
const bulk =
  /^(?:Many|One|All|Bulk|Batch|Or\w+|And\w+|By\w+|Where|If\w*|Unique|First|Record|Entity|Async|Sync|Quietly|Changes?|Attributes?|Columns?|Fields?|Into|From|Context|InBatches)+(?=[A-Z]|$)|^_?(?:all|many|one|columns?|attributes?|attribute|counters|or_\w+|by_\w+|if_\w+)$/;

function tablesByKey(scope: CodeScope): ReadonlyMap<string, string> {
  return scope.once("tablesByKey", () => {
    const byKey = new Map<string, string>();
    const { tables } = scope.repository.index.tables();
    for (const { name, entity } of tables) for (const one of [name, entity ?? name]) byKey.set(entityKey(one), name);
    for (const { schema } of findStoredSchemas(scope))
      if (!byKey.has(entityKey(schema.name))) byKey.set(entityKey(schema.name), schema.name);
    return byKey;
  });
}
