import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { loadedPhpFile, phpFileOf, readPhpImports } from "./php-imports.ts";

const functionTypes = /^(?:function_definition|method_declaration|anonymous_function|arrow_function)$/;
const classTypes = /^(?:class|interface|trait|enum)_declaration$|^anonymous_class$/;
const calls = /^(?:member_call_expression|nullsafe_member_call_expression|scoped_call_expression)$/;
const members =
  /^(?:member_access_expression|nullsafe_member_access_expression|scoped_property_access_expression|class_constant_access_expression)$/;
const parameterTypes = /^(?:simple|variadic|property_promotion)_parameter$/;

const maxComment = 6_000;

/** PHP. Variables have their names without the `$`; what a static call is made on is its object. */
export class PhpView implements CodeView {
  readonly s: Syntax;
  /** Classes of a namespace see each other, and a namespace is a folder. */
  readonly seesPackage = true;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const type = s.type(inner);
      const isWrapper =
        /^(?:parenthesized_expression|expression_statement|variadic_unpacking|attribute_group)$/.test(type) ||
        (type === "array_element_initializer" && s.children(inner).length === 1);
      const next = isWrapper ? s.firstChild(inner) : type === "argument" ? (s.children(inner).at(-1) ?? -1) : -1;
      if (next < 0) return inner;
      inner = next;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "variable_name") return s.textOf(node).slice(1);
    if (type === "relative_scope") return s.textOf(node) === "parent" ? "parent" : "this";
    if (type === "qualified_name") return /\w+$/.exec(s.textOf(node))?.[0] ?? null;
    if (type === "named_type") return this.nameOf(s.firstChild(node));
    return type === "name" && !this.isMethodName(node) ? s.textOf(node) : null;
  }

  private isMethodName(node: SyntaxNode): boolean {
    return this.s.field(node) === "name" && calls.test(this.s.type(this.s.parent(node)));
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (this.isMethodName(node)) {
      const call = s.parent(node);
      const scope = s.child(call, "scope");
      return { object: scope >= 0 ? scope : s.child(call, "object"), name: s.textOf(node) };
    }
    if (!members.test(s.type(node))) return null;
    const [object = -1, name = -1] = s.children(node);
    return { object, name: s.textOf(name).replace(/^\$/, "") };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "attribute") return this.readCall(s.firstChild(node), s.child(node, "parameters"));
    if (type === "object_creation_expression")
      return this.readCall(s.firstChild(node), s.childOfType(node, "arguments"));
    if (type === "function_call_expression")
      return this.readCall(s.child(node, "function"), s.child(node, "arguments"));
    return calls.test(type) ? this.readCall(s.child(node, "name"), s.child(node, "arguments")) : null;
  }

  private readCall(callee: SyntaxNode, list: SyntaxNode): CallView {
    const { s } = this;
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    for (const child of s.children(list)) {
      if (s.type(child) !== "argument") continue;
      const name = s.child(child, "name");
      if (name >= 0 && s.children(child).length > 1) named.set(s.textOf(name), this.unwrap(child));
      else args.push(this.unwrap(child));
    }
    return { callee, args, named };
  }

  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "heredoc" || type === "nowdoc") return this.textOf(s.child(node, "value"), part);
    if (!/^(?:string|encapsed_string|heredoc_body|nowdoc_body)$/.test(type)) return null;
    const parts = s.children(node).map((child) => {
      const kind = s.type(child);
      if (kind === "string_content" || kind === "nowdoc_string") return s.textOf(child);
      return kind === "escape_sequence" ? s.textOf(child).replace(/^\\(?=\W)/, "") : part(child);
    });
    return parts.join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith(".") ? [left, this.s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (s.type(node) !== "array_creation_expression") return null;
    const items = s.children(node).filter((child) => s.type(child) === "array_element_initializer");
    return items.some((one) => s.children(one).length > 1) ? null : items.map((one) => this.unwrap(one));
  }

  /** Of arrays with keys; keys that are no texts are as they are written: `Boat::class`. */
  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "array_creation_expression") return null;
    const entries = new Map<string, SyntaxNode>();
    for (const item of s.children(node)) {
      const [key = -1, value = -1] = s.children(item);
      if (s.type(item) === "array_element_initializer" && value >= 0)
        entries.set(this.textOf(key, () => "") ?? s.textOf(key), value);
    }
    return entries.size === 0 ? null : entries;
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!functionTypes.test(type)) return null;
    const [name, returned] = [s.child(node, "name"), s.child(node, "return_type")];
    const parameters = s.children(s.child(node, "parameters")).filter((one) => parameterTypes.test(s.type(one)));
    return {
      name: name < 0 ? null : s.textOf(name),
      owner: null,
      self: type === "method_declaration" ? "this" : null,
      parameters: parameters.map((one) => {
        const written = s.child(one, "type");
        return { name: s.textOf(s.child(one, "name")).slice(1), type: written < 0 ? null : s.textOf(written) };
      }),
      returns: returned < 0 ? null : s.textOf(returned),
      isPublic: !s.textOf(s.childOfType(node, "visibility_modifier")).startsWith("pr"),
      body: s.child(node, "body"),
      decorators: this.attributesOf(node),
    };
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (!classTypes.test(type)) return null;
    const [body, name] = [s.child(node, "body"), s.child(node, "name")];
    const clauses = s.children(node).filter((one) => /^(?:base|class_interface)_clause$/.test(s.type(one)));
    const traits = s.children(body).filter((one) => s.type(one) === "use_declaration");
    const bases = [...clauses, ...traits].flatMap((one) => s.children(one));
    return {
      name: name < 0 ? "" : s.textOf(name),
      bases: bases.filter((one) => /^(?:qualified_)?name$/.test(s.type(one))),
      body,
      isAbstract: /^(?:interface|trait)_/.test(type) || s.childOfType(node, "abstract_modifier") >= 0,
      decorators: this.attributesOf(node),
    };
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    if (!/^(?:enum_)?declaration_list$/.test(s.type(body))) return [];
    return s.children(body).flatMap((node): FieldView[] => {
      const type = s.type(node);
      if (type === "method_declaration") return this.promotedFields(node);
      if (type === "enum_case") return [this.field(node, s.child(node, "name"), s.child(node, "value"))];
      if (type !== "property_declaration" && type !== "const_declaration") return [];
      return s.children(node).flatMap((one): FieldView[] => {
        const [first = -1, second = -1] = s.children(one);
        if (s.type(one) === "const_element") return [this.field(node, first, second)];
        return s.type(one) === "property_element" ? [this.field(node, first, s.child(one, "default_value"))] : [];
      });
    });
  }

  /** `__construct(private readonly BoatStore $boats)` declares a field. */
  private promotedFields(node: SyntaxNode): FieldView[] {
    const { s } = this;
    return s
      .children(s.child(node, "parameters"))
      .filter((one) => s.type(one) === "property_promotion_parameter")
      .map((one) => this.field(one, s.child(one, "name"), s.child(one, "default_value")));
  }

  private field(node: SyntaxNode, name: SyntaxNode, value: SyntaxNode): FieldView {
    const type = this.s.child(node, "type");
    return {
      name: this.s.textOf(name).replace(/^\$/, ""),
      type: type < 0 ? null : this.s.textOf(type),
      value: value < 0 ? null : value,
      decorators: this.attributesOf(node),
      tag: null,
      node,
    };
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "const_element" || type === "property_element") {
      const [target = -1, second = -1] = s.children(node);
      return second < 0 ? [] : [{ target, value: second }];
    }
    if (!/^(?:augmented_)?assignment_expression$/.test(type)) return null;
    return [{ target: s.child(node, "left"), value: s.child(node, "right") }];
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_statement" ? this.s.firstChild(node) : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    return readPhpImports(this.s, node);
  }

  moduleOf(node: SyntaxNode): ImportedName | null {
    return loadedPhpFile(this, node);
  }

  commentAbove(node: SyntaxNode): { text: string; line: number } | null {
    const from = Math.max(0, this.s.start(node) - maxComment);
    const before = this.s.text.slice(from, this.s.start(node)).trimEnd();
    const begin = before.endsWith("*/") ? before.lastIndexOf("/**") : -1;
    if (begin < 0) return null;
    const text = before.slice(begin);
    const between = this.s.text.slice(from + begin, this.s.start(node)).split("\n").length - 1;
    return { text, line: this.s.line(node) - between };
  }

  fileOf(node: SyntaxNode): string | null {
    return phpFileOf(this, node);
  }

  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null {
    const decorators = this.attributesOf(node);
    return decorators.length === 0 ? null : { decorators, definition: node };
  }

  private attributesOf(node: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    const list = s.child(node, "attributes");
    return s.children(list).flatMap((group) => s.children(group).filter((one) => s.type(one) === "attribute"));
  }
}
