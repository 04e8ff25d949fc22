import type { Grammar } from "./grammar.ts";

export const bashGrammar: Grammar = {
  wasm: "tree-sitter-bash.wasm",
  query: `
(function_definition name: (word) @name) @function
(program (variable_assignment name: (variable_name) @name) @variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
`,
  maxDepth: 4,
  isExported: ({ kind, head }) => kind === "function" || head.startsWith("export"),
};

export const powershellGrammar: Grammar = {
  wasm: "tree-sitter-powershell.wasm",
  query: `(function_statement (function_name) @name) @function`,
  maxDepth: 6,
  isExported: () => true,
};

export const cssGrammar: Grammar = {
  wasm: "tree-sitter-css.wasm",
  query: `
(stylesheet (rule_set (selectors (class_selector (class_name) @name))) @type)
(declaration (property_name) @name (#match? @name "^--")) @variable
(keyframes_statement (keyframes_name) @name) @type
`,
  maxDepth: 5,
  isExported: () => true,
};
