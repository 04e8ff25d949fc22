import type { UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { GoTypes } from "./go-types.ts";

/** Go's expressions: each is read once and answered as what is known of its type. */
export abstract class GoExpressions extends GoTypes {
  protected override read(node: SyntaxNode, role: UseRole = "read"): number {
    const { s, b } = this;
    if (node < 0) return -1;
    switch (s.type(node)) {
      case "identifier":
        return s.textOf(node) === "_" ? -1 : b.named(b.use(node, role));
      case "type_identifier":
      case "qualified_type":
      case "generic_type":
      case "pointer_type":
      case "slice_type":
      case "array_type":
      case "map_type":
      case "struct_type":
      case "interface_type":
      case "function_type":
      case "channel_type":
        return this.readType(node);
      case "selector_expression": {
        const of = this.read(s.child(node, "operand"));
        return b.named(b.member(s.child(node, "field"), role, of));
      }
      case "call_expression":
        return this.readCall(node);
      case "type_conversion_expression": {
        const a = this.readType(s.child(node, "type"));
        this.visit(s.child(node, "operand"));
        return b.expression({ kind: "instanceOf", a });
      }
      case "type_assertion_expression": {
        this.visit(s.child(node, "operand"));
        return b.expression({ kind: "instanceOf", a: this.readType(s.child(node, "type")) });
      }
      case "type_instantiation_expression": {
        const [first = -1, ...rest] = s.children(node);
        const read = this.readType(first);
        for (const part of rest) this.readType(part);
        return read;
      }
      default:
        return this.readValue(node);
    }
  }

  protected readValue(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "composite_literal":
        return this.readLiteral(node);
      case "unary_expression": {
        const value = this.read(s.child(node, "operand"));
        const operator = s.textOf(node).slice(0, 2);
        if (operator === "<-") return value < 0 ? -1 : b.expression({ kind: "element", a: value });
        return operator.startsWith("&") || operator.startsWith("*") ? value : b.expression({ kind: "builtin" });
      }
      case "parenthesized_expression":
        return this.read(s.firstChild(node));
      case "index_expression": {
        const of = this.read(s.child(node, "operand"));
        this.visit(s.child(node, "index"));
        return of < 0 ? -1 : b.expression({ kind: "element", a: of });
      }
      case "slice_expression": {
        const of = this.read(s.child(node, "operand"));
        for (const part of s.children(node)) if (s.field(part) !== "operand") this.visit(part);
        return of;
      }
      case "func_literal": {
        const declaration = b.declareUnnamed(node, "function");
        this.readFunction(node, declaration);
        return b.expression({ kind: "function", a: declaration });
      }
      case "interpreted_string_literal":
      case "raw_string_literal":
      case "rune_literal":
      case "int_literal":
      case "float_literal":
      case "true":
      case "false":
      case "nil":
        return b.expression({ kind: "builtin" });
      default:
        this.visitAll(node);
        return -1;
    }
  }

  protected readCall(node: SyntaxNode): number {
    const { s, b } = this;
    const called = s.child(node, "function");
    const name = s.textOf(called);
    const callee = this.read(called, "call");
    const given = s.children(s.child(node, "arguments"));
    const types = s.child(node, "type_arguments");
    if (types >= 0) for (const part of s.children(types)) this.readType(part);
    const values = given.map((argument, at) =>
      at === 0 && (name === "new" || name === "make") ? this.readType(argument) : this.read(argument),
    );
    const first = values[0] ?? -1;
    if (first >= 0 && (name === "new" || name === "make")) return b.expression({ kind: "instanceOf", a: first });
    if (first >= 0 && name === "append") return first;
    return callee < 0 ? -1 : b.expression({ kind: "call", a: callee });
  }

  protected readLiteral(node: SyntaxNode): number {
    const { s, b } = this;
    const a = this.readType(s.child(node, "type"));
    const made = b.expression({ kind: "instanceOf", a });
    this.readLiteralBody(s.child(node, "body"), made);
    return made;
  }

  /** Keys of a struct's literal are its fields; the elements of a list may leave their type out. */
  protected readLiteralBody(body: SyntaxNode, made: number): void {
    const { s, b } = this;
    for (const part of body < 0 ? [] : s.children(body)) {
      const [first = -1, second = -1] = s.type(part) === "keyed_element" ? s.children(part) : [-1, part];
      const key = s.type(first) === "literal_element" ? s.firstChild(first) : first;
      const value = s.type(second) === "literal_element" ? s.firstChild(second) : second;
      if (s.type(key) === "identifier") b.keyOrName(key, made);
      else if (key >= 0) this.readElement(key, made);
      this.readElement(value, made);
    }
  }

  protected readElement(value: SyntaxNode, made: number): void {
    const { s, b } = this;
    if (s.type(value) === "literal_value") this.readLiteralBody(value, b.expression({ kind: "element", a: made }));
    else if (value >= 0 && s.type(value) !== "comment") this.read(value);
  }
}
