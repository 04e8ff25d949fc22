import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

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
  const receiver = /^(.*?)(?:\.|::|->)\w+[!?]?\s*(?:[({]|$)/.exec(text)?.[1] ?? "";
  const types = [text, above].flatMap((one) => one.match(/\b[A-Z]\w{2,}/g) ?? []);
  for (const word of [...(receiver.match(/[A-Za-z_]\w{2,}/g) ?? []).toReversed(), ...types]) {
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
  return /^(?:\s*(?:self|this)\b|\s*(?:save|update|destroy|touch)\b)|\b(?:self|this)\.(?:\w*(?:db|repo|session)\w*)\b/i.test(
    text,
  )
    ? (tables.get(entityKey(owner)) ?? null)
    : null;
}

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
