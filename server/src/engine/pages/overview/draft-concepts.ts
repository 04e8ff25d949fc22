import { list, steps, type ListItem } from "../draft.ts";
import { describeFile, symbolEvidence } from "../facts/describe.ts";
import { findEndpoints, type FoundEndpoint } from "../facts/find-endpoints.ts";
import { findPackages, importEvidence } from "../facts/find-packages.ts";
import { findStoredSchemas } from "../facts/find-schemas.ts";
import type { Scope } from "../facts/open-scope.ts";
import { rankSymbols, type RankedSymbol } from "../facts/rank-symbols.ts";
import type { Draft, PageSubject } from "../page-input.ts";
import { code } from "../text/clean-prose.ts";
import { summarizeDoc } from "../text/summarize-doc.ts";
import { count, fold } from "../text/wording.ts";

/** The declarations a newcomer meets everywhere. Null when nothing is exported. */
export async function draftConcepts(subject: PageSubject): Promise<Draft | null> {
  const blocks = subject.scopes.flatMap((scope) => {
    const items = conceptItems(scope, 8);
    const where = subject.scopes.length > 1 ? ` in ${code(scope.repository.name)}` : "";
    return items.length > 1 ? [list(`The names that carry the rest${where}:`, items)] : [];
  });
  return blocks.length > 0 ? { blocks } : null;
}

function conceptItems(scope: Scope, max: number): ListItem[] {
  const isConcept = ({ symbol }: RankedSymbol) =>
    /class|interface|type|struct|trait|enum|component|function/.test(symbol.kind) && symbol.name.length > 2;
  const ranked = rankSymbols(scope).filter(isConcept);
  const types = ranked.filter(({ symbol, score }) => symbol.kind !== "function" && score >= 3);
  const chosen = types.length >= 3 ? types : ranked;
  const seen = new Set<string>();
  const items: ListItem[] = [];
  for (const found of chosen) {
    if (items.length >= max) break;
    if (seen.has(found.symbol.name) || (found.symbol.doc === null && items.length > 4)) continue;
    seen.add(found.symbol.name);
    items.push(conceptItem(scope, found));
  }
  return items;
}

function conceptItem(scope: Scope, { path, symbol, methods, importers, mentions }: RankedSymbol): ListItem {
  const doc = summarizeDoc(symbol.doc, 240);
  const used =
    importers > 1
      ? ` ${count(importers, "file")} import it.`
      : mentions > 3
        ? ` ${count(mentions, "other signature")} name it.`
        : "";
  const does = methods.length > 1 ? ` Its methods include ${fold(chooseMethods(methods), 5)}.` : "";
  const what = doc === null ? `declared as ${code(symbol.signature, 110)}.` : doc.text;
  return {
    text: `**${code(symbol.name)}** (${symbol.kind} in ${code(scope.shorten(path))}): ${what}${does}${used}`,
    evidence: [symbolEvidence(scope, path, symbol)],
  };
}

/** Documented methods first, in their own order; names only. */
function chooseMethods(methods: RankedSymbol["methods"]): string[] {
  const documented = methods.filter((method) => method.doc !== null);
  const names = (documented.length >= 4 ? documented : methods).map((method) => code(method.name));
  return [...new Set(names)].filter((name) => !/`(?:constructor|new|__init__|toString)`/.test(name));
}

/** One request followed from its route to where its data lies. Null where nothing is served. */
export async function draftRequestFlow(subject: PageSubject): Promise<Draft | null> {
  const blocks = subject.scopes.flatMap((scope) => {
    const endpoints = findEndpoints(scope);
    const example = chooseExample(scope, endpoints);
    if (example === null) return [];
    const { method, path } = example.endpoint.endpoint;
    const items = followRequest(scope, example);
    return items.length < 2
      ? []
      : [steps(`What happens to ${code(`${method} ${path}`)}, one of ${count(endpoints.length, "endpoint")}:`, items)];
  });
  return blocks.length > 0 ? { blocks } : null;
}

