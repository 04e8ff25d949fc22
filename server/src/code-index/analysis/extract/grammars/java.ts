import type { Grammar } from "./grammar.ts";

export const javaGrammar: Grammar = {
  wasm: "tree-sitter-java.wasm",
  query: `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(field_declaration (modifiers "static") declarator: (variable_declarator name: (identifier) @name)) @constant
`,
  maxDepth: 8,
  isExported: ({ head, parent }) =>
    /\bpublic\b/.test(headWithoutBody(head)) || (parent !== null && /^(?:default|static)\b/.test(head)),
};

function headWithoutBody(head: string): string {
  const end = head.search(/[{;=]/);
  return end < 0 ? head : head.slice(0, end);
}
