import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
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
import { countNewWords, summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { enumerate, fold } from "#server/engine/text/wording.ts";

import { docOf } from "./draft-interface.ts";

const shownTables = 16;
const shownColumns = 5;
/** A comment that adds fewer words to the name of the table says nothing. */
const leastNewWords = 4;

/** What a table is for in the words above it, what no two of its rows share, and what its columns begin as. */
export async function draftRowRules({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = await Promise.all(
    scopes.map(async (scope) => {
      const tables = new Map(scope.repository.index.tables().tables.map((one) => [one.name, one]));
      const schemas = mostReferred(findStoredSchemas(scope)).filter(({ schema }) => !isOfFramework(schema.name));
      const items = await Promise.all(schemas.map((one) => tableItem(scope, one, tables.get(one.schema.name))));
      const found = items.filter((item) => item !== null);
      const whole = found.filter(({ isBeginning }) => !isBeginning).slice(0, shownTables);
      const told = [...whole, ...beginningItem(found.filter(({ isBeginning }) => isBeginning))];
      return told.length === 0 ? [] : [listing(list(null, told), listedFacts(scope, "tables"))];
    }),
  );
  return blocks.flat().length > 0 ? { blocks: blocks.flat() } : null;
}

interface RowRules extends ListItem {
  /** What its columns begin as is all that is known. */
  isBeginning: boolean;
  begins: string[];
}

/** Of tables of which no more is known, what their columns begin as is one statement. */
function beginningItem(found: readonly RowRules[]): ListItem[] {
  const [first] = found;
  if (first === undefined || found.length === 1) return found.map(({ text, evidence }) => ({ text, evidence }));
  const all = found.flatMap(({ begins }) => begins);
  return [
    {
      text: `New rows begin with ${fold(all, shownTables)}.`,
      evidence: found.flatMap(({ evidence }) => [...evidence]).slice(0, shownTables),
    },
  ];
}

async function tableItem(
  scope: CodeScope,
  located: LocatedSchema,
  table: IndexedTable | undefined,
): Promise<RowRules | null> {
  const { name } = located.schema;
  const said = docOf(scope, located);
  const summary = summarizeBriefly(said.doc);
  const isTold = summary !== null && countNewWords(`${name} table entity etc`, summary.text) >= leastNewWords;
  const begins = (table?.columns ?? [])
    // Which row another table begins with, nobody knows by its number.
    .filter((one) => tellingDefault(one.default) !== null && !ofAnyRow.test(one.name))
    // A number stands for something that the code alone knows.
    .filter((one) => ofState.test(one.name) || !/^-?[\d.,]+$/.test(tellingDefault(one.default) ?? ""))
    .slice(0, shownColumns);
  const once = table === undefined ? [] : await uniquesOf(scope, located, table);
  const rules = [
    ...(once.length > 0 ? [`no two rows have the same ${once.map(({ text }) => text).join(", or the same ")}`] : []),
    ...begins.map((one) => `${codeSpan(one.name)} begins as ${codeSpan(tellingDefault(one.default) ?? "")}`),
  ];
  // What its class is for stands among the concepts.
  if (rules.length === 0) return null;
  const evidence: Evidence[] = [
    ...(isTold ? [located.evidence, ...said.evidence] : []),
    ...once.map((one) => one.evidence),
    ...begins.map(({ path, line }) => scope.at(path, line)),
  ];
  return {
    isBeginning: !isTold && once.length === 0,
    begins: begins.map((one) => `${codeSpan(`${name}.${one.name}`)} as ${codeSpan(tellingDefault(one.default) ?? "")}`),
    text: `${codeSpan(name)}: ${[...(isTold ? [summary.text.replace(/\.$/, "")] : []), ...rules].join("; ")}.`,
    evidence,
  };
}

/** What a row looks like, and which row another one is tied to. */
const ofAnyRow = /(?:_id|Id)$|colou?r|theme|font|locale|lang(?:uage)?$|icon|avatar|charset|character_set/i;
const ofState = /count|limit|max|min|days|hours|minutes|seconds|age|retries|attempts|priority|quota/i;

/** Keys that nobody chooses tell nothing, and of two values one row each. */
const madeUp = /^(?:id|uid|uuid|guid|code|token|\w*(?:_id|_uuid|_token|_key))$/i;

async function uniquesOf(
  scope: CodeScope,
  { evidence }: LocatedSchema,
  { indexes, columns, sources }: IndexedTable,
): Promise<{ text: string; evidence: Evidence }[]> {
  const primary = columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name);
  const isKnown = (name: string) => columns.some((one) => one.name === name && !/bool/i.test(one.type ?? ""));
  const found = new Map<string, { text: string; evidence: Evidence }>();
  for (const one of indexes) {
    const [first = ""] = one.columns;
    if (!one.isUnique || one.columns.length === 0 || !one.columns.every(isKnown)) continue;
    if (one.columns.join() === primary.join() || (one.columns.length === 1 && madeUp.test(first))) continue;
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
    const at = lines.findIndex((line) => wordsOf(line).includes(name) && declares.test(line));
    if (at < 0) continue;
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

/** As written without quotes and casts; null for what says nothing, such as nought, now or something made up. */
function tellingDefault(written: string | null): string | null {
  const text = (written ?? "")
    .replace(/::[a-z][\w\s[\]".]*$/, "")
    .trim()
    .replace(/^(['"`])(.*)\1$/s, "$2");
  return empty.test(text) ? null : text;
}

const empty =
  /^$|^(?:null|none|false|true|[01](?:\.0+)?|now|current_\w+|dict|list|set|str|int|(?:\w+\.)+(?:today|now|utcnow))$|^[{[]|\(|\bnow\b|uuid|nextval|timestamp/i;
