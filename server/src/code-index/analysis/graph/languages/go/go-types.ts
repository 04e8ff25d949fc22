import type { Declaration, DeclarationKind, UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Go's types, and what functions and structs declare with them. */
export abstract class GoTypes {
  protected readonly b: GraphBuilder;
  protected readonly s: Syntax;

  constructor(builder: GraphBuilder) {
    this.b = builder;
    this.s = builder.syntax;
  }

  protected abstract read(node: SyntaxNode, role?: UseRole): number;

  protected abstract visit(node: SyntaxNode): void;

  visitAll(node: SyntaxNode): void {
    for (const child of this.s.children(node)) this.visit(child);
  }

  protected set(index: number, more: Partial<Declaration>): void {
    const declaration = this.b.declaration(index);
    if (declaration !== undefined) Object.assign(declaration, more);
  }

  protected declareNamed(
    name: SyntaxNode,
    kind: DeclarationKind,
    whole: SyntaxNode,
    more: Partial<Declaration> & { from?: number } = {},
  ): number {
    return this.b.declare(name, kind, { whole, isExported: /^\p{Lu}/u.test(this.s.textOf(name)), ...more });
  }

  protected readFunction(node: SyntaxNode, declaration: number): void {
    const { s, b } = this;
    b.within("function", -1, () => {
      this.readTypeParameters(node);
      const receiver = s.child(node, "receiver");
      if (receiver >= 0) this.readReceiver(receiver);
      const parameters = this.readParameters(s.child(node, "parameters"));
      const result = s.child(node, "result");
      const isList = s.type(result) === "parameter_list";
      const list = isList ? this.readResults(result) : [];
      const type = isList ? b.expression({ kind: "tuple", list }) : result < 0 ? -1 : this.readType(result);
      this.set(declaration, { parameters, type });
      const body = s.child(node, "body");
      if (body >= 0) this.visitAll(body);
    });
  }

  /** A generic receiver names its type's parameters anew. */
  protected readReceiver(receiver: SyntaxNode): void {
    const { s, b } = this;
    for (const part of s.children(receiver)) {
      const find = (node: SyntaxNode): void => {
        if (s.type(node) === "type_arguments") {
          for (const element of s.children(node)) {
            const name = s.type(element) === "type_elem" ? s.firstChild(element) : element;
            b.declare(name, "typeParameter");
          }
        } else for (const child of s.children(node)) find(child);
      };
      find(part);
    }
    this.readParameters(receiver);
  }

  protected readTypeParameters(node: SyntaxNode): void {
    const { s, b } = this;
    const list = s.child(node, "type_parameters");
    if (list < 0) return;
    for (const parameter of s.children(list)) {
      const names = s.children(parameter).filter((child) => s.field(child) === "name");
      const declared = names.map((name) => b.declare(name, "typeParameter"));
      const constraint = s.child(parameter, "type");
      const type = constraint < 0 ? -1 : this.readType(constraint);
      for (const index of declared) this.set(index, { type });
    }
  }

  protected readParameters(list: SyntaxNode): number[] {
    const { s, b } = this;
    const parameters: number[] = [];
    if (list < 0) return parameters;
    for (const parameter of s.children(list)) {
      const annotation = s.child(parameter, "type");
      if (annotation < 0) continue;
      let type = this.readType(annotation);
      if (s.type(parameter) === "variadic_parameter_declaration") type = b.expression({ kind: "list", a: type });
      const names = s.children(parameter).filter((child) => s.field(child) === "name");
      for (const name of names) parameters.push(b.declare(name, "parameter", { whole: parameter, type }));
      if (names.length === 0) {
        const index = b.declareUnnamed(parameter, "parameter");
        this.set(index, { type });
        parameters.push(index);
      }
    }
    return parameters;
  }

  protected readResults(list: SyntaxNode): number[] {
    return this.readParameters(list).map((index) => this.b.declaration(index)?.type ?? -1);
  }

  protected readTypeDeclaration(node: SyntaxNode): void {
    const { s, b } = this;
    const value = s.child(node, "type");
    const type = s.type(value);
    const kind = type === "struct_type" ? "struct" : type === "interface_type" ? "interface" : "type";
    const declaration = this.declareNamed(s.child(node, "name"), kind, node);
    b.within("block", -1, () => {
      this.readTypeParameters(node);
      if (kind === "type") this.set(declaration, { type: this.readType(value) });
      else this.readShape(value, declaration);
    });
  }

  /** Fields, methods and embedded types of a struct or an interface. */
  protected readShape(node: SyntaxNode, owner: number): void {
    const { s, b } = this;
    const bases: number[] = [];
    const list = s.type(node) === "struct_type" ? s.firstChild(node) : node;
    b.within("class", owner, () => {
      for (const part of list < 0 ? [] : s.children(list)) {
        switch (s.type(part)) {
          case "field_declaration": {
            const names = s.children(part).filter((child) => s.field(child) === "name");
            const type = this.readType(s.child(part, "type"));
            for (const name of names) this.declareNamed(name, "field", part, { type });
            if (names.length > 0) break;
            bases.push(type);
            const named = this.embeddedName(s.child(part, "type"));
            const name = s.textOf(named);
            const index = b.declareUnnamed(named, "field");
            this.set(index, { name, owner, reach: "member", type, isExported: /^\p{Lu}/u.test(name) });
            break;
          }
          case "method_elem":
          case "method_spec":
            this.readFunction(part, this.declareNamed(s.child(part, "name"), "method", part));
            break;
          case "type_elem":
          case "constraint_elem":
            for (const child of s.children(part)) bases.push(this.readType(child));
            break;
          case "comment":
            break;
          default:
            bases.push(this.readType(part));
        }
      }
    });
    this.set(owner, { bases: bases.filter((base) => base >= 0) });
  }

  protected embeddedName(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    if (s.type(node) === "qualified_type") return s.child(node, "name");
    if (s.type(node) === "generic_type") return this.embeddedName(s.child(node, "type"));
    if (s.type(node) === "pointer_type") return this.embeddedName(s.firstChild(node));
    return node;
  }

  protected readType(node: SyntaxNode): number {
    const { s, b } = this;
    switch (s.type(node)) {
      case "type_identifier":
      case "identifier":
        return b.named(b.use(node, "type"));
      case "pointer_type":
      case "parenthesized_type":
      case "type_elem":
        return this.readType(s.firstChild(node));
      case "qualified_type": {
        const of = b.named(b.use(s.child(node, "package"), "read"));
        return b.named(b.member(s.child(node, "name"), "type", of));
      }
      case "generic_type": {
        const a = this.readType(s.child(node, "type"));
        const given = s.child(node, "type_arguments");
        const list = given < 0 ? [] : s.children(given).map((part) => this.readType(part));
        return b.expression({ kind: "generic", a, list });
      }
      case "slice_type":
      case "implicit_length_array_type":
        return b.expression({ kind: "list", a: this.readType(s.child(node, "element")) });
      case "array_type": {
        this.visit(s.child(node, "length"));
        return b.expression({ kind: "list", a: this.readType(s.child(node, "element")) });
      }
      case "map_type": {
        this.readType(s.child(node, "key"));
        return b.expression({ kind: "list", a: this.readType(s.child(node, "value")) });
      }
      case "channel_type":
        return b.expression({ kind: "list", a: this.readType(s.child(node, "value")) });
      case "function_type": {
        const declaration = b.declareUnnamed(node, "function");
        this.readFunction(node, declaration);
        return b.expression({ kind: "function", a: declaration });
      }
      case "struct_type":
      case "interface_type": {
        const declaration = b.declareUnnamed(node, "object");
        this.readShape(node, declaration);
        return b.expression({ kind: "object", a: declaration });
      }
      default:
        return this.read(node);
    }
  }
}
