import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { findHandler } from "#server/engine/retrieval/find-handler.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { statedSummary } from "#server/engine/retrieval/stated-summary.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count } from "#server/engine/text/wording.ts";

import { explainDelegate } from "./explain-delegate.ts";
import { findEndpoints, handlerDoc, separateRoutes } from "./list-endpoints.ts";
import { placeEndpoints, type PlacedEndpoint } from "./place-endpoints.ts";

type Endpoint = FileFact<IndexedEndpoint>;

const maxQuoted = 30;
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
    ...(await describeWithCode(context, { endpoint: main, code: null })),
    { heading: "Calls that come near", statements: listCalls(context, others) },
  ];
}

/**
 * The endpoints that a question names as they are declared, "GET /cart/:id", each with the code that answers it: of several
 * services that have it all. Empty where it names none that is known, or asks for something else of it.
 */
export async function explainNamedEndpoints(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const named = asksWhatIsDone(part) ? await findNamed(context, part) : [];
  if (named.length === 0) return [];
  const explained = await Promise.all(named.slice(0, maxOthers).map((one) => describeWithCode(context, one)));
  const others = listCalls(
    context,
    named.slice(maxOthers).map(({ endpoint }) => endpoint),
  );
  return [...explained.flat(), { heading: "The same call elsewhere", statements: others }];
}

/** "What does GET /api/config do?" asks for no setting, and "explain GET /api/overview" for no overview. */
function asksWhatIsDone({ kind, text }: QuestionPart): boolean {
  return kind === "explain" || kind === "endpoints" || /^(?:what (?:does|will|happens)|explain|describe)\b/i.test(text);
}

/** As it is written, else with other names for what stands in its path, else among those whose beginning is not known. */
async function findNamed(context: AnswerContext, part: QuestionPart): Promise<PlacedEndpoint[]> {
  const [, method = "", path = ""] = namedCall.exec(part.text) ?? namedProcedure.exec(part.text) ?? [];
  if (path === "") return [];
  const { known, unresolved } = await separateRoutes(context, part);
  const verb = method.toUpperCase();
  const isProcedure = verb === "RPC";
  const shape = pathShape(path);
  const isShaped = ({ fact }: Endpoint) => fact.method === verb && pathShape(fact.path) === shape;
  const isCalled = ({ fact }: Endpoint) =>
    fact.method === verb && [fact.path, fact.handler].some((one) => `/${one}`.endsWith(`/${path}`));
  const tries: (readonly Endpoint[])[] = isProcedure
    ? [known.filter(isCalled)]
    : [
        known.filter(({ fact }) => fact.method === verb && fact.path === path),
        known.filter(isShaped),
        unresolved.filter(
          (one) => isShaped(one) || (one.fact.method === verb && shapeBehindStart(one.fact.path) === shape),
        ),
        [...known, ...unresolved].filter(({ fact }) => fact.method === "ANY" && pathShape(fact.path) === shape),
      ];
  return await placeEndpoints(context, tries.find((found) => found.length > 0) ?? []);
}

