import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

/** Decorators and annotations above a handler: NestJS, Spring, ASP.NET, Flask, FastAPI. */
export function extractAnnotatedEndpoints(source: SourceText): EndpointFact[] {
  const { language } = source;
  if (language === "python") return pythonDecorators(source);
  if (language === "kotlin") return springMappings(source);
  return [];
}

/** Where each controller begins and the path its class carries; the last one before a line counts. */
type ClassPrefix = { line: number; path: string };

function prefixAt(prefixes: ClassPrefix[], line: number): string {
  return prefixes.findLast((prefix) => prefix.line < line)?.path ?? "";
}

function springMappings(source: SourceText): EndpointFact[] {
  // The same annotations describe the calls of a client.
  if (/@FeignClient\b/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  const prefixes: ClassPrefix[] = [];
  const pattern = /@(Request|Get|Post|Put|Patch|Delete)Mapping\b(?:\(([^)]{0,2000})\))?/g;
  const method =
    /^\s*(?:(?:public|private|protected|static|final|suspend|override|open)\s+)*(?:fun\s+|[\w<>[\],.? ]+\s+)(\w+)\s*\(/;
  for (const { match, line } of matchesInCode(source, pattern)) {
    const written = match[2] ?? "";
    const paths = [
      ...written
        .replaceAll(/(?:produces|consumes|headers|params|name)\s*=\s*(?:\{[^}]{0,2000}\}|[^,)]{0,2000})/g, "")
        .matchAll(/"([^"]{0,2000})"/g),
    ].map((found) => found[1] ?? "");
    const below = handlerBelow(source, line, method, /\b(?:class|interface)\s+\w+/);
    if (below.stopped) {
      prefixes.push({ line, path: paths[0] ?? "" });
      continue;
    }
    const verbs =
      match[1] === "Request"
        ? [...written.matchAll(/RequestMethod\.(\w+)/g)].map((verb) => verb[1] ?? "ANY")
        : [(match[1] ?? "").toUpperCase()];
    for (const verb of verbs.length === 0 ? ["ANY"] : verbs) {
      for (const path of paths.length === 0 ? [""] : paths) {
        found.push({
          method: verb,
          path: joinPaths(prefixAt(prefixes, line), path),
          handler: below.handler,
          startLine: below.startLine,
          endLine: below.endLine,
        });
      }
    }
  }
  return [...found, ...jaxRsPaths(source, method)];
}

function jaxRsPaths(source: SourceText, method: RegExp): EndpointFact[] {
  if (!/\b(?:javax|jakarta)\.ws\.rs\b/.test(source.text)) return [];
  const paths: ClassPrefix[] = [];
  for (const { match, line } of matchesInCode(source, /@Path\(\s*"([^"]{0,2000})"/g))
    paths.push({ line, path: match[1] ?? "" });
  const onClass = paths.filter(({ line }) => handlerBelow(source, line, method, /\b(?:class|interface)\s+\w+/).stopped);
  const found: EndpointFact[] = [];
  for (const { match, line } of matchesInCode(source, /^[ \t]*@(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gm)) {
    const below = handlerBelow(source, line, method);
    const first = firstAnnotation(source, line);
    const own = paths.find((path) => path.line >= first && path.line <= below.endLine && !onClass.includes(path));
    found.push({ method: match[1] ?? "", path: joinPaths(prefixAt(onClass, line), own?.path ?? ""), ...below });
  }
  return found;
}

/** First line of the block of annotations that contains the line. */
function firstAnnotation(source: SourceText, line: number): number {
  let first = line;
  while (first > 1 && /^\s*@\w/.test(lineText(source, first - 1))) first -= 1;
  return first;
}

function pythonDecorators(source: SourceText): EndpointFact[] {
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
  /** The annotation turned out to belong to a class. */
  stopped?: boolean;
}

/** Looks a few lines below an annotation for the function it decorates. */
function handlerBelow(source: SourceText, line: number, pattern: RegExp, stop?: RegExp): HandlerBelow {
  for (let at = line; at <= Math.min(line + 15, source.lines); at += 1) {
    const text = lineText(source, at).replace(/^\s*@\w+(?:\([^)]{0,2000}\))?\s+(?=\w)/, "");
    if (source.commentLines[at - 1] === 1) continue;
    if (stop?.test(text)) return { handler: null, startLine: line, endLine: at, stopped: true };
    const name =
      at === line && /^\s*[@[#]/.test(text) && !/\]\s*public/.test(text) ? undefined : pattern.exec(text)?.[1];
    if (name !== undefined) return { handler: name, startLine: line, endLine: at };
  }
  return { handler: null, startLine: line, endLine: line };
}
