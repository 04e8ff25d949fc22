import type { Grammar } from "./grammar.ts";

export const pythonGrammar: Grammar = {
  wasm: "tree-sitter-python.wasm",
  query: `
(class_definition name: (identifier) @name) @class
(module (function_definition name: (identifier) @name) @function)
(module (decorated_definition definition: (function_definition name: (identifier) @name) @function))
(module (if_statement (block (function_definition name: (identifier) @name) @function)))
(class_definition body: (block (function_definition name: (identifier) @name) @method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name) @method)))
(module (expression_statement (assignment left: (identifier) @name) @variable))
`,
  maxDepth: 6,
  isExported: ({ name }) => !name.startsWith("_") || /^__\w+__$/.test(name),
  kindOf: ({ name, kind }) => (kind === "variable" && /^[A-Z][A-Z0-9_]*$/.test(name) ? "constant" : kind),
};
