import type { Grammar } from "./grammar.ts";

export const rubyGrammar: Grammar = {
  wasm: "tree-sitter-ruby.wasm",
  query: `
(class name: (_) @name) @class
(module name: (_) @name) @module
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
`,
  maxDepth: 9,
  isExported: ({ lead }) => !/\bprivate\b/.test(lead),
  kindOf: ({ kind, parent }) => (kind === "method" && parent === null ? "function" : kind),
};
