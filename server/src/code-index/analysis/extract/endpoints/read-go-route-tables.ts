import { argumentsOf, namedArguments, stringIn, type Argument } from "#server/code-index/analysis/text/arguments-of.ts";
import { lineAt, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";

/** Routes that a program lists as data: `[]Route{{"GET", "/x", handler}}`, `Route{Method: "GET", Path: "/x", Handler: h}`. */
export function readGoRouteTables(source: SourceText): EndpointFact[] {
  if (!/(?:Route|Endpoint|Handler(?:Func)?)s?\{/.test(source.text)) return [];
  return [...listedRoutes(source), ...mappedRoutes(source)];
}

const typeName = String.raw`(?:\w{1,60}\.)?\w{0,60}(?:Route|Endpoint)s?`;

function listedRoutes(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  const pattern = new RegExp(String.raw`(?<![\w.])(?<list>\[\]\*?)?&?${typeName}\{`, "g");
  for (const { match, offset } of matchesInCode(source, pattern)) {
    const open = offset + match[0].length - 1;
    const { list, end } = argumentsOf(source.text, open);
    // `Routes{…}` is a list under another name.
    const rows = list.filter(({ text }) => /^&?(?:[\w.]+)?\{/.test(text));
    if (rows.length === 0) {
      found.push(...toEndpoints(source, list, { from: open, to: end }));
      continue;
    }
    for (const row of rows.filter(({ text }) => text.startsWith("{") || text.startsWith("&{"))) {
      const inner = argumentsOf(source.text, row.offset + row.text.indexOf("{"));
      found.push(...toEndpoints(source, inner.list, { from: row.offset, to: inner.end }));
    }
  }
  return found;
}

/** `map[string]http.HandlerFunc{"/x": handler}`. */
function mappedRoutes(source: SourceText): EndpointFact[] {
  const found: EndpointFact[] = [];
  for (const { match, offset } of matchesInCode(source, /\bmap\[string\](?:http\.)?Handler(?:Func)?\{/g)) {
    for (const { text, offset: from } of argumentsOf(source.text, offset + match[0].length - 1).list) {
      const [, path, handler] = /^["`](\/[^"`\n]*)["`]\s*:\s*([^]+)$/.exec(text) ?? [];
      if (path === undefined) continue;
      const line = lineAt(source, from);
      found.push({
        method: "ANY",
        path,
        handler: handlerName(handler),
        startLine: line,
        endLine: lineAt(source, from + text.length),
      });
    }
  }
  return found;
}

const pathFields = ["Path", "Pattern", "Route", "URL", "Url", "URI", "Uri", "Endpoint"];
const handlerFields = ["Handler", "HandlerFunc", "HandleFunc", "HandlerFn", "Func", "Action", "Controller"];

function toEndpoints(
  source: SourceText,
  list: readonly Argument[],
  { from, to }: { from: number; to: number },
): EndpointFact[] {
  const lines = { startLine: lineAt(source, from), endLine: lineAt(source, to) };
  const named = namedArguments(list, ":");
  const first = (fields: readonly string[]) =>
    fields.map((field) => named.get(field)).find((value) => value !== undefined);
  const path = stringIn(first(pathFields) ?? "");
  if (path?.startsWith("/")) {
    const handler = first(handlerFields);
    const method = methodIn(named.get("Method") ?? named.get("HTTPMethod") ?? "");
    // A path alone may be anything's.
    return handler === undefined && method === null
      ? []
      : [{ method: method ?? "ANY", path, handler: handlerName(handler), ...lines }];
  }
  const values = list.map(({ text }) => text);
  const at = values.findIndex((value) => methodIn(value) !== null);
  const place = values.findIndex((value, n) => n !== at && stringIn(value)?.startsWith("/"));
  const handler = values
    .slice(Math.max(at, place) + 1)
    .find((value) => handlerName(value) !== null || value.startsWith("func("));
  // Tables of tests list requests with what is expected of them.
  if (at === -1 || place === -1 || handler === undefined || handler.startsWith("http.Status")) return [];
  return [
    {
      method: methodIn(values[at] ?? "") ?? "ANY",
      path: stringIn(values[place] ?? "") ?? "",
      handler: handlerName(handler),
      ...lines,
    },
  ];
}

function methodIn(written: string): string | null {
  const [, quoted, named] =
    /^(?:["`](GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["`]|(?:\w+\.)?Method(Get|Post|Put|Patch|Delete|Head|Options))$/.exec(
      written,
    ) ?? [];
  const word = quoted ?? named;
  return word === undefined ? null : methodName(word);
}

/** `api.list`, `mw(api.list)` by its innermost name; null for functions without a name. */
function handlerName(written: string | undefined): string | null {
  const text = written?.trim() ?? "";
  const inner = /^[\w.]+\(([\w.]+)\)$/.exec(text)?.[1] ?? text;
  return /^[A-Za-z_][\w.]*$/.test(inner) && !/^(?:nil|true|false)$/.test(inner) ? inner : null;
}
