import type { DeclarationKind } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EcmascriptTypes } from "./ecmascript-types.ts";

/** Classes, interfaces and enums with their members. */
export abstract class EcmascriptMembers extends EcmascriptTypes {
  protected declareNamed(node: SyntaxNode, kind: DeclarationKind, inScope: number): number {
    const name = this.s.child(node, "name");
    if (name < 0) {
      const declaration = this.b.declareUnnamed(node, kind);
      if (this.isExporting) this.set(declaration, { name: "default", reach: "file", isExported: true });
      return declaration;
    }
    return this.b.declare(name, kind, { whole: node, inScope, isExported: this.isExporting });
  }

  protected readClass(node: SyntaxNode, declaration: number): void {
    const { s, b } = this;
    this.unexported(() =>
      b.within("block", -1, () => {
        for (const child of s.children(node)) if (s.type(child) === "decorator") this.visit(child);
        this.readTypeParameters(node);
        const bases: number[] = [];
        const heritage = s.childOfType(node, "class_heritage");
        if (heritage >= 0) for (const clause of s.children(heritage)) bases.push(...this.readBases(clause));
        this.set(declaration, { bases: bases.filter((base) => base >= 0) });
        const body = s.child(node, "body");
        if (body >= 0) b.within("class", declaration, () => this.readMembers(body));
      }),
    );
  }

  protected readBases(clause: SyntaxNode): number[] {
    const { s } = this;
    if (s.type(clause) === "extends_clause")
      return s.children(clause).map((part) => {
        if (s.field(part) === "value") return this.read(part, -1);
        this.visitType(part);
        return -1;
      });
    if (s.type(clause) === "implements_clause" || s.type(clause) === "extends_type_clause")
      return s.children(clause).map((part) => this.readType(part));
    return [this.read(clause, -1)];
  }

  /** Names first, bodies after: a body may name any member. */
  protected override readMembers(body: SyntaxNode): void {
    const { s } = this;
    const later: (() => void)[] = [];
    for (const member of s.children(body)) {
      const type = s.type(member);
      if (type === "class_static_block" || type === "decorator") later.push(() => this.visitAll(member));
      else if (type !== "comment") this.readMember(member, later);
    }
    for (const run of later) run();
  }

  protected readMember(member: SyntaxNode, later: (() => void)[]): void {
    const { s, b } = this;
    const type = s.type(member);
    const name = s.child(member, "name") >= 0 ? s.child(member, "name") : s.child(member, "property");
    const isMethod = /method|signature$/.test(type) && type !== "property_signature" && type !== "index_signature";
    for (const child of s.children(member)) if (s.type(child) === "decorator") later.push(() => this.visit(child));
    if (name < 0 || s.type(name) === "computed_property_name") {
      const declaration = b.declareUnnamed(member, "method");
      this.set(declaration, { owner: b.ownerAround(), name: type === "call_signature" ? "()" : "" });
      later.push(() => (isMethod ? this.readFunction(member, declaration, -1) : this.visitAll(member)));
      return;
    }
    const text = unquoted(s.textOf(name));
    if (!isMethod) {
      const annotation = s.child(member, "type");
      const declared = b.declare(name, "field", { whole: member, text });
      if (annotation >= 0) this.set(declared, { type: this.readType(annotation) });
      const value = s.child(member, "value");
      if (value >= 0)
        later.push(() => {
          const annotated = this.valueOfType(b.declaration(declared)?.type ?? -1);
          this.set(declared, { value: this.read(value, annotated) });
        });
      return;
    }
    const isAccessor = /^(?:static\s+|override\s+|public\s+|private\s+|protected\s+)*[gs]et\s/.test(
      s.text.slice(s.start(member), s.start(name)),
    );
    const declaration = b.declare(name, isAccessor ? "field" : "method", { whole: member, text });
    later.push(() => {
      this.readFunction(member, declaration, -1);
      this.readAccessor(declaration, isAccessor);
    });
  }

  /** What a getter returns is what it is. */
  protected readAccessor(declaration: number, isAccessor: boolean): void {
    if (isAccessor) this.set(declaration, { parameters: [] });
  }

  protected readInterface(node: SyntaxNode): void {
    const { s, b } = this;
    const declaration = this.declareNamed(node, "interface", b.scope);
    this.unexported(() =>
      b.within("block", -1, () => {
        this.readTypeParameters(node);
        const bases: number[] = [];
        for (const child of s.children(node))
          if (s.type(child) === "extends_type_clause") bases.push(...this.readBases(child));
        this.set(declaration, { bases });
        const body = s.child(node, "body");
        if (body >= 0) b.within("class", declaration, () => this.readMembers(body));
      }),
    );
  }

  protected readEnum(node: SyntaxNode): void {
    const { s, b } = this;
    const declaration = this.declareNamed(node, "enum", b.scope);
    // Its values name each other without it.
    b.within("module", declaration, () => {
      for (const member of s.children(s.child(node, "body"))) {
        const name = s.type(member) === "enum_assignment" ? s.child(member, "name") : member;
        if (s.type(name) === "comment") continue;
        const self = b.expression({ kind: "self", a: declaration });
        b.declare(name, "constant", { whole: member, value: self, text: unquoted(s.textOf(name)) });
        const value = s.child(member, "value");
        if (value >= 0) this.visit(value);
      }
    });
  }

  protected readModule(node: SyntaxNode): void {
    const { s, b } = this;
    const name = s.child(node, "name");
    const isAmbient = s.type(name) === "string";
    const declaration = isAmbient ? -1 : b.declare(name, "module", { whole: node, isExported: this.isExporting });
    const body = s.child(node, "body");
    if (body < 0) return;
    this.unexported(() => b.within(isAmbient ? "block" : "module", declaration, () => this.visitAll(body)));
  }
}

/** A name without the quotes that may surround it. */
export function unquoted(text: string): string {
  return /^(['"`]).*\1$/.test(text) ? text.slice(1, -1) : text;
}
