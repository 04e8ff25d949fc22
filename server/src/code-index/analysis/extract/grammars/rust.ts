import type { Grammar } from "./grammar.ts";

export const rustGrammar: Grammar = {
  wasm: "tree-sitter-rust.wasm",
  query: `
(source_file (function_item name: (identifier) @name) @function)
(mod_item body: (declaration_list (function_item name: (identifier) @name) @function))
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name) (scoped_type_identifier name: (type_identifier) @name) (reference_type)]) @scope
(impl_item body: (declaration_list (function_item name: (identifier) @name) @method))
(trait_item body: (declaration_list [(function_item name: (identifier) @name) (function_signature_item name: (identifier) @name)] @method))
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @trait
(type_item name: (type_identifier) @name) @type
(mod_item name: (identifier) @name body: (_)) @module
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
(macro_definition name: (identifier) @name) @function
`,
  maxDepth: 6,
  isExported: ({ head, kind, lead }) =>
    /^pub\b/.test(head) || /\bpub\b/.test(lead) || (kind === "function" && head.startsWith("macro_rules!")),
};
