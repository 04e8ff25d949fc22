import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { handlerIn } from "./handler-in.ts";
import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";
import { routerPrefixes } from "./router-prefixes.ts";

const receiver = String.raw`(?<receiver>[\w$.]{1,80})`;
const goCall = new RegExp(
  String.raw`(?<![\w$.])${receiver}\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any|Get|Post|Put|Patch|Delete|Head|Options)\(\s*(?<quote>["\x60])(?<path>[^"\x60\n]*)\k<quote>\s*,`,
  "g",
);
const callByLanguage: Record<string, RegExp> = { go: goCall };

/** What routers are called; others are known by a path that the file gives them. */
const routerName =
  /(?:[aA]pp|[rR]outer|[rR]outes?|[aA]pi|[sS]erver|fastify|hono|[gG]roup|[mM]ux|engine)\w*$|(?:^|\.)(?:[reg]|rg|v)\d*$/;
/** chi's blocks below a path. */
export const chiBlock = /\.Route\(\s*"([^"\n]*)"\s*,\s*func\(\s*\w+ chi\.Router\s*\)\s*\{/g;

interface CalledRoute {
  name: string;
  path: string;
  offset: number;
  /** Behind the comma after the path, and the bracket that closes the call. */
  from: number;
  end: number;
}

/** `router.get("/x", handler)` in its many spellings; a prefix known from the same file is put in front. */
export function extractCalledRoutes(source: SourceText): EndpointFact[] {
  const { text, language } = source;
  if (!/\.\s*(?:Map)?(?:get|post|put|patch|del|all|options|head|any)\w*\s*(?:<[^(]{0,2000}>)?\(\s*["'`]/i.test(text))
    return [];
  const prefixes = routerPrefixes(source);
  const spans = language === "go" ? routeSpans(source, chiBlock) : [];
  const found: EndpointFact[] = [];
  const pattern = callByLanguage[language ?? ""];
  if (pattern === undefined) return found;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { receiver: name = "", method = "", path = "" } = match.groups ?? {};
    const prefix = prefixes.pathOf(name, offset);
    if (prefix === null && !routerName.test(name)) continue;
    const from = match.index + match[0].length;
    const call = { name, path, offset, from, end: closingBracket(text, text.indexOf("(", offset)) };
    if ((!path.startsWith("/") && prefix === null && !isRelativeRoute(text, call)) || isSent(text, call)) continue;
    found.push({
      method: methodName(method),
      path: pathInSpans(spans, offset, joinPaths(prefix ?? "", path)),
      handler: handlerIn(text, call),
      startLine: line,
      endLine: lineAt(source, call.end),
    });
  }
  return found;
}

/** Paths without a leading slash are common below a prefix and as names of remote calls ("documents.list"). */
function isRelativeRoute(text: string, { name, path, from }: CalledRoute): boolean {
  if (path === "*") return true;
  const isInline = /^\s*\{/.test(text.slice(from, from + longestGap));
  return path !== "" && /^(?:router|routes?)$/i.test(name) && /^[\w.:*{}/-]+$/.test(path) && !isInline;
}

const longestGap = 200;

/** Whether a client sends the request: its answer is awaited, returned or gone on with. */
function isSent(text: string, { name, offset, end }: CalledRoute): boolean {
  const before = text.slice(Math.max(0, offset - longestGap), offset);
  if (/\bawait\s+$/.test(before)) return true;
  if (/(?:\breturn|=>)\s+$/.test(before) && /api|client|http|request/i.test(name)) return true;
  return /^\)\s*\.\s*(?:then|catch|finally|subscribe|json)\(/.test(text.slice(end, end + longestGap));
}
