import type { Declaration, UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Python's expressions and types: each is read once and answered as what is known of its type. */
export abstract class PythonExpressions {
  protected readonly b: GraphBuilder;
  protected readonly s: Syntax;
  /** Functions around, innermost last. `self` is the first parameter's name; "" where it is no method's. */
  protected readonly functions: { returned: number[]; globals: Set<string>; self: string; owner: number }[] = [];

  constructor(builder: GraphBuilder) {
    this.b = builder;
    this.s = builder.syntax;
  }

  protected abstract assign(left: SyntaxNode, value: number, type?: number): void;

  protected abstract visit(node: SyntaxNode): void;

  protected abstract readParameters(list: SyntaxNode, declaration: number): string;

  visitAll(node: SyntaxNode): void {
    for (const child of this.s.children(node)) this.visit(child);
  }

  protected set(index: number, more: Partial<Declaration>): void {
    const declaration = this.b.declaration(index);
    if (declaration !== undefined) Object.assign(declaration, more);
  }

  protected read(node: SyntaxNode, role: UseRole = "read"): number {
    const { s, b } = this;
    if (node < 0) return -1;
    switch (s.type(node)) {
      case "identifier":
        return b.named(b.use(node, role));
      case "attribute":
        return b.named(b.member(s.child(node, "attribute"), role, this.read(s.child(node, "object"))));
      case "call":
        return this.readCall(node);
      case "subscript": {
        const of = this.read(s.child(node, "value"));
        for (const part of s.children(node)) if (s.field(part) === "subscript") this.visit(part);
        return of < 0 ? -1 : b.expression({ kind: "element", a: of });
      }
      case "await": {
        const a = this.read(s.firstChild(node));
        return a < 0 ? -1 : b.expression({ kind: "await", a });
      }
      case "parenthesized_expression":
      case "expression_statement":
        if (s.children(node).length === 1) return this.read(s.firstChild(node));
        this.visitAll(node);
        return -1;
      case "assignment":
        return this.readAssignment(node);
      case "named_expression": {
        const value = this.read(s.child(node, "value"));
        this.assign(s.child(node, "name"), value);
        return value;
      }
      default:
        return this.readValue(node);
    }
  }

  protected readValue(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "lambda":
        b.within("function", -1, () => {
          const declaration = b.declareUnnamed(node, "function");
          this.readParameters(s.child(node, "parameters"), declaration);
          this.read(s.child(node, "body"));
        });
        return -1;
      case "list_comprehension":
      case "set_comprehension":
      case "generator_expression":
      case "dictionary_comprehension":
        return this.readComprehension(node);
      case "list":
      case "set": {
        const parts = s.children(node).map((part) => this.read(part));
        return b.expression({ kind: "list", a: parts.find((part) => part >= 0) ?? -1 });
      }
      case "tuple":
      case "expression_list":
        return b.expression({ kind: "tuple", list: s.children(node).map((part) => this.read(part)) });
      case "conditional_expression": {
        const [first = -1, condition = -1, second = -1] = s.children(node);
        const list = [this.read(first)];
        this.visit(condition);
        list.push(this.read(second));
        return b.expression({ kind: "union", list: list.filter((part) => part >= 0) });
      }
      case "boolean_operator": {
        const list = [this.read(s.child(node, "left")), this.read(s.child(node, "right"))];
        return b.expression({ kind: "union", list: list.filter((part) => part >= 0) });
      }
      case "keyword_argument":
        this.read(s.child(node, "value"));
        return -1;
      case "type":
        return this.readType(node);
      case "string":
      case "concatenated_string":
        this.readString(node);
        return b.expression({ kind: "builtin" });
      case "integer":
      case "float":
      case "true":
      case "false":
      case "dictionary":
      case "binary_operator":
      case "comparison_operator":
        this.visitAll(node);
        return b.expression({ kind: "builtin" });
      default:
        this.visitAll(node);
        return -1;
    }
  }

  protected readString(node: SyntaxNode): void {
    const { s } = this;
    for (const part of s.children(node)) {
      if (s.type(part) === "interpolation") this.visitAll(part);
      else if (s.type(part) === "string") this.readString(part);
    }
  }

  protected readAssignment(node: SyntaxNode): number {
    const { s } = this;
    const annotation = s.child(node, "type");
    const type = annotation < 0 ? -1 : this.readType(annotation);
    const right = s.child(node, "right");
    const value = right < 0 ? -1 : this.read(right);
    this.assign(s.child(node, "left"), value, type);
    return value;
  }

  protected readCall(node: SyntaxNode): number {
    const { s, b } = this;
    const called = s.child(node, "function");
    const given = s.child(node, "arguments");
    if (s.textOf(called) === "super") {
      this.read(called, "call");
      const owner = this.functions.at(-1)?.owner ?? -1;
      return owner < 0 ? -1 : b.expression({ kind: "super", a: owner });
    }
    const callee = this.read(called, "call");
    if (s.type(given) !== "argument_list") this.visit(given);
    else
      for (const argument of s.children(given)) {
        if (s.type(argument) === "keyword_argument") {
          const of = callee < 0 ? -1 : b.expression({ kind: "parametersOf", a: callee });
          b.member(s.child(argument, "name"), "write", of);
          this.read(s.child(argument, "value"));
        } else this.visit(argument);
      }
    return callee < 0 ? -1 : b.expression({ kind: "call", a: callee });
  }

  /** Its variables are its own; what it makes is known only behind them. */
  protected readComprehension(node: SyntaxNode): number {
    const { s, b } = this;
    const body = s.child(node, "body");
    let element = -1;
    b.within("function", -1, () => {
      for (const part of s.children(node)) if (part !== body) this.visit(part);
      element = this.read(body);
    });
    return b.expression({ kind: "list", a: element });
  }

  /** A type, also one written as a value: `Optional[X]`, `a.B`, `X | None`. */
  protected readType(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "type":
      case "parenthesized_expression":
        return this.readType(s.firstChild(node));
      case "identifier":
        return b.named(b.use(node, "type"));
      case "attribute":
        return b.named(b.member(s.child(node, "attribute"), "type", this.readType(s.child(node, "object"))));
      case "member_type": {
        const [of = -1, name = -1] = s.children(node);
        return b.named(b.member(name, "type", this.readType(of)));
      }
      case "subscript": {
        const a = this.readType(s.child(node, "value"));
        const list = s
          .children(node)
          .filter((part) => s.field(part) === "subscript")
          .map((part) => this.readType(part));
        return b.expression({ kind: "generic", a, list });
      }
      case "generic_type": {
        const [base = -1, given = -1] = s.children(node);
        const a = this.readType(base);
        const list = given < 0 ? [] : s.children(given).map((part) => this.readType(part));
        return b.expression({ kind: "generic", a, list });
      }
      case "binary_operator":
      case "union_type": {
        const list = s.children(node).map((part) => this.readType(part));
        return b.expression({ kind: "union", list: list.filter((part) => part >= 0) });
      }
      case "string":
      case "none":
        return b.expression({ kind: "builtin" });
      default:
        return this.read(node);
    }
  }
}
