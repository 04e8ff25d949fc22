import type {
  CodeView,
  FunctionView,
  ImportedName,
  RoutingCall,
} from "#server/code-index/analysis/extract/routing/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const wrappers = /^(?:parenthesized_expression|unary_expression|literal_element|expression_statement|expression_list)$/;

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
    return this.s.type(node) === "identifier" ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    if (this.s.type(node) !== "selector_expression") return null;
    return { object: this.s.child(node, "operand"), name: this.s.textOf(this.s.child(node, "field")) };
  }

  callOf(node: SyntaxNode): RoutingCall | null {
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
    return this.s.textAfter(left, 4).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (s.type(node) !== "composite_literal" || !/slice|array/.test(s.type(s.child(node, "type")))) return null;
    return s.children(s.child(node, "body"));
  }

  entriesOf(): null {
    return null;
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!/^(?:function_declaration|method_declaration|func_literal)$/.test(type)) return null;
    const receiver = s.firstChild(s.child(node, "receiver"));
    const owner = receiver < 0 ? null : (/\w+(?=(?:\[.*\])?$)/s.exec(s.textOf(s.child(receiver, "type")))?.[0] ?? null);
    return {
      name: type === "func_literal" ? null : s.textOf(s.child(node, "name")),
      owner,
      self: receiver < 0 ? null : s.textOf(s.child(receiver, "name")),
      parameters: this.readParameters(node),
      body: s.child(node, "body"),
    };
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

  classOf(): null {
    return null;
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
