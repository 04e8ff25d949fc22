import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { describeTrigger, triggerTables } from "#server/engine/text/describe-trigger.ts";
import { isAtNight } from "#server/engine/text/schedule-hours.ts";

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
    const rows = own.slice(0, maxRows).map((one) => toRow(context, one, describeTrigger(one.fact)));
    return table(`${title}:`, [...columns, "Where"], rows, own.length);
  });
}

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
  if (/\b(?:schedul\w*|cron\w*|periodic\w*|night\w*|recurring|by the clock|regularly|every)\b/i.test(text))
    return ({ kind }) => kind === "schedule";
  if (/\b(?:consum\w*|subscrib\w*|listen\w*|messages?|topics?|events?)\b/i.test(text))
    return ({ kind }) => kind === "consumer" || kind === "event-listener";
  return () => true;
}
