import { separateEndpoints } from "#server/code-index/analysis/structure/separate-endpoints.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { gatherFacts, isAside, type FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { describeUnresolvedRoutes } from "#server/engine/text/unresolved-routes.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import { describeGateways } from "./describe-gateways.ts";
import { inNamedFolder } from "./in-named-folder.ts";
import { narrow, row, table } from "./list-facts.ts";
import { groupEndpoints, placeEndpoints, type PlacedGroup, type PlacedEndpoint } from "./place-endpoints.ts";

const maxRows = 40;
const maxShownGroups = 12;
const maxProofs = 4;
const columns = ["Call", "Handler", "What it does", "Where"];

/**
 * Endpoints of the code, only those that match the question's words if any do; what is said of those whose addresses
 * are not known.
 */
export async function listEndpoints(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const all = await placeEndpoints(context, await listKnownEndpoints(context, part));
  const asked = groupEndpoints(all).filter(({ name }) => name !== null && asksForPart(name, part.text));
  const chosen = asked.length > 0 ? asked.flatMap(({ endpoints }) => endpoints) : await matching(context, part, all);
  const { known, unresolved } = await separateRoutes(context, part);
  const meant = new Set(inNamedFolder([...known, ...unresolved], part.text));
  const unknown = describeUnresolvedRoutes(
    unresolved.filter((one) => meant.has(one)).map((one) => ({ ...one, evidence: linesOf(one, one.fact.startLine) })),
    { show: (one) => codeSpan(one.path), isMore: chosen.length > 0 },
  );
  const isOfAll = part.terms.length === 0 && asked.length === 0 && chosen.length > 0;
  const passed = isOfAll ? await describeGateways(context) : [];
  const more = unknown === null ? [] : [{ heading: null, statements: [unknown] }];
  return [...endpointTables(context, chosen), ...more, ...passed];
}

