import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { describeTrigger, triggerTables } from "#server/engine/text/describe-trigger.ts";
import { isAtNight } from "#server/engine/text/schedule-hours.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { holdsSwitchedOffCode } from "#server/engine/text/switched-off.ts";

import { narrow, row, table } from "./list-facts.ts";

const maxRows = 40;
const maxLines = 12;
const asksAboutNight = /\b(?:at night|nightly|over ?night|by night)\b/i;
const asksForSenders =
  /\b(?:publish\w*|send(?:s|ing|er|ers)?|emit\w*|produc\w*|enqueue\w*|put\w* in(?:to)? (?:the )?queue)\b/i;

/** What starts work beside requests, only what matches the question's words if any does. */
export async function listTriggers(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (asksForSenders.test(part.text)) return listSenders(context, part);
  const found = await context.lookUp("list_jobs", part.text, async () => gather(context, findTriggers));
  const all = found.filter(({ fact }) => fact.kind !== "command");
  const timed = asksAboutNight.test(part.text) ? all.filter(({ fact }) => isAtNight(fact.schedule)) : all;
  const isWanted = wantedKinds(part.text);
  const chosen = narrow(
    timed.filter(({ fact }) => isWanted(fact)),
    part,
    ({ fact, path }) => `${fact.name} ${fact.topic ?? ""} ${fact.handler ?? ""} ${fact.about ?? ""} ${path}`,
  );
  return triggerTables.flatMap(({ kind, title, columns }) => {
    const own = chosen.filter(({ fact }) => fact.kind === kind);
    const shown = own.slice(0, maxRows).map((one) => ({ one, about: aboutOf(one) }));
    const isTold = shown.some(({ about }) => about !== "");
    const rows = shown.map(({ one, about }) =>
      toRow(context, one, [...describeTrigger(namedByCommand(one.fact)), ...(isTold ? [about] : [])]),
    );
    return table(`${title}:`, [...columns, ...(isTold ? ["What it does"] : []), "Where"], rows, own.length);
  });
}

/** Django calls a command as its file. */
function namedByCommand(fact: IndexedTrigger): IndexedTrigger {
  const name = /\/management\/commands\/(\w+)\.py$/.exec(fact.path)?.[1];
  return name === undefined ? fact : { ...fact, name };
}

/** What is said of it where it is declared, else of what does the work. */
function aboutOf({ codebase, path, fact }: FileFact<IndexedTrigger>): string {
  if (fact.about !== null && !holdsSwitchedOffCode(fact.about)) return cutText(cleanProse(fact.about), maxAbout);
  const name = (fact.handler ?? fact.name).split(/[.#]|::/).at(-1) ?? "";
  const symbols = codebase.index.facts(fact.handlerPath ?? path)?.symbols ?? [];
  const here = symbols.filter((one) => one.name === name);
  const own = here.find(({ startLine }) => startLine >= fact.startLine) ?? here[0];
  const named =
    own ?? onlyOne(codebase.index.findSymbols(name, { limit: 4 }).filter((one) => one.symbol.name === name));
  const command = codebase.index.triggers().find((one) => one.kind === "command" && one.path === path);
  if (command !== undefined && command.about !== null) return cutText(cleanProse(command.about), maxAbout);
  // A method such as `handle` is told by its class.
  const type = symbols.find((one) => one.name === (own?.parent ?? "") && one.doc !== null);
  const doc = named?.doc ?? type?.doc ?? null;
  return doc === null || holdsSwitchedOffCode(doc.text) ? "" : (summarizeBriefly(doc, maxAbout)?.text ?? "");
}

function onlyOne(found: readonly { symbol: SymbolFact }[]): SymbolFact | undefined {
  return found.length === 1 ? found[0]?.symbol : undefined;
}

const maxAbout = 140;

async function listSenders(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const all = await context.lookUp("list_jobs", part.text, async () => gather(context, findPublishers));
  const chosen = narrow(all, part, ({ fact, path }) => `${fact.topic} ${path}`);
  const rows = chosen
    .slice(0, maxRows)
    .map((one) => toRow(context, one, [codeSpan(one.fact.topic), one.fact.framework]));
  return table("These messages are sent:", ["Message", "By", "Where"], rows, chosen.length);
}

function gather<F extends IndexedTrigger | IndexedPublisher>(
  { codebases }: AnswerContext,
  find: (scope: ReturnType<typeof openScope>) => readonly F[],
): FileFact<F>[] {
  return codebases.flatMap((codebase) =>
    find(openScope(codebase, "")).map((fact) => ({ codebase, path: fact.path, fact })),
  );
}

function toRow(
  context: AnswerContext,
  one: FileFact<IndexedTrigger | IndexedPublisher>,
  cells: readonly string[],
): Statement {
  const { startLine, endLine } = one.fact;
  const evidence = [linesOf(one, startLine, Math.min(endLine, startLine + maxLines))];
  return { text: row([...cells, shownPath(context, one)]), evidence };
}

/** Of what the question asks for by its words: the clock, or messages and events. */
function wantedKinds(text: string): (trigger: IndexedTrigger) => boolean {
  if (
    /\b(?:schedul\w*|cron\w*|periodic\w*|night\w*|recurring|by the clock|regularly|every|how (?:often|frequently))\b/i.test(
      text,
    )
  )
    return ({ kind }) => kind === "schedule";
  if (/\b(?:consum\w*|subscrib\w*|listen\w*|messages?|topics?|events?)\b/i.test(text))
    return ({ kind }) => kind === "consumer" || kind === "event-listener";
  return () => true;
}
