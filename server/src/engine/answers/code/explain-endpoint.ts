import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { count } from "#server/engine/text/wording.ts";

import { findEndpoints, handlerDoc, listKnownEndpoints } from "./list-facts.ts";

type Endpoint = FileFact<IndexedEndpoint>;

const maxQuoted = 20;
const maxOthers = 4;
const maxGuards = 3;
/** Lines by which servers let some in and others not. */
const guards =
  /\b(?:auth\w*|authori[sz]e\w*|permission\w*|requires?\w*|roles?|guards?|polic(?:y|ies)|middleware|login_required|can)\b\s*[(<:[{]|@\w*(?:Auth|Role|Guard|Permission|Secured)\w*/i;

/**
 * One endpoint that does what the question asks: its lines, who may call it, and similar ones. Empty when several are
 * requested.
 */
export async function explainEndpoint(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (part.terms.length === 0 || !asksForOne.test(part.text)) return [];
  const [main, ...others] = await findEndpoints(context, part);
  if (!main) return [];
  return [
    ...(await describeEndpoint(context, main)),
    { heading: "Calls that come near", statements: listCalls(context, others) },
  ];
}

/**
 * The endpoints that a question names as they are declared, "GET /cart/:id", each with its lines: of several services that
 * have it all. Empty where it names none that is known, or where the lines only name a handler that stands elsewhere.
 */
export async function explainNamedEndpoints(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const [, method, path] = namedCall.exec(part.text) ?? [];
  if (method === undefined || path === undefined) return [];
  const named = (await listKnownEndpoints(context, part)).filter(
    ({ fact }) => fact.method === method.toUpperCase() && fact.path === path,
  );
  if (!named.every(({ fact }) => fact.endLine - fact.startLine >= shortestBody)) return [];
  const explained = await Promise.all(named.slice(0, maxOthers).map((one) => describeEndpoint(context, one)));
  const others = listCalls(context, named.slice(maxOthers));
  return named.length === 0 ? [] : [...explained.flat(), { heading: "The same call elsewhere", statements: others }];
}

/** Calls with where each stands; of more than a few, how many more there are. */
function listCalls(context: AnswerContext, others: readonly Endpoint[]): Statement[] {
  const near = others.slice(0, maxOthers).map((one) => ({
    text: `- ${codeSpan(`${one.fact.method} ${one.fact.path}`)} (${shownPath(context, one)}, line ${one.fact.startLine})`,
    evidence: [linesOf(one, one.fact.startLine)],
  }));
  const rest = others.slice(near.length);
  const evidence = rest.slice(0, maxOthers).map((one) => linesOf(one, one.fact.startLine));
  const more = rest.length > 0 ? [{ text: `- and ${count(rest.length, "more call")}`, evidence }] : [];
  return [...near, ...more];
}

/** Lines that a handler has after its first at least. */
const shortestBody = 2;

/** A path ends where the sentence goes on. */
const namedCall = /\b(GET|POST|PUT|PATCH|DELETE)\s+`?(\/[^\s`?]{0,300}?)`?[.,;!?]*(?=\s|$)/i;

async function describeEndpoint(context: AnswerContext, main: Endpoint): Promise<StatementBlock[]> {
  const { startLine, endLine, handler } = main.fact;
  const lines = await context.lines(main);
  const last = Math.min(endLine, startLine + maxQuoted - 1, lines.length);
  const doc = handlerDoc(main)?.text;
  const by = handler === null ? "" : `, handled by ${codeSpan(handler)}`;
  const lead: Statement = {
    text: `**${codeSpan(`${main.fact.method} ${main.fact.path}`)}**${by}, in ${shownPath(context, main)}, lines ${startLine}–${endLine}${doc === undefined ? "." : `: ${doc}`}`,
    evidence: [linesOf(main, startLine, last)],
  };
  const quoted: Statement = {
    text: `${shownPath(context, main)}, lines ${startLine}–${last} ${citationPlaceholder}:\n\n${fence(lines.slice(startLine - 1, last), context.facts(main)?.language ?? null)}`,
    evidence: [linesOf(main, startLine, last)],
  };
  return [
    { heading: null, statements: [lead, quoted] },
    { heading: "What lets callers in", statements: guardEntries(main, lines) },
  ];
}

const asksForOne = /\b(?:which|what)\s+(?:[\w-]+\s+){0,2}(?:endpoint|route|api|url|http call)\b(?!s)/i;

function guardEntries(main: Endpoint, lines: readonly string[]): Statement[] {
  const { startLine, endLine } = main.fact;
  const found: Statement[] = [];
  for (let line = startLine; line <= Math.min(endLine, lines.length) && found.length < maxGuards; line += 1) {
    const text = (lines[line - 1] ?? "").trim();
    if (guards.test(text) && !/^(?:\/\/|#|\*)/.test(text))
      found.push({ text: `- line ${line}: ${codeSpan(text, 110)}`, evidence: [linesOf(main, line)] });
  }
  return found;
}
