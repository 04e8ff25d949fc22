import type { Node } from "web-tree-sitter";

import { methodName } from "#server/code-index/analysis/extract/endpoints/method-name.ts";

import { itemsOf, textOf } from "./literals.ts";

const word = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY|ALL";
const wholeWord = new RegExp(`^(?:${word})$`, "i");
const severalWords = new RegExp(`^(?:${word})(?:[|,](?:${word}))*$`, "i");
/** `HttpMethod.GET`, Go's `http.MethodGet`. */
const constant =
  /(?:^|\.)(?:Method(?<go>Get|Post|Put|Patch|Delete|Head|Options)|(?<name>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS))$/;

/** Methods that an expression names: a text, a constant, or a list of them. Empty where it is anything else. */
export function parseMethods(node: Node): string[] {
  const text = textOf(node);
  if (text !== null) return methodsIn(text);
  const items = itemsOf(node);
  if (items !== null) {
    const each = items.map((item) => (itemsOf(item) === null ? parseMethods(item) : []));
    return each.every((one) => one.length > 0) ? each.flat() : [];
  }
  if (
    !/^(?:identifier|property_identifier|shorthand_property_identifier|member_expression|attribute|selector_expression|hash_key_symbol|simple_symbol|constant)$/.test(
      node.type,
    )
  )
    return [];
  const written = node.text.replace(/^:/, "");
  if (wholeWord.test(written)) return [methodName(written)];
  const { go, name } = constant.exec(written)?.groups ?? {};
  return go === undefined && name === undefined ? [] : [methodName(go ?? name ?? "")];
}

function methodsIn(text: string): string[] {
  return severalWords.test(text) ? text.split(/[|,]/).map(methodName) : [];
}

/** `GET /sailings` cut into its methods and its path; a path alone has no methods. Null for any other text. */
export function parseAddress(text: string): { methods: string[]; path: string } | null {
  const [, before, path] = /^(?:([A-Za-z|,]{3,40})(?: +|:))?(\/\S*)$/.exec(text) ?? [];
  if (path === undefined || path.startsWith("//")) return null;
  if (before === undefined) return { methods: [], path };
  const methods = methodsIn(before);
  return methods.length === 0 ? null : { methods, path };
}
