import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findPackages, importEvidence } from "#server/engine/facts/project/find-packages.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { fileName, folderOf } from "#server/engine/text/wording.ts";

import { findEndpoints, type LocatedEndpoint } from "./find-endpoints.ts";
import { findStoredNames } from "./find-schemas.ts";

const triedExamples = 14;
const maxCalls = 6;
/** Maximum number of calls shown of a function that a handler calls. */
const maxInnerCalls = 3;
/** Bodies are read up to here; the essential part of a longer handler comes first. */
const maxBodyLines = 120;
/** Route, handler and one more: less is no example of a flow. */
const minSteps = 3;
/** When a question asks for a particular request, the route and one more step are enough. */
const minStepsWhenAsked = 2;

/** One request, from its route through what its handler calls to the system where it ends. */
export interface RequestFlow {
  route: LocatedEndpoint;
  /** In the order they are made; those that a called function makes follow its own call. */
  calls: RequestCall[];
  /** Null where none of the called files talks to a system outside. */
  end: { path: string; packageName: string; role: string; system: string; evidence: Evidence } | null;
}

export interface RequestCall extends TracedCall {
  /** The called function that makes this call; null where the handler makes it. */
  caller: TracedCall | null;
}

/**
 * The request with the most steps, of the best examples among the scope's requests or those that `isWanted` lets pass. Null where nothing is served or
 * nothing can be followed.
 */
export async function findTypicalRequest(
  scope: CodeScope,
  isWanted?: (endpoint: LocatedEndpoint) => boolean,
): Promise<RequestFlow | null> {
  const least = isWanted ? minStepsWhenAsked : minSteps;
  let best: RequestFlow | null = null;
  for (const endpoint of chooseExamples(findEndpoints(scope).filter(isWanted ?? (() => true)))) {
    const flow = await followRequest(scope, endpoint);
    if (flow !== null && stepsOf(flow) > (best === null ? least - 1 : stepsOf(best))) best = flow;
  }
  return best;
}

function stepsOf({ route, calls, end }: RequestFlow): number {
  return (route.handler === null ? 1 : 2) + calls.length + (end === null ? 0 : 1);
}

