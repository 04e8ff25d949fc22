import type { DeclarationKind } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EcmascriptMembers, unquoted } from "./ecmascript-members.ts";

/** Variables, patterns and imports. */
export abstract class EcmascriptBindings extends EcmascriptMembers {
  /** Declares the names of a pattern. Returns the declaration of the pattern as a whole. */
  protected override declarePattern(
    pattern: SyntaxNode,
    kind: DeclarationKind,
    more: { type?: number; value?: number; inScope?: number; whole?: SyntaxNode },
  ): number {
    const { s, b } = this;
    switch (s.type(pattern)) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        return b.declare(pattern, kind, { ...more, isExported: this.isExporting });
      case "assignment_pattern":
      case "object_assignment_pattern": {
        const fallback = this.read(s.child(pattern, "right"), -1);
        const value = (more.value ?? -1) < 0 ? fallback : more.value;
        return this.declarePattern(s.child(pattern, "left"), kind, { ...more, value: value ?? -1 });
      }
      case "rest_pattern":
        return this.declarePattern(s.firstChild(pattern), kind, more);
      case "object_pattern":
      case "array_pattern":
        return this.declareParts(pattern, kind, more);
      default:
        this.visitAll(pattern);
        return b.declareUnnamed(pattern, kind);
    }
  }

  protected declareParts(
    pattern: SyntaxNode,
    kind: DeclarationKind,
    more: { type?: number; value?: number; inScope?: number },
  ): number {
    const { s, b } = this;
    const whole = b.declareUnnamed(pattern, kind);
    this.set(whole, { type: more.type ?? -1, value: more.value ?? -1 });
    const source = (more.type ?? -1) >= 0 ? this.valueOfType(more.type ?? -1) : (more.value ?? -1);
    const scope = more.inScope ?? b.scope;
    const property = (name: string): number => (source < 0 ? -1 : b.expression({ kind: "property", a: source, name }));
    let at = 0;
    for (const part of s.children(pattern)) {
      const type = s.type(part);
      if (type === "comment") continue;
      if (s.type(pattern) === "array_pattern") {
        const value = source < 0 ? -1 : b.expression({ kind: "part", a: source, at });
        this.declarePattern(part, kind, { value, inScope: scope });
        at += 1;
      } else if (type === "pair_pattern") {
        const key = s.child(part, "key");
        if (s.type(key) === "property_identifier") b.member(key, "read", source);
        else this.visit(key);
        this.declarePattern(s.child(part, "value"), kind, { value: property(s.textOf(key)), inScope: scope });
      } else {
        const named = type === "object_assignment_pattern" ? s.child(part, "left") : part;
        this.declarePattern(part, kind, {
          value: type === "rest_pattern" ? -1 : property(s.textOf(named)),
          inScope: scope,
        });
      }
    }
    return whole;
  }

  protected readVariables(node: SyntaxNode): void {
    const { s, b } = this;
    const isVar = s.type(node) === "variable_declaration";
    const inScope = isVar ? b.functionScope() : b.scope;
    for (const declarator of s.children(node)) {
      if (s.type(declarator) !== "variable_declarator") continue;
      const name = s.child(declarator, "name");
      const value = s.child(declarator, "value");
      if (this.readRequire(name, value, inScope)) continue;
      const annotation = s.child(declarator, "type");
      const type = annotation < 0 ? -1 : this.readType(annotation);
      const kind = /^const\b/.test(s.textOf(node).slice(0, 6)) ? "constant" : "variable";
      const declared = this.declarePattern(name, kind, { type, value: -1, inScope, whole: declarator });
      const isParts = s.type(name) === "object_pattern" || s.type(name) === "array_pattern";
      if (value < 0) continue;
      const read = this.unexported(() => this.read(value, this.valueOfType(type)));
      this.set(declared, { value: read });
      if (isParts && type < 0) this.lateSource(declared, read);
    }
  }

  /** Parts of a pattern are declared before the value is read, so that uses stay in order; they learn of it here. */
  protected lateSource(whole: number, value: number): void {
    const { graph } = this.b;
    const start = graph.declarations[whole];
    if (start === undefined) return;
    for (let at = whole + 1; at < graph.declarations.length; at += 1) {
      const part = graph.declarations[at];
      if (part === undefined || part.value >= 0 || part.type >= 0 || part.endLine > start.endLine + 1) continue;
      const isInside = part.line > start.startLine || (part.line === start.startLine && part.column >= start.column);
      const isBehind = part.line > start.endLine;
      if (!isInside || isBehind || part.name === "" || part.kind !== start.kind) continue;
      part.value = this.b.expression({ kind: "property", a: value, name: part.name });
    }
  }

  /** `const x = require("y")` is an import. */
  protected readRequire(name: SyntaxNode, value: SyntaxNode, inScope: number): boolean {
    const { s } = this;
    const match = /^require\(\s*(['"])([^'"]+)\1\s*\)(?:\.([\w$]+))?$/.exec(
      value < 0 ? "" : s.textOf(value).slice(0, 500),
    );
    if (match === null) return false;
    const specifier = match[2] ?? "";
    if (s.type(name) === "identifier") {
      this.declareImport(name, { specifier, name: match[3] ?? "=" }, inScope);
      return true;
    }
    if (s.type(name) !== "object_pattern" || match[3] !== undefined) return false;
    for (const part of s.children(name)) {
      const key = s.child(part, "key");
      const local = key < 0 ? part : s.child(part, "value");
      if (s.type(local) === "identifier" || s.type(local) === "shorthand_property_identifier_pattern")
        this.declareImport(local, { specifier, name: s.textOf(key < 0 ? part : key) }, inScope);
    }
    return true;
  }

  protected declareImport(node: SyntaxNode, binding: { specifier: string; name: string }, inScope: number): number {
    const importing = this.b.graph.imports.push(binding) - 1;
    return this.b.declare(node, "import", { importing, inScope });
  }

  protected readImport(node: SyntaxNode): void {
    const { s, b } = this;
    const specifier = unquoted(s.textOf(s.child(node, "source")));
    const clause = s.childOfType(node, "import_clause");
    if (clause < 0) return;
    for (const part of s.children(clause)) {
      if (s.type(part) === "identifier") this.declareImport(part, { specifier, name: "default" }, b.scope);
      else if (s.type(part) === "namespace_import")
        this.declareImport(s.firstChild(part), { specifier, name: "*" }, b.scope);
      else
        for (const named of s.children(part)) {
          const name = s.child(named, "name");
          if (name < 0) continue;
          const alias = s.child(named, "alias");
          const declared = this.declareImport(alias < 0 ? name : alias, { specifier, name: s.textOf(name) }, b.scope);
          if (alias >= 0) this.useImported(name, declared);
        }
    }
  }

  /** The name in the other module, beside its alias. */
  protected useImported(node: SyntaxNode, declared: number): void {
    const use = this.b.use(node, "import");
    const found = this.b.graph.uses[use];
    if (found !== undefined) found.target = declared;
  }

  protected readExport(node: SyntaxNode): void {
    const { s, b } = this;
    const source = s.child(node, "source");
    const clause = s.childOfType(node, "export_clause");
    const specifier = source < 0 ? null : unquoted(s.textOf(source));
    if (clause >= 0) {
      for (const part of s.children(clause)) this.readExported(part, specifier);
      return;
    }
    if (specifier !== null) {
      const space = s.childOfType(node, "namespace_export");
      if (space < 0) b.graph.stars.push({ specifier, isExport: true });
      else {
        const name = s.firstChild(space);
        this.declareImport(name, { specifier, name: "*" }, b.scope);
        b.graph.exports.push({ name: s.textOf(name), use: b.graph.uses.length - 1 });
      }
      return;
    }
    for (const child of s.children(node)) if (s.type(child) === "decorator") this.visit(child);
    const declaration = s.child(node, "declaration");
    const value = s.child(node, "value");
    const isDefault = /^export\s+default\b/.test(s.textOf(node).slice(0, 60));
    const [only = -1] = s.children(node);
    if (/^export\s*=/.test(s.textOf(node).slice(0, 60)) && only >= 0) {
      this.readDefault(only);
      return;
    }
    if (declaration >= 0) {
      const before = b.graph.uses.length;
      this.isExporting = true;
      this.visit(declaration);
      this.isExporting = false;
      if (isDefault && s.child(declaration, "name") >= 0) b.graph.exports.push({ name: "default", use: before });
    } else if (value >= 0) this.readDefault(value);
    else this.visitAll(node);
  }

  protected readDefault(value: SyntaxNode): void {
    const { s, b } = this;
    if (s.type(value) === "identifier") {
      b.graph.exports.push({ name: "default", use: b.use(value, "read") });
      return;
    }
    const declaration = b.declareUnnamed(value, "constant");
    this.set(declaration, { name: "default", reach: "file", isExported: true, endLine: s.endLine(value) });
    this.set(declaration, { value: this.read(value, -1) });
  }

  protected readExported(part: SyntaxNode, specifier: string | null): void {
    const { s, b } = this;
    const name = s.child(part, "name");
    if (name < 0) return;
    const alias = s.child(part, "alias");
    const shown = alias < 0 ? name : alias;
    if (specifier === null) {
      const use = b.use(name, "read");
      if (alias >= 0) b.member(alias, "read", b.named(use));
      b.graph.exports.push({ name: s.textOf(shown), use });
      return;
    }
    // Not a name of this file's own scope: it passes through.
    const importing = b.graph.imports.push({ specifier, name: s.textOf(name) }) - 1;
    const declared = b.declare(shown, "import", { importing, reach: "member", inScope: b.scope });
    b.graph.exports.push({ name: s.textOf(shown), use: b.graph.uses.length - 1 });
    if (alias >= 0) this.useImported(name, declared);
  }
}
