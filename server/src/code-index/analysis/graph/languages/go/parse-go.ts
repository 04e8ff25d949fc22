import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { GoExpressions } from "./go-expressions.ts";

const blocks = new Set([
  "block",
  "if_statement",
  "for_statement",
  "expression_switch_statement",
  "select_statement",
  "expression_case",
  "default_case",
  "communication_case",
]);

/** Go: blocks are scopes, nearly every type is written down. */
export function parseGo(builder: GraphBuilder): void {
  new GoReader(builder).visitAll(0);
}

class GoReader extends GoExpressions {
  protected override visit(node: SyntaxNode): void {
    const { s, b } = this;
    const type = s.type(node);
    if (blocks.has(type)) {
      b.within("block", -1, () => this.visitAll(node));
      return;
    }
    switch (type) {
      case "package_clause":
        b.graph.packageName = s.textOf(s.firstChild(node));
        return;
      case "import_spec":
        this.readImport(node);
        return;
      case "function_declaration":
        this.readFunction(node, this.declareNamed(s.child(node, "name"), "function", node));
        return;
      case "method_declaration":
        this.readMethod(node);
        return;
      case "type_spec":
      case "type_alias":
        this.readTypeDeclaration(node);
        return;
      case "var_spec":
      case "const_spec":
        this.readVariables(node);
        return;
      case "short_var_declaration":
        this.readShort(node);
        return;
      case "range_clause":
        this.readRange(node);
        return;
      case "type_switch_statement":
        this.readTypeSwitch(node);
        return;
      case "assignment_statement":
        for (const part of s.children(s.child(node, "left"))) this.read(part, "write");
        for (const part of s.children(s.child(node, "right"))) this.read(part);
        return;
      case "receive_statement":
        this.readReceive(node);
        return;
      case "comment":
      case "label_name":
        return;
      default:
        if (node >= 0) this.read(node);
    }
  }

  protected readImport(node: SyntaxNode): void {
    const { s, b } = this;
    const specifier = s.textOf(s.child(node, "path")).slice(1, -1);
    const name = s.child(node, "name");
    if (s.type(name) === "dot") b.graph.stars.push({ specifier, isExport: false });
    const importing = b.graph.imports.push({ specifier, name: "*" }) - 1;
    if (name >= 0 && s.type(name) === "package_identifier") b.declare(name, "import", { importing });
    else if (name < 0) {
      const path = specifier.replace(/\/v\d+$/, "").replace(/\.v\d+$/, "");
      const text = path.slice(path.lastIndexOf("/") + 1).replace(/^go-|[-.]go$/g, "");
      b.declareHidden(s.child(node, "path"), "import", { importing, text });
    }
  }

  protected readMethod(node: SyntaxNode): void {
    const { s } = this;
    const receiver = s.firstChild(s.child(node, "receiver"));
    const ownerName = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*$/u.exec(s.textOf(s.child(receiver, "type")))?.[1];
    const declaration = this.declareNamed(s.child(node, "name"), "method", node, {
      reach: "member",
      ownerName: ownerName ?? null,
    });
    this.readFunction(node, declaration);
  }

  protected readVariables(node: SyntaxNode): void {
    const { s } = this;
    const annotation = s.child(node, "type");
    const type = annotation < 0 ? -1 : this.readType(annotation);
    const given = s.child(node, "value");
    const values = given < 0 ? [] : s.children(given).map((part) => this.read(part));
    const names = s.children(node).filter((child) => s.field(child) === "name" && s.type(child) === "identifier");
    const kind = s.type(node) === "const_spec" ? "constant" : "variable";
    for (const [at, name] of names.entries()) {
      const value = this.valueAt(values, names.length, at);
      this.declareNamed(name, kind, node, { type, value, from: s.end(node) });
    }
  }

  /** One call may give several values. */
  protected valueAt(values: readonly number[], wanted: number, at: number): number {
    const single = values[0] ?? -1;
    if (values.length === 1 && wanted > 1) return single < 0 ? -1 : this.b.expression({ kind: "part", a: single, at });
    return values[at] ?? -1;
  }

  protected readShort(node: SyntaxNode): void {
    const { s } = this;
    const values = s.children(s.child(node, "right")).map((part) => this.read(part));
    const names = s.children(s.child(node, "left"));
    for (const [at, name] of names.entries()) this.declareShort(name, this.valueAt(values, names.length, at), node);
  }

  /** `a, err := …` declares only what the same block has not. */
  protected declareShort(name: SyntaxNode, value: number, whole: SyntaxNode): void {
    const { s, b } = this;
    const known = s.type(name) === "identifier" ? b.declaredIn(b.scope, s.textOf(name)) : -1;
    if (s.type(name) !== "identifier") this.read(name, "write");
    else if (known >= 0) b.use(name, "write");
    // Its own value still means what stood there before: `boat := boat.Next`.
    else if (s.textOf(name) !== "_") b.declare(name, "variable", { value, whole, from: s.end(whole) });
  }

  protected readRange(node: SyntaxNode): void {
    const { s, b } = this;
    const right = this.read(s.child(node, "right"));
    const left = s.child(node, "left");
    if (left < 0) return;
    const isNew = /:=\s*range/.test(s.textOf(node));
    for (const [at, name] of s.children(left).entries()) {
      const value = right < 0 || at === 0 ? -1 : b.expression({ kind: "element", a: right });
      if (isNew) this.declareShort(name, value, node);
      else this.read(name, "write");
    }
  }

  protected readReceive(node: SyntaxNode): void {
    const { s, b } = this;
    const right = this.read(s.child(node, "right"));
    const left = s.child(node, "left");
    if (left < 0) return;
    const value = right < 0 ? -1 : b.expression({ kind: "element", a: right });
    for (const [at, name] of s.children(left).entries()) this.declareShort(name, at === 0 ? value : -1, node);
  }

  protected readTypeSwitch(node: SyntaxNode): void {
    const { s, b } = this;
    b.within("block", -1, () => {
      const alias = s.child(node, "alias");
      const value = s.child(node, "value");
      const initializer = s.child(node, "initializer");
      if (initializer >= 0) this.visit(initializer);
      const read = this.read(value);
      const name = alias < 0 ? -1 : s.firstChild(alias);
      const declared = name < 0 ? -1 : b.declare(name, "variable", { value: read, from: s.end(value) });
      for (const part of s.children(node)) {
        if (part === alias || part === value || part === initializer) continue;
        if (s.type(part) === "type_case") this.readTypeCase(part, name, declared);
        else this.visit(part);
      }
    });
  }

  /** In a case the variable has the case's type, and is the same one to people. */
  protected readTypeCase(node: SyntaxNode, name: SyntaxNode, declared: number): void {
    const { s, b } = this;
    b.within("block", -1, () => {
      const types = s.children(node).filter((child) => s.field(child) === "type");
      const list = types.map((part) => this.readType(part));
      if (declared >= 0 && list.length === 1) b.narrow(name, declared, list[0] ?? -1);
      for (const part of s.children(node)) if (!types.includes(part)) this.visit(part);
    });
  }
}
