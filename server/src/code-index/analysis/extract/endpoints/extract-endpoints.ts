import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { extractAnnotatedEndpoints } from "./extract-annotated-endpoints.ts";
import { extractJvmRoutes } from "./extract-jvm-routes.ts";
import { extractPythonRouteTables } from "./extract-python-route-tables.ts";
import { extractRubyRoutes } from "./extract-ruby-routes.ts";
import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";

const maxEndpoints = 1000;
const ecmascript = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);

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
  if (ecmascript.has(language)) {
    return [
      ...callEndpoints(source, ecmascriptCall),
      ...chainedRoutes(source),
      ...methodThenPath(source),
      ...extractAnnotatedEndpoints(source),
    ];
  }
  if (language === "python")
    return [...djangoUrls(source), ...extractAnnotatedEndpoints(source), ...extractPythonRouteTables(source)];
  if (language === "go") {
    return [...goHandle(source), ...callEndpoints(source, goCall), ...methodThenPath(source)];
  }
  if (language === "ruby") return extractRubyRoutes(source);
  if (language === "php") return [...phpRoutes(source), ...extractAnnotatedEndpoints(source)];
  if (language === "rust") return [...rustRoutes(source), ...extractAnnotatedEndpoints(source)];
  if (language === "java" || language === "kotlin" || language === "csharp") {
    const called = language === "csharp" ? callEndpoints(source, csharpCall) : extractJvmRoutes(source);
    return [...called, ...extractAnnotatedEndpoints(source)];
  }
  return [];
}

const receiver = String.raw`(?<receiver>[\w$.]{0,60}(?:[aA]pp|[rR]outer|[rR]oute|[rR]outes|[aA]pi|[sS]erver|fastify|hono|[gG]roup|[mM]ux|engine|\br|\be|\bg|v\d+)\w*)`;
const ecmascriptCall = new RegExp(
  String.raw`(?<![\w$])${receiver}\s*(?:<[^>]{0,2000}>)?\.\s*(?<method>get|post|put|patch|delete|del|all|options|head)\s*(?:<[^(]{0,2000}>)?\(\s*(?<quote>['"\x60])(?<path>[^'"\x60\n]*)\k<quote>\s*,(?<rest>[^\n]*)`,
  "g",
);
const goCall = new RegExp(
  String.raw`(?<![\w$])${receiver}\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any|Get|Post|Put|Patch|Delete|Head|Options)\(\s*(?<quote>["\x60])(?<path>[^"\x60\n]*)\k<quote>\s*,(?<rest>[^\n]*)`,
  "g",
);
const csharpCall =
  /(?<receiver>\w+)\.Map(?<method>Get|Post|Put|Patch|Delete)\(\s*(?<quote>")(?<path>[^"\n]*)\k<quote>\s*,(?<rest>[^\n]*)/g;

/** chi's blocks below a path. */
const chiBlock = /\.Route\(\s*"([^"\n]*)"\s*,\s*func\(\s*\w+ chi\.Router\s*\)\s*\{/g;