interface Example {
  endpoint: FoundEndpoint;
  /** Files from the handler's down to the one that meets a system or a table. */
  chain: string[];
}

/** The request whose way down is the longest that can be told; writing beats reading. */
function chooseExample(scope: Scope, endpoints: readonly FoundEndpoint[]): Example | null {
  let best: { example: Example; score: number } | null = null;
  for (const endpoint of endpoints.slice(0, 400)) {
    if (endpoint.handler === null) continue;
    const chain = wayDown(scope, endpoint.handler.path);
    const isWriting = /POST|PUT|PATCH/.test(endpoint.endpoint.method);
    const isDocumented = summarizeDoc(endpoint.handler.symbol.doc) !== null;
    const score =
      Math.min(4, chain.length) * 3 +
      (isWriting ? 2 : 0) +
      (isDocumented ? 3 : 0) +
      (endpoint.endpoint.path.length > 1 ? 1 : 0) -
      (/login|auth|health|token/i.test(endpoint.endpoint.path) ? 3 : 0);
    if (best === null || score > best.score) best = { example: { endpoint, chain }, score };
  }
  return best?.example ?? null;
}

/** Shortest way along imports from a file to one that talks to a system outside or holds tables. */
function wayDown(scope: Scope, start: string): string[] {
  const goals = scope.once(
    "requestGoals",
    () =>
      new Set([
        ...findPackages(scope)
          .filter((used) => used.known?.system != null)
          .flatMap((used) => used.files),
        ...findStoredSchemas(scope).map((found) => found.path),
      ]),
  );
  const before = new Map<string, string | null>([[start, null]]);
  const queue = [start];
  for (let at = queue.shift(); at !== undefined && before.size < 400; at = queue.shift()) {
    if (at !== start && goals.has(at)) {
      const way: string[] = [];
      for (let step: string | null = at; step !== null; step = before.get(step) ?? null) way.unshift(step);
      return way;
    }
    for (const edge of scope.repository.index.importsOf(at)) {
      if (before.has(edge.path)) continue;
      before.set(edge.path, at);
      queue.push(edge.path);
    }
  }
  return [start];
}

function followRequest(scope: Scope, { endpoint, chain }: Example): ListItem[] {
  const { handler } = endpoint;
  const items: ListItem[] = [
    { text: `The route stands in ${code(scope.shorten(endpoint.path))}.`, evidence: [endpoint.evidence] },
  ];
  if (handler !== null) {
    const doc = summarizeDoc(handler.symbol.doc, 240);
    const where = handler.path === endpoint.path ? "the same file" : code(scope.shorten(handler.path));
    items.push({
      text: `${code(handler.symbol.name)} in ${where} answers it${doc ? `: ${doc.text}` : "."}`,
      evidence: [symbolEvidence(scope, handler.path, handler.symbol)],
    });
  }
  for (const [at, path] of chain.entries()) {
    const from = chain[at - 1];
    const edge =
      from === undefined ? undefined : scope.repository.index.importsOf(from).find((one) => one.path === path);
    if (from === undefined || edge === undefined) continue;
    const told = describeFile(scope, path, 200);
    const names = scope.facts(from)?.imports.find((one) => one.line === edge.line)?.names ?? [];
    const asks =
      names.length > 0
        ? ` for ${fold(
            names.map((name) => code(name)),
            3,
          )}`
        : "";
    items.push({
      text: `It turns to ${code(scope.shorten(path))}${asks}${told ? `: ${told.text}` : "."}`,
      evidence: [scope.at(from, edge.line), ...(told?.evidence ?? [])],
    });
  }
  return [...items, ...lastStep(scope, chain.at(-1) ?? "")];
}

function lastStep(scope: Scope, path: string): ListItem[] {
  const used = findPackages(scope).find((one) => one.known?.system != null && one.files.includes(path));
  const evidence = used ? importEvidence(scope, path, used.name) : null;
  if (!used?.known?.system || !evidence) return [];
  return [{ text: `There ${code(used.name)} takes over, ${used.known.role}.`, evidence: [evidence] }];
}
