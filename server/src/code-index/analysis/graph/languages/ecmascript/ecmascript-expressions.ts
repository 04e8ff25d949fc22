import type { UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EcmascriptBindings } from "./ecmascript-bindings.ts";

/** Functions that are values. */
export const functionTypes = new Set(["arrow_function", "function_expression", "function", "generator_function"]);
const transparent = new Set(["parenthesized_expression", "non_null_expression", "sequence_expression"]);

/** Expressions: each is read once and answered as what is known of its type. */
export abstract class EcmascriptExpressions extends EcmascriptBindings {
  protected abstract readAssignment(node: SyntaxNode): number;

  protected abstract readObject(node: SyntaxNode, expected: number): number;

  /** Reads an expression and answers it; -1 where nothing is known of its type. */
  protected override read(node: SyntaxNode, expected: number, role: UseRole = "read"): number {
    const { s, b } = this;
    const type = s.type(node);
    if (node < 0) return -1;
    if (transparent.has(type)) return this.read(s.firstChild(node), expected, role);
    if (functionTypes.has(type)) return this.readFunctionValue(node, expected);
    switch (type) {
      case "identifier":
        return b.named(b.use(node, role));
      case "this": {
        const owner = b.ownerAround();
        return owner < 0 ? -1 : b.expression({ kind: "self", a: owner });
      }
      case "super": {
        const owner = b.ownerAround();
        return owner < 0 ? -1 : b.expression({ kind: "super", a: owner });
      }
      case "member_expression":
        return this.readMemberOf(node, role);
      case "subscript_expression": {
        const of = this.read(s.child(node, "object"), -1);
        this.visit(s.child(node, "index"));
        return of < 0 ? -1 : b.expression({ kind: "element", a: of });
      }
      case "call_expression":
      case "new_expression":
        return this.readCall(node);
      case "await_expression": {
        const a = this.read(s.firstChild(node), -1);
        return a < 0 ? -1 : b.expression({ kind: "await", a });
      }
      case "as_expression":
      case "satisfies_expression":
      case "type_assertion":
        return this.readCast(node);
      case "assignment_expression":
      case "augmented_assignment_expression":
        return this.readAssignment(node);
      default:
        return this.readLiteral(node, expected);
    }
  }

