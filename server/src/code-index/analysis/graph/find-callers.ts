import { LRUCache } from "lru-cache";

import type { CodeIndex, IndexedFile } from "#server/code-index/ports/code-index.ts";

import type { TextReader } from "./graph-source.ts";
import { matchPaths, splitPath } from "./match-paths.ts";

/** A line of code that seems to call an address over HTTP. */
export interface CallSite {
  path: string;
  line: number;
  /** The line without its indentation. */
  text: string;
  /** Upper case; null when unknown. */
  method: string | null;
  /** Parts of the address's path; a part that is put in at run time is "*". */
  segments: string[];
  /** Whether the path has a base that is computed at run time or names a host. */
  hasBase: boolean;
  /** Whether the line calls an HTTP client. */
  isCall: boolean;
}

/** What a server answers, as `EndpointFact` says it. */
export interface ServedPath {
  method: string;
  path: string;
}

const maxFiles = 800;
const maxSites = 20_000;
const maxLineLength = 2000;
/** Of files whose sites are kept: a line that is kept may hold the text of its whole file. */
const maxKeptBytes = 32 * 1024 * 1024;
/** About what the sites of a small file take. */
const leastBytes = 500;
/** A call's method may be on a later line, in its options. */
const linesAhead = 4;
/** Texts in quotes that hold a path from a root, behind a host, or behind something put in. */
const searched = "[\"'`](?:https?://[^/\"'`\\s]+|[$]?\\{[^}\"'`]*\\}|%s)?/[A-Za-z0-9_$:{]";
const literal = /(["'`])((?:https?:\/\/[^/"'`\s]+|\$?\{[^}"'`]*\}|%s)?)(\/(?:\$\{[^}]*\}|[^"'`\s])*)\1/g;
const client =
  /\b(?:fetch|axios|ky|got|superagent|request|requests|httpx|http|https|client|api|session|\$http|HttpClient|RestTemplate|WebClient|useSWR|useQuery|NewRequest\w*|ajax|urlopen|Faraday|reqwest|Net::HTTP)\b\s*(?:\.|\(|<|::)/i;
/** Of an object, or by itself, as people name what they wrap a client in. */
const methodCall = /(?:\.\s*|\b)(get|post|put|patch|delete|head|options)\w*\s*(?:<[^>]*>)?\s*\(/gi;
const methodOption =
  /\bmethod\s*[:=]\s*["'`](\w+)["'`]|\bNewRequest\w*\(\s*(?:\w+,\s*)?(?:"|http\.Method)(\w+)|\.request\(\s*["'`](\w+)["'`]\s*,/i;

type PlacelessSite = Omit<CallSite, "path">;

/** By blob, over all repositories: after a push only the files that it touched are read. */
const kept = new LRUCache<string, readonly PlacelessSite[]>({ maxSize: maxKeptBytes });

/** Lines of a repository that may call a server; tests and non-source files are left out. */
export async function findCallSites(
  index: CodeIndex,
  reader: TextReader,
  options: { deadlineMs: number },
): Promise<{ sites: CallSite[]; isCutOff: boolean }> {
  const query = { pattern: searched, isRegex: true, ignoreCase: false, isWord: false };
  const found = await index.findLines(query, { maxLinesPerFile: 200, deadlineMs: options.deadlineMs });
  const sources = new Map(index.files().map((file) => [file.path, file]));
  const wanted = found.files.flatMap(({ path, lines }) => {
    const file = sources.get(path);
    return file?.kind === "source" ? [{ file, lines }] : [];
  });
  const some = wanted.slice(0, maxFiles);
  const ofFiles = await Promise.all(some.map((one) => sitesOf(reader, { ...one, isWhole: !found.isCutOff })));
  const sites = some.flatMap(({ file: { path } }, at) => (ofFiles[at] ?? []).map((site) => ({ path, ...site })));
  const isCutOff = found.isCutOff || wanted.length > maxFiles || sites.length > maxSites;
  return { sites: sites.slice(0, maxSites), isCutOff };
}

async function sitesOf(
  reader: TextReader,
  { file, lines, isWhole }: { file: IndexedFile; lines: readonly { line: number }[]; isWhole: boolean },
): Promise<readonly PlacelessSite[]> {
  const known = kept.get(file.oid);
  if (known !== undefined) return known;
  const texts = await reader.readLines(file.path);
  const sites = lines.flatMap(({ line }) => readLine(texts ?? [], line));
  if (isWhole && texts !== null) kept.set(file.oid, sites, { size: leastBytes + file.size });
  return sites;
}

function readLine(lines: readonly string[], line: number): PlacelessSite[] {
  const text = (lines[line - 1] ?? "").slice(0, maxLineLength);
  // Imports name files, and a comment calls nothing.
  if (/^\s*(?:import\b|export\b.*\bfrom\b|from\b|\/\/|#|\*|\/\*)|\brequire\(/.test(text)) return [];
  return [...text.matchAll(literal)].map((match) => {
    const before = text.slice(0, match.index);
    return {
      line,
      text: text.trim(),
      method: methodNear(before, lines.slice(line - 1, line + linesAhead)),
      segments: splitPath(match[3] ?? ""),
      hasBase: match[2] !== "",
      isCall: client.test(before) || openMethod(before) !== null,
    };
  });
}

/** A method said in the call's name, in its options, or by `fetch`, which gets where nothing else is said. */
function methodNear(before: string, ahead: readonly string[]): string | null {
  const named = openMethod(before);
  if (named !== null) return named;
  // Options end where the call does.
  const end = ahead.findIndex((text) => /\)\s*;?\s*$/.test(text));
  const option = methodOption.exec(
    ahead
      .slice(0, end < 0 ? undefined : end + 1)
      .join("\n")
      .slice(0, maxLineLength),
  );
  const verb = option?.[1] ?? option?.[2] ?? option?.[3];
  if (verb !== undefined) return verb.toUpperCase();
  return /\b(?:fetch|useSWR|urlopen)\s*(?:<[^>]*>)?\(\s*$/.test(before) ? "GET" : null;
}

/** The method named by the nearest call whose brackets are still open. */
function openMethod(before: string): string | null {
  const open = new Set<number>();
  let closed = 0;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (before[at] === ")") closed += 1;
    else if (before[at] === "(" && closed > 0) closed -= 1;
    else if (before[at] === "(") open.add(at);
  }
  const calls = [...before.matchAll(methodCall)];
  const nearest = calls.findLast(({ index, 0: call }) => open.has(index + call.length - 1));
  return nearest?.[1]?.toUpperCase() ?? null;
}

/** How certainly a call site calls the endpoint; null when it does not. */
export function matchCall(served: ServedPath, site: CallSite): "certain" | "likely" | null {
  const isMethodKnown = site.method !== null && served.method !== "ANY";
  if (isMethodKnown && site.method !== served.method) return null;
  const match = matchPaths(splitPath(served.path), site.segments);
  if (match === null || (!site.isCall && match.fixed < 2)) return null;
  return site.isCall && isMethodKnown && match.isWhole && match.fixed > 0 ? "certain" : "likely";
}
