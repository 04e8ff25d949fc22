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
import { count, fileName, folderOf } from "../text/wording.ts";

const triedExamples = 14;
const maxCalls = 6;
/** Calls told of what a handler calls. */
const maxInnerCalls = 3;
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
  const weight = ({ path, endpoint, handler }: FoundEndpoint) =>
    (/POST|PUT|PATCH/.test(endpoint.method) ? 2 : 0) +
    (summarizeDoc(handler?.symbol.doc ?? null) === null ? 0 : 3) +
    (/[:{<*]/.test(endpoint.path) ? 1 : 0) -
    (signingIn.test(`${path}${endpoint.path}`) ? 4 : 0);
  const followed = endpoints.filter((found) => bodyOf(found) !== null);
  return followed.toSorted((a, b) => weight(b) - weight(a)).slice(0, triedExamples);
}

const signingIn = /log-?in|auth|health|token|password|sign-?(?:up|in)|register|webhook|callback|embed/i;

/** Lines of code that are looked through for calls. */
interface Body {
  path: string;
  startLine: number;
  endLine: number;
  /** Its own name, which is no call; null for a handler without one. */
  name: string | null;
}

/** The handler's body, also where it stands in the route itself. Null where neither is known. */
function bodyOf({ path, endpoint, handler }: FoundEndpoint): Body | null {
  if (handler !== null) return { path: handler.path, ...handler.symbol };
  const isInPlace = endpoint.handler === null && endpoint.endLine - endpoint.startLine >= 2;
  return isInPlace ? { path, startLine: endpoint.startLine, endLine: endpoint.endLine, name: null } : null;
}

async function followRequest(scope: Scope, found: FoundEndpoint): Promise<ListItem[]> {
  const body = bodyOf(found);
  if (body === null) return [];
  const calls = await findCalls(scope, body, maxCalls);
  if (calls.length === 0) return [];
  const inner = await innerCalls(scope, calls);
  return [
    ...routeItems(scope, found),
    ...calls.flatMap((call) => [callItem(scope, call, "It calls"), ...(call === inner?.outer ? inner.items : [])]),
    ...lastStep(scope, [...calls, ...(inner?.calls ?? [])]),
  ];
}

function routeItems(scope: Scope, { path, handler, evidence }: FoundEndpoint): ListItem[] {
  const place = code(scope.shorten(path));
  if (handler === null) return [{ text: `${place} holds the route and answers it in place.`, evidence: [evidence] }];
  const doc = summarizeDoc(handler.symbol.doc, 240);
  const where = handler.path === path ? "" : ` in ${code(scope.shorten(handler.path))}`;
  return [
    { text: `${place} binds the route to ${code(handler.symbol.name)}.`, evidence: [evidence] },
    {
      text: `${code(handler.symbol.name)}${where} answers it${doc ? `: ${withoutRoute(doc.text)}` : "."}`,
      evidence: [symbolEvidence(scope, handler.path, handler.symbol)],
    },
  ];
}

interface Call {
  path: string;
  symbol: SymbolFact;
  /** The line of the call. */
  evidence: Evidence;
}

/** What the first of the called functions that lies in another layer calls itself. */
async function innerCalls(scope: Scope, calls: readonly Call[]) {
  const told = new Set(calls.map(({ symbol }) => symbol.name));
  const reaching = new Set(findPackages(scope).flatMap(({ known, files }) => (known?.system ? files : [])));
  const nearest = calls
    .filter(({ path }) => !/middlewares?/i.test(path))
    .toSorted((a, b) => Number(reaching.has(b.path)) - Number(reaching.has(a.path)));
  for (const outer of nearest.filter(
    ({ symbol }) => symbol.endLine - symbol.startLine > 3 && symbol.kind !== "class",
  )) {
    const found = await findCalls(scope, { path: outer.path, ...outer.symbol }, maxCalls);
    const fresh = found.filter(({ symbol }) => !told.has(symbol.name)).slice(0, maxInnerCalls);
    if (fresh.length === 0) continue;
    const items = fresh.map((call) => callItem(scope, call, `${code(outer.symbol.name)} in turn calls`));
    return { outer, calls: fresh, items };
  }
  return null;
}

