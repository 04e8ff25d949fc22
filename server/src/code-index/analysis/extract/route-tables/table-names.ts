import type { Node } from "web-tree-sitter";

import { keyText } from "./literals.ts";

const maxLevels = 16;

/** Names that a literal is stored under: its variable, and the keys of the maps around it, within its function. */
export function tableNames(literal: Node): string[] {
  const names: string[] = [];
  let node: Node | null = literal;
  for (let level = 0; node !== null && level < maxLevels; level += 1) {
    const name = nameOf(node);
    if (name !== null) names.push(name);
    if (/function|method|func_literal|lambda|class_body/.test(node.type)) break;
    node = node.parent;
  }
  return names;
}

function nameOf(node: Node): string | null {
  if (node.type === "pair" || node.type === "keyed_element") {
    const key = node.childForFieldName("key");
    const text = key === null ? null : (keyText(key.namedChild(0) ?? key) ?? keyText(key));
    return text === null || text.includes("/") ? null : text;
  }
  if (/^(?:variable_declarator|var_spec|const_spec)$/.test(node.type))
    return node.childForFieldName("name")?.text ?? null;
  return /^(?:assignment|assignment_expression)$/.test(node.type)
    ? (node.childForFieldName("left")?.text.slice(0, 100) ?? null)
    : null;
}
