import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";

/**
 * Routes of Java and Kotlin that are calls rather than annotations: Ktor, Javalin, Spark, Spring's router functions.
 */
export function extractJvmRoutes(source: SourceText): EndpointFact[] {
  const { text } = source;
  if (/\bio\.ktor\.server\b|\bio\.ktor\.routing\b/.test(text)) return ktorRoutes(source);
  if (/\bio\.javalin\b|^import (?:static )?spark\./m.test(text)) return calledRoutes(source);
  return /\b(?:RouterFunctions?|coRouter)\b/.test(text) ? routerFunctions(source) : [];
}

const ktorVerb = /(?<![\w.])(?<verb>get|post|put|patch|delete|head|options)\(\s*"(?<path>[^"\n]*)"\s*\)\s*\{/g;

function ktorRoutes(source: SourceText): EndpointFact[] {
  const spans = routeSpans(source, /(?<![\w.])route\(\s*"([^"\n]*)"\s*\)\s*\{/g);
  const found: EndpointFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, ktorVerb)) {
    const { verb = "", path = "" } = match.groups ?? {};
    found.push({
      method: methodName(verb),
      path: joinPaths("", pathInSpans(spans, offset, path)),
      handler: null,
      startLine: line,
      endLine: line,
    });
  }
  return found;
}

/**
 * `app.get("/x", Users::list)` and, with a static import, `get("/x", …)`; `path("/x", () -> { … })` puts a path in
 * front.
 */
function calledRoutes(source: SourceText): EndpointFact[] {
  const spans = routeSpans(source, /(?<![\w.])path\(\s*"([^"\n]*)"\s*,\s*(?:\(\)\s*->\s*)?\{/g);
  const found: EndpointFact[] = [];
  const pattern =
    /(?<![\w.])(?:(?:app|javalin|server|Spark|http)\.)?(?<verb>get|post|put|patch|delete|head|options)\(\s*"(?<path>\/[^"\n]*)"\s*,\s*(?<rest>[^\n]*)/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { verb = "", path = "", rest = "" } = match.groups ?? {};
    const handler = /^([\w.]+::\w+)/.exec(rest)?.[1] ?? null;
    found.push({
      method: methodName(verb),
      path: pathInSpans(spans, offset, path),
      handler,
      startLine: line,
      endLine: line,
    });
  }
  return found;
}

/** `GET("/x", handler::list)`; the prefix of nested routes is not known here. */
function routerFunctions(source: SourceText): EndpointFact[] {
  if (/\bnest\b|\bpath\(/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /(?<!\w)(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\(\s*"(\/[^"\n]*)"\s*(?:\)|,)(?=([^\n]*))/g,
  )) {
    const handler = /^\s*(?:,\s*)?(\w+::\w+)/.exec(match[3] ?? "")?.[1] ?? null;
    found.push({ method: match[1] ?? "", path: match[2] ?? "", handler, startLine: line, endLine: line });
  }
  return found;
}
