import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { EndpointProtocol } from "#server/code-index/ports/operation-facts.ts";

import { findCallSites, matchCall, type CallSite } from "./find-callers.ts";
import type { TextReader } from "./graph-source.ts";
import { splitPath } from "./match-paths.ts";

/** An endpoint with its position. */
export interface ServedEndpoint {
  /** Its repository. */
  owner: string;
  file: string;
  protocol: EndpointProtocol;
  method: string;
  /** As it is served. */
  path: string;
  startLine: number;
  endLine: number;
}

export interface CallMatch {
  /** Its repository. */
  owner: string;
  site: CallSite;
}

export interface MatchedCall {
  call: CallMatch;
  confidence: "certain" | "likely";
}

interface Sites {
  sites: CallSite[];
  /** Not all of the repository was looked at. */
  isCutOff: boolean;
}

/** A declaration longer than this holds handlers, which may well call. */
const maxDeclarationLines = 6;
const known = new WeakMap<CodeIndex, Sites>();

/** A repository's calls over HTTP; found once for each index. */
export async function callSitesOf(
  { index, reader }: { index: CodeIndex; reader: TextReader },
  deadlineMs: number,
): Promise<Sites> {
  const before = known.get(index);
  if (before) return before;
  const found = await findCallSites(index, reader, { deadlineMs });
  if (!found.isCutOff) known.set(index, found);
  return found;
}

/** The calls of each endpoint, in the endpoints' order; surer ones first. */
export function matchEndpoints(served: readonly ServedEndpoint[], calls: readonly CallMatch[]): MatchedCall[][] {
  const declared = declaredLines(served);
  const byPart = new Map<string, CallMatch[]>();
  for (const call of calls) {
    if (declared.has(`${call.owner}\0${call.site.path}\0${call.site.line}`)) continue;
    for (const part of new Set(call.site.segments)) {
      const list = byPart.get(part);
      if (list === undefined) byPart.set(part, [call]);
      else list.push(call);
    }
  }
  return served.map((endpoint) => {
    if (endpoint.protocol !== "http") return [];
    const lists = splitPath(endpoint.path).flatMap((part) => (part === "*" ? [] : [byPart.get(part) ?? []]));
    const [rarest] = lists.sort((a, b) => a.length - b.length);
    return (rarest ?? [])
      .flatMap((call) => {
        const confidence = matchCall(endpoint, call.site);
        return confidence === null ? [] : [{ call, confidence }];
      })
      .sort((a, b) => Number(a.confidence === "likely") - Number(b.confidence === "likely"));
  });
}

/** A route reads like a call of a client: `app.get("/boats")`. */
function declaredLines(served: readonly ServedEndpoint[]): Set<string> {
  const lines = new Set<string>();
  for (const { owner, file, startLine, endLine } of served)
    for (let line = startLine; line <= Math.min(endLine, startLine + maxDeclarationLines); line += 1)
      lines.add(`${owner}\0${file}\0${line}`);
  return lines;
}
