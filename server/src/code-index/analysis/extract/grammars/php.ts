import type { Grammar } from "./grammar.ts";

export const phpGrammar: Grammar = {
  wasm: "tree-sitter-php.wasm",
  query: `
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_declaration (const_element (name) @name)) @constant
`,
  maxDepth: 7,
  isExported: ({ head }) => !/^(?:\w+\s+)*?(?:private|protected)\b/.test(head.slice(0, 60)),
};
