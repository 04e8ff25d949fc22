import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const wrappers = /^(?:parenthesized_expression|unary_expression|literal_element|expression_statement|expression_list)$/;

/** Of the standard library. */
const joins = /^(?:path\.Join|url\.JoinPath)$/;

export class GoView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = true;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    let inner = node;
    while (wrappers.test(this.s.type(inner)) && this.s.children(inner).length === 1) inner = this.s.firstChild(inner);
    return inner;
  }

  nameOf(node: SyntaxNode): string | null {
    return /^(?:identifier|package_identifier|type_identifier)$/.test(this.s.type(node)) ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (s.type(node) === "qualified_type")
      return { object: s.child(node, "package"), name: s.textOf(s.child(node, "name")) };
    if (s.type(node) !== "selector_expression") return null;
    return { object: s.child(node, "operand"), name: s.textOf(s.child(node, "field")) };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    if (s.type(node) !== "call_expression") return null;
    const args = s.children(s.child(node, "arguments")).filter((child) => s.type(child) !== "comment");
    return { callee: s.child(node, "function"), args, named: new Map() };
  }

  textOf(node: SyntaxNode): string | null {
    if (!/^(?:interpreted|raw)_string_literal$/.test(this.s.type(node))) return null;
    return this.s.textOf(node).slice(1, -1);
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  joinedOf(node: SyntaxNode): readonly SyntaxNode[] | null {
    const call = this.callOf(node);
    return call !== null && joins.test(this.s.textOf(call.callee)) ? call.args : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (s.type(node) !== "composite_literal" || !/slice|array/.test(s.type(s.child(node, "type")))) return null;
    return s.children(s.child(node, "body"));
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "composite_literal" || s.type(s.child(node, "type")) !== "map_type") return null;
    return this.readFields(s.child(node, "body"));
  }

  literalOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    if (s.type(node) === "composite_literal")
      return { callee: s.child(node, "type"), args: [], named: this.readFields(s.child(node, "body")) };
    // `[]*cli.Command{{Name: "serve"}}`: the type stands with the list alone.
    if (s.type(node) !== "literal_value" || !wrappers.test(s.type(s.parent(node)))) return null;
    const list = s.parent(s.parent(s.parent(node)));
    const type = s.type(list) === "composite_literal" ? s.child(s.child(list, "type"), "element") : -1;
    return type < 0 ? null : { callee: this.bareType(type), args: [], named: this.readFields(node) };
  }

  /** The type without pointers. */
  private bareType(type: SyntaxNode): SyntaxNode {
    let inner = type;
    while (this.s.type(inner) === "pointer_type") inner = this.s.firstChild(inner);
    return inner;
  }

  private readFields(body: SyntaxNode): Map<string, SyntaxNode> {
    const { s } = this;
    const pairs = s.children(body).filter((child) => s.type(child) === "keyed_element");
    return new Map(
      pairs.map((pair) => {
        const [key = -1, value = -1] = s.children(pair);
        return [s.textOf(this.unwrap(key)).replaceAll(/^["`]|["`]$/g, ""), value];
      }),
    );
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!/^(?:function_declaration|method_declaration|func_literal)$/.test(type)) return null;
    const receiver = s.firstChild(s.child(node, "receiver"));
    const name = type === "func_literal" ? null : s.textOf(s.child(node, "name"));
    const returns = s.child(node, "result");
    const owner = receiver < 0 ? null : (/\w+(?=(?:\[.*\])?$)/s.exec(s.textOf(s.child(receiver, "type")))?.[0] ?? null);
    return {
      name,
      owner,
      self: receiver < 0 ? null : s.textOf(s.child(receiver, "name")),
      parameters: this.readParameters(node),
      returns: returns < 0 ? null : s.textOf(returns),
      isPublic: /^[A-Z]/.test(name ?? ""),
      body: s.child(node, "body"),
      decorators: [],
    };
  }

  /** `*boats.Handler`, `*handler`, `Docks`; small names without a pointer are those of the language. */
  structNamed(type: string): { module: string | null; name: string } | null {
    const [, pointer, module = null, name = ""] = /^(\*)?(?:(\w+)\.)?(\w+)$/.exec(type) ?? [];
    return pointer !== undefined || /^[A-Z]/.test(name) ? { module, name } : null;
  }

  /** `a, b int` are two. */
  private readParameters(node: SyntaxNode): { name: string; type: string | null }[] {
    const { s } = this;
    return s.children(s.child(node, "parameters")).flatMap((group) => {
      const type = s.textOf(s.child(group, "type"));
      const names = s.children(group).filter((child) => s.field(child) === "name");
      return names.map((name) => ({ name: s.textOf(name), type }));
    });
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    if (s.type(node) !== "type_spec") return null;
    const type = s.child(node, "type");
    if (!/^(?:struct|interface)_type$/.test(s.type(type))) return null;
    const body = s.childOfType(type, "field_declaration_list");
    const embedded = s
      .children(body)
      .filter((one) => s.child(one, "name") < 0 && s.child(one, "type") >= 0 && !this.isLeftOut(one));
    return {
      name: s.textOf(s.child(node, "name")),
      bases: embedded.map((one) => s.child(one, "type")),
      body: body < 0 ? type : body,
      isAbstract: s.type(type) === "interface_type",
      decorators: [],
    };
  }

  /** One that its tag keeps out of the row is no part of it: `*Mirror `xorm:"-"``. */
  private isLeftOut(field: SyntaxNode): boolean {
    const tag = this.s.child(field, "tag");
    return tag >= 0 && /\b(?:xorm|gorm|db|bun|pg|sql):"-"/.test(this.s.textOf(tag));
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((node) => {
      const [type, tag] = [s.textOf(s.child(node, "type")), s.child(node, "tag")];
      const names = s.type(node) === "field_declaration" ? s.children(node) : [];
      return names
        .filter((child) => s.field(child) === "name")
        .map((name) => ({
          name: s.textOf(name),
          type,
          value: null,
          decorators: [],
          tag: tag < 0 ? null : s.textOf(tag).slice(1, -1),
          node,
        }));
    });
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "short_var_declaration" || type === "assignment_statement") {
      const targets = s.children(s.child(node, "left"));
      const values = s.children(s.child(node, "right"));
      // `r, err := open()`: the first of several results.
      return values.flatMap((value, at) => (targets[at] === undefined ? [] : [{ target: targets[at], value }]));
    }
    if (type !== "var_spec" && type !== "const_spec") return null;
    const values = s.children(s.child(node, "value"));
    const targets = s.children(node).filter((child) => s.field(child) === "name");
    return values.flatMap((value, at) => (targets[at] === undefined ? [] : [{ target: targets[at], value }]));
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    if (this.s.type(node) !== "return_statement") return null;
    return this.s.firstChild(this.s.firstChild(node));
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    if (s.type(node) !== "import_spec") return null;
    const specifier = s.textOf(s.child(node, "path")).slice(1, -1);
    const name = s.child(node, "name");
    return [{ local: name < 0 ? packageName(specifier) : s.textOf(name), specifier, name: "*" }];
  }

  decoratedOf(): null {
    return null;
  }
}

/** The last part of the path that is no version: `github.com/labstack/echo/v4` is `echo`. */
function packageName(specifier: string): string {
  const parts = specifier.split("/").filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? specifier).replace(/^go-|-go$|\.v\d+$/g, "");
}
