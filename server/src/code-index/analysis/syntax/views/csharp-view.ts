import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const wrappers =
  /^(?:parenthesized_expression|await_expression|postfix_unary_expression|expression_statement|arrow_expression_clause)$/;
const classTypes = /^(?:class|record|struct|interface)_declaration$/;
const functionTypes =
  /^(?:(?:method|constructor)_declaration|local_function_statement|lambda_expression|anonymous_method_expression)$/;
const listTypes = /^(?:implicit_array_creation|array_creation|collection|element_binding)_expression$/;

export class CsharpView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = true;
  readonly hasExtensions = true;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const isBare = s.type(inner) === "attribute" && s.children(inner).length === 1;
      if (s.type(inner) === "cast_expression") inner = s.child(inner, "value");
      else if ((isBare || wrappers.test(s.type(inner))) && s.firstChild(inner) >= 0) inner = s.firstChild(inner);
      else return inner;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    const type = this.s.type(node);
    if (type === "generic_name") return this.s.textOf(this.s.firstChild(node));
    return /^(?:identifier|this|this_expression)$/.test(type) ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    const type = s.type(node);
    const nameIn = (holder: SyntaxNode): string => this.nameOf(s.child(holder, "name")) ?? "";
    if (type === "member_access_expression") return { object: s.child(node, "expression"), name: nameIn(node) };
    if (type === "qualified_name") return { object: s.child(node, "qualifier"), name: nameIn(node) };
    const binding = s.childOfType(node, "member_binding_expression");
    if (type !== "conditional_access_expression" || binding < 0) return null;
    return { object: s.child(node, "condition"), name: nameIn(binding) };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    const isAttribute = type === "attribute" && s.childOfType(node, "attribute_argument_list") >= 0;
    if (!isAttribute && type !== "invocation_expression" && type !== "object_creation_expression") return null;
    const list = isAttribute ? s.childOfType(node, "attribute_argument_list") : s.child(node, "arguments");
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    for (const argument of s.children(list)) {
      if (!s.type(argument).endsWith("argument")) continue;
      const value = s.children(argument).at(-1) ?? -1;
      const name = s.child(argument, "name");
      const isSet = isAttribute && s.type(value) === "assignment_expression";
      if (isSet) named.set(s.textOf(s.child(value, "left")), s.child(value, "right"));
      else if (name >= 0) named.set(s.textOf(name), value);
      else args.push(value);
    }
    const made = type === "object_creation_expression" ? "type" : isAttribute ? "name" : "function";
    return { callee: s.child(node, made), args, named };
  }

  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "verbatim_string_literal") return s.textOf(node).slice(2, -1).replaceAll('""', '"');
    if (type === "string_literal") {
      const parts = s.children(node);
      return parts
        .map((one) => (s.type(one) === "escape_sequence" ? s.textOf(one).slice(1) : s.textOf(one)))
        .join("")
        .replace(/"u8$/, "");
    }
    if (type === "raw_string_literal") return s.textOf(s.childOfType(node, "raw_string_content"));
    if (type !== "interpolated_string_expression") return null;
    return s
      .children(node)
      .map((one) => {
        if (s.type(one) === "string_content") return s.textOf(one).replaceAll("{{", "{").replaceAll("}}", "}");
        if (s.type(one) !== "interpolation") return s.type(one) === "escape_sequence" ? s.textOf(one) : "";
        return part(s.children(one).find((child) => s.type(child) !== "interpolation_brace") ?? -1);
      })
      .join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  choicesOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (s.type(node) === "conditional_expression") return [s.child(node, "consequence"), s.child(node, "alternative")];
    const isElse = s.type(node) === "binary_expression" && /^\s*\?\?/.test(s.textAfter(s.child(node, "left"), 80));
    return isElse ? [s.child(node, "left"), s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "initializer_expression") return s.children(node);
    if (!listTypes.test(type)) return null;
    const initializer = s.childOfType(node, "initializer_expression");
    if (initializer >= 0) return s.children(initializer);
    if (type.endsWith("creation_expression")) return null;
    return s.children(node).map((one) => (s.type(one) === "argument" ? s.firstChild(one) : one));
  }

  entriesOf(): null {
    return null;
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!functionTypes.test(type)) return null;
    const name = s.child(node, "name");
    const returns = s.child(node, "returns") >= 0 ? s.child(node, "returns") : s.child(node, "type");
    const body = s.child(node, "body");
    return {
      name: name < 0 ? null : s.textOf(name),
      owner: null,
      self: name < 0 ? null : "this",
      parameters: this.readParameters(node),
      returns: returns < 0 ? null : s.textOf(returns),
      isPublic: this.hasModifier(node, "public") && !this.hasModifier(node, "static"),
      body: s.type(body) === "arrow_expression_clause" ? s.firstChild(body) : body,
      decorators: this.attributesOf(node),
    };
  }

  private readParameters(node: SyntaxNode): FunctionView["parameters"] {
    const { s } = this;
    const list = s.child(node, "parameters");
    if (/^(?:identifier|implicit_parameter)$/.test(s.type(list))) return [{ name: s.textOf(list), type: null }];
    return s
      .children(list)
      .filter((one) => s.type(one) === "parameter")
      .map((one) => {
        const type = s.child(one, "type");
        return { name: s.textOf(s.child(one, "name")), type: type < 0 ? null : s.textOf(type) };
      });
  }

  /** Open generic and static classes are made by nobody. */
  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (!classTypes.test(type)) return null;
    const isOpen = s.childOfType(node, "type_parameter_list") >= 0 || type === "interface_declaration";
    return {
      name: s.textOf(s.child(node, "name")),
      bases: s.children(s.childOfType(node, "base_list")).map((base) => this.baseType(base)),
      body: s.child(node, "body"),
      isAbstract: isOpen || this.hasModifier(node, "abstract") || this.hasModifier(node, "static"),
      isPart: this.hasModifier(node, "partial"),
      decorators: this.attributesOf(node),
    };
  }

  /** `Base(a, b)` of a class with a primary constructor is `Base`. */
  private baseType(base: SyntaxNode): SyntaxNode {
    return this.s.type(base) === "primary_constructor_base_type" ? this.s.firstChild(base) : base;
  }

  /** Those of a record, and of a primary constructor, are its parameters. */
  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((node): FieldView[] => {
      const type = s.type(node);
      const decorators = this.attributesOf(node);
      if (type === "property_declaration") {
        const value = s.child(node, "value");
        const [name, written] = [s.textOf(s.child(node, "name")), s.textOf(s.child(node, "type"))];
        return [{ name, type: written, value: value < 0 ? null : this.unwrap(value), decorators, tag: null, node }];
      }
      const declared = type === "field_declaration" ? s.childOfType(node, "variable_declaration") : -1;
      const written = s.textOf(s.child(declared, "type"));
      return s
        .children(declared)
        .filter((one) => s.type(one) === "variable_declarator")
        .map((one) => {
          const value = this.valueOf(one);
          const name = s.textOf(s.child(one, "name"));
          return { name, type: written, value: value < 0 ? null : value, decorators, tag: null, node };
        });
    });
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "assignment_expression") return [{ target: s.child(node, "left"), value: s.child(node, "right") }];
    if (type === "property_declaration") {
      const value = s.child(node, "value");
      return value < 0 ? null : [{ target: s.child(node, "name"), value: this.unwrap(value) }];
    }
    if (type !== "variable_declaration") return null;
    return s.children(node).flatMap((one) => {
      const value = s.type(one) === "variable_declarator" ? this.valueOf(one) : -1;
      return value < 0 ? [] : [{ target: s.child(one, "name"), value }];
    });
  }

  /** -1 where none is given. */
  private valueOf(declarator: SyntaxNode): SyntaxNode {
    const last = this.s.children(declarator).at(-1) ?? -1;
    return this.s.field(last) === "name" ? -1 : last;
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_statement" ? this.s.firstChild(node) : null;
  }

  /** A namespace gives no name of its own. */
  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    if (s.type(node) !== "using_directive") return null;
    const alias = s.child(node, "name");
    const specifier = s.textOf(s.children(node).at(-1) ?? -1);
    return alias < 0 ? [] : [{ local: s.textOf(alias), specifier, name: "*" }];
  }

  decoratedOf(): null {
    return null;
  }

  private hasModifier(node: SyntaxNode, word: string): boolean {
    const { s } = this;
    return s.children(node).some((child) => s.type(child) === "modifier" && s.textOf(child) === word);
  }

  private attributesOf(node: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    const lists = s.children(node).filter((child) => s.type(child) === "attribute_list");
    return lists.flatMap((list) => s.children(list).filter((child) => s.type(child) === "attribute"));
  }
}
