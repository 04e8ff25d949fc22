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
  hiddenLines,
  kindOf: ({ kind, parent }) => (kind === "method" && parent === null ? "function" : kind),
};

/** Methods below a `private` or `protected` without arguments, until the end of the class. */
function hiddenLines(text: string): Set<number> {
  const hidden = new Set<number>();
  /** Indentation of the word that hides; -1 where nothing is hidden. */
  let depth = -1;
  for (const [at, line] of text.split("\n").entries()) {
    const written = line.trim();
    const indent = line.length - line.trimStart().length;
    if (written === "") continue;
    if (/^(?:private|protected)(?:\s*#.*)?$/.test(written)) depth = indent;
    else if (indent < depth || (indent === depth && /^public(?:\s*#.*)?$/.test(written))) depth = -1;
    else if (depth >= 0 && indent <= depth + 2 && /^def\s+(?!self\.)/.test(written)) hidden.add(at + 1);
  }
  return hidden;
}
