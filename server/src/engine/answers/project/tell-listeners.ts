import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { isStopWord, splitWords, stem, stemsOf } from "#server/engine/intent/words.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asked =
  /\bwhat (?:all )?(?:gets?|is|are) (?:called|run|started|triggered|informed)\b.*\b(?:once|when|after|as soon as)\b(.*)$/i;
const asksWhere = /\bwhere\b.*\b(?:wired|registered|connected|hooked|put together)\b/i;
/** "`order_placed.connect(send_mail)`", each line one that is called, in the order of the lines. */
const connects = String.raw`^\s*\w+\.connect\(\w[\w.]*`;
const connect = /^\s*(\w+)\.connect\((\w[\w.]*)/;
/** What has been done to a thing, and how its signal is called then. */
const deeds: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:updat|chang|edit|modif)\w*/i, /^(?:updat|chang|edit|modif)/],
  [/\b(?:delet|remov)\w*/i, /^(?:delet|remov)/],
  [/\b(?:stor|sav|creat|add|new|receiv|finish|import|consum|plac|arriv|done)\w*/i, /^(?:stor|sav|creat|add|receiv|finish|import|consum|plac|arriv|done|complet)/],
]; // prettier-ignore
const fewest = 2;
const maxSenders = 2;
const lookMs = 600;

interface WiredSignal {
  signal: string;
  path: string;
  calls: { name: string; line: number }[];
}

/** What is called once something has happened, in which order and where that is wired, by the signals that carry it. */
export async function tellListeners(
  context: AnswerContext,
  codebase: Codebase,
  { text, before }: ProjectQuestion,
): Promise<StatementBlock[]> {
  const asksForPlace = asked.test(before) && asksWhere.test(text);
  const [, happened = ""] = asked.exec(asksForPlace ? before : text) ?? [];
  const called = deeds.find(([said]) => said.test(happened))?.[1];
  if (called === undefined) return [];
  const nouns = new Set(
    splitWords(happened)
      .filter((word) => !isStopWord(word))
      .map(stem),
  );
  const fitting = (await wiredSignals(codebase)).filter(({ signal, calls }) => {
    const said = stemsOf(signal);
    return calls.length >= fewest && said.some((one) => called.test(one)) && said.some((one) => nouns.has(one));
  });
  const [best] = fitting.toSorted((a, b) => b.calls.length - a.calls.length);
  if (best === undefined) return [];
  const place = { codebase, path: best.path };
  const [first, last] = [best.calls[0]?.line ?? 1, best.calls.at(-1)?.line ?? 1];
  if (asksForPlace) {
    const wired = `${codeSpan(best.signal)} is wired in ${shownPath(context, place)}, lines ${first}–${last}.`;
    return [{ heading: null, statements: [{ text: wired, evidence: [linesOf(place, first, last)] }] }];
  }
  const lead: Statement = {
    text: `${codeSpan(best.signal)} calls these, wired in ${shownPath(context, place)}, lines ${first}–${last}, in this order:`,
    evidence: [linesOf(place, first, last)],
  };
  const items = best.calls.map(({ name, line }, at): Statement => ({ text: `${at + 1}. ${codeSpan(name)}`, evidence: [linesOf(place, line)] })); // prettier-ignore
  return [{ heading: null, statements: [lead, ...items, ...(await senders(context, codebase, best.signal))] }];
}

async function wiredSignals(codebase: Codebase): Promise<WiredSignal[]> {
  const { files } = await codebase.index.findLines(
    { pattern: connects, isRegex: true, ignoreCase: false, isWord: false },
    { maxFiles: 40, maxLinesPerFile: 60, deadlineMs: lookMs },
  );
  return files.flatMap(({ path, lines }) => {
    if (isUnlikelyPlace(path, "")) return [];
    const found = lines.flatMap(({ line, text }) => {
      const [, signal, name] = connect.exec(text) ?? [];
      return signal === undefined || name === undefined ? [] : [{ signal, name, line }];
    });
    return [...Map.groupBy(found, ({ signal }) => signal)].map(([signal, calls]) => ({ signal, path, calls }));
  });
}

/** Where it is sent. */
async function senders(context: AnswerContext, codebase: Codebase, signal: string): Promise<Statement[]> {
  const { files } = await codebase.index.findLines(
    { pattern: String.raw`\b${signal}\.send\w*\(`, isRegex: true, ignoreCase: false, isWord: false },
    { maxFiles: 20, maxLinesPerFile: 2, deadlineMs: lookMs },
  );
  const own = files.filter(
    ({ path }) => !isUnlikelyPlace(path, "") && context.facts({ codebase, path })?.kind === "source",
  );
  return own.slice(0, maxSenders).flatMap(({ path, lines }) =>
    lines.slice(0, 1).map(({ line }): Statement => ({
      text: `It is sent in ${shownPath(context, { codebase, path })}, line ${line}.`,
      evidence: [linesOf({ codebase, path }, line)],
    })),
  );
}
