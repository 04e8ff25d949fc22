import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { indentOf } from "#server/engine/text/line-conditions.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { fold } from "#server/engine/text/wording.ts";

const fails =
  /\b(?:fail\w*|crash\w*|blow\w* up|blew up|errors?|throws?|raises?|dies|die|breaks?|goes wrong|went wrong|exceptions?)\b/i;
const ofJobs =
  /\b(?:(?:cron|background|scheduled|periodic|recurring|nightly|daily|hourly)\s+(?:jobs?|tasks?|work)|cronjobs?|jobs?|workers?|schedulers?)\b/i;
const pointsBack = /\b(?:one|it|they|them|these|those|any|each|either)\b/i;

const maxShown = 2;
const maxBodyLines = 200;
const maxNamed = 3;
const maxBlock = 14;
const maxTry = 8;
/** What catches anything; a failure of one kind is what the code expects. */
const catching =
  /^\s*(?:\}\s*)?(?:catch\s*(?:\{|\((?!\s*[\w.\\| ]*\b\w+(?:Exception|Error|Interrupt)\b(?<!\b(?:Exception|RuntimeException|Throwable|Error)))|\(\s*(?:final\s+)?\\?(?:Exception|RuntimeException|Throwable|Error)\b)|except\s*:|except\s+\(?(?:Base)?Exception\b|rescue\s*(?:$|=>|StandardError|Exception))/;
const retrying = /\b(?:max_?)?retr(?:y|ies)\w*|\battempts?\b|\bback_?off\b|\bmax_?tries\b/i;
const logging = /\blog(?:ger|ging)?\b|\bconsole\.|\bprint/i;
/** What may fail: a call, behind what is caught. */
const calling = /^(?!\s*(?:\/\/|#|\*|@|def\b|(?:async\s+)?function\b|log\b|logger\b|console\.|print)).*\w\s*\(/;
const passingOn = /\b(?:raise|throw|panic|reject|exit|abort)\b/;

/** Where what a job throws is caught. */
interface CaughtFailure {
  codebase: Codebase;
  path: string;
  symbol: SymbolFact;
  startLine: number;
  catchLine: number;
  endLine: number;
  /** Its handling is longer than what was read of it. */
  isCut: boolean;
  /** Something in the body stands outside of it, and is not caught there. */
  isPart: boolean;
  /** Names of the jobs that it stands around. */
  jobs: Set<string>;
}

/** Whether a question is what happens when a job fails; `isAfterJobs`: the question before it asked for the jobs. */
export function asksForJobFailure(text: string, isAfterJobs: boolean): boolean {
  return (
    /^(?:and\s+)?(?:what|how|where|does|do|is|are)\b/i.test(text) &&
    fails.test(text) &&
    (ofJobs.test(text) || (isAfterJobs && pointsBack.test(text)))
  );
}

/** Where what jobs throw is caught, the place around most of them first, and what their declarations say of trying again. */
export async function explainJobFailure(context: AnswerContext): Promise<StatementBlock[]> {
  const places: CaughtFailure[] = [];
  const retries: Statement[] = [];
  for (const codebase of context.codebases) {
    const triggers = findTriggers(openScope(codebase, "")).filter(
      ({ kind }) => kind !== "command" && kind !== "event-listener",
    );
    places.push(...(await placesOf(context, codebase, triggers)));
    retries.push(...(await retriesOf(context, codebase, triggers)));
  }
  const shown = places.toSorted((a, b) => b.jobs.size - a.jobs.size).slice(0, maxShown);
  const told = await Promise.all(shown.map((place) => tellPlace(context, place)));
  const blocks = told.map((statements): StatementBlock => ({ heading: null, statements }));
  return retries.length === 0
    ? blocks
    : [...blocks, { heading: "Tried again", statements: retries.slice(0, maxShown) }];
}

async function placesOf(
  context: AnswerContext,
  codebase: Codebase,
  triggers: readonly IndexedTrigger[],
): Promise<CaughtFailure[]> {
  const found = new Map<string, CaughtFailure>();
  for (const trigger of triggers) {
    const path = trigger.handlerPath ?? trigger.path;
    const symbols = (codebase.index.facts(path)?.symbols ?? []).filter(
      ({ kind }) => kind === "function" || kind === "method",
    );
    const name = (trigger.handler ?? trigger.name).split(/[.#]|::/).at(-1);
    const lines = codeLines(await context.lines({ codebase, path }));
    const handler =
      symbols.find((one) => one.name === name) ??
      symbols.find((one) => one.startLine <= trigger.startLine && trigger.startLine <= one.endLine);
    if (handler === undefined) continue;
    const body = lines.slice(handler.startLine, Math.min(handler.endLine, handler.startLine + maxBodyLines)).join("\n");
    const around = symbols.filter(
      (one) =>
        one === handler ||
        (one.name !== name && new RegExp(`(?<![\\w$])${one.name.replaceAll(/\W/g, "\\$&")}\\s*\\(`).test(body)),
    );
    for (const symbol of around) {
      const caught = caughtIn(lines, symbol);
      if (caught === null) continue;
      const key = `${path}:${caught.catchLine}`;
      const place = found.get(key) ?? { codebase, path, symbol, ...caught, jobs: new Set<string>() };
      place.jobs.add(trigger.name);
      found.set(key, place);
    }
    await context.yieldToEventLoop();
  }
  return [...found.values()];
}

/** The first `catch` of a declaration, from its `try` on where that is near. */
function caughtIn(lines: readonly string[], { startLine, endLine }: SymbolFact) {
  const last = Math.min(endLine, startLine + maxBodyLines, lines.length);
  for (let line = startLine + 1; line <= last; line += 1) {
    const text = lines[line - 1] ?? "";
    if (!catching.test(text)) continue;
    const depth = indentOf(text);
    let end = line;
    while (
      end < Math.min(last, line + maxBlock) &&
      ((lines[end] ?? "").trim() === "" || indentOf(lines[end] ?? "") > depth)
    )
      end += 1;
    const next = lines[end] ?? "";
    const isCut = end < last && (next.trim() === "" || indentOf(next) > depth);
    while (end > line && (lines[end - 1] ?? "").trim() === "") end -= 1;
    const above = lines.slice(Math.max(startLine, line - maxTry) - 1, line - 1);
    const tried = above.findLastIndex((one) => /^\s*(?:try|begin)\b/.test(one) && indentOf(one) === depth);
    const start = tried < 0 ? line : line - (above.length - tried);
    const body = lines.slice(startLine, last).filter((one) => one.trim() !== "");
    const outermost = Math.min(...body.filter((one) => !/^\s*[})\]]/.test(one)).map(indentOf));
    const isPart =
      depth > outermost ||
      [...(tried < 0 ? [] : lines.slice(startLine, start - 1)), ...lines.slice(end, last)].some((one) =>
        calling.test(one),
      );
    return { startLine: start, catchLine: line, endLine: end, isCut, isPart };
  }
  return null;
}

async function tellPlace(context: AnswerContext, place: CaughtFailure): Promise<Statement[]> {
  const { symbol, startLine, catchLine, endLine, isCut, isPart, jobs } = place;
  const lines = await context.lines(place);
  const handled = codeLines(lines).slice(catchLine, endLine).join("\n");
  const evidence = linesOf(place, startLine, endLine);
  const names = fold(
    [...jobs].map((name) => codeSpan(name)),
    maxNamed,
  );
  const ends = passingOn.test(handled)
    ? ", and may throw it on"
    : isCut
      ? ""
      : logging.test(handled)
        ? ", writes it to the log, and does not throw it on"
        : ", and does not throw it on";
  const tried = codeLines(lines)
    .slice(startLine, catchLine - 1)
    .filter((line) => line.trim() !== "");
  const work =
    startLine < catchLine && tried.length === 1
      ? `what ${codeSpan((tried[0] ?? "").trim(), 80)} throws`
      : "what is thrown there";
  const text = `**${codeSpan(shownName(symbol))}** (${shownPath(context, place)}, line ${catchLine}), which ${names} ${jobs.size === 1 ? "goes" : "go"} through, catches ${work}${ends}.${isPart ? " What fails outside of it is not caught there." : ""}`;
  const quoted = fence(lines.slice(startLine - 1, endLine), context.facts(place)?.language ?? null);
  return [
    { text, evidence: [evidence] },
    {
      text: `${shownPath(context, place)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`,
      evidence: [evidence],
    },
  ];
}

/** What the lines that declare a job say of another try. */
async function retriesOf(
  context: AnswerContext,
  codebase: Codebase,
  triggers: readonly IndexedTrigger[],
): Promise<Statement[]> {
  const found: Statement[] = [];
  for (const { path, name, startLine, endLine } of triggers) {
    const lines = codeLines(await context.lines({ codebase, path }));
    const last = Math.min(endLine, startLine + maxBlock);
    for (let line = startLine; line <= last; line += 1) {
      const text = lines[line - 1] ?? "";
      if (!retrying.test(text)) continue;
      const place = { codebase, path };
      found.push({ text: `- ${codeSpan(name)}: ${codeSpan(text.trim(), 110)}`, evidence: [linesOf(place, line)] });
      break;
    }
  }
  return found;
}
