import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EcmascriptExpressions, functionTypes } from "./ecmascript-expressions.ts";
import { unquoted } from "./ecmascript-members.ts";

/** Object literals, and assignments that declare members. */
export abstract class EcmascriptObjects extends EcmascriptExpressions {
  protected override readAssignment(node: SyntaxNode): number {
    const { s, b } = this;
    const left = s.child(node, "left");
    const right = s.child(node, "right");
    if (s.type(left) !== "member_expression") {
      const target = this.read(left, -1, "write");
      const value = this.read(right, target);
      this.readExportAssignment(s.textOf(left), value);
      return value;
    }
    const object = s.child(left, "object");
    const name = s.child(left, "property");
    const owner = s.type(object) === "this" ? b.ownerAround() : -1;
    const isNew = owner >= 0 && !this.hasMember(owner, s.textOf(name));
    if (isNew) {
      const value = this.read(right, -1);
      b.declare(name, "field", { whole: node, reach: "member", owner, value });
      return value;
    }
    return this.readMemberAssignment({ node, left, object, name, right });
  }

  protected readMemberAssignment(part: {
    node: SyntaxNode;
    left: SyntaxNode;
    object: SyntaxNode;
    name: SyntaxNode;
    right: SyntaxNode;
  }): number {
    const { s, b } = this;
    const { object, name, right } = part;
    const isScript = b.graph.language === "javascript";
    const path = s.textOf(object);
    const isNamedExport = /^(?:module\.)?exports$/.test(path) && s.textOf(name) !== "exports";
    const isSet = functionTypes.has(s.type(right)) || s.type(right) === "identifier";
    const isDefinition = isScript && (isSet || isNamedExport);
    if (isDefinition && /^(?:[\w$]+(?:\.prototype)?|module\.exports)$/.test(path)) {
      this.visit(object);
      const value = this.read(right, -1);
      const ownerName = path.replace(/\.prototype$/, "");
      if (ownerName === "module") {
        b.member(name, "write", -1);
        this.readExportAssignment("module.exports", value);
        return value;
      }
      b.declare(name, functionTypes.has(s.type(right)) ? "method" : "field", {
        whole: part.node,
        reach: "member",
        ownerName,
        value,
      });
      if (isNamedExport) b.graph.exports.push({ name: s.textOf(name), use: b.graph.uses.length - 1 });
      return value;
    }
    const target = this.read(part.left, -1, "write");
    const value = this.read(right, target);
    this.readExportAssignment(s.textOf(part.left), value);
    return value;
  }

  protected readExportAssignment(left: string, value: number): void {
    const { graph } = this.b;
    const match = /^(?:module\.)?exports(?:\.([\w$]+))?$/.exec(left.slice(0, 200));
    const read = graph.expressions[value];
    if (match === null || read === undefined) return;
    if (read.kind === "name") graph.exports.push({ name: match[1] ?? "default", use: read.a });
    if (read.kind === "object" && match[1] === undefined)
      for (const [index, use] of graph.uses.entries())
        if (use.target >= 0 && graph.declarations[use.target]?.owner === read.a)
          graph.exports.push({ name: use.name, use: index });
  }

  protected hasMember(owner: number, name: string): boolean {
    return this.b.graph.declarations.some((declaration) => declaration.owner === owner && declaration.name === name);
  }

  protected override readObject(node: SyntaxNode, expected: number): number {
    const { s, b } = this;
    const owner = b.declareUnnamed(node, "object");
    const bases: number[] = [];
    for (const part of s.children(node)) {
      const type = s.type(part);
      if (type === "spread_element") bases.push(this.read(s.firstChild(part), -1));
      else if (type === "shorthand_property_identifier") this.readShorthand(part, owner, expected);
      else if (type === "pair" || type === "method_definition") this.readProperty(part, owner, expected);
      else if (type !== "comment") this.visit(part);
    }
    this.set(owner, { bases: bases.filter((base) => base >= 0) });
    return b.expression({ kind: "object", a: owner });
  }

  /** `{ name }` is the variable, and a property of that name. */
  protected readShorthand(part: SyntaxNode, owner: number, expected: number): void {
    const { b, s } = this;
    const use = b.use(part, "read");
    const member = b.declareUnnamed(part, "field");
    this.set(member, { owner, name: s.textOf(part), reach: "member", value: b.named(use) });
    if (expected >= 0) this.set(member, { type: -1 });
  }

  protected readProperty(part: SyntaxNode, owner: number, expected: number): void {
    const { s, b } = this;
    const isMethod = s.type(part) === "method_definition";
    const key = s.child(part, isMethod ? "name" : "key");
    if (s.type(key) === "computed_property_name") {
      this.visit(key);
      if (isMethod) this.readFunction(part, b.declareUnnamed(part, "method"), -1);
      else this.read(s.child(part, "value"), -1);
      return;
    }
    const text = unquoted(s.textOf(key));
    const wanted = expected < 0 ? -1 : b.expression({ kind: "property", a: expected, name: text });
    const kind = isMethod ? "method" : "field";
    const declared = b.declare(key, kind, { whole: part, reach: "member", owner, text });
    const use = b.graph.uses.at(-1);
    if (use !== undefined) use.of = expected;
    if (isMethod) this.readFunction(part, declared, wanted);
    else this.set(declared, { value: this.read(s.child(part, "value"), wanted) });
  }
}
