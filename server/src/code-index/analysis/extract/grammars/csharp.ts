import type { Grammar } from "./grammar.ts";

export const csharpGrammar: Grammar = {
  wasm: "tree-sitter-c-sharp.wasm",
  query: `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(property_declaration name: (identifier) @name) @variable
(field_declaration (modifier) @kw (variable_declaration (variable_declarator name: (identifier) @name)) (#match? @kw "^(const|static)$")) @constant
`,
  maxDepth: 8,
  isExported: ({ head }) => /^(?:\[[^\]]*\]\s*)*(?:\w+\s+)*?(?:public|protected internal)\b/.test(head),
};
