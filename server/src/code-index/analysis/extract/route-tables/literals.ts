import type { Node } from "web-tree-sitter";

import { stringIn } from "#server/code-index/analysis/text/arguments-of.ts";

/** Literals that hold others, under the names that the grammars give them. */
const maps = new Set(["object", "dictionary", "hash"]);
const lists = new Set(["array", "list", "tuple", "expression_list"]);
const texts = new Set([
  "string",
  "template_string",
  "interpreted_string_literal",
  "raw_string_literal",
  "encapsed_string",
]);
/** Nodes around an expression that do not change what it is. */
const wrappers = new Set([
  "literal_element",
  "parenthesized_expression",
  "computed_property_name",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "unary_expression",
  "composite_literal",
]);

/** One key of a map literal with its value. A method written in an object is its own value. */
export interface Entry {
  key: Node;
  value: Node;
  node: Node;
}

/** The position of an expression in the literal around it. */
export type Slot = { role: "key" | "value"; entry: Entry; container: Node } | { role: "item"; container: Node };

/** The expression itself, without type assertions, brackets and the type before a Go literal. */
export function unwrap(node: Node): Node {
  if (!wrappers.has(node.type)) return node;
  const inner = node.type === "composite_literal" ? node.childForFieldName("body") : node.namedChild(0);
  return inner === null ? node : unwrap(inner);
}

/** What describes one route has few parts; whole tables are never gone through for one of their rows. */
const maxParts = 40;

/** Keys and values of a map literal that is no larger than a route's; null for anything else. */
export function entriesOf(node: Node): Entry[] | null {
  const map = unwrap(node);
  if (kindOf(map) !== "map" || map.namedChildCount > maxParts) return null;
  return map.namedChildren.map(toEntry).filter((entry) => entry !== null);
}

/** Go and PHP write maps and lists alike: the first part says which it is. */
function kindOf(literal: Node): "map" | "list" | null {
  if (maps.has(literal.type)) return "map";
  if (lists.has(literal.type)) return "list";
  if (literal.type !== "literal_value" && literal.type !== "array_creation_expression") return null;
  const first = literal.namedChild(0);
  return first !== null && toEntry(first) !== null ? "map" : "list";
}

/** Items of a list literal that is no larger than a route's; null for anything else. */
export function itemsOf(node: Node): Node[] | null {
  const list = unwrap(node);
  if (kindOf(list) !== "list" || list.namedChildCount > maxParts) return null;
  return list.namedChildren.map((child) =>
    unwrap(child.type === "array_element_initializer" ? (child.namedChild(0) ?? child) : child),
  );
}

function toEntry(node: Node): Entry | null {
  if (node.type === "shorthand_property_identifier") return { key: node, value: node, node };
  if (node.type === "method_definition") {
    const name = node.childForFieldName("name");
    return name === null ? null : { key: unwrap(name), value: node, node };
  }
  const isPair = node.type === "pair" || node.type === "keyed_element";
  const [key, value] = isPair
    ? [node.childForFieldName("key"), node.childForFieldName("value")]
    : node.type === "array_element_initializer" && node.namedChildCount === 2
      ? [node.namedChild(0), node.namedChild(1)]
      : [null, null];
  return key === null || value === null ? null : { key: unwrap(key), value: unwrap(value), node };
}

/** The literal of which an expression is a key, value or item; null when it is in none. */
export function slotOf(node: Node): Slot | null {
  let child = node;
  let parent = child.parent;
  while (parent !== null && wrappers.has(parent.type)) {
    child = parent;
    parent = child.parent;
  }
  if (parent === null) return null;
  const entry = toEntry(parent);
  if (entry !== null && parent.parent !== null)
    return { role: entry.key.equals(unwrap(child)) ? "key" : "value", entry, container: parent.parent };
  // PHP's arrays may hold keyed values and others side by side.
  if (parent.type === "array_element_initializer") return parent.parent && { role: "item", container: parent.parent };
  return kindOf(parent) === "list" ? { role: "item", container: parent } : null;
}

/** The text of a string literal that holds no expression; null for anything else. */
export function textOf(node: Node): string | null {
  if (!texts.has(node.type)) return null;
  const written = node.text;
  if (/^f/i.test(written) || /[$#]\{/.test(written)) return null;
  return stringIn(written);
}

/** What a key says: a string's text, or the name of a property, a field or a symbol. */
export function keyText(key: Node): string | null {
  const text = textOf(key);
  if (text !== null) return text;
  return /^(?:property_identifier|shorthand_property_identifier|identifier|hash_key_symbol|simple_symbol)$/.test(
    key.type,
  )
    ? key.text.replace(/^:/, "")
    : null;
}
