import type { Grammar } from "./grammar.ts";

export const goGrammar: Grammar = {
  wasm: "tree-sitter-go.wasm",
  query: `
(source_file (function_declaration name: (identifier) @name) @function)
(source_file (method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @parent
  (generic_type type: (type_identifier) @parent)
  (pointer_type [(type_identifier) @parent (generic_type type: (type_identifier) @parent)])])) name: (field_identifier) @name) @method)
(source_file (type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @struct))
(source_file (type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @interface))
(source_file (type_declaration (type_spec name: (type_identifier) @name type: [(type_identifier) (qualified_type) (function_type) (map_type) (slice_type) (array_type) (pointer_type) (channel_type) (generic_type)]) @type))
(source_file (type_declaration (type_alias name: (type_identifier) @name) @type))
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
`,
  maxDepth: 5,
  isExported: ({ name }) => /^\p{Lu}/u.test(name),
};
