import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { extractDecoratedEndpoints } from "./extract-decorated-endpoints.ts";
import { extractPythonRouteTables } from "./extract-python-route-tables.ts";
import { handlerIn } from "./handler-in.ts";

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
  if (language === "python") return [...extractDecoratedEndpoints(source), ...extractPythonRouteTables(source)];
  if (language === "go") return methodThenPath(source);
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
