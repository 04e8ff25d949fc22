import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const wrappers = /^(?:parenthesized_expression|expression_statement|marker_annotation|variable_initializer)$/;
const classTypes = /^(?:class|interface|enum|record|annotation_type)_declaration$/;
const functionTypes = /^(?:method_declaration|constructor_declaration|lambda_expression)$/;

/**
 * The callee of a call has no node of its own in this grammar: `a.b` of `a.b(c)`. It gets the negative of the call's
 * number, of which the tree knows nothing.
 */
const calleeOf = (call: SyntaxNode): SyntaxNode => -call - 2;
const isCallee = (node: SyntaxNode): boolean => node < -1;

export class JavaView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = true;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    let inner = node;
    for (;;) {
      if (this.s.type(inner) === "cast_expression") inner = this.s.child(inner, "value");
      else if (wrappers.test(this.s.type(inner)) && this.s.firstChild(inner) >= 0) inner = this.s.firstChild(inner);
      else return inner;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    const { s } = this;
    if (isCallee(node)) {
      const call = calleeOf(node);
      return s.child(call, "object") < 0 ? s.textOf(s.child(call, "name")) : null;
    }
    return /^(?:identifier|type_identifier|this)$/.test(s.type(node)) ? s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (isCallee(node)) {
      const call = calleeOf(node);
      const object = s.child(call, "object");
      return object < 0 ? null : { object, name: s.textOf(s.child(call, "name")) };
    }
    const type = s.type(node);
    if (type === "field_access") return { object: s.child(node, "object"), name: s.textOf(s.child(node, "field")) };
    if (type === "scoped_identifier") return { object: s.child(node, "scope"), name: s.textOf(s.child(node, "name")) };
    if (type !== "method_reference" && type !== "scoped_type_identifier") return null;
    const [object = -1, name = -1] = s.children(node);
    return { object, name: s.textOf(name) };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "annotation") return this.readAnnotation(node);
    const args = s.children(s.child(node, "arguments")).filter((child) => !s.type(child).endsWith("comment"));
    if (type === "method_invocation") return { callee: calleeOf(node), args, named: new Map() };
    if (type !== "object_creation_expression") return null;
    const made = s.child(node, "type");
    const name = s.type(made) === "generic_type" ? s.firstChild(made) : made;
    return { callee: name, args, named: new Map() };
  }

  private readAnnotation(node: SyntaxNode): CallView {
    const { s } = this;
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    for (const child of s.children(s.child(node, "arguments"))) {
      if (s.type(child) === "element_value_pair") named.set(s.textOf(s.child(child, "key")), s.child(child, "value"));
      else if (!s.type(child).endsWith("comment")) args.push(child);
    }
    return { callee: s.child(node, "name"), args, named };
  }

  textOf(node: SyntaxNode): string | null {
    const { s } = this;
    if (s.type(node) !== "string_literal") return null;
    return s
      .children(node)
      .map((part) => (s.type(part) === "escape_sequence" ? unescaped(s.textOf(part)) : s.textOf(part)))
      .join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  /** Also `List.of(…)`, which stands for a literal. */
  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "array_creation_expression") return this.itemsOf(s.child(node, "value"));
    if (type === "element_value_array_initializer" || type === "array_initializer") return s.children(node);
    if (type !== "method_invocation" || !/^(?:List|Set|Arrays)$/.test(s.textOf(s.child(node, "object")))) return null;
    return /^(?:of|asList)$/.test(s.textOf(s.child(node, "name"))) ? s.children(s.child(node, "arguments")) : null;
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "method_invocation" || s.textOf(s.child(node, "object")) !== "Map") return null;
    if (s.textOf(s.child(node, "name")) !== "of") return null;
    const args = s.children(s.child(node, "arguments"));
    return new Map(
      args.flatMap((key, at): [string, SyntaxNode][] => {
        const value = args[at + 1];
        return at % 2 === 0 && value !== undefined ? [[this.textOf(key) ?? s.textOf(key), value]] : [];
      }),
    );
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!functionTypes.test(type)) return null;
    const isLambda = type === "lambda_expression";
    return {
      name: isLambda ? null : s.textOf(s.child(node, "name")),
      owner: null,
      self: isLambda ? null : "this",
      parameters: this.readParameters(s.child(node, "parameters")),
      returns: s.child(node, "type") < 0 ? null : s.textOf(s.child(node, "type")),
      isPublic: isLambda || /\bpublic\b/.test(this.modifiersOf(node)) || s.type(s.parent(node)) === "interface_body",
      body: s.child(node, "body"),
      decorators: this.decoratorsOf(node),
    };
  }

  /** `x -> …` has a name alone; types of others are as written. */
  private readParameters(node: SyntaxNode): { name: string; type: string | null }[] {
    const { s } = this;
    if (s.type(node) === "identifier") return [{ name: s.textOf(node), type: null }];
    return s.children(node).flatMap((one): FunctionView["parameters"] => {
      if (s.type(one) === "identifier") return [{ name: s.textOf(one), type: null }];
      if (s.type(one) === "spread_parameter") {
        const declared = s.childOfType(one, "variable_declarator");
        return [{ name: s.textOf(s.child(declared, "name")), type: s.textOf(s.firstChild(one)) }];
      }
      if (s.type(one) !== "formal_parameter") return [];
      return [{ name: s.textOf(s.child(one, "name")), type: s.textOf(s.child(one, "type")) }];
    });
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (!classTypes.test(type)) return null;
    const listed = [s.child(node, "interfaces"), s.childOfType(node, "extends_interfaces")].flatMap((list) =>
      s.children(s.childOfType(list, "type_list")),
    );
    const isAbstract = /\babstract\b/.test(this.modifiersOf(node)) || /^(?:interface|annotation)/.test(type);
    return {
      name: s.textOf(s.child(node, "name")),
      bases: [...s.children(s.child(node, "superclass")), ...listed],
      body: s.child(node, "body"),
      isAbstract,
      decorators: this.decoratorsOf(node),
    };
  }

  /** Those of a record are its parameters. */
  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    const holder = s.parent(body);
    const record = s.type(holder) === "record_declaration" ? s.children(s.child(holder, "parameters")) : [];
    const declared = s
      .children(body)
      .flatMap((node) => (s.type(node) === "enum_body_declarations" ? s.children(node) : [node]));
    return [
      ...record.filter((node) => s.type(node) === "formal_parameter").map((node) => this.readField(node, node)),
      ...declared.flatMap((node) =>
        /^(?:field|constant)_declaration$/.test(s.type(node))
          ? s
              .children(node)
              .filter((child) => s.field(child) === "declarator")
              .map((declarator) => this.readField(node, declarator))
          : [],
      ),
    ];
  }

  private readField(node: SyntaxNode, declarator: SyntaxNode): FieldView {
    const { s } = this;
    const value = s.child(declarator, "value");
    return {
      name: s.textOf(s.child(declarator, "name")),
      type: s.textOf(s.child(node, "type")),
      value: value < 0 ? null : value,
      decorators: this.decoratorsOf(node),
      tag: null,
      node,
    };
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "assignment_expression") return [{ target: s.child(node, "left"), value: s.child(node, "right") }];
    if (!/^(?:local_variable|field|constant)_declaration$/.test(type)) return null;
    return s.children(node).flatMap((child) => {
      const value = s.field(child) === "declarator" ? s.child(child, "value") : -1;
      return value < 0 ? [] : [{ target: s.child(child, "name"), value }];
    });
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_statement" ? this.s.firstChild(node) : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    if (s.type(node) !== "import_declaration") return null;
    const specifier = s.textOf(s.firstChild(node));
    if (s.childOfType(node, "asterisk") >= 0) return [{ local: "*", specifier, name: "*" }];
    const local = specifier.slice(specifier.lastIndexOf(".") + 1);
    return [{ local, specifier, name: local }];
  }

  decoratedOf(): null {
    return null;
  }

  /** Words in front of a declaration, without its annotations. */
  private modifiersOf(node: SyntaxNode): string {
    const { s } = this;
    const modifiers = s.childOfType(node, "modifiers");
    let words = "";
    let at = s.start(modifiers);
    for (const annotation of s.children(modifiers)) {
      words += s.text.slice(at, s.start(annotation));
      at = s.end(annotation);
    }
    return modifiers < 0 ? "" : words + s.text.slice(at, s.end(modifiers));
  }

  private decoratorsOf(node: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    const modifiers = s.children(s.childOfType(node, "modifiers"));
    return modifiers.filter((child) => s.type(child).endsWith("annotation")).map((child) => this.unwrap(child));
  }
}

function unescaped(sequence: string): string {
  if (sequence === "\\n") return "\n";
  return sequence === "\\t" ? "\t" : sequence.slice(1);
}
