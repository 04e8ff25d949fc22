import type { SymbolFact } from "../../../code-index/facts.ts";
import type { Evidence } from "../../evidence.ts";
import { steps, type Block, type ListItem } from "../draft.ts";
import { symbolEvidence } from "../facts/describe.ts";
import { findEndpoints, type FoundEndpoint } from "../facts/find-endpoints.ts";
import { findPackages, importEvidence } from "../facts/find-packages.ts";
import type { Scope } from "../facts/open-scope.ts";
import type { Draft, PageSubject } from "../recipe.ts";
import { code } from "../text/clean-prose.ts";
import { summarizeDoc } from "../text/summarize-doc.ts";
import { withoutRoute } from "../text/without-route.ts";
import { count, folderOf } from "../text/wording.ts";

const triedExamples = 10;
const maxCalls = 6;
/** Bodies are read so far; a handler that goes on longer has said the essential. */
const maxBodyLines = 120;

/** One typical request, from its route through what its handler calls. Null where nothing is served. */
export async function draftRequestFlow(subject: PageSubject): Promise<Draft | null> {
  const blocks: Block[] = [];
  for (const scope of subject.scopes) {
    const endpoints = findEndpoints(scope);
    let best: { endpoint: FoundEndpoint; items: ListItem[] } | null = null;
    for (const endpoint of chooseExamples(endpoints)) {
      const items = await followRequest(scope, endpoint);
      if (items.length > (best?.items.length ?? 2)) best = { endpoint, items };
    }
    if (best === null) continue;
    const { method, path } = best.endpoint.endpoint;
    const lead = `What happens to ${code(`${method} ${path}`)}, one of ${count(endpoints.length, "endpoint")}:`;
    blocks.push(steps(lead, best.items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** The most telling requests: those that write and whose handler is explained; signing in is nobody's example. */
function chooseExamples(endpoints: readonly FoundEndpoint[]): FoundEndpoint[] {
  const weight = ({ endpoint, handler }: FoundEndpoint) =>
    (/POST|PUT|PATCH/.test(endpoint.method) ? 2 : 0) +
    (summarizeDoc(handler?.symbol.doc ?? null) === null ? 0 : 3) +
    (/[:{<*]/.test(endpoint.path) ? 1 : 0) -
    (/login|auth|health|token|password|signup|register/i.test(endpoint.path) ? 4 : 0);
  const handled = endpoints.filter((found) => found.handler !== null);
  return handled.toSorted((a, b) => weight(b) - weight(a)).slice(0, triedExamples);
}

async function followRequest(scope: Scope, found: FoundEndpoint): Promise<ListItem[]> {
  const { handler } = found;
  if (handler === null) return [];
  const doc = summarizeDoc(handler.symbol.doc, 240);
  const isSameFile = handler.path === found.path;
  const items: ListItem[] = [
    {
      text: `${code(scope.shorten(found.path))} binds the route to ${code(handler.symbol.name)}.`,
      evidence: [found.evidence],
    },
    {
      text: `${code(handler.symbol.name)}${isSameFile ? "" : ` in ${code(scope.shorten(handler.path))}`} answers it${doc ? `: ${withoutRoute(doc.text)}` : "."}`,
      evidence: [symbolEvidence(scope, handler.path, handler.symbol)],
    },
  ];
  const calls = await findCalls(scope, handler);
  items.push(...calls.map((call) => callItem(scope, call)));
  return calls.length === 0 ? [] : [...items, ...lastStep(scope, calls)];
}

interface Call {
  path: string;
  symbol: SymbolFact;
  /** The line of the call. */
  evidence: Evidence;
}

/** Declarations of this code base that the body calls, in the order of their first call. */
async function findCalls(scope: Scope, handler: { path: string; symbol: SymbolFact }): Promise<Call[]> {
  const { path, symbol } = handler;
  const lines = (await scope.lines(path)) ?? [];
  const end = Math.min(symbol.endLine, symbol.startLine + maxBodyLines);
  const seen = new Set([symbol.name]);
  const calls: Call[] = [];
  for (let line = symbol.startLine; line <= end && calls.length < maxCalls; line += 1) {
    for (const [, name = ""] of (lines[line - 1] ?? "").matchAll(/([A-Za-z_]\w{2,})\s*\(/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const target = findDeclaration(scope, path, name);
      if (target !== null) calls.push({ ...target, evidence: scope.at(path, line) });
    }
  }
  return calls.slice(0, maxCalls);
}

/** By name, among what the file imports (also through an index file) and its neighbours; functions and classes only. */
function findDeclaration(scope: Scope, from: string, name: string): { path: string; symbol: SymbolFact } | null {
  const imported = new Set(scope.repository.index.importsOf(from).map((edge) => edge.path));
  const folders = new Set([...imported].map(folderOf));
  const found = callablesByName(scope).get(name) ?? [];
  const direct = found.find(({ path }) => imported.has(path) || path === from);
  return direct ?? found.find(({ path }) => folders.has(folderOf(path)) || folderOf(path) === folderOf(from)) ?? null;
}

function callablesByName(scope: Scope): ReadonlyMap<string, { path: string; symbol: SymbolFact }[]> {
  return scope.once("callablesByName", () => {
    const all = scope.sources.flatMap(({ path }) =>
      (scope.facts(path)?.symbols ?? [])
        .filter(({ kind, parent }) => /function|class|component/.test(kind) && parent === null)
        .map((symbol) => ({ path, symbol })),
    );
    return Map.groupBy(all, ({ symbol }) => symbol.name);
  });
}

function callItem(scope: Scope, { path, symbol, evidence }: Call): ListItem {
  const doc = summarizeDoc(symbol.doc, 180, 1);
  return {
    text: `It calls ${code(symbol.name)} of ${code(scope.shorten(path))}${doc ? `: ${doc.text}` : "."}`,
    evidence: [evidence, symbolEvidence(scope, path, symbol)],
  };
}

/** Where one of the called files talks to a system outside, that is where the request ends. */
function lastStep(scope: Scope, calls: readonly Call[]): ListItem[] {
  for (const { path } of calls.toReversed()) {
    const used = findPackages(scope).find((one) => one.known?.system != null && one.files.includes(path));
    const evidence = used ? importEvidence(scope, path, used.name) : null;
    if (!used?.known?.system || !evidence) continue;
    return [
      { text: `${code(scope.shorten(path))} uses ${code(used.name)}, ${used.known.role}.`, evidence: [evidence] },
    ];
  }
  return [];
}