  protected readLiteral(node: SyntaxNode, expected: number): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "object":
        return this.readObject(node, expected);
      case "array": {
        const parts = s
          .children(node)
          .map((part) => this.read(part, expected < 0 ? -1 : b.expression({ kind: "element", a: expected })));
        return b.expression({ kind: "list", a: parts.find((part) => part >= 0) ?? -1 });
      }
      case "ternary_expression": {
        this.visit(s.child(node, "condition"));
        const list = [
          this.read(s.child(node, "consequence"), expected),
          this.read(s.child(node, "alternative"), expected),
        ].filter((part) => part >= 0);
        return b.expression({ kind: "union", list });
      }
      case "binary_expression":
        return this.readBinary(node, expected);
      case "class":
        return this.readClassValue(node);
      case "jsx_opening_element":
      case "jsx_self_closing_element":
        this.readTag(node);
        return -1;
      case "jsx_closing_element": {
        const name = s.child(node, "name");
        if (name >= 0 && !isPlainTag(s.textOf(name))) this.read(name, -1);
        return -1;
      }
      case "type_arguments":
      case "type_annotation":
        this.visitType(node);
        return -1;
      case "string":
      case "regex":
      case "number":
      case "template_string":
        for (const child of s.children(node)) if (s.type(child) === "template_substitution") this.visitAll(child);
        return b.expression({ kind: "builtin" });
      default:
        for (const child of s.children(node)) this.visit(child);
        return -1;
    }
  }

  protected readFunctionValue(node: SyntaxNode, expected: number): number {
    const { s, b } = this;
    const name = s.child(node, "name");
    let declaration = -1;
    b.within("block", -1, () => {
      declaration = name < 0 ? b.declareUnnamed(node, "function") : b.declare(name, "function", { whole: node });
      this.readFunction(node, declaration, expected);
    });
    return b.expression({ kind: "function", a: declaration });
  }

  protected readClassValue(node: SyntaxNode): number {
    const { s, b } = this;
    const name = s.child(node, "name");
    let declaration = -1;
    b.within("block", -1, () => {
      declaration = name < 0 ? b.declareUnnamed(node, "class") : b.declare(name, "class", { whole: node });
      this.readClass(node, declaration);
    });
    return b.expression({ kind: "object", a: declaration });
  }

  protected override readMemberOf(node: SyntaxNode, role: UseRole): number {
    const { s, b } = this;
    const of = this.read(s.child(node, "object"), -1);
    const name = s.child(node, "property");
    return name < 0 ? -1 : b.named(b.member(name, role, of));
  }

  protected readCall(node: SyntaxNode): number {
    const { s, b } = this;
    const isNew = s.type(node) === "new_expression";
    const called = s.child(node, isNew ? "constructor" : "function");
    if (s.type(called) === "import") {
      const path = s.textOf(s.child(node, "arguments"));
      const match = /^\(\s*(['"])([^'"]+)\1\s*\)$/.exec(path.slice(0, 500));
      if (match === null) this.visit(s.child(node, "arguments"));
      return match === null ? -1 : this.importedModule(node, match[2] ?? "");
    }
    const callee = this.read(called, -1, "call");
    const types = s.child(node, "type_arguments");
    if (types >= 0) this.visitType(types);
    const given = s.child(node, "arguments");
    let at = 0;
    if (given >= 0)
      for (const argument of s.children(given)) {
        if (s.type(argument) === "comment") continue;
        this.read(argument, callee < 0 ? -1 : b.expression({ kind: "argument", a: callee, at }));
        at += 1;
      }
    return callee < 0 ? -1 : b.expression({ kind: isNew ? "new" : "call", a: callee });
  }

  /** `import("x")` as a value: a module without a name. */
  protected importedModule(node: SyntaxNode, specifier: string): number {
    const { b } = this;
    const declaration = b.declareUnnamed(node, "import");
    this.set(declaration, { importing: b.graph.imports.push({ specifier, name: "*" }) - 1 });
    return b.expression({ kind: "function", a: declaration });
  }

  protected readCast(node: SyntaxNode): number {
    const { s, b } = this;
    const [first = -1, second = -1] = s.children(node);
    const isAssertion = s.type(node) === "type_assertion";
    const value = isAssertion ? second : first;
    const type = isAssertion ? s.firstChild(first) : second;
    if (type < 0) return this.read(value, -1);
    const named = this.readType(type);
    const read = this.read(value, this.valueOfType(named));
    return s.textOf(type) === "const" || s.type(node) === "satisfies_expression"
      ? read
      : b.expression({ kind: "instanceOf", a: named });
  }

  protected readBinary(node: SyntaxNode, expected: number): number {
    const { s, b } = this;
    const left = this.read(s.child(node, "left"), expected);
    const right = this.read(s.child(node, "right"), expected);
    const operator = s.text.slice(s.start(s.child(node, "left")), s.start(s.child(node, "right")));
    if (/(?:\|\||\?\?)\s*$/.test(operator))
      return b.expression({ kind: "union", list: [left, right].filter((part) => part >= 0) });
    return /&&\s*$/.test(operator) ? right : b.expression({ kind: "builtin" });
  }

  protected readTag(node: SyntaxNode): void {
    const { s, b } = this;
    const name = s.child(node, "name");
    const isPlain = name < 0 || isPlainTag(s.textOf(name));
    const tag = isPlain ? -1 : this.read(name, -1, "call");
    const props = tag < 0 ? -1 : b.expression({ kind: "argument", a: tag, at: 0 });
    for (const child of s.children(node)) {
      if (child === name) continue;
      if (s.type(child) !== "jsx_attribute") {
        this.visit(child);
        continue;
      }
      const [key = -1, value = -1] = s.children(child);
      if (!isPlain && s.type(key) === "property_identifier") b.member(key, "write", props);
      const wanted = props < 0 ? -1 : b.expression({ kind: "property", a: props, name: s.textOf(key) });
      if (value >= 0) this.read(s.type(value) === "jsx_expression" ? s.firstChild(value) : value, wanted);
    }
  }
}

/** Elements of the page itself, not components. */
function isPlainTag(name: string): boolean {
  return /^[a-z][\w-]*$/.test(name);
}
