import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
  ParameterView,
  PatternPart,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { readEcmascriptImports, requiredModule } from "./ecmascript-imports.ts";
import { ClassMembers, typeText } from "./ecmascript-members.ts";

const wrappers =
  /^(?:parenthesized_expression|await_expression|as_expression|satisfies_expression|non_null_expression|expression_statement|spread_element|decorator)$/;
const names =
  /^(?:identifier|this|type_identifier|property_identifier|shorthand_property_identifier(?:_pattern)?|private_property_identifier)$/;
const functionTypes =
  /^(?:function_declaration|generator_function_declaration|function_expression|generator_function|arrow_function|method_definition)$/;
const classTypes = /^(?:class_declaration|abstract_class_declaration|class|interface_declaration)$/;

/** TypeScript and JavaScript with JSX. What `export default` and `module.exports` give out is assigned to "default". */
export class EcmascriptView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = false;
  private readonly members: ClassMembers;

  constructor(syntax: Syntax) {
    this.s = syntax;
    this.members = new ClassMembers(syntax);
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const type = s.type(inner);
      const next = wrappers.test(type)
        ? s.firstChild(inner)
        : type === "type_assertion"
          ? (s.children(inner).at(-1) ?? -1)
          : type === "export_statement"
            ? s.child(inner, "declaration")
            : -1;
      if (next < 0) return inner;
      inner = next;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    const { s } = this;
    const type = s.type(node);
    if (names.test(type)) return s.textOf(node);
    if (type === "export_statement") return "default";
    return type === "member_expression" ? this.exportedName(node) : null;
  }

  /** `module.exports` is "default", `exports.boats` and `module.exports.boats` are "boats"; null where nothing is set. */
  private exportedName(node: SyntaxNode): string | null {
    const { s } = this;
    if (s.type(s.parent(node)) !== "assignment_expression" || s.field(node) !== "left") return null;
    const [object, name] = [s.textOf(s.child(node, "object")), s.textOf(s.child(node, "property"))];
    if (object === "module" && name === "exports") return "default";
    return object === "exports" || object === "module.exports" ? name : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "member_expression")
      return { object: s.child(node, "object"), name: s.textOf(s.child(node, "property")) };
    if (type === "nested_type_identifier" || type === "nested_identifier") {
      const [object = -1, name = -1] = s.children(node);
      return { object, name: s.textOf(name) };
    }
    if (type !== "subscript_expression") return null;
    const name = this.textOf(s.child(node, "index"), () => "");
    return name === null ? null : { object: s.child(node, "object"), name };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "call_expression" && type !== "new_expression") return null;
    const callee = s.child(node, type === "new_expression" ? "constructor" : "function");
    const list = s.child(node, "arguments");
    // A template behind a name is its argument: gql`type Boat { … }`.
    if (s.type(list) === "template_string") return { callee, args: [list], named: new Map() };
    return { callee, args: s.children(list).filter((child) => s.type(child) !== "comment"), named: new Map() };
  }

  /** `{ … } satisfies JobDefinition` and `const tidy: JobDefinition = { … }`. */
  literalOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const isDeclared = s.type(node) === "variable_declarator";
    if (!isDeclared && !/^(?:satisfies|as)_expression$/.test(s.type(node))) return null;
    const written = isDeclared ? s.firstChild(s.child(node, "type")) : s.children(node)[1];
    const named = this.entriesOf(this.unwrap(isDeclared ? s.child(node, "value") : node));
    if (written === undefined || written < 0 || named === null) return null;
    const callee = s.type(written) === "generic_type" ? s.child(written, "name") : written;
    return s.type(callee).endsWith("identifier") ? { callee, args: [], named } : null;
  }

  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "string" && type !== "template_string") return null;
    const parts = s.children(node).map((child) => {
      if (s.type(child) === "string_fragment") return s.textOf(child);
      if (s.type(child) === "escape_sequence") return unescaped(s.textOf(child));
      return s.type(child) === "template_substitution" ? part(s.firstChild(child)) : "";
    });
    return parts.join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  fallbackOf(node: SyntaxNode): SyntaxNode | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const written = this.s.textAfter(this.s.child(node, "left"), 80);
    return /^\s*(?:\|\||\?\?)/.test(written) ? this.s.child(node, "right") : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    return s.type(node) === "array" ? s.children(node).filter((child) => s.type(child) !== "comment") : null;
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "object") return null;
    const entries = new Map<string, SyntaxNode>();
    for (const child of s.children(node)) {
      const type = s.type(child);
      if (type === "shorthand_property_identifier") entries.set(s.textOf(child), child);
      if (type !== "pair" && type !== "method_definition") continue;
      const key = s.child(child, type === "pair" ? "key" : "name");
      const name = this.textOf(key, () => "") ?? (s.type(key) === "computed_property_name" ? null : s.textOf(key));
      if (name !== null) entries.set(name, type === "pair" ? s.child(child, "value") : child);
    }
    return entries;
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!functionTypes.test(type)) return null;
    const name = s.child(node, "name");
    const single = s.child(node, "parameter");
    const parameters = single >= 0 ? [single] : s.children(s.child(node, "parameters"));
    return {
      name: name < 0 || type === "function_expression" ? null : s.textOf(name),
      owner: null,
      self: type === "method_definition" ? "this" : null,
      parameters: parameters.filter((one) => s.type(one) !== "comment").map((one) => this.readParameter(one)),
      returns: this.returnType(node),
      isPublic: this.isPublic(node),
      body: s.child(node, "body"),
      decorators: this.members.decoratorsOf(node),
    };
  }

  private returnType(node: SyntaxNode): string | null {
    const type = this.s.child(node, "return_type");
    return type < 0 ? null : typeText(this.s.textOf(type));
  }

  private isPublic(node: SyntaxNode): boolean {
    const { s } = this;
    const modifier = s.childOfType(node, "accessibility_modifier");
    return s.type(s.child(node, "name")) !== "private_property_identifier" && !s.textOf(modifier).startsWith("pr");
  }

  private readParameter(node: SyntaxNode): ParameterView {
    const { s } = this;
    const isTyped = /^(?:required|optional)_parameter$/.test(s.type(node));
    const written = isTyped ? s.child(node, "pattern") : node;
    const pattern = s.type(written) === "assignment_pattern" ? s.child(written, "left") : written;
    const type = isTyped ? s.child(node, "type") : -1;
    const parts = this.partsOf(pattern);
    return {
      name: parts === null ? (this.nameOf(pattern) ?? "") : "",
      type: type < 0 ? null : typeText(s.textOf(type)),
      ...(parts !== null && { parts }),
    };
  }

  partsOf(pattern: SyntaxNode): PatternPart[] | null {
    const { s } = this;
    if (s.type(pattern) !== "object_pattern") return null;
    return s.children(pattern).flatMap((child): PatternPart[] => {
      const type = s.type(child);
      if (type === "shorthand_property_identifier_pattern") return [{ name: s.textOf(child), local: s.textOf(child) }];
      if (type === "object_assignment_pattern") {
        const name = s.textOf(s.child(child, "left"));
        return [{ name, local: name, value: s.child(child, "right") }];
      }
      if (type !== "pair_pattern") return [];
      const name = s.textOf(s.child(child, "key")).replaceAll(/^["']|["']$/g, "");
      const local = s.child(child, "value");
      if (s.type(local) === "identifier") return [{ name, local: s.textOf(local) }];
      if (s.type(local) !== "assignment_pattern") return [];
      return [{ name, local: s.textOf(s.child(local, "left")), value: s.child(local, "right") }];
    });
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (!classTypes.test(type)) return null;
    const heritage = s.childOfType(node, "class_heritage", "extends_type_clause");
    const clauses = s.children(heritage).flatMap((one) => (s.type(one).endsWith("_clause") ? s.children(one) : [one]));
    const name = s.child(node, "name");
    return {
      name: name < 0 ? "" : s.textOf(name),
      bases: clauses.filter((one) => s.type(one) !== "type_arguments"),
      body: s.child(node, "body"),
      isAbstract: type === "abstract_class_declaration" || type === "interface_declaration",
      decorators: this.members.decoratorsOf(node),
    };
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    return this.members.fieldsOf(body);
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "export_statement") return this.exportsOf(node);
    if (type === "variable_declarator") return pair(s.child(node, "name"), s.child(node, "value"));
    if (type === "enum_assignment") return pair(s.child(node, "name"), s.child(node, "value"));
    if (type === "public_field_definition") return pair(s.child(node, "name"), s.child(node, "value"));
    if (type === "field_definition") return pair(s.child(node, "property"), s.child(node, "value"));
    const isAssignment = type === "assignment_expression" || type === "augmented_assignment_expression";
    return isAssignment ? pair(s.child(node, "left"), s.child(node, "right")) : null;
  }

  /** `export default boats`, `export { boats as fleet }`; null for exported declarations, which are seen as such. */
  private exportsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const list = s.childOfType(node, "export_clause");
    if (list >= 0) return s.children(list).flatMap((one) => pair(s.child(one, "alias"), s.child(one, "name")));
    const value = s.child(node, "value");
    if (value >= 0) return pair(node, value);
    const declared = s.child(node, "declaration");
    const isDefault = /^(?:@[\s\S]{0,2000}?)?\s*export\s+default\b/.test(
      s.text.slice(s.start(node), s.start(declared)),
    );
    if (declared >= 0) return isDefault ? pair(node, declared) : null;
    // `export = boats` of TypeScript.
    const only = s.childOfType(node, "identifier");
    return only < 0 ? null : pair(node, only);
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_statement" ? this.s.firstChild(node) : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    return readEcmascriptImports(this, node);
  }

  moduleOf(node: SyntaxNode): ImportedName | null {
    return requiredModule(this, node);
  }

  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null {
    const definition = this.s.type(node) === "export_statement" ? this.s.child(node, "declaration") : node;
    const decorators = this.members.decoratorsOf(definition);
    return decorators.length === 0 ? null : { decorators, definition };
  }
}

function pair(target: SyntaxNode, value: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] {
  return target < 0 || value < 0 ? [] : [{ target, value }];
}

/** Of the escapes that names and paths are written with; others stay as they are. */
function unescaped(sequence: string): string {
  const next = sequence.slice(1);
  return next === "n" ? "\n" : next === "t" ? "\t" : /^[^\w\n]$/.test(next) ? next : sequence;
}