/** A path as the same one whatever its parts are called: `/cart/:id` is `/cart/{cartId:int}`. */
function pathShape(path: string): string {
  const parts = path.split("/").filter((one) => one !== "");
  return parts.map((one) => (/^(?:[:*$].*|\{.*\}|<.*>|\[.*\]|\(.*\))$/.test(one) ? "{}" : one)).join("/");
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

/** Without a beginning that is put in while the program runs: `/cart` of `/{baseUrl}/cart`. */
function shapeBehindStart(path: string): string {
  return pathShape(path).replace(/^\{\}\//, "");
}

/** A path ends where the sentence goes on. */
const namedCall = /\b(GET|POST|PUT|PATCH|DELETE)\s+`?(\/[^\s`?]{0,300}?)`?[.,;!?]*(?=\s|$)/i;
const namedProcedure = /\b(RPC)\s+`?\/?([\w.]{1,200}(?:\/\w{1,200})?)`?/;

/** By the lines that answer it: its own, or those of the handler that it names, where that is sure. */
async function describeWithCode(context: AnswerContext, { endpoint, code }: PlacedEndpoint): Promise<StatementBlock[]> {
  const { method, path, handler, startLine, endLine } = endpoint.fact;
  const found = code ?? (await findHandler(context, endpoint));
  const isHere =
    found?.path === endpoint.path && found.symbol.startLine <= endLine && startLine <= found.symbol.endLine;
  if (found !== null && !isHere) return await describeElsewhere(context, endpoint, found);
  const isDocument = endpoint.path.endsWith(".proto");
  const isWhole = handler === null || isHere || endLine - startLine >= shortestBody;
  if (isWhole && !isDocument) return await describeEndpoint(context, endpoint);
  const named = handler === null || isDocument ? "." : `, and names ${codeSpan(handler)} as its handler.`;
  const text = `**${codeSpan(`${method} ${path}`)}** is declared in ${shownPath(context, endpoint)}, line ${startLine}${named}`;
  return [{ heading: null, statements: [{ text, evidence: [linesOf(endpoint, startLine, endLine)] }] }];
}

/** Lines that a handler has after its first at least. */
const shortestBody = 2;

async function describeElsewhere(
  context: AnswerContext,
  endpoint: Endpoint,
  found: LocatedSymbol,
): Promise<StatementBlock[]> {
  const { symbol } = found;
  const [route, lines] = [await context.lines(endpoint), await context.lines(found)];
  const declared = linesOf(endpoint, endpoint.fact.startLine, Math.min(endpoint.fact.endLine, route.length));
  const last = Math.min(symbol.endLine, symbol.startLine + maxQuoted - 1, lines.length);
  const quotedLines = linesOf(found, symbol.startLine, last);
  const doc = summarizeBriefly(symbol.doc, maxDoc);
  const stated = doc === null ? statedAround([[endpoint, route, endpoint.fact], [found, lines, symbol]]) : null; // prettier-ignore
  const words = doc?.text ?? stated?.text;
  const handled = `handled by ${codeSpan(shownName(symbol))} in ${shownPath(context, found)}, lines ${symbol.startLine}–${symbol.endLine}.`;
  const where = `declared in ${shownPath(context, endpoint)}, line ${declared.startLine},`;
  const lead: Statement = {
    text: `**${codeSpan(`${endpoint.fact.method} ${endpoint.fact.path}`)}**${words === undefined ? `, ${where} is ${handled}` : `: ${words} It is ${where} and ${handled}`}`,
    evidence: [
      declared,
      quotedLines,
      ...(doc ? [linesOf(found, doc.startLine, doc.endLine)] : []),
      ...(stated?.evidence ?? []),
    ],
  };
  const quoted: Statement = {
    text: `${shownPath(context, found)}, lines ${symbol.startLine}–${last} ${citationPlaceholder}:\n\n${fence(lines.slice(symbol.startLine - 1, last), context.facts(found)?.language ?? null)}`,
    evidence: [quotedLines],
  };
  // What stands in front of the body; within it such words mean much else.
  const head = { startLine: symbol.startLine, endLine: symbol.signatureEndLine ?? symbol.startLine };
  const guards = [...guardEntries(endpoint, endpoint.fact, route), ...guardEntries(found, head, lines)];
  return [
    { heading: null, statements: [lead, quoted] },
    { heading: null, statements: await explainDelegate(context, endpoint, { ...found, ...linesIn(symbol) }) },
    { heading: "What lets callers in", statements: guards.slice(0, maxGuards) },
  ];
}

const maxDoc = 140;

async function describeEndpoint(context: AnswerContext, main: Endpoint): Promise<StatementBlock[]> {
  const { startLine, endLine, handler } = main.fact;
  const lines = await context.lines(main);
  const last = Math.min(endLine, startLine + maxQuoted - 1, lines.length);
  const doc = handlerDoc(main);
  const stated = doc === null ? statedAround([[main, lines, main.fact]]) : null;
  const words = doc?.text ?? stated?.text;
  const by = handler === null ? "" : `handled by ${codeSpan(handler)}, `;
  const where = `${by}in ${shownPath(context, main)}, lines ${startLine}–${endLine}.`;
  const lead: Statement = {
    text: `**${codeSpan(`${main.fact.method} ${main.fact.path}`)}**${words === undefined ? `, ${where}` : `: ${words} It is ${where}`}`,
    evidence: [linesOf(main, startLine, last), ...(stated?.evidence ?? [])],
  };
  const quoted: Statement = {
    text: `${shownPath(context, main)}, lines ${startLine}–${last} ${citationPlaceholder}:\n\n${fence(lines.slice(startLine - 1, last), context.facts(main)?.language ?? null)}`,
    evidence: [linesOf(main, startLine, last)],
  };
  return [
    { heading: null, statements: [lead, quoted] },
    { heading: null, statements: await explainDelegate(context, main, { ...main, ...linesIn(main.fact) }) },
    { heading: "What lets callers in", statements: guardEntries(main, main.fact, lines) },
  ];
}

type Around = readonly [FileRef, readonly string[], { startLine: number; endLine: number }];

/** What the interface's own words say of it: at the route, else at its handler. */
function statedAround(places: readonly Around[]) {
  for (const [at, lines, { startLine, endLine }] of places) {
    const found = statedSummary(lines, startLine, endLine);
    if (found !== null) return { text: cleanProse(found.text), evidence: [linesOf(at, found.line)] };
  }
  return null;
}

const linesIn = ({ startLine, endLine }: { startLine: number; endLine: number }) => ({ startLine, endLine });

const asksForOne = /\b(?:which|what)\s+(?:[\w-]+\s+){0,2}(?:endpoint|route|api|url|http call)\b(?!s)/i;

function guardEntries(
  at: FileRef,
  { startLine, endLine }: { startLine: number; endLine: number },
  lines: readonly string[],
): Statement[] {
  const found: Statement[] = [];
  for (let line = startLine; line <= Math.min(endLine, lines.length) && found.length < maxGuards; line += 1) {
    const text = (lines[line - 1] ?? "").trim();
    if (guards.test(text) && !/^(?:\/\/|#|\*)/.test(text))
      found.push({ text: `- line ${line}: ${codeSpan(text, 110)}`, evidence: [linesOf(at, line)] });
  }
  return found;
}
