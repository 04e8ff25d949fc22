import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { FlowEffect } from "#server/engine/pages/flows/followed-flow.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { enumerate } from "#server/engine/text/wording.ts";

/** Which rows are written or deleted, in the words of the code. */
export interface ChosenRows {
  text: string;
  evidence: Evidence[];
}

const longestCall = 24;
const longestBody = 80;
const longestChoice = 150;
const longestLead = 300;
const shownNames = 3;

/** How queries say which rows they are about; what opens is followed to where it closes. */
const choices: readonly RegExp[] = [
  /\bwhere:\s*\{/g,
  /(?:\.|->)(?:filter|exclude|where|Where|whereDate|filter_by)\(/g,
  /\bWHERE\s+/g,
];
/** A time, a state or a comparison tells something; that the row of an id is deleted does not. */
const tells =
  /\[Op\.(?:lt|lte|gt|gte|ne|is|not)\w*\]|__(?:lt|lte|gt|gte|isnull)\b|[<>]=?\s*[^>]|expire|(?:_at|At|_on|_date|Date)\b|status|state|\bnull\b|\bnil\b|\bNone\b|\b(?:lt|lte|gt|gte):/i;

/** Null where neither the statement itself nor a query of the same rows before it tells more than whose id it is. */
export async function chosenRows(scope: CodeScope, { path, line, target }: FlowEffect): Promise<ChosenRows | null> {
  const lines = codeLines((await scope.lines(path)) ?? []);
  const around = (scope.facts(path)?.symbols ?? []).findLast(
    ({ kind, startLine, endLine }) => /function|method/.test(kind) && startLine <= line && line <= endLine,
  );
  const from = Math.max(around?.startLine ?? line, line - longestBody);
  const keys = keysOf(scope, target);
  const end = endOfCall(lines, line);
  const own = choiceIn(lines, { from: line, end }, () => true);
  // A statement that chooses its rows itself is about those of a query before it where it takes what that gave.
  const statement = lines.slice(line - 1, end).join("\n");
  const choosesItself = choices.some((pattern) => statement.match(pattern) !== null);
  const found =
    own ??
    choiceIn(
      lines,
      { from, end: line },
      (before) =>
        keys.has(entityKey(queried.exec(before)?.[1] ?? "")) && (!choosesItself || isTaken(before, statement)),
    );
  if (found === null) return null;
  const names = valuesIn(lines, found.text, from, line);
  const told = names.map(({ name, value }) => `${codeSpan(name)} is ${codeSpan(value)}`);
  return {
    text: `${codeSpan(found.text, longestChoice)}${told.length > 0 ? `, where ${enumerate(told)}` : ""}`,
    evidence: [scope.at(path, found.from, found.end), ...names.map((one) => scope.at(path, one.line))],
  };
}

/** What a query is about, from the text that leads to how it chooses: `Boat.findAll({`, `Boat.objects`. */
const queried = /\b([A-Z]\w*)(?:\.|->|::)(?:(?!\b[A-Z]\w*(?:\.|->|::))[^;])*$/s;

/** Whether a statement names what the query is given to: `const ids = await Boat.findAll({`. */
function isTaken(before: string, statement: string): boolean {
  const name = /\b(\w+)(?::[^=\n]*)?\s*:?=\s*(?:await\s+)?[([]?\s*[A-Z$][\w$]*(?:\.|->|::)(?:(?!\n\s*\n)[^;=])*$/.exec(
    before,
  )?.[1];
  return name === undefined || new RegExp(`(?<!\\w)${name}\\b`).test(statement);
}

/** The table's own name and that of the class of its rows. */
function keysOf(scope: CodeScope, target: string | null): ReadonlySet<string> {
  const table = scope.repository.index.tables().tables.find(({ name }) => name === target);
  return new Set([target, table?.entity ?? null].flatMap((name) => (name === null ? [] : [entityKey(name)])));
}

/** Where the call on a line ends, or the text of SQL that begins there. */
function endOfCall(lines: readonly string[], line: number): number {
  let depth = 0;
  const isSql = /\b(?:DELETE FROM|UPDATE\s+\S+\s+SET)\b/i.test(lines[line - 1] ?? "");
  for (let at = line; at < line + longestCall && at <= lines.length; at += 1) {
    const text = lines[at - 1] ?? "";
    depth += (text.match(/[({[]/g)?.length ?? 0) - (text.match(/[)}\]]/g)?.length ?? 0);
    if (isSql ? at > line && /["'`]/.test(text) : depth <= 0 && !/^\s*(?:\.|->)/.test(lines[at] ?? "")) return at;
  }
  return line;
}

/** The last choice that tells something between two lines; of a call that only its first line is in, all of it. */
function choiceIn(
  lines: readonly string[],
  { from, end }: { from: number; end: number },
  isMeant: (before: string) => boolean,
): { text: string; from: number; end: number } | null {
  const text = lines.slice(from - 1, end).join("\n");
  const found = choices.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => {
      const start = match.index + match[0].length;
      const close = /\(|\{/.test(match[0]) ? closeOf(text, start) : endOfStatement(text, start);
      return { match: match.index, start, close };
    }),
  );
  for (const { match, start, close } of found.toSorted((a, b) => b.match - a.match)) {
    if (close < 0 || !isMeant(text.slice(Math.max(0, match - longestLead), match))) continue;
    const chosen = withoutSpread(text.slice(start, close));
    if (chosen.length < 4 || chosen.length > longestChoice || !tells.test(chosen.replaceAll("=>", ""))) continue;
    const lineOf = (at: number) => from + text.slice(0, at).split("\n").length - 1;
    return { text: chosen, from: lineOf(match), end: lineOf(close) };
  }
  return null;
}

/** Where what opened before `at` closes; -1 where it does not. */
function closeOf(text: string, at: number): number {
  let depth = 1;
  for (let one = at; one < text.length; one += 1) {
    if (/[({[]/.test(text.charAt(one))) depth += 1;
    else if (/[)}\]]/.test(text.charAt(one))) depth -= 1;
    if (depth === 0) return one;
  }
  return -1;
}

function endOfStatement(text: string, at: number): number {
  const end = text.slice(at).search(/["'`;]|\)\s*[,;]?\n|\b(?:ORDER BY|LIMIT|RETURNING|GROUP BY)\b/);
  return end < 0 ? -1 : at + end;
}

/** In one line, without what is put in from elsewhere. */
function withoutSpread(text: string): string {
  return text
    .replace(/\.\.\.[\w.]+(?:\([^()]*\))?\s*,?/g, "")
    .replace(/\s+/g, " ")
    .replace(/,\s*([}\])])/g, " $1")
    .replace(/\s*,\s*$/, "")
    .trim();
}

/** What the names in a text stand for, as far as the lines between say it on one line. */
function valuesIn(
  lines: readonly string[],
  text: string,
  from: number,
  end: number,
): { name: string; value: string; line: number }[] {
  const found: { name: string; value: string; line: number }[] = [];
  const open = [text];
  for (let said = open.shift(); said !== undefined && found.length < shownNames; said = open.shift())
    for (const [name] of said.matchAll(/(?<![.\w])[A-Za-z_]\w{2,}(?![\w(:])/g)) {
      if (found.length >= shownNames || found.some((one) => one.name === name)) continue;
      const set = new RegExp(
        `^\\s*(?:const |let |var |final )?\\$?${name}\\s*(?::=|=(?![=>]))\\s*(\\S.{0,70}?);?\\s*$`,
      );
      const at = lines.findLastIndex((line, one) => one >= from - 1 && one < end && set.test(line));
      const value = at < 0 ? undefined : set.exec(lines[at] ?? "")?.[1];
      if (value === undefined || /[({[,]$|\bawait\b/.test(value)) continue;
      found.push({ name, value, line: at + 1 });
      open.push(value);
    }
  return found;
}
