import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { extractAnnotatedEndpoints } from "./extract-annotated-endpoints.ts";
import { chiBlock, extractCalledRoutes } from "./extract-called-routes.ts";
import { extractJvmRoutes } from "./extract-jvm-routes.ts";
import { extractPythonRouteTables } from "./extract-python-route-tables.ts";
import { handlerIn } from "./handler-in.ts";
import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";
import { routerPrefixes } from "./router-prefixes.ts";

const maxEndpoints = 1000;

/** HTTP endpoints a file declares: `listed` are those in its tables, the others have the forms of its language's common frameworks. */
export function extractEndpoints(source: SourceText, listed: readonly EndpointFact[]): EndpointFact[] {
  const found = [...listed, ...endpointsOf(source)];
  const seen = new Set<string>();
  return found
    .filter(({ method, path, startLine }) => {
      const key = `${method} ${path} ${startLine}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    })
    .sort((a, b) => a.startLine - b.startLine)
    .slice(0, maxEndpoints);
}

function endpointsOf(source: SourceText): EndpointFact[] {
  const { language } = source;
  if (language === null) return [];
  if (/^(?:typescript|tsx|javascript)$/.test(language)) return methodThenPath(source);
  if (language === "python") return [...extractAnnotatedEndpoints(source), ...extractPythonRouteTables(source)];
  if (language === "go") {
    return [...goHandle(source), ...extractCalledRoutes(source), ...methodThenPath(source)];
  }
  if (language === "java") return extractJvmRoutes(source);
  if (language === "kotlin") return [...extractJvmRoutes(source), ...extractAnnotatedEndpoints(source)];
  return [];
}

/** `endpoint("GET", "/x", …)`, `r.Handle("GET", "/x", …)`. */
function methodThenPath(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  if (!/\(\s*["'`](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["'`]\s*,/.test(source.text)) return found;
  const pattern =
    /(?<callee>[\w$.]{1,60})\(\s*["'`](?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["'`]\s*,\s*["'`](?<path>\/[^"'`\n]*)["'`]\s*,?/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { callee = "", method = "", path = "" } = match.groups ?? {};
    if (/request|fetch|call$|expect|inject|httptest|NewRequest|send/i.test(callee)) continue;
    const end = closingBracket(source.text, source.text.indexOf("(", offset));
    const handler = handlerIn(source.text, { from: match.index + match[0].length, end });
    found.push({ method, path, handler, startLine: line, endLine: lineAt(source, end) });
  }
  return found;
}

function goHandle(source: SourceText): EndpointFact[] {
  const { text } = source;
  if (!/\.Handle(?:Func)?\(/.test(text)) return [];
  const prefixes = routerPrefixes(source);
  const spans = routeSpans(source, chiBlock);
  const found: EndpointFact[] = [];
  const pattern =
    /(?<receiver>\w+)\.Handle(?:Func)?\(\s*["`](?:(?<verb>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?(?<path>\/[^"`\n]*)["`]\s*,/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { receiver = "", verb = "ANY", path = "" } = match.groups ?? {};
    const end = closingBracket(text, text.indexOf("(", offset));
    const methods = /^\)?\s*\.Methods\(([^)]{0,2000})\)/.exec(text.slice(end, end + 120))?.[1];
    const named =
      methods === undefined
        ? [verb]
        : [...methods.matchAll(/"([A-Z]+)"|Method([A-Z]\w+)/g)].map((m) => m[1] ?? m[2] ?? "ANY");
    for (const method of named) {
      found.push({
        method: methodName(method),
        path: pathInSpans(spans, offset, joinedBelow(prefixes.pathOf(receiver, offset), path)),
        handler: handlerIn(text, { from: match.index + match[0].length, end }),
        startLine: line,
        endLine: lineAt(source, end),
      });
    }
  }
  return found;
}

/** A pattern of the standard library that ends in a slash means all paths below, so it keeps its slash. */
function joinedBelow(prefix: string | null, path: string): string {
  return prefix === null ? path : joinPaths(prefix, path);
}
