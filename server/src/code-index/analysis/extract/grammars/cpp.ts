import type { Grammar } from "./grammar.ts";

/** Serves C as well: what differs does not touch declarations. */
export const cppGrammar: Grammar = {
  wasm: "tree-sitter-cpp.wasm",
  query: `
(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name)) @function
(function_definition declarator: (_ declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name))) @function
(function_definition declarator: (_ declarator: (_ declarator: (function_declarator declarator: (identifier) @name)))) @function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @parent name: (_) @name))) @method
(function_definition declarator: (_ declarator: (function_declarator declarator: (qualified_identifier scope: (_) @parent name: (_) @name)))) @method
(function_definition declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @parent name: (_) @name)))) @method
(class_specifier name: (type_identifier) @name body: (_)) @class
(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @struct
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(alias_declaration name: (type_identifier) @name) @type
(namespace_definition name: (_) @name) @module
(preproc_function_def name: (identifier) @name) @function
(preproc_def name: (identifier) @name value: (_)) @constant
`,
  maxDepth: 9,
  isExported: ({ head, lead }) => !/^static\b/.test(head) && !/\bstatic\b/.test(lead),
  kindOf: ({ kind, parent }) => (kind === "function" && parent !== null ? "method" : kind),
};
