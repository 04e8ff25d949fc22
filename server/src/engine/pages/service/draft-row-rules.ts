import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import {
  findStoredSchemas,
  isOfFramework,
  mostReferred,
  type LocatedSchema,
} from "#server/engine/facts/code/find-schemas.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

const shownTables = 10;

/** What no two rows of a table share. */
export async function draftRowRules({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = await Promise.all(
    scopes.map(async (scope) => {
      const tables = new Map(scope.repository.index.tables().tables.map((one) => [one.name, one]));
      const schemas = mostReferred(findStoredSchemas(scope)).filter(({ schema }) => !isOfFramework(schema.name));
      const items = await Promise.all(schemas.map((one) => tableItem(scope, one, tables.get(one.schema.name))));
      const told = items.filter((item) => item !== null).slice(0, shownTables);
      return told.length === 0 ? [] : [listing(list(null, told), listedFacts(scope, "tables"))];
    }),
  );
  return blocks.flat().length > 0 ? { blocks: blocks.flat() } : null;
}

async function tableItem(
  scope: CodeScope,
  located: LocatedSchema,
  table: IndexedTable | undefined,
): Promise<ListItem | null> {
  const { name } = located.schema;
  const once = table === undefined ? [] : await uniquesOf(scope, located, table);
  if (once.length === 0) return null;
  return {
    text: `${codeSpan(name)}: no two rows have the same ${once.map(({ text }) => text).join(", or the same ")}.`,
    evidence: once.map((one) => one.evidence),
  };
}

/** That there is one of each name, address or key, anybody expects. */
const expected =
  /^(?:\w*_)?(?:id|uid|uuid|guid|code|token|key|hash|name|title|slug|e?mail|username|login|handle|domain|url|path|tag|identifier|version)$/i;

async function uniquesOf(
  scope: CodeScope,
  { evidence, schema }: LocatedSchema,
  { indexes, columns, sources }: IndexedTable,
): Promise<{ text: string; evidence: Evidence }[]> {
  const primary = columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name);
  const isKnown = (name: string) => columns.some((one) => one.name === name && !/bool/i.test(one.type ?? ""));
  const found = new Map<string, { text: string; evidence: Evidence }>();
  for (const one of indexes) {
    const [first = ""] = one.columns;
    if (!one.isUnique || one.columns.length === 0 || !one.columns.every(isKnown)) continue;
    if (
      one.columns.join() === primary.join() ||
      (one.columns.length === 1 && (expected.test(first) || entityKey(first) === entityKey(schema.name)))
    )
      continue;
    const at = one.name === null ? null : await lineNaming(scope, one.name, sources);
    // Of some rows alone it says nothing about the others.
    if (at?.isPartial === true) continue;
    const text = enumerate(one.columns.map((column) => codeSpan(column)));
    found.set(text, { text, evidence: at?.evidence ?? evidence });
  }
  return [...found.values()].slice(0, 3);
}

/** Where an index is declared by its name, and whether it holds for some rows alone; null where no file of the table names it. */
async function lineNaming(
  scope: CodeScope,
  name: string,
  sources: IndexedTable["sources"],
): Promise<{ evidence: Evidence; isPartial: boolean } | null> {
  for (const path of new Set(sources.map((one) => one.path))) {
    const lines = (await scope.lines(path)) ?? [];
    const all = lines.flatMap((line, at) => (wordsOf(line).includes(name) && declares.test(line) ? [at] : []));
    const [at] = all;
    // Named twice, it may be another table's.
    if (at === undefined || all.length > 1) continue;
    const text =
      lines
        .slice(at, at + 3)
        .join(" ")
        .split(";")[0] ?? "";
    return { evidence: scope.at(path, at + 1), isPartial: /\bwhere\b/i.test(text) };
  }
  return null;
}

const declares = /^(?!\s*drop\b).*(?:\bunique|index|constraint)/i;

function wordsOf(line: string): string[] {
  return line.split(/[^\w.-]+/);
}
