import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { indentOf } from "#server/engine/text/line-conditions.ts";

import { findReferences, type LocatedSymbol } from "./relations.ts";

/** A line of code that says something of a loop. */
interface LoopLine {
  line: number;
  text: string;
}

/** A loop that tries again what failed, after it has waited. */
export interface CodeRetry<Located extends LocatedSymbol> {
  within: Located | LocatedSymbol;
  /** With what is set above it for it. */
  startLine: number;
  endLine: number;
  header: LoopLine;
  /** How it waits. */
  pause: LoopLine;
  /** What ends it where it never succeeds; null where no line is certain to. */
  end: LoopLine | null;
  /** Whether nothing in it or behind it ends anything. */
  isEndless: boolean;
  /** What the names in its head and its pause are set to. */
  given: LoopLine[];
  /** How often it tries, where that is certain. */
  times: number | null;
}

const asksForRetry =
  /\b(?:waits?|retr(?:y|ies|ied)|tr(?:y|ies|ied) (?:it )?again|again|keeps? (?:on )?trying|gives? up|reconnects?)\b/i;
const asksForEither = /\b(?:dies?|crash\w*|exits?|stops?|fails?|drop(?:s|ped)?|gives? up|lost|or)\b/i;
const looping = /^\s*(?:while|for|until|loop|do)\b|\.times\b|\bretry\w*\(/;
const pausing =
  /(?<![\w.])(?:await\s+)?(?:[\w.]*\b)?(?:sleep|Sleep|delay|setTimeout|wait_?(?:for)?|pause|backoff|After)\s*\(/;
const failing = /\bretr|attempt|tries|\bexcept\b|\bcatch\b|\brescue\b|\berr(?:or)?\b|fail/i;
const ending =
  /\b(?:raise|throw|panic|abort|Fatal\w*|exit|Exit)\b|\breturn\b.*\b(?:err\w*|false|False|null|nil|None)\b/;
/** They ask whether it is tried again, or when that is, and not what. */
const saysNothing =
  /^(?:server|app\w*|starts?|started|up|wait\w*|retr\w*|again|tr(?:y|ies|ied)|die\w*|crash\w*|exit\w*|stop\w*|fail\w*|drop\w*|give\w*|reach\w*|cannot)$/;
/** What ends a wait on purpose is no failure. */
const onPurpose = /Interrupt|StopIteration|GeneratorExit|SystemExit|CancelledError|AbortError/;
const maxBody = 300;
const maxLoop = 40;
const maxAbove = 12;
const maxAfter = 6;
const maxTried = 4;
const maxReferences = 12;

/** Whether a question asks if something is tried again, or is the end of it. */
export function asksIfTriedAgain(text: string): boolean {
  return asksForRetry.test(text) && asksForEither.test(text);
}

/** Among declarations that a question is about, and what they call, the first loop that tries again what failed. */
export async function findRetry<Located extends LocatedSymbol>(
  context: AnswerContext,
  candidates: readonly Located[],
  terms: readonly QuestionTerm[],
): Promise<CodeRetry<Located> | null> {
  const wanted = new Set(
    terms
      .filter(({ word, isPhrase }) => !isPhrase && !isWeakWord(word) && !saysNothing.test(word))
      .map(({ stem }) => stem),
  );
  const isAbout = ({ within, startLine, endLine }: CodeRetry<Located>, lines: readonly string[]) =>
    stemsOf(
      `${within.symbol.parent ?? ""} ${within.symbol.name} ${lines.slice(startLine - 1, endLine).join("\n")}`,
    ).some((root) => wanted.has(root));
  const look = async (one: Located | LocatedSymbol) => {
    const found = await retryIn<Located>(context, one);
    return found && isAbout(found, await context.lines(one)) ? found : null;
  };
  for (const one of candidates) {
    const found = await look(one);
    if (found) return found;
  }
  for (const one of candidates.slice(0, maxTried)) {
    for (const other of await findReferences(context, one, maxReferences)) {
      const found = await look(other);
      if (found) return found;
    }
    await context.yieldToEventLoop();
  }
  return null;
}

async function retryIn<Located extends LocatedSymbol>(
  context: AnswerContext,
  within: Located | LocatedSymbol,
): Promise<CodeRetry<Located> | null> {
  const { kind, startLine: first, endLine } = within.symbol;
  if (kind !== "function" && kind !== "method") return null;
  const lines = codeLines(await context.lines(within));
  const last = Math.min(endLine, first + maxBody, lines.length);
  for (let line = first + 1; line <= last; line += 1) {
    const text = lines[line - 1] ?? "";
    if (!looping.test(text)) continue;
    const until = endOfLoop(lines, line, last);
    const block = numbered(lines, line, until);
    const pause = block.find((one) => one.line > line && pausing.test(one.text));
    if (pause === undefined || !block.some((one) => failing.test(one.text) && !onPurpose.test(one.text))) continue;
    const after = numbered(lines, until + 1, Math.min(last, until + maxAfter));
    const inside = block.filter((one) => one.line > line);
    const end = endOf(lines, { line, text }, { inside, after });
    const given = givenAbove(lines, { first, line }, [
      text,
      pause.text,
      ...inside.filter((one) => /\bif\b/.test(one.text)).map((one) => one.text),
    ]);
    const startLine = Math.min(
      line,
      ...given.map((one) => one.line).filter((one) => one > line - maxAbove && one >= first),
    );
    return {
      within, startLine, endLine: Math.max(until, end?.line ?? 0), header: { line, text: text.trim() },
      pause: { line: pause.line, text: pause.text.trim() }, end: end && { line: end.line, text: end.text.trim() },
      given: given.map((one) => ({ ...one, text: one.text.trim() })), times: timesOf(text, certain(lines, line, inside), given),
      isEndless: end === null && ![...inside, ...after].some((one) => leaving.test(one.text)),
    }; // prettier-ignore
  }
  return null;
}

/** Without what stands in a branch of the loop: nobody knows how often it is reached. */
function certain(lines: readonly string[], loop: number, inside: readonly LoopLine[]): LoopLine[] {
  return inside.filter(
    ({ line, text }) => /^\s*if\b[^]*(?:[:{)]|then)\s*$/.test(text) || !branchesAround(lines, loop, line).some(Boolean),
  );
}

/** The heads of branches that a line of a loop stands in, its own line among them where it has one. */
function branchesAround(lines: readonly string[], loop: number, line: number): string[] {
  const heads = [lines[line - 1] ?? ""];
  let depth = indentOf(heads[0] ?? "");
  for (let above = line - 1; above > loop; above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= depth) continue;
    depth = indentOf(text);
    heads.push(text);
  }
  return heads.filter((text) => branching.test(text));
}

/** What ends it for good: behind the loop, or in it where the count is at its end. */
function endOf(
  lines: readonly string[],
  header: LoopLine,
  { inside, after }: { inside: readonly LoopLine[]; after: readonly LoopLine[] },
): LoopLine | null {
  const counters = new Set(
    [header, ...inside].flatMap(({ text }) => {
      const found = /\b(\w+)\s*(?:[-+]=\s*1\b|--|\+\+)|^\s*for\s*\(?\s*(?:let\s+|int\s+)?(\w+)\s*(?:in\b|:?=)/.exec(
        text,
      );
      return found === null ? [] : [found[1] ?? found[2] ?? ""];
    }),
  );
  const isCounted = ({ line }: LoopLine) =>
    branchesAround(lines, header.line, line).some((text) =>
      (text.match(/\w+/g) ?? []).some((word) => counters.has(word)),
    );
  const depth = indentOf(header.text);
  return (
    inside.find((one) => ending.test(one.text) && isCounted(one)) ??
    after.find((one) => ending.test(one.text) && indentOf(one.text) === depth) ??
    null
  );
}

const branching = /\b(?:if|elif|unless|switch|case|when)\b|^\s*(?:\}\s*)?(?:else|except|rescue|catch)\b/;
const leaving = /\b(?:raise|throw|panic|abort|Fatal\w*|exit|Exit|return|break)\b/;

/** Without what is said behind them, and without lines that only say something. */
function numbered(lines: readonly string[], from: number, to: number): LoopLine[] {
  return lines
    .slice(from - 1, to)
    .map((text, at) => ({ line: from + at, text: text.replace(/\s+(?:#|\/\/)\s.*$/, "") }))
    .filter(({ text }) => !/^\s*(?:#|\/\/|\*|\/\*)/.test(text));
}

function endOfLoop(lines: readonly string[], line: number, last: number): number {
  const depth = indentOf(lines[line - 1] ?? "");
  let end = line;
  for (let next = line + 1; next <= Math.min(last, line + maxLoop); next += 1) {
    const text = lines[next - 1] ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) <= depth) return /^\s*(?:\}|end\b|\))/.test(text) ? next : end;
    end = next;
  }
  return end;
}

/** Where the names that a loop goes by are set: in the declaration above it, else in the file. */
function givenAbove(
  lines: readonly string[],
  { first, line }: { first: number; line: number },
  texts: readonly string[],
): LoopLine[] {
  const names = new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w{2,}/g) ?? []));
  const set = (text: string) =>
    /^\s*(?:(?:const|let|var|final|static|int|private|public)\s+)*([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?:?=\s*(?!=)/.exec(
      text,
    )?.[1];
  const found = new Map<string, LoopLine>();
  for (const [from, to] of [
    [first + 1, line - 1],
    [1, first - 1],
  ] as const)
    for (const one of numbered(lines, from, to)) {
      const name = set(one.text);
      if (name === undefined || !names.has(name) || found.has(name)) continue;
      if (/=\s*[\d(]|\bif\b|\?/.test(one.text)) found.set(name, one);
    }
  return [...found.values()].toSorted((a, b) => a.line - b.line).slice(0, 3);
}

/** `range(3)`, `while left > 0` with `left -= 1` and `left = 3`: nothing else is certain. */
function timesOf(header: string, inside: readonly LoopLine[], given: readonly LoopLine[]): number | null {
  const numberOf = (text: string) => {
    if (/^\d+$/.test(text)) return Number(text);
    const set = given.find((one) => new RegExp(`^\\s*(?:\\w+\\s+)*${text}\\b`).test(one.text))?.text;
    const value = set === undefined ? undefined : /=\s*(\d+)\s*;?\s*$/.exec(set)?.[1];
    return value === undefined ? null : Number(value);
  };
  const ranged = /\brange\(\s*(?:\w+\.)*(\w+)\s*\)|\b(\w+)\.times\b/.exec(header);
  if (ranged) return numberOf(ranged[1] ?? ranged[2] ?? "");
  const falling = /\bwhile\b\s*\(?\s*(\w+)\s*(?:>\s*0|!==?\s*0)?\s*\)?\s*[:{]?\s*$/.exec(header)?.[1];
  const isCounted =
    falling !== undefined &&
    inside.some(({ text }) => new RegExp(`\\b${falling}\\s*(?:-=\\s*1|--)|--\\s*${falling}\\b`).test(text));
  if (falling !== undefined && isCounted) return numberOf(falling);
  const within = inside.map(({ text }) => text).join("\n");
  const ended = /\bif\s*\(?\s*(\w+)\s*(?:={2,3}\s*0|<=\s*0|<\s*1)/.exec(within)?.[1];
  if (/\bwhile\s*\(?\s*(?:True|true|1)\b|\bfor\s*(?:\(;;\)|\{)|\bloop\b/.test(header) && ended !== undefined)
    return new RegExp(`\\b${ended}\\s*(?:-=\\s*1|--)`).test(within) ? numberOf(ended) : null;
  const rising = /\b(\w+)\s*:?=\s*0\s*;\s*\1\s*<\s*(\w+)\s*;\s*(?:\1\+\+|\+\+\1)/.exec(header)?.[2];
  return rising === undefined ? null : numberOf(rising);
}