/** The best examples: requests that write and whose handler is explained; sign-in, health checks and their like last. */
function chooseExamples(endpoints: readonly LocatedEndpoint[]): LocatedEndpoint[] {
  const weight = ({ path, endpoint, handler }: LocatedEndpoint) =>
    (/POST|PUT|PATCH/.test(endpoint.method) ? 2 : 0) +
    (summarizeDoc(handler?.symbol.doc ?? null) === null ? 0 : 3) +
    (/[:{<*]/.test(endpoint.path) ? 1 : 0) -
    (technicalRequest.test(`${path}${endpoint.path}`) ? 4 : 0);
  const followed = endpoints.filter((found) => bodyOf(found) !== null);
  return followed.toSorted((a, b) => weight(b) - weight(a)).slice(0, triedExamples);
}

const technicalRequest = /log-?in|auth|health|token|password|sign-?(?:up|in)|register|webhook|callback|embed/i;

/** Lines of code that are looked through for calls. */
interface Body {
  path: string;
  startLine: number;
  endLine: number;
  /** Its own name, which is no call; null for a handler without one. */
  name: string | null;
}

/** The handler's body, also when it is inline in the route. Null when neither is known. */
function bodyOf({ path, endpoint, handler }: LocatedEndpoint): Body | null {
  if (handler !== null) return { path: handler.path, ...handler.symbol };
  const isInPlace = endpoint.handler === null && endpoint.endLine - endpoint.startLine >= 2;
  return isInPlace ? { path, startLine: endpoint.startLine, endLine: endpoint.endLine, name: null } : null;
}

async function followRequest(scope: CodeScope, route: LocatedEndpoint): Promise<RequestFlow | null> {
  const body = bodyOf(route);
  const direct = body === null ? [] : await findCalls(scope, body, maxCalls);
  if (direct.length === 0) return null;
  const inner = await innerCalls(scope, direct);
  const calls = direct.flatMap((call): RequestCall[] => [
    { ...call, caller: null },
    ...(call === inner?.outer ? inner.calls.map((one) => ({ ...one, caller: call })) : []),
  ]);
  return { route, calls, end: findEnd(scope, [...direct, ...(inner?.calls ?? [])]) };
}

interface TracedCall {
  path: string;
  symbol: SymbolFact;
  /** The line of the call. */
  evidence: Evidence;
}

/** The calls that one of the called functions makes; functions that reach an outside system are tried first. */
async function innerCalls(scope: CodeScope, calls: readonly TracedCall[]) {
  const reported = new Set(calls.map(({ symbol }) => symbol.name));
  const filesReachingSystems = new Set(findPackages(scope).flatMap(({ known, files }) => (known?.system ? files : [])));
  const candidates = calls
    .filter(({ path }) => !/middlewares?/i.test(path))
    .toSorted((a, b) => Number(filesReachingSystems.has(b.path)) - Number(filesReachingSystems.has(a.path)));
  for (const outer of candidates.filter(
    ({ symbol }) => symbol.endLine - symbol.startLine > 3 && symbol.kind !== "class",
  )) {
    const found = await findCalls(scope, { path: outer.path, ...outer.symbol }, maxCalls);
    const fresh = found.filter(({ symbol }) => !reported.has(symbol.name)).slice(0, maxInnerCalls);
    if (fresh.length === 0) continue;
    return { outer, calls: fresh };
  }
  return null;
}

/** Declarations of this code base that the body calls, in the order of their first call. */
async function findCalls(scope: CodeScope, body: Body, max: number): Promise<TracedCall[]> {
  const { path, name: own } = body;
  const lines = (await scope.lines(path)) ?? [];
  const end = Math.min(body.endLine, body.startLine + maxBodyLines);
  const seen = new Set([own]);
  const calls: TracedCall[] = [];
  const choices = linesOfChoices(lines, body.startLine, end);
  for (let line = body.startLine; line <= end; line += 1) {
    if (choices.has(line)) continue;
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

/** Lines of which only some are run: the arms of a choice by value, and what is done otherwise. */
function linesOfChoices(lines: readonly string[], from: number, to: number): ReadonlySet<number> {
  const found = new Set<number>();
  let depth: number | null = null;
  for (let line = from; line <= to; line += 1) {
    const text = lines[line - 1] ?? "";
    const indent = text.search(/\S/);
    if (indent < 0) continue;
    const isArm = /^\s*(?:case\b|default\b|when\b|in\b|\w+ ->|_ =>)/.test(text);
    if (depth !== null && (indent > depth || (indent === depth && isArm))) {
      found.add(line);
      continue;
    }
    const isOtherwise = /^\s*(?:\}\s*)?(?:else|elif|elsif|elseif)\b/.test(text);
    if (isOtherwise) found.add(line);
    depth =
      isOtherwise || /^\s*(?:return\s+|\w+\s*:?=\s*)?(?:switch|match|select|case|when)\b/.test(text) ? indent : null;
  }
  return found;
}

/**
 * By name, among what the file imports (also through an index file) and its neighbours. `owner` is the name before
 * the dot: a module's name, or an object, whose method is used only when its name is unambiguous.
 */
function findDeclaration(
  scope: CodeScope,
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
      seesItsFolder.test(from) || (scope.facts(from)?.imports ?? []).some(({ names }) => names.includes(name));
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
  const methods = found.filter(({ symbol }) => symbol.parent !== null && canBeOf(owner, symbol.parent));
  const [method, ...others] = methods;
  return module ?? (method && others.length === 0 && !isTrivial(method.symbol) ? method : null);
}

/**
 * `Repo.rollback()` is none of a module that only has a function of that name: what begins with a capital names its
 * owner. Of an object only the name is known. What extends other types is no step.
 */
function canBeOf(owner: string, parent: string): boolean {
  const last = parent.slice(Math.max(parent.lastIndexOf("."), parent.lastIndexOf(":")) + 1);
  return /^[A-Z]/.test(owner) ? last === owner : !last.endsWith("Extensions");
}

/** In these languages the files of a folder see one another without imports. */
const seesItsFolder = /\.(?:go|java|kt|cs|scala)$/;

/** Getters and the like are too small to be a step. */
function isTrivial({ startLine, endLine }: SymbolFact): boolean {
  return endLine - startLine < 3;
}

function callablesByName(scope: CodeScope): ReadonlyMap<string, { path: string; symbol: SymbolFact }[]> {
  return scope.once("callablesByName", () => {
    const all = scope.sources.flatMap(({ path }) =>
      (scope.facts(path)?.symbols ?? [])
        .filter(({ kind, parent }) => kind === "method" || (/function|class|component/.test(kind) && parent === null))
        .map((symbol) => ({ path, symbol })),
    );
    return Map.groupBy(all, ({ symbol }) => symbol.name);
  });
}

/** Where one of the called files talks to a system outside, that is where the request ends. */
function findEnd(scope: CodeScope, calls: readonly TracedCall[]): RequestFlow["end"] {
  // What declares a row imports the store for its decorators.
  const stored = findStoredNames(scope);
  for (const { path } of calls.toReversed()) {
    if (stored.has(path)) continue;
    const used = findPackages(scope).find((one) => one.known?.system != null && one.files.includes(path));
    const evidence = used ? importEvidence(scope, path, used.importedAs) : null;
    if (!used?.known?.system || !evidence) continue;
    return { path, packageName: used.name, role: used.known.role, system: used.known.system, evidence };
  }
  return null;
}
