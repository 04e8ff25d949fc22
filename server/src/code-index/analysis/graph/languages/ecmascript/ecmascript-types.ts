import type { Declaration, DeclarationKind, UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Functions and types of TypeScript: the base of the other parts of its reader. */
export abstract class EcmascriptTypes {
  protected readonly b: GraphBuilder;
  protected readonly s: Syntax;
  /** Enclosing functions, innermost last: their return values are collected during the walk. */
  protected readonly functions: { declaration: number; returned: number[]; expected: number }[] = [];
  protected isExporting = false;

  constructor(builder: GraphBuilder) {
    this.b = builder;
    this.s = builder.syntax;
  }

  protected abstract readMembers(body: SyntaxNode): void;

  protected abstract declarePattern(
    pattern: SyntaxNode,
    kind: DeclarationKind,
    more: { type?: number; value?: number; inScope?: number; whole?: SyntaxNode },
  ): number;

  protected abstract read(node: SyntaxNode, expected: number, role?: UseRole): number;

  protected abstract readMemberOf(node: SyntaxNode, role: UseRole): number;

  protected abstract visit(node: SyntaxNode): void;

  visitAll(node: SyntaxNode): void {
    for (const child of this.s.children(node)) this.visit(child);
  }

  protected set(index: number, more: Partial<Declaration>): void {
    const declaration = this.b.declaration(index);
    if (declaration !== undefined) Object.assign(declaration, more);
  }

  protected unexported<T>(run: () => T): T {
    const isExporting = this.isExporting;
    this.isExporting = false;
    const result = run();
    this.isExporting = isExporting;
    return result;
  }

  protected valueOfType(type: number): number {
    return type < 0 ? -1 : this.b.expression({ kind: "instanceOf", a: type });
  }

  protected readTypeParameters(node: SyntaxNode): void {
    const { s, b } = this;
    const list = s.child(node, "type_parameters");
    if (list < 0) return;
    for (const parameter of s.children(list)) {
      const name = s.child(parameter, "name");
      if (name < 0) continue;
      const declaration = b.declare(name, "typeParameter");
      const constraint = s.child(parameter, "constraint");
      if (constraint >= 0) this.set(declaration, { type: this.readType(constraint) });
      const value = s.child(parameter, "value");
      if (value >= 0) this.readType(value);
    }
  }

  /** Parameters, result and body. `expected` is what its context tells of the function's type. */
  protected readFunction(node: SyntaxNode, declaration: number, expected: number): void {
    const { s, b } = this;
    b.within("function", -1, () => {
      this.readTypeParameters(node);
      this.readParameters(node, declaration, expected);
      const result = s.child(node, "return_type");
      const type = result < 0 ? -1 : this.readType(result);
      const wanted = type < 0 ? -1 : b.expression({ kind: "await", a: b.expression({ kind: "instanceOf", a: type }) });
      const around = { declaration, returned: [] as number[], expected: wanted };
      this.functions.push(around);
      const isExporting = this.isExporting;
      this.isExporting = false;
      const body = s.child(node, "body");
      if (s.type(body) === "statement_block") this.visitAll(body);
      else if (body >= 0) around.returned.push(this.read(body, wanted));
      this.isExporting = isExporting;
      this.functions.pop();
      const list = around.returned.filter((value) => value >= 0).slice(0, 4);
      this.set(declaration, {
        type,
        value: list.length > 1 ? b.expression({ kind: "union", list }) : (list[0] ?? -1),
      });
    });
  }

  protected readParameters(node: SyntaxNode, declaration: number, expected: number): void {
    const { s, b } = this;
    const single = s.child(node, "parameter");
    const list = s.child(node, "parameters");
    const given = single >= 0 ? [single] : list < 0 ? [] : s.children(list);
    const parameters: number[] = [];
    for (const parameter of given) {
      const kind = s.type(parameter);
      if (kind === "comment" || kind === "decorator") continue;
      const at = parameters.length;
      const value = expected < 0 ? -1 : b.expression({ kind: "parameterOf", a: expected, at });
      parameters.push(this.readParameter(parameter, value));
    }
    this.set(declaration, { parameters });
  }

  protected readParameter(parameter: SyntaxNode, value: number): number {
    const { s, b } = this;
    const kind = s.type(parameter);
    if (kind !== "required_parameter" && kind !== "optional_parameter")
      return this.declarePattern(parameter, "parameter", { value });
    const annotation = s.child(parameter, "type");
    const type = annotation < 0 ? -1 : this.readType(annotation);
    const given = s.child(parameter, "value");
    const fallback = given < 0 ? -1 : this.read(given, this.valueOfType(type));
    const pattern = s.child(parameter, "pattern");
    for (const child of s.children(parameter)) if (s.type(child) === "decorator") this.visit(child);
    if (s.type(pattern) === "this") return b.declareUnnamed(parameter, "parameter");
    const declared = this.declarePattern(pattern, "parameter", { type, value: value < 0 ? fallback : value });
    const owner = b.ownerAround();
    const isField = s.childOfType(parameter, "accessibility_modifier", "override_modifier") >= 0;
    if ((isField || /^readonly\b/.test(s.textOf(parameter))) && owner >= 0 && s.type(pattern) === "identifier") {
      // One name is parameter and field; the parameter is used for both.
      this.set(declared, { owner });
    }
    return declared;
  }

  protected visitType(node: SyntaxNode): void {
    for (const child of this.s.children(node)) this.readType(child);
  }

  /** Reads a type and answers it as an expression that names it. */
  protected readType(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "type_annotation":
      case "parenthesized_type":
      case "readonly_type":
      case "constraint":
      case "default_type":
      case "opting_type_annotation":
        return this.readType(s.firstChild(node));
      case "type_identifier":
      case "identifier":
        return b.named(b.use(node, "type"));
      case "nested_type_identifier":
      case "nested_identifier": {
        const of = this.readType(s.firstChild(node));
        const name = s.children(node).at(-1) ?? -1;
        return b.named(b.member(name, "type", of));
      }
      case "member_expression":
        return this.readMemberOf(node, "type");
      case "generic_type": {
        const a = this.readType(s.child(node, "name"));
        const given = s.child(node, "type_arguments");
        const list = given < 0 ? [] : s.children(given).map((part) => this.readType(part));
        return b.expression({ kind: "generic", a, list });
      }
      case "array_type":
        return b.expression({ kind: "list", a: this.readType(s.firstChild(node)) });
      case "tuple_type":
        return b.expression({ kind: "tuple", list: s.children(node).map((part) => this.readType(part)) });
      case "union_type":
      case "intersection_type": {
        const list = s.children(node).map((part) => this.readType(part));
        return b.expression({ kind: "union", list: list.filter((part) => part >= 0) });
      }
      default:
        return this.readOtherType(node);
    }
  }

  protected readOtherType(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "type_query":
        return b.expression({ kind: "typeof", a: this.read(s.firstChild(node), -1) });
      case "object_type": {
        const declaration = b.declareUnnamed(node, "object");
        b.within("class", declaration, () => this.readMembers(node));
        return b.expression({ kind: "object", a: declaration });
      }
      case "function_type":
      case "constructor_type": {
        const declaration = b.declareUnnamed(node, "function");
        this.readFunction(node, declaration, -1);
        return b.expression({ kind: "function", a: declaration });
      }
      case "mapped_type_clause": {
        const name = s.child(node, "name");
        if (name >= 0) b.declare(name, "typeParameter");
        for (const child of s.children(node)) if (child !== name) this.readType(child);
        return -1;
      }
      case "infer_type": {
        const name = s.firstChild(node);
        b.declare(name, "typeParameter");
        for (const child of s.children(node)) if (child !== name) this.readType(child);
        return -1;
      }
      case "predefined_type":
        // What may be anything may be something of the repository.
        return /^(?:any|unknown|object)$/.test(s.textOf(node)) ? -1 : b.expression({ kind: "builtin" });
      case "literal_type":
      case "template_literal_type":
        this.visitType(node);
        return b.expression({ kind: "builtin" });
      case "formal_parameters":
      case "comment":
      case "string":
        return -1;
      default:
        this.visitType(node);
        return -1;
    }
  }
}
