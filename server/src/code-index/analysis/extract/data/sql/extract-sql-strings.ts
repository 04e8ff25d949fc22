import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { DataFacts, TableOperation } from "#server/code-index/ports/data-facts.ts";

import { readDdl } from "./read-ddl.ts";

const languages = /^(?:go|php|typescript|javascript|java|kotlin|csharp|python|rust|elixir)$/;
const begin =
  /(["'`]{1,3})\s{0,200}(?:create\s+(?:unlogged\s+)?table|alter\s+table|drop\s+table|create\s+(?:unique\s+)?index|do\s+\$\$|rename\s+table)\b/gi;
const mayHold = /["'`]\s{0,200}(?:create|alter)\s+table\b/i;
const back = /\b(?:function|func|def|void|async|fun)\s+\w{0,40}(?:down|downgrade|rollback|revert)\b[^\n]{0,100}[({:]/gi;
const forth = /\b(?:function|func|def|void|async|fun)\s+\w{0,40}(?:up|upgrade|migrate)\b[^\n]{0,100}[({:]/gi;
const numbered =
  /\b(?:function|func|def|fun)\s{1,20}(version|migrate|migration|upgrade|update|step|v)_{0,2}(\d{1,9})\s{0,20}\(/gi;
const maxLiterals = 2_000;
const maxLength = 100_000;

/**
 * SQL that a program carries out, in the order in which it is written. Only literals that begin with a statement about
 * tables count; tables whose name is put in are left out.
 */
export function extractSqlStrings(source: SourceText): DataFacts | null {
  const { text, language } = source;
  if (!languages.test(language ?? "") || !mayHold.test(text)) return null;
  const facts: DataFacts = {
    role: "migration", library: "sql-strings", operations: [], entities: [], registrations: [], step: null, unread: [],
  }; // prettier-ignore
  const ways = undoing(text);
  const versions = versionsIn(text);
  const found: { version: number; operations: TableOperation[] }[] = [];
  let passed = 0;
  begin.lastIndex = 0;
  for (let count = 0; count < maxLiterals; count += 1) {
    const match = begin.exec(text);
    if (match === null) break;
    const open = match.index + (match[1]?.length ?? 1);
    const { sql, end } = readLiteral(text, open, match[1] ?? '"');
    begin.lastIndex = Math.max(end, open);
    if (ways.some(([from, to]) => open > from && open < to)) continue;
    const { operations } = readDdl(sql, (offset) => lineAt(source, Math.min(end, open + offset)));
    const named = operations.filter(
      (one) => !("table" in one) || one.table === null || /^[\p{L}_][\w$.]*$/u.test(one.table),
    );
    while ((versions[passed]?.at ?? Infinity) < open) passed += 1;
    found.push({ version: versions[passed - 1]?.version ?? 0, operations: named });
  }
  const inOrder = found.toSorted((a, b) => a.version - b.version);
  facts.operations.push(...inOrder.flatMap(({ operations }) => operations));
  return facts.operations.length === 0 ? null : facts;
}

/** Functions that are called after versions, such as `version_12`, which a program carries out in the order of these. */
function versionsIn(text: string): { at: number; version: number }[] {
  const named = [...text.matchAll(numbered)].map(({ index, 1: stem = "", 2: digits = "" }) => ({
    stem,
    at: index,
    version: Number(digits),
  }));
  const byStem = [...Map.groupBy(named, ({ stem }) => stem.toLowerCase()).values()];
  return byStem.toSorted((a, b) => b.length - a.length).find(({ length }) => length > 1) ?? [];
}

/** Where functions that undo begin and end. */
function undoing(text: string): (readonly [number, number])[] {
  const ends = [...text.matchAll(forth)].map(({ index }) => index);
  return [...text.matchAll(back)].map(({ index }) => [index, ends.find((end) => end > index) ?? text.length] as const);
}

/** With the literals that are put behind it: `"CREATE TABLE boats (" + "id int)"`. */
function readLiteral(text: string, open: number, quote: string): { sql: string; end: number } {
  const parts: string[] = [];
  let at = open;
  const limit = Math.min(text.length, open + maxLength);
  for (let count = 0; count < 500; count += 1) {
    const close = closingQuote(text, at, { quote, limit });
    parts.push(
      text
        .slice(at, close)
        .replaceAll(/\\(?=["'`])/g, "")
        .replaceAll("\\n", " \n"),
    );
    at = close + quote.length;
    const next = /^\s{0,200}(?:[+.]|\\)?\s{0,200}$/.exec(text.slice(at, text.indexOf(quote, at)).slice(0, 401));
    const from = text.indexOf(quote, at);
    if (next === null || from < 0 || !/[+.\\]/.test(text.slice(at, from)) || at >= limit) break;
    at = from + quote.length;
  }
  return { sql: parts.join(""), end: at };
}

function closingQuote(text: string, from: number, { quote, limit }: { quote: string; limit: number }): number {
  for (let at = from; at < limit; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) return at;
  }
  return limit;
}
