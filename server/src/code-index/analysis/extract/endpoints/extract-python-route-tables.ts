import { argumentsOf, namedArguments, stringIn, type Argument } from "#server/code-index/analysis/text/arguments-of.ts";
import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { lineAt, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";

/** Routes that are listed or added by calls: Starlette, aiohttp, FastAPI, Flask, Falcon, Pyramid, Tornado. */
export function extractPythonRouteTables(source: SourceText): EndpointFact[] {
  return [...starletteRoutes(source), ...addedRoutes(source), ...flaskRules(source), ...tornadoRoutes(source)];
}

/**
 * `Route("/x", endpoint=list, methods=["GET"])`, below `Mount("/api", routes=[…])`; aiohttp's `web.get("/x", list)`.
 */
function starletteRoutes(source: SourceText): EndpointFact[] {
  const isStarlette = /\bstarlette\b|\bfastapi\b/.test(source.text);
  const isAiohttp = /\baiohttp\b/.test(source.text);
  if (!isStarlette && !isAiohttp) return [];
  const mounts = isStarlette
    ? routeSpans(source, /\bMount\(\s*(?:path\s*=\s*)?["']([^"'\n]*)["']\s*,\s*(?:routes\s*=\s*)?\[/g)
    : [];
  const found: EndpointFact[] = [];
  const pattern =
    /(?<![\w.])(?:(?<starlette>Route|APIRoute|WebSocketRoute)|web\.(?<verb>get|post|put|patch|delete|head|options|view))\(\s*(?=(?:path\s*=\s*)?["'])/g;
  for (const { match, offset } of matchesInCode(source, pattern)) {
    const { starlette, verb } = match.groups ?? {};
    if (starlette === undefined ? !isAiohttp : !isStarlette) continue;
    const call = argumentsOf(source.text, source.text.indexOf("(", offset));
    const { path, handler, methods } = readCall(call.list);
    if (path === null || (path !== "" && !path.startsWith("/")) || handler === null) continue;
    const at = {
      path: joinPaths("", pathInSpans(mounts, offset, path)),
      handler,
      ...linesOf(source, offset, call.end),
    };
    const own = verb === undefined ? methods : [verb === "view" ? "ANY" : methodName(verb)];
    const usual =
      starlette === "WebSocketRoute" ? "ANY" : /^[A-Z]/.test(handler.split(".").at(-1) ?? "") ? "ANY" : "GET";
    for (const method of own.length > 0 ? own : [usual]) found.push({ method, ...at });
  }
  return found;
}

/**
 * `add_api_route("/x", list, methods=["GET"])`, `router.add_get("/x", list)`, `add_route("GET", "/x", list)`,
 * `config.add_route("name", "/x")`.
 */
function addedRoutes(source: SourceText): EndpointFact[] {
  if (!/\.add_(?:api_)?(?:route|get|post|put|patch|delete|view|websocket_route)\(/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  const pattern =
    /\.add_(?<how>api_route|websocket_route|route|get|post|put|patch|delete)\(\s*(?=\w+\s*=\s*["']|["'])/g;
  for (const { match, offset } of matchesInCode(source, pattern)) {
    const how = match.groups?.["how"] ?? "";
    const call = argumentsOf(source.text, source.text.indexOf("(", offset));
    const verb = /^(?:get|post|put|patch|delete)$/.test(how) ? methodName(how) : null;
    const { path, handler, methods } = readCall(call.list);
    if (path === null || !path.startsWith("/")) continue;
    const usual = how === "api_route" ? "GET" : "ANY";
    const named = verb === null ? methods : [verb];
    const lines = linesOf(source, offset, call.end);
    for (const method of named.length > 0 ? named : [usual])
      found.push({ method, path: joinPaths("", path), handler, ...lines });
  }
  return found;
}

/**
 * `app.add_url_rule("/x", "name", list, methods=["POST"])`, `app.add_url_rule("/x", view_func=List.as_view("list"))`.
 */
function flaskRules(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  for (const { offset } of matchesInCode(source, /\.add_url_rule\(\s*(?=(?:rule\s*=\s*)?["'])/g)) {
    const { list, end } = argumentsOf(source.text, source.text.indexOf("(", offset));
    const named = namedArguments(list, "=");
    const path = stringIn(named.get("rule") ?? list[0]?.text ?? "");
    if (path === null || !path.startsWith("/")) continue;
    const view = named.get("view_func") ?? list.filter(({ text }) => !/^\w+\s*=(?!=)/.test(text))[2]?.text ?? "";
    const handler = /^([A-Za-z_][\w.]*?)(?:\.as_view)?(?:\(.*\))?$/s.exec(view)?.[1] ?? null;
    const methods = methodsIn(named.get("methods"));
    for (const method of methods.length > 0 ? methods : ["GET"])
      found.push({ method, path, handler, ...linesOf(source, offset, end) });
  }
  return found;
}

function methodsIn(written: string | undefined): string[] {
  return [...(written ?? "").matchAll(/["'](\w+)["']/g)].map(([, word = ""]) => methodName(word));
}

/** `(r"/x/(\d+)", XHandler)` in the list that an application is made of. */
function tornadoRoutes(source: SourceText): EndpointFact[] {
  if (!/\btornado\b/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  for (const { match, line } of matchesInCode(source, /\(\s*r?(["'])(\/[^"'\n]*)\1\s*,\s*([\w.]*Handler)\b/g))
    found.push({ method: "ANY", path: match[2] ?? "", handler: match[3] ?? null, startLine: line, endLine: line });
  return found;
}

/** The first string that is a path, the method or name before it if any, and the name after it. */
function readCall(list: readonly Argument[]): { path: string | null; handler: string | null; methods: string[] } {
  const named = namedArguments(list, "=");
  const given = list.filter(({ text }) => !/^\w+\s*=(?!=)/.test(text)).map(({ text }) => text);
  const texts = given.map(stringIn);
  const at = Math.max(
    0,
    texts.findIndex((text) => text?.startsWith("/")),
  );
  const path = stringIn(named.get("path") ?? "") ?? texts[at] ?? null;
  const before = at > 0 ? (texts[at - 1] ?? "") : "";
  const listed = methodsIn(named.get("methods"));
  const own = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(before) ? [before] : [];
  const handler = named.get("endpoint") ?? named.get("handler") ?? given[named.has("path") ? 0 : at + 1] ?? "";
  const name = /^([A-Za-z_][\w.]*)(?:\(.*\))?$/s.exec(handler)?.[1] ?? null;
  return { path, handler: name, methods: listed.length > 0 ? listed : own };
}

function linesOf(source: SourceText, from: number, to: number): { startLine: number; endLine: number } {
  return { startLine: lineAt(source, from), endLine: lineAt(source, to) };
}
