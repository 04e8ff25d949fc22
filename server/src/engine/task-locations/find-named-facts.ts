import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";

import { matchRoute, routesIn } from "./match-route.ts";
import type { FileVote } from "./task-location.ts";

const endpointWeight = 0.35;
const settingWeight = 0.25;
const tableWeight = 0.2;
/** What more files than this declare alike says little of any. */
const maxAlike = 4;

/** Files that declare or handle the endpoints, settings and tables that a text names. */
export function findNamedFacts(index: CodeIndex, text: string): FileVote[] {
  const names = namesIn(text);
  return [...endpointVotes(index, text), ...settingVotes(index, names), ...tableVotes(index, names)];
}

interface DeclaredEndpoint {
  path: string;
  endpoint: IndexedEndpoint;
}

/** Putting them together reads every file's facts, and an index never changes. */
const endpointsOf = new WeakMap<CodeIndex, DeclaredEndpoint[]>();

function listEndpoints(index: CodeIndex): DeclaredEndpoint[] {
  const known = endpointsOf.get(index);
  if (known) return known;
  const sources = index.files().filter(({ kind }) => kind === "source");
  const found = sources.flatMap(({ path }) => index.endpointsOf(path).map((endpoint) => ({ path, endpoint })));
  endpointsOf.set(index, found);
  return found;
}

function endpointVotes(index: CodeIndex, text: string): FileVote[] {
  const routes = routesIn(text);
  if (routes.length === 0) return [];
  const all = listEndpoints(index);
  return routes.flatMap((route) => {
    const matched = all.map((one) => ({ ...one, share: matchRoute(route, one.endpoint.path) }));
    const best = Math.max(0, ...matched.map(({ share }) => share));
    const same = matched.filter(({ share }) => share > 0 && share === best);
    const files = new Map(same.flatMap((one) => [...linesOf(index, one)]));
    if (files.size > maxAlike) return [];
    const weight = (endpointWeight * best) / Math.sqrt(Math.max(1, files.size));
    return [...files].map(([path, line]): FileVote => ({ path, weight, kind: "endpoint", words: [route], line }));
  });
}

/** The file that declares it, and the one with what it leads to. */
function linesOf(index: CodeIndex, { path, endpoint }: DeclaredEndpoint): Map<string, number> {
  const lines = new Map([[path, endpoint.startLine]]);
  const name = endpoint.handler?.split(/[.:#@]/).findLast((part) => part !== "");
  if (name === undefined) return lines;
  for (const file of [path, ...index.importsOf(path).map((edge) => edge.path)]) {
    const handler = index.facts(file)?.symbols.find((symbol) => symbol.name === name);
    if (handler) return lines.set(file, handler.startLine);
  }
  return lines;
}

/** Words that are written like names of settings and tables, and what is marked as code. */
function namesIn(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\n]{3,80})`/g)].map(([, name = ""]) => name.trim());
  const written = text.match(/(?<![\w.-])-{0,2}[A-Za-z]\w*(?:[.:-]+\w+)+|\b[A-Za-z]+_\w+/g) ?? [];
  return [...new Set([...marked, ...written])].filter((name) => /^[-\w.:]+$/.test(name)).slice(0, 40);
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function settingVotes(index: CodeIndex, names: readonly string[]): FileVote[] {
  if (names.length === 0) return [];
  const wanted = new Map(names.map((name) => [spelling(name), name]));
  return index.settings().flatMap((setting) => {
    const name = [setting.name, ...setting.aliases].map((one) => wanted.get(spelling(one))).find(Boolean);
    if (name === undefined) return [];
    const sites = setting.sites.filter(({ source }) => source === "read" || source === "declared");
    const files = new Map(sites.toReversed().map(({ path, line }) => [path, line]));
    const weight = settingWeight / Math.sqrt(Math.max(1, files.size));
    return [...files].map(([path, line]): FileVote => ({ path, weight, kind: "setting", words: [name], line }));
  });
}

function tableVotes(index: CodeIndex, names: readonly string[]): FileVote[] {
  const wanted = new Set(names.filter((name) => /^\w+$/.test(name)));
  if (wanted.size === 0) return [];
  return index.tables().tables.flatMap(({ name, entity, sources }) => {
    const said = wanted.has(name) ? name : entity !== null && wanted.has(entity) ? entity : null;
    const [first] = sources;
    if (said === null || !first) return [];
    return [{ path: first.path, weight: tableWeight, kind: "table" as const, words: [said], line: first.startLine }];
  });
}
