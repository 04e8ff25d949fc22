import type { Grammar } from "./grammar.ts";

export const elixirGrammar: Grammar = {
  wasm: "tree-sitter-elixir.wasm",
  package: "tree-sitter-elixir",
  query: `
((call target: (identifier) @kw (arguments . (alias) @name)) @module (#eq? @kw "defmodule"))
((call target: (identifier) @kw (arguments . (alias) @name)) @interface (#eq? @kw "defprotocol"))
((call target: (identifier) @kw (arguments . [
  (identifier) @name
  (call target: (identifier) @name)
  (binary_operator left: [(identifier) @name (call target: (identifier) @name)])
])) @function (#any-of? @kw "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
`,
  maxDepth: 12,
  isExported: ({ head, name }) => !/^def\w*p\s/.test(head) && !name.startsWith("_"),
  kindOf: ({ kind, parent }) => (kind === "function" && parent !== null ? "method" : kind),
};
