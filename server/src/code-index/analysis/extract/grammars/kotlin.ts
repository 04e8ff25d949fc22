import type { Grammar } from "./grammar.ts";

export const kotlinGrammar: Grammar = {
  wasm: "tree-sitter-kotlin.wasm",
  package: "@tree-sitter-grammars/tree-sitter-kotlin",
  query: `
(class_declaration "class" name: (identifier) @name [(class_body) (enum_class_body)]? @body) @class
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @interface
(object_declaration name: (identifier) @name (class_body)? @body) @class
(companion_object name: (identifier) @name (class_body)? @body) @class
(function_declaration name: (identifier) @name (function_body)? @body) @function
(type_alias type: (identifier) @name) @type
(source_file (property_declaration (variable_declaration (identifier) @name)) @constant)
(class_body (property_declaration (modifiers (property_modifier)) (variable_declaration (identifier) @name)) @constant)
`,
  maxDepth: 8,
  // A call of `get` below a property is no accessor of it, whose brackets are empty.
  prepare: (text) => withPlainDollars(text).replaceAll(/([^\s{;>]\s*\n[ \t]*)[ \t](get(?:\("|[ \t]*\{))/g, "$1;$2"),
  isExported: ({ head }) => !/\b(?:private|protected)\b/.test(modifiersOf(head)),
  kindOf: ({ kind, parent, head }) => {
    if (kind === "function" && parent !== null) return "method";
    return kind === "class" && /\benum\b/.test(modifiersOf(head)) ? "enum" : kind;
  },
};

/** Of texts such as `$$"${boats.delay}"`, which the grammar does not know: one dollar is a character like others there. */
function withPlainDollars(text: string): string {
  if (!text.includes('$$"')) return text;
  return text.replaceAll(dollarText, (_all, marks: string, literal: string) => {
    const plain = literal.replaceAll(/\$\$(?=[{\w])|\$/g, (found) => (found.length > 1 ? "#$" : "#"));
    return `${" ".repeat(marks.length)}${plain}`;
  });
}

const dollarText = /(\$\$)("""[^]{0,20000}?"""|"(?:[^"\\\n]|\\.){0,2000}")/g;

/** What stands in front of a declaration's parameters, type and body, without annotations. */
function modifiersOf(head: string): string {
  const bare = head.replaceAll(/@[\w.:]+(?:\([^)]{0,300}\))?/g, " ");
  const end = bare.search(/[({:=]/);
  return end < 0 ? bare : bare.slice(0, end);
}
