import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { PythonExpressions } from "./python-expressions.ts";

/** What assigning and importing declare. */
export abstract class PythonAssignments extends PythonExpressions {
  protected override assign(left: SyntaxNode, value: number, type = -1): void {
    const { s, b } = this;
    switch (s.type(left)) {
      case "identifier":
        this.assignName(left, value, type);
        return;
      case "pattern_list":
      case "tuple_pattern":
      case "list_pattern":
      case "tuple":
      case "expression_list":
        for (const [at, part] of s.children(left).entries())
          this.assign(part, value < 0 ? -1 : b.expression({ kind: "part", a: value, at }));
        return;
      case "list_splat_pattern":
      case "parenthesized_expression":
        this.assign(s.firstChild(left), -1);
        return;
      case "attribute":
        this.assignAttribute(left, value, type);
        return;
      default:
        this.visit(left);
    }
  }

  protected assignName(left: SyntaxNode, value: number, type: number): void {
    const { s, b } = this;
    const name = s.textOf(left);
    if (this.functions.at(-1)?.globals.has(name) && !b.isInClass()) {
      b.use(left, "write");
      return;
    }
    const known = b.declaredIn(b.functionScope(), name);
    if (known < 0) {
      const kind = b.isInClass() ? "field" : "variable";
      b.declare(left, kind, { value, type, isExported: !name.startsWith("_"), inScope: b.functionScope() });
      return;
    }
    const use = b.graph.uses[b.use(left, "write")];
    if (use !== undefined) use.target = known;
    const declaration = b.declaration(known);
    if (declaration === undefined) return;
    if (declaration.type < 0 && type >= 0) declaration.type = type;
    if (declaration.type < 0 && value >= 0 && declaration.kind !== "import" && declaration.kind !== "parameter")
      declaration.value =
        declaration.value < 0 ? value : b.expression({ kind: "union", list: [declaration.value, value] });
  }

  /** `self.x = …` declares a field where the class has none of that name. */
  protected assignAttribute(left: SyntaxNode, value: number, type: number): void {
    const { s, b } = this;
    const object = s.child(left, "object");
    const name = s.child(left, "attribute");
    const around = this.functions.at(-1);
    const isSelf = around !== undefined && around.self !== "" && s.textOf(object) === around.self;
    const known = isSelf ? this.memberOf(around.owner, s.textOf(name)) : -1;
    const of = this.read(object);
    if (!isSelf || known >= 0) {
      b.member(name, "write", of);
      const declaration = b.declaration(known);
      if (declaration !== undefined && declaration.kind === "field" && declaration.type < 0) {
        if (type >= 0) declaration.type = type;
        else if (value >= 0)
          declaration.value =
            declaration.value < 0 ? value : b.expression({ kind: "union", list: [declaration.value, value] });
      }
      return;
    }
    b.declare(name, "field", { whole: left, reach: "member", owner: around.owner, value, type });
  }

  protected memberOf(owner: number, name: string): number {
    return this.b.graph.declarations.findIndex(
      (declaration) => declaration.owner === owner && declaration.name === name,
    );
  }

  protected readImport(part: SyntaxNode): void {
    const { s, b } = this;
    const isAliased = s.type(part) === "aliased_import";
    const path = isAliased ? s.child(part, "name") : part;
    const specifier = s.textOf(path);
    if (isAliased) {
      const importing = b.graph.imports.push({ specifier, name: "*" }) - 1;
      b.declare(s.child(part, "alias"), "import", { importing });
      return;
    }
    const [first = -1, ...rest] = s.children(path);
    if (first < 0) return;
    const importing = b.graph.imports.push({ specifier: s.textOf(first), name: "*" }) - 1;
    b.declare(first, "import", { importing });
    let of = b.named(b.graph.uses.length - 1);
    for (const name of rest) of = b.named(b.member(name, "import", of));
  }

  protected readFrom(node: SyntaxNode): void {
    const { s, b } = this;
    const module = s.child(node, "module_name");
    const isFuture = s.type(node) === "future_import_statement";
    const specifier = isFuture ? "__future__" : s.textOf(module).replaceAll(/\s+/g, "");
    if (!isFuture) this.readModuleName(module);
    for (const part of s.children(node)) {
      if (part === module) continue;
      if (s.type(part) === "wildcard_import") b.graph.stars.push({ specifier, isExport: true });
      if (s.field(part) !== "name") continue;
      const isAliased = s.type(part) === "aliased_import";
      const path = isAliased ? s.child(part, "name") : part;
      const name = s.firstChild(path);
      const importing = b.graph.imports.push({ specifier, name: s.textOf(path) }) - 1;
      const declared = b.declare(isAliased ? s.child(part, "alias") : name, "import", { importing, isExported: true });
      const use = isAliased ? b.graph.uses[b.use(name, "import")] : undefined;
      if (use !== undefined) use.target = declared;
    }
  }

  protected readModuleName(module: SyntaxNode): void {
    const { s, b } = this;
    const dotted = s.type(module) === "relative_import" ? s.childOfType(module, "dotted_name") : module;
    if (dotted < 0) return;
    const dots = /^\.*/.exec(s.textOf(module))?.[0] ?? "";
    const parts: string[] = [];
    for (const name of s.children(dotted)) {
      parts.push(s.textOf(name));
      const importing = b.graph.imports.push({ specifier: dots + parts.join("."), name: "*" }) - 1;
      const declaration = b.declareUnnamed(name, "import");
      this.set(declaration, { importing });
      const use = b.graph.uses[b.member(name, "import", -1)];
      if (use !== undefined) use.target = declaration;
    }
  }
}
