import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

/** Decorators above a handler: Flask, FastAPI. */
export function extractDecoratedEndpoints(source: SourceText): EndpointFact[] {
  const prefixes = new Map<string, string>();
  for (const { match } of matchesInCode(
    source,
    /^[ \t]*(\w+)\s*=\s*(?:\w+\.)?(?:APIRouter|Blueprint|Router)\(([^)]{0,2000})\)/gm,
  )) {
    prefixes.set(match[1] ?? "", /(?:url_)?prefix\s*=\s*["']([^"']{0,2000})["']/.exec(match[2] ?? "")?.[1] ?? "");
  }
  const found: EndpointFact[] = [];
  const pattern =
    /^[ \t]*@([\w.]+)\.(route|get|post|put|patch|delete|head|options|api_route|websocket)\(\s*(?:path\s*=\s*|rule\s*=\s*)?[rf]?["']([^"'\n]*)["']([^\n]*(?:\n[^@\n]*?methods[^\n]*)?)/gm;
  for (const { match, line } of matchesInCode(source, pattern)) {
    // The name of what a test replaces, as in `@mock.patch("app.mail.send")`.
    if (/^\w+(?:\.\w+)+$/.test(match[3] ?? "")) continue;
    const path = joinPaths(prefixes.get(match[1] ?? "") ?? "", match[3] ?? "");
    const below = handlerBelow(source, line, /^\s*(?:async\s+)?def\s+(\w+)/);
    const listed = /methods\s*=\s*[[({]([^\])}]{0,2000})/.exec(match[4] ?? "")?.[1];
    const methods =
      listed === undefined ? [] : [...listed.matchAll(/["'](\w+)["']/g)].map((verb) => (verb[1] ?? "").toUpperCase());
    const verb =
      match[2] === "route" || match[2] === "api_route"
        ? "GET"
        : match[2] === "websocket"
          ? "ANY"
          : (match[2] ?? "").toUpperCase();
    for (const method of methods.length === 0 ? [verb] : methods) found.push({ method, path, ...below });
  }
  return found.map(({ method, path, handler, startLine, endLine }) => ({ method, path, handler, startLine, endLine }));
}

interface HandlerBelow {
  handler: string | null;
  startLine: number;
  endLine: number;
}

/** Looks a few lines below a decorator for the function it decorates. */
function handlerBelow(source: SourceText, line: number, pattern: RegExp): HandlerBelow {
  for (let at = line; at <= Math.min(line + 15, source.lines); at += 1) {
    const text = lineText(source, at).replace(/^\s*@\w+(?:\([^)]{0,2000}\))?\s+(?=\w)/, "");
    if (source.commentLines[at - 1] === 1) continue;
    const name =
      at === line && /^\s*[@[#]/.test(text) && !/\]\s*public/.test(text) ? undefined : pattern.exec(text)?.[1];
    if (name !== undefined) return { handler: name, startLine: line, endLine: at };
  }
  return { handler: null, startLine: line, endLine: line };
}