/** `router.get("/x", handler)` in its many spellings; a prefix known from the same file is put in front. */
function callEndpoints(source: SourceText, pattern: RegExp): EndpointFact[] {
  if (
    !/\.(?:Map)?(?:get|post|put|patch|del|all|options|head|any)\w*\s*(?:<[^(]{0,2000}>)?\(\s*["'`]/i.test(source.text)
  )
    return [];
  const prefixes = routerPrefixes(source);
  const spans = source.language === "go" ? routeSpans(source, chiBlock) : [];
  const found: EndpointFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { receiver: name = "", method = "", path = "", rest = "" } = match.groups ?? {};
    if (!path.startsWith("/") && !isRelativeRoute({ name, path, rest }, prefixes)) continue;
    const end = closingBracket(source.text, source.text.indexOf("(", offset));
    found.push({
      method: methodName(method),
      path: pathInSpans(spans, offset, joinPaths(prefixes.get(name) ?? "", path)),
      handler: handlerIn(rest),
      startLine: line,
      endLine: lineAt(source, end),
    });
  }
  return found;
}

/** Paths without a leading slash are common below a prefix and as names of remote calls ("documents.list"). */
function isRelativeRoute(
  { name, path, rest }: { name: string; path: string; rest: string },
  prefixes: ReadonlyMap<string, string>,
): boolean {
  if (prefixes.has(name)) return true;
  if (path === "*") return true;
  return path !== "" && /^(?:router|routes?)$/i.test(name) && /^[\w.:*{}/-]+$/.test(path) && !/^\s*\{/.test(rest);
}

const prefixPattern =
  /(?<![\w$])(?<name>[\w$]+)\s*:?=\s{0,20}[^\n;]{0,500}?(?:\.(?:basePath|Group|Route|group|MapGroup|PathPrefix)\(\s*["'`](?<path>[^"'`\n]*)["'`]|new Router\(\{\s*prefix:\s*["'`](?<prefix>[^"'`\n]*)["'`])/g;

/** Routers that carry a path of their own: `v1 := r.Group("/v1")`, `new Router({ prefix })`, and groups of groups. */
function routerPrefixes(source: SourceText): Map<string, string> {
  const prefixes = new Map<string, string>();
  // Asked first because the full pattern is slow over large files that hold no router.
  const declared = /\.(?:basePath|[gG]roup|Route|MapGroup|PathPrefix)\(|\bnew Router\(\{/.test(source.text);
  for (const { match } of declared ? matchesInCode(source, prefixPattern) : []) {
    const { name = "", path, prefix } = match.groups ?? {};
    const outer = /=\s*([\w$.]+)\.(?:basePath|Group|group|MapGroup)\(/.exec(match[0])?.[1] ?? "";
    prefixes.set(name, joinPaths(prefixes.get(outer) ?? "", path ?? prefix ?? ""));
  }
  if (!source.text.includes(".use(")) return prefixes;
  for (const { match } of matchesInCode(
    source,
    /(?<![\w$])([\w$]+)\.use\(\s*['"`](\/[^'"`\n]*)['"`]\s*,\s*([\w$]+)\s*\)/g,
  )) {
    const inner = match[3] ?? "";
    const isOwn = new RegExp(`(?:const|let|var)\\s+${inner.replaceAll("$", "\\$")}\\s*=`).test(source.text);
    if (isOwn) prefixes.set(inner, joinPaths(prefixes.get(match[1] ?? "") ?? "", match[2] ?? ""));
  }
  return prefixes;
}

/** Express's `router.route("/x").get(list).post(create)`. */
function chainedRoutes(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /\.route\(\s*(['"`])(\/[^'"`\n]*)\1\s*\)/g)) {
    let at = offset + match[0].length;
    for (;;) {
      const call = /^\s*\.(get|post|put|patch|delete|all|options|head)\(/.exec(source.text.slice(at, at + 200));
      if (call === null) break;
      const open = at + call[0].length - 1;
      const close = closingBracket(source.text, open);
      found.push({
        method: methodName(call[1] ?? ""),
        path: match[2] ?? "",
        handler: handlerIn(source.text.slice(open + 1, close)),
        startLine: line,
        endLine: lineAt(source, close),
      });
      at = close + 1;
    }
  }
  return found;
}

/** `endpoint("GET", "/x", …)`, `app.on("POST", "/x", …)`, `r.Handle("GET", "/x", …)`. */
function methodThenPath(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  if (!/\(\s*["'`](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["'`]\s*,/.test(source.text)) return found;
  const pattern =
    /(?<callee>[\w$.]{1,60})\(\s*["'`](?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["'`]\s*,\s*["'`](?<path>\/[^"'`\n]*)["'`]\s*,?(?<rest>[^\n]*)/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { callee = "", method = "", path = "", rest = "" } = match.groups ?? {};
    if (/request|fetch|call$|expect|inject|httptest|NewRequest|send/i.test(callee)) continue;
    const end = closingBracket(source.text, source.text.indexOf("(", offset));
    found.push({ method, path, handler: handlerIn(rest), startLine: line, endLine: lineAt(source, end) });
  }
  return found;
}

function djangoUrls(source: SourceText): EndpointFact[] {
  if (!/urlpatterns|django\.(?:urls|conf)/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /\b(?:re_)?(?:path|url)\(\s*r?(["'])([^"'\n]*)\1\s*,\s*([\w.]+)/g,
  )) {
    if (match[3] === "include") continue;
    const path = `/${(match[2] ?? "").replace(/^[\^/]+/, "").replace(/\$$/, "")}`;
    found.push({ method: "ANY", path, handler: match[3] ?? null, startLine: line, endLine: line });
  }
  return found;
}

function goHandle(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  const pattern =
    /(?<=\w)\.Handle(?:Func)?\(\s*["`](?:(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?(\/[^"`\n]*)["`]\s*,([^\n]*)/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const end = closingBracket(source.text, source.text.indexOf("(", offset));
    const methods = /^\)?\s*\.Methods\(([^)]{0,2000})\)/.exec(source.text.slice(end, end + 120))?.[1];
    const named =
      methods === undefined
        ? [match[1] ?? "ANY"]
        : [...methods.matchAll(/[A-Z][A-Za-z]+$|"([A-Z]+)"|Method([A-Z]\w+)/g)].map((m) => m[1] ?? m[2] ?? "ANY");
    for (const method of named) {
      found.push({
        method: methodName(method),
        path: match[2] ?? "",
        handler: handlerIn(match[3] ?? ""),
        startLine: line,
        endLine: lineAt(source, end),
      });
    }
  }
  return found;
}

function phpRoutes(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  const pattern =
    /(?:Route::|\$(?:app|router|r|group|routes)->)(get|post|put|patch|delete|options|any)\(\s*(['"])([^'"\n]*)\2\s*,?([^\n]*)/g;
  for (const { match, line } of matchesInCode(source, pattern)) {
    const rest = match[4] ?? "";
    const action = /\[\s*([\w\\]+)::class\s*,\s*['"](\w+)['"]/.exec(rest);
    const handler =
      action === null
        ? (/^\s*['"]([\w\\@:]+)['"]/.exec(rest)?.[1] ?? /^\s*([\w\\]+)::class/.exec(rest)?.[1] ?? null)
        : `${action[1]}@${action[2]}`;
    found.push({
      method: methodName(match[1] ?? ""),
      path: joinPaths("", match[3] ?? ""),
      handler,
      startLine: line,
      endLine: line,
    });
  }
  return found;
}

/** axum's `.route("/x", get(a).post(b))` and actix's `.route("/x", web::get().to(a))`. */
function rustRoutes(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /\.route\(\s*"([^"\n]+)"\s*,/g)) {
    const open = source.text.indexOf("(", offset);
    const close = closingBracket(source.text, open);
    const body = source.text.slice(offset + match[0].length, close);
    for (const call of body.matchAll(
      /\b(?:web::)?(get|post|put|patch|delete|head|options|any)\(([\w:]*)\)?(?:\)?\s*\.to\(([\w:]+))?/g,
    )) {
      found.push({
        method: methodName(call[1] ?? ""),
        path: match[1] ?? "",
        handler: call[3] ?? (call[2] || null),
        startLine: line,
        endLine: lineAt(source, close),
      });
    }
  }
  return found;
}

/** The last plain name among the arguments; null for inline functions. */
function handlerIn(rest: string): string | null {
  const text = rest.replace(/\/\/.*$/, "").replace(/(?<![\s;)}\],])[\s;)}\],]+$/, "");
  if (/=>|\bfunction\b|\bfunc\s*\(/.test(text) || /^\s*(?:async\s*)?\($/.test(text)) return null;
  const last = text.split(",").at(-1)?.trim() ?? "";
  return /^[A-Za-z_$&][\w$.:]*$/.test(last) ? last.replace(/^&/, "") : null;
}