/** Declarations of this code base that the body calls, in the order of their first call. */
async function findCalls(scope: Scope, body: Body, max: number): Promise<Call[]> {
  const { path, name: own } = body;
  const lines = (await scope.lines(path)) ?? [];
  const end = Math.min(body.endLine, body.startLine + maxBodyLines);
  const seen = new Set([own]);
  const calls: Call[] = [];
  for (let line = body.startLine; line <= end; line += 1) {
    const text = (lines[line - 1] ?? "").replace(/^\s*(?:\/\/|#|\*).*$/, "");
    for (const [, owner = null, name = ""] of text.matchAll(/(?:(\w*)\.)?\b([A-Za-z_]\w{2,})\s*\(/g)) {
      if (seen.has(name) || /(?:Error|Exception)$/.test(name)) continue;
      seen.add(name);
      const target = findDeclaration(scope, path, { name, owner });
      if (target !== null) calls.push({ ...target, evidence: scope.at(path, line) });
    }
  }
  return calls.slice(0, max);
}

/**
 * By name, among what the file imports (also through an index file) and its neighbours. `owner` is what stands before
 * the dot: a module's name, or an object, whose method is taken only where no other of its name could be meant.
 */
function findDeclaration(
  scope: Scope,
  from: string,
  { name, owner }: { name: string; owner: string | null },
): { path: string; symbol: SymbolFact } | null {
  const imported = new Set(scope.repository.index.importsOf(from).map((edge) => edge.path));
  const folders = new Set([...imported].map(folderOf));
  const isNear = (path: string) =>
    imported.has(path) || path === from || folders.has(folderOf(path)) || folderOf(path) === folderOf(from);
  const found = (callablesByName(scope).get(name) ?? []).filter(({ path }) => isNear(path));
  const plain = found.filter(({ symbol }) => symbol.parent === null);
  if (owner === null) {
    const isNamed =
      isByFolder.test(from) || (scope.facts(from)?.imports ?? []).some(({ names }) => names.includes(name));
    return (
      plain.find(({ path }) => path === from) ??
      plain.find(({ path }) => imported.has(path)) ??
      (isNamed ? plain[0] : null) ??
      null
    );
  }
  const module = plain.find(({ path }) =>
    [fileName(path).replace(/\.\w+$/, ""), fileName(folderOf(path))].includes(owner),
  );
  const [method, ...others] = found.filter(({ symbol }) => symbol.parent !== null);
  return module ?? (method && others.length === 0 && !isSlight(method.symbol) ? method : null);
}

/** In these languages the files of a folder see one another without imports. */
const isByFolder = /\.(?:go|java|kt|cs|scala)$/;

/** Getters and the like: a step of no request. */
function isSlight({ startLine, endLine }: SymbolFact): boolean {
  return endLine - startLine < 3;
}

function callablesByName(scope: Scope): ReadonlyMap<string, { path: string; symbol: SymbolFact }[]> {
  return scope.once("callablesByName", () => {
    const all = scope.sources.flatMap(({ path }) =>
      (scope.facts(path)?.symbols ?? [])
        .filter(({ kind, parent }) => kind === "method" || (/function|class|component/.test(kind) && parent === null))
        .map((symbol) => ({ path, symbol })),
    );
    return Map.groupBy(all, ({ symbol }) => symbol.name);
  });
}

function callItem(scope: Scope, { path, symbol, evidence }: Call, lead: string): ListItem {
  const doc = summarizeDoc(symbol.doc, 180, 1);
  const name = symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`;
  return {
    text: `${lead} ${code(name)} of ${code(scope.shorten(path))}${doc ? `: ${doc.text}` : "."}`,
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
