import type { SymbolKind } from "#server/code-index/ports/facts.ts";

import type { BodyStyle } from "./cut-bodies.ts";
import type { GrammarDeclaration, Grammar } from "./grammar.ts";

const shared = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_body (method_definition name: (_) @name) @method)
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @constant)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
(export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @constant)
(export_statement "default" @name value: [(arrow_function) (function_expression) (class) (object) (call_expression)] @constant)
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @name) right: [(function_expression) (arrow_function) (class)])) @function)
(variable_declarator name: (identifier) @scope.name value: (object (method_definition name: (property_identifier) @name) @method))
(variable_declarator name: (identifier) @scope.name value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method))
`;
const classes = `
(class_declaration name: (_) @name) @class
`;
const typed = `
${classes}
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @module
(module name: (_) @name) @module
(function_signature name: (identifier) @name) @function
(class_body (abstract_method_signature name: (_) @name) @method)
(class_body (public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method)
`;

const bodies: BodyStyle = {
  opens: /(?:=>|\)(?:\s*:[^=]*?)?)\s*\{$/,
  keeps:
    /^\s*(?:[;(!]|\}\s*(?:else|catch|finally|while)\b|if\b|for\b|while\b|switch\b|else\b|try\b|with\b|do\b)|\b(?:class|interface|enum|namespace|module)\b/,
  holds: /\b(?:function\b\s*\*?\s*[\w$]|(?:class|interface|enum|namespace|module)\s+[\w$]|type\s+[\w$]+\s*[=<])/,
};

export const typescriptGrammar: Grammar = {
  wasm: "tree-sitter-typescript.wasm",
  query: shared + typed,
  maxDepth: 7,
  bodies,
  isExported,
  exportedNames,
  kindOf,
};

export const tsxGrammar: Grammar = { ...typescriptGrammar, wasm: "tree-sitter-tsx.wasm" };

export const javascriptGrammar: Grammar = {
  wasm: "tree-sitter-javascript.wasm",
  query: `${shared}${classes}(class_body (field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method)`,
  maxDepth: 7,
  bodies,
  isExported,
  exportedNames,
  kindOf,
};

function isExported({ name, lead, head, exportedNames, parent }: GrammarDeclaration): boolean {
  if (/\bexport\b/.test(lead) || name === "default") return true;
  if (parent !== null) return !/^(?:private|protected|#)/.test(head);
  return /^(?:module\.)?exports\b/.test(head) || exportedNames.has(name);
}

/** `export { a, b as c }`, `export default a`, `module.exports = { a }`. */
function exportedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(
    /^(?:export\s*(?:type\s*)?\{([^}]*)\}|export\s+default\s+([\w$]+)|module\.exports\s*=\s*(?:\{([^}]*)\}|([\w$]+)))/gm,
  )) {
    for (const part of (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").split(","))
      names.add(part.trim().split(/[\s:]/)[0] ?? "");
  }
  return names;
}

function kindOf({ name, kind, head }: GrammarDeclaration): SymbolKind {
  if (kind !== "constant" && kind !== "variable" && kind !== "function") return kind;
  const declared = kind === "function" ? "function" : kindOfValue(head, kind);
  return declared === "function" && /^[A-Z][a-z]/.test(name) && looksLikeComponent(head) ? "component" : declared;
}

function kindOfValue(head: string, kind: SymbolKind): SymbolKind {
  // A type in front of the value may hold arrows of its own.
  const value = head.replace(/^export\s+default\s+|^[^]*?=(?![=>])/, "").trimStart();
  if (/^(?:async\s+)?(?:function\b|\([^]*?\)\s*(?::[^=]+)?=>|\(\s*$|[\w$]+\s*=>|<[\w\s,]+>\s*\()/.test(value))
    return "function";
  if (/^(?:React\.)?(?:forwardRef|memo|observer|styled)\b/.test(value)) return "component";
  if (/^class\b/.test(value)) return "class";
  return kind === "variable" || /^(?:let|var)\b/.test(head) ? "variable" : "constant";
}

function looksLikeComponent(head: string): boolean {
  return /<[A-Z][\w.]*|<\/?[a-z]+[\s>]|JSX\.|React\.|ReactNode|ReactElement|Props\b|use[A-Z]\w+\(|\breturn\s*\(?\s*</.test(
    head,
  );
}