/** Of those that the question's words find, each once and where its code is. */
async function matching(
  context: AnswerContext,
  part: QuestionPart,
  all: readonly PlacedEndpoint[],
): Promise<PlacedEndpoint[]> {
  const found = await findEndpoints(context, part);
  const calls = found.map(({ fact }) => `${fact.method} ${fact.path}`);
  const rank = new Map([...new Set(calls)].map((call, at) => [call, at]));
  const isFound = ({ endpoint, code }: PlacedEndpoint) =>
    code === null
      ? found.some((one) => isSame(one, endpoint))
      : rank.has(`${endpoint.fact.method} ${endpoint.fact.path}`);
  const rankOf = ({ endpoint: { fact } }: PlacedEndpoint) => rank.get(`${fact.method} ${fact.path}`) ?? 0;
  return all.filter(isFound).toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isSame(one: FileFact<IndexedEndpoint>, other: FileFact<IndexedEndpoint>): boolean {
  return one.codebase === other.codebase && one.path === other.path && one.fact === other.fact;
}

/** "Which endpoints does the user service have?", "the endpoints of cart-api". A plain word alone may be a subject. */
function asksForPart(name: string, question: string): boolean {
  const said = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (/[-._]|[a-z][A-Z]/.test(name)) return new RegExp(`(?<![\\w.-])${said}(?![\\w-])`, "i").test(question);
  const after = String.raw`(?:[-\s]?(?:service|api|app|server|part)\b|\s*(?:\?|$)|\s+(?:have|has|answers?|offers?|serves?|exposes?)\b)`;
  return new RegExp(String.raw`\b(?:of|in|by|does|from)\s+(?:the\s+)?["'\x60]?${said}["'\x60]?${after}`, "i").test(
    question,
  );
}

function endpointTables(context: AnswerContext, chosen: readonly PlacedEndpoint[]): StatementBlock[] {
  const groups = groupEndpoints(chosen);
  const [only, ...others] = groups;
  if (only === undefined) return [];
  const isOwn = chosen.some(({ endpoint, code }) => !isAside((code ?? endpoint).path));
  const all = count(chosen.length, "endpoint");
  if (others.length === 0) {
    const rows = chooseRows(chosen, maxRows).map((one) => endpointRow(context, one));
    return table(isOwn ? `The code answers ${all}:` : besideOnly(all), columns, rows, chosen.length);
  }
  const shares = shareRows(groups);
  const shown = shares.reduce((sum, one) => sum + one, 0);
  const less = `${shown} of ${chosen.length} are shown; ask for one service to see its own.`;
  const evidence = groups.flatMap(({ endpoints: [one] }) => (one ? [placeOf(one)] : [])).slice(0, maxProofs);
  const said = isOwn ? `The code answers ${all} in ${describeGroups(groups)}` : besideOnly(all).slice(0, -1);
  const lead = { text: `${said}${shown < chosen.length ? `: ${less}` : "."}`, evidence };
  return [
    { heading: null, statements: [lead] },
    ...groups.flatMap((group, at) => groupTable(context, group, shares[at] ?? 0)),
  ];
}

/** "5 services", "5 services and 2 packages", "3 services and outside of them". */
function describeGroups(groups: readonly PlacedGroup[]): string {
  const services = groups.filter(({ isService }) => isService).length;
  const packages = groups.filter(({ name, isService }) => name !== null && !isService).length;
  const isElsewhere = groups.some(({ name }) => name === null);
  const counted = [
    ...(services > 0 ? [count(services, "service")] : []),
    ...(packages > 0 ? [count(packages, "package")] : []),
    ...(isElsewhere ? ["outside of them"] : []),
  ];
  return enumerate(counted);
}

/** What lies in such folders alone may be all that there is, or may be none of it: neither is said. */
function besideOnly(all: string): string {
  return `The index read ${all}, in folders of examples, documents or tools alone:`;
}

function groupTable(context: AnswerContext, { name, endpoints }: PlacedGroup, rows: number): StatementBlock[] {
  if (rows === 0) return [];
  const all = count(endpoints.length, "endpoint");
  const told = rows < endpoints.length ? `${rows} of ${all}` : all;
  const head = `| ${columns.join(" | ")} |\n| ${columns.map(() => "---").join(" | ")} |`;
  const shown = chooseRows(endpoints, rows).map((one) => endpointRow(context, one));
  const heading = name === null ? `Elsewhere: ${told}` : `${name}: ${told}`;
  return [{ heading, statements: [{ text: head, evidence: [] }, ...shown] }];
}

const reads = /^(?:GET|HEAD|OPTIONS|QUERY|SUBSCRIPTION)$/;

/** Where there is no room for all, some of each thing, of what reads it and of what writes it; in their order. */
function chooseRows(all: readonly PlacedEndpoint[], room: number): readonly PlacedEndpoint[] {
  if (all.length <= room) return all;
  const kinds = Map.groupBy(all, ({ endpoint: { fact } }) => `${reads.test(fact.method)} ${thingOf(fact.path)}`);
  const chosen = new Set<PlacedEndpoint>();
  for (let round = 0; chosen.size < room; round += 1)
    for (const own of kinds.values()) {
      const next = own[round];
      if (next !== undefined && chosen.size < room) chosen.add(next);
    }
  return all.filter((one) => chosen.has(one));
}

/** The first part of a path that names something: "orders" of "/api/v1/orders/{id}". */
function thingOf(path: string): string {
  const parts = path.split("/").filter((one) => one !== "" && !/^[:{<[(*]|^(?:api|rest|v\d+|v\{.*)$/i.test(one));
  return parts[0] ?? "";
}

/** How many of each are shown: all of small groups, the rest in equal shares. */
function shareRows(groups: readonly PlacedGroup[]): number[] {
  const shares = groups.map(() => 0);
  for (let left = maxRows; left > 0;) {
    const open = groups.flatMap(({ endpoints }, at) =>
      at < maxShownGroups && (shares[at] ?? 0) < endpoints.length ? [at] : [],
    );
    if (open.length === 0) break;
    for (const at of open.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
    left -= Math.min(left, open.length);
  }
  return shares;
}

function endpointRow(context: AnswerContext, one: PlacedEndpoint): Statement {
  const { endpoint, code } = one;
  const { method, path, handler } = endpoint.fact;
  const named = code === null ? handler : shownName(code.symbol);
  const doc = code === null ? handlerDoc(endpoint) : summarizeBriefly(code.symbol.doc, maxDoc);
  const cells = [codeSpan(`${method} ${path}`), named === null ? "" : codeSpan(named), withoutCall(doc?.text ?? "")];
  return { text: row([...cells, shownPath(context, code ?? endpoint)]), evidence: [placeOf(one)] };
}

const maxDoc = 140;

function placeOf({ endpoint, code }: PlacedEndpoint) {
  if (code === null) return linesOf(endpoint, endpoint.fact.startLine, endpoint.fact.endLine);
  return linesOf(code, code.symbol.startLine, code.symbol.signatureEndLine ?? code.symbol.startLine);
}

export async function separateRoutes(context: AnswerContext, part: QuestionPart) {
  const all = await context.lookUp("list_endpoints", part.text, () => gatherFacts(context, (facts) => facts.endpoints));
  return separateEndpoints(all, ({ fact }) => fact);
}

/** All endpoints whose whole address is known. */
async function listKnownEndpoints(context: AnswerContext, part: QuestionPart) {
  return (await separateRoutes(context, part)).known;
}

/** Endpoints that match the question by address, handler, comment or file; best first. */
export async function findEndpoints(context: AnswerContext, part: QuestionPart): Promise<FileFact<IndexedEndpoint>[]> {
  const all = inNamedFolder(await listKnownEndpoints(context, part), part.text);
  const textOf = (one: (typeof all)[number]) =>
    `${one.fact.path} ${one.fact.handler ?? ""} ${handlerDoc(one)?.text ?? ""} ${one.path}`;
  const found = narrow(all, part, textOf);
  // Of two that say the same, the one that says it more shortly.
  return part.terms.length === 0 ? found : found.toSorted((a, b) => Number(isAside(a.path)) - Number(isAside(b.path)));
}

/** What a handler's own comment says, in this file or in the one it is imported from. */
export function handlerDoc({ codebase, path, fact }: FileFact<IndexedEndpoint>) {
  const name = fact.handler?.split(".").at(-1);
  if (name === undefined) return null;
  const here = codebase.index.facts(path)?.symbols.find((symbol) => symbol.name === name);
  const there = codebase.index.findSymbols(name, { limit: 3 }).find(({ symbol }) => symbol.name === name);
  return summarizeBriefly((here ?? there?.symbol)?.doc ?? null, maxDoc);
}

/** A comment that begins with the call itself says it twice in a row of the table. */
function withoutCall(doc: string): string {
  return capitalized(doc.replace(/^`?[A-Z]{3,7}\s+\/\S*?`?\s*[:—–-]\s+/, ""));
}
