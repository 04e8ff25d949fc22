import type { Node } from "web-tree-sitter";

import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { isRouteType } from "./go-types.ts";
import { entriesOf, itemsOf, keyText, slotOf, textOf, unwrap, type Slot } from "./literals.ts";
import { handlerField, parseHandler, type RouteHandler } from "./parse-handler.ts";
import { parseAddress, parseMethods } from "./parse-methods.ts";
import { tableNames } from "./table-names.ts";

const languages = new Set(["typescript", "tsx", "javascript", "python", "go", "ruby", "php"]);
/** Files without a method's name or a type of handlers hold no table; most files are not parsed a second time. */
const mayHoldTable =
  /["'`:](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY|ALL)\b|\b(?:GET|POST|PUT|PATCH|DELETE)\s*[:(]|\bMethod(?:Get|Post|Put|Patch|Delete)\b|(?:Handler(?:Func)?|Route|Endpoint)s?\{|\bserve\(|\bmap\[string\]/i;
/** A path as a whole text, with or without methods before it, and not the first argument of a call. */
const pathLiteral =
  /(?=["'`])(?<=[[{(,:=>\s&r])(?<!\w\s{0,20}\(\s{0,100})(["'`])(?:[A-Za-z|,]{3,40}(?: {1,4}|:))?\/[^"'`\s]{0,500}\1/g;

/** Routes of one row. */
type RouteRow = Pick<EndpointFact, "method" | "path" | "handler"> & { node: Node };

/**
 * Routes that a program keeps in a table, as `"GET /x": list`, `["GET", "/x", list]`, `{ method, path, handler }`,
 * `"/x": { GET: list }` and their like in several languages.
 */
export async function parseRouteTables(whole: WholeTree): Promise<EndpointFact[]> {
  const paths = findPathLiterals(whole.source);
  const tree = paths.length === 0 ? null : await whole.load();
  return tree === null ? [] : paths.flatMap((offset) => routesAt(tree.rootNode, offset));
}

/** Offsets of the texts that may be paths in a table; none where the file holds no such table. */
export function findPathLiterals(source: SourceText): number[] {
  if (source.language === null || !languages.has(source.language) || !mayHoldTable.test(source.text)) return [];
  return [...matchesInCode(source, pathLiteral)].map(({ match }) => match.index);
}

function routesAt(root: Node, offset: number): EndpointFact[] {
  const literal = literalAt(root, offset);
  const text = literal && textOf(literal);
  const address = text === null ? null : parseAddress(text);
  const slot = literal && slotOf(literal);
  if (!address || !slot) return [];
  const rows = slot.role === "key" ? keyedRows(slot, address) : fieldOrItemRows(literal, slot, address);
  if (rows.length === 0 || !tableNames(slot.container).every(mayNameRoutes)) return [];
  return rows.map(({ node, method, path, handler }) => ({
    method,
    path: joinPaths("", path),
    handler,
    startLine: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
  }));
}

/** The string literal that begins at an offset. */
function literalAt(root: Node, offset: number): Node | null {
  let node = root.descendantForIndex(offset, offset + 1);
  while (node !== null && textOf(node) === null && node.parent !== null && node.parent.startIndex === node.startIndex)
    node = node.parent;
  return node;
}

interface Address {
  methods: string[];
  path: string;
}

/** `"GET /x": list`; `"/x": { GET: list }`; `GET: { "/x": list }`; in Go also `"/x": list` by the table's type. */
function keyedRows(slot: Slot & { role: "key" | "value" }, { methods, path }: Address): RouteRow[] {
  const { value, node } = slot.entry;
  const handler = parseHandler(value);
  if (methods.length > 0) return handler && mayHold(slot.container) ? rowsOf(methods, path, handler, node) : [];
  if (!handler) return methodRows(value, path);
  const outer = slotOf(slot.container);
  const above = outer?.role === "value" ? parseMethods(outer.entry.key) : [];
  if (above.length > 0) return rowsOf(above, path, handler, node);
  return isRouteType(slot.container) === true || isServed(slot.container) ? rowsOf(["ANY"], path, handler, node) : [];
}

/** The methods of one path: each key is a method and each value answers it. */
function methodRows(value: Node, path: string): RouteRow[] {
  const entries = entriesOf(value) ?? [];
  return entries.flatMap((entry) => {
    const methods = parseMethods(entry.key);
    const handler = methods.length > 0 ? parseHandler(entry.value) : null;
    return handler ? rowsOf(methods, path, handler, entry.node) : [];
  });
}

function fieldOrItemRows(literal: Node, slot: Slot, address: Address): RouteRow[] {
  if (slot.role === "item") return itemRows(literal, slot.container, address);
  return slot.role === "value" && pathFields.test(keyText(slot.entry.key) ?? "")
    ? fieldRows(slot.container, address)
    : [];
}

/** `["GET", "/x", list]` in a table, or `("GET", "/x"): list` as a key of one. */
function itemRows(literal: Node, list: Node, { methods: own, path }: Address): RouteRow[] {
  const items = itemsOf(list) ?? [];
  const position = items.findIndex((item) => item.equals(literal));
  const at = items.findIndex((item, n) => n !== position && parseMethods(item).length > 0);
  const methods = own.length > 0 ? own : at === -1 ? [] : parseMethods(items[at] ?? literal);
  const table = slotOf(list);
  if (methods.length === 0 || table === null || !mayHold(list)) return [];
  const behind = table.role === "key" ? [table.entry.value] : items.slice(Math.max(at, position) + 1);
  const handler = behind.map((item) => parseHandler(item)).find((one) => one !== null);
  return handler ? rowsOf(methods, path, handler, table.role === "key" ? table.entry.node : list) : [];
}

const pathFields = /^(?:path|url|uri|route|pattern|endpoint)$/i;
const methodFields = /^(?:methods?|verb|http_?methods?)$/i;

/** `{ method: "GET", path: "/x", handler: list }`; a contract's definition without a handler where a call takes it as one. */
function fieldRows(map: Node, { path }: Address): RouteRow[] {
  const entries = entriesOf(map) ?? [];
  const named = entries.find(({ key }) => methodFields.test(keyText(key) ?? ""))?.value;
  const methods = named === undefined ? [] : textOf(named) === "*" ? ["ANY"] : parseMethods(named);
  const handler = handlerField(map);
  if (!mayHold(map) || isRequest(map)) return [];
  if (methods.length === 0)
    return named === undefined && handler && isRouteType(map) ? rowsOf(["ANY"], path, handler, map) : [];
  if (handler) return rowsOf(methods, path, handler, map);
  return isRouteType(map) || isDefinition(map) ? rowsOf(methods, path, { name: null }, map) : [];
}

/** Whether a call defines a route from this map: `createRoute({ … })`, `server.route({ … })`, `contract.router({ … })`. */
function isDefinition(map: Node): boolean {
  let node: Node | null = map;
  for (let depth = 0; node !== null && depth < maxDefinitionDepth; depth += 1) {
    const callee: string = node.type === "call_expression" ? (node.childForFieldName("function")?.text ?? "") : "";
    if (
      /(?:^|\.)(?:(?:create|define|make|build)?(?:Api)?(?:Routes?|Router|Endpoint|Contract)|route|router)$/i.test(
        callee,
      )
    )
      return true;
    if (callee !== "" || node.type.includes("function")) return false;
    node = node.parent;
  }
  return false;
}

const maxDefinitionDepth = 8;

/** Whether a map is what a client's call sends: `axios({ method, url, callback })`. */
function isRequest(map: Node): boolean {
  const call = map.parent?.parent;
  const callee = call?.childForFieldName("function")?.text ?? "";
  return /(?:request|fetch|axios|ajax|expect|inject|send|http)$/i.test(callee);
}

/** Whether a map is the `routes` of a server: `Bun.serve({ routes: { "/x": show } })`. */
function isServed(map: Node): boolean {
  const slot = slotOf(map);
  if (slot?.role !== "value" || keyText(slot.entry.key) !== "routes") return false;
  const call = slot.container.parent?.parent;
  return call?.type === "call_expression" && /(?:^|\.)serve$/.test(call.childForFieldName("function")?.text ?? "");
}

/** Go says by types what a table holds; elsewhere the values alone do. */
function mayHold(container: Node): boolean {
  return isRouteType(container) !== false;
}

const notRoutes =
  /(?:mock|fixture|stub|fake)|(?:permissions?|roles?|scopes?|limits?|cache|ttls?|expected|requests?|responses?|clients?|docs?|descriptions?|titles?|labels?|metrics|costs?|schemas?|types?|examples?|samples?|cases|tests?|calls?|polic(?:y|ies)|acl|paths|openapi|swagger)$/i;

function mayNameRoutes(name: string): boolean {
  return !notRoutes.test(name);
}

function rowsOf(methods: readonly string[], path: string, { name }: RouteHandler, node: Node): RouteRow[] {
  return methods.map((method) => ({ method, path, handler: name, node: unwrap(node) }));
}
