import type { UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { DeclarationRule, LanguageTable } from "./language-table.ts";

const baseClauses = /^(?:superclass|super_interfaces|extends_interfaces|type_list|base_list|\w+_clause)$/;

/** Walks a tree by its language's table. */
export function parseByTable(builder: GraphBuilder, table: LanguageTable): void {
  new TableReader(builder, table).visitAll(0);
}

class TableReader {
  private readonly b: GraphBuilder;
  private readonly s: Syntax;
  private readonly t: LanguageTable;
  /** Whether a type is read that is called: `new Boat()`. */
  private isMaking = false;

  constructor(builder: GraphBuilder, table: LanguageTable) {
    this.b = builder;
    this.s = builder.syntax;
    this.t = table;
  }

  visitAll(node: SyntaxNode): void {
    for (const child of this.s.children(node)) this.read(child, "read");
  }

  private read(node: SyntaxNode, role: UseRole): number {
    const { s, b, t } = this;
    if (node < 0) return -1;
    const type = s.type(node);
    if (/comment|string|char_literal/.test(type) && type !== "string_interpolation") return this.readText(node);
    if (this.isOwnObject(s.textOf(node))) return this.readOwnObject(s.textOf(node));
    if (t.names.has(type)) {
      const named = t.typeNames.has(type) ? "type" : role;
      return b.named(b.use(node, named, this.isMaking || named === "type"));
    }
    if (t.wrappers.has(type)) return this.readWrapped(node, role);
    if (Object.hasOwn(t.imports, type)) return this.readImport(node, t.imports[type] ?? /$^/);
    if (type === t.packageNode) {
      b.graph.packageName = /[\w.]+(?=\s*;)/.exec(s.textOf(node))?.[0] ?? null;
      return -1;
    }
    const member = t.members[type];
    if (member !== undefined) return this.readMember(node, member, role);
    const call = t.calls[type];
    if (call !== undefined) return this.readCall(node, call);
    const extended = t.extensions[type];
    if (extended !== undefined) return this.readExtension(node, extended);
    const rule = t.declarations[type];
    if (rule?.needs !== undefined && s.child(node, rule.needs) < 0) return this.read(s.child(node, "name"), "type");
    if (rule !== undefined) return this.readDeclaration(node, rule);
    if (t.blocks.has(type)) b.within("block", -1, () => this.visitAll(node));
    else this.visitAll(node);
    return -1;
  }

  private isOwnObject(word: string): boolean {
    return this.t.self.has(word) || this.t.base.has(word);
  }

  /** `this`, or the word for the base class. */
  private readOwnObject(word: string): number {
    const owner = this.b.ownerAround();
    return owner < 0 ? -1 : this.b.expression({ kind: this.t.self.has(word) ? "self" : "super", a: owner });
  }

  /** Strings hold code only where something is put into them. */
  private readText(node: SyntaxNode): number {
    for (const child of this.s.children(node))
      if (/interpolation|embedded/.test(this.s.type(child))) this.visitAll(child);
    return this.b.expression({ kind: "builtin" });
  }

  private readWrapped(node: SyntaxNode, role: UseRole): number {
    let first = -1;
    for (const child of this.s.children(node)) {
      const value = this.read(child, role);
      if (first < 0) first = value;
    }
    return first;
  }

  private readMember(node: SyntaxNode, fields: readonly [string, string], role: UseRole): number {
    const { s, b, t } = this;
    const children = s.children(node);
    const of = fields[0] === "" ? (children[0] ?? -1) : s.child(node, fields[0]);
    const name = this.bareName(fields[1] === "" ? (children.at(-1) ?? -1) : s.child(node, fields[1]));
    // Some grammars have no node for `this`.
    const word = of < 0 ? (/^\w+/.exec(s.textOf(node))?.[0] ?? "") : "";
    const value = this.isOwnObject(word) ? this.readOwnObject(word) : this.read(of, "read");
    if (!t.names.has(s.type(name))) return this.read(name, role);
    return b.named(b.member(name, t.typeNames.has(s.type(name)) ? "type" : role, value));
  }

  private readCall(node: SyntaxNode, call: { called: string; of?: string; isNew?: boolean }): number {
    const { s, b, t } = this;
    const called = call.called === "" ? s.firstChild(node) : s.child(node, call.called);
    const of = call.of === undefined ? -1 : s.child(node, call.of);
    const owner = of < 0 ? -1 : this.read(of, "read");
    const isMember = of >= 0 && t.names.has(s.type(called));
    this.isMaking = call.isNew === true;
    const callee = isMember ? b.named(b.member(called, "call", owner)) : this.read(called, "call");
    this.isMaking = false;
    for (const child of s.children(node)) if (child !== called && child !== of) this.read(child, "read");
    return callee < 0 ? -1 : b.expression({ kind: call.isNew === true ? "new" : "call", a: callee });
  }

  private readImport(node: SyntaxNode, pattern: RegExp): number {
    const { s, b } = this;
    const specifier = pattern.exec(s.textOf(node).slice(0, 4000))?.[1]?.trim() ?? "";
    if (specifier === "") return -1;
    if (/[*"<]/.test(specifier) || b.graph.language === "csharp")
      b.graph.stars.push({ specifier: specifier.replace(/\.\*$/, ""), isExport: true });
    if (b.graph.language === "c" || b.graph.language === "cpp") return -1;
    this.readImportedNames(node, specifier);
    return -1;
  }

  /** Each last name of the statement is declared; its path is the rest. */
  private readImportedNames(node: SyntaxNode, specifier: string): void {
    const { s, b, t } = this;
    const leaves: SyntaxNode[] = [];
    const gather = (at: SyntaxNode): void => {
      if (t.names.has(s.type(at)) || s.type(at) === "crate" || s.type(at) === "self") leaves.push(at);
      for (const child of s.children(at)) gather(child);
    };
    gather(node);
    const isGroup = specifier.includes("{");
    const separator = b.graph.language === "rust" ? "::" : b.graph.language === "php" ? "\\" : ".";
    for (const leaf of leaves) {
      const after = s.textAfter(leaf, 40).trimStart();
      if (after.startsWith("::") || after.startsWith("\\") || after.startsWith(".")) continue;
      if (/^as\s/.test(after)) continue;
      const name = s.textOf(leaf);
      const base = isGroup
        ? specifier.slice(0, specifier.indexOf("{"))
        : specifier.slice(0, specifier.lastIndexOf(name));
      const path = isGroup ? `${base}${name}` : specifier.replace(/\s+as\s+\w+$/, "");
      const importing = b.graph.imports.push({ specifier: path, name: path.split(separator).at(-1) ?? name }) - 1;
      if (t.names.has(s.type(leaf)))
        b.declare(leaf, "import", { importing, isExported: s.textOf(node).startsWith("pub") });
    }
  }

  private readExtension(node: SyntaxNode, field: string): number {
    const { s, b } = this;
    const type = s.child(node, field);
    const owner = b.declareUnnamed(type, "object");
    const ownerName = /^[\w]+/.exec(s.textOf(type).replace(/^(?:\w+::)+/, ""))?.[0] ?? null;
    b.within("block", -1, () => {
      const base = this.read(type, "type");
      const declaration = b.declaration(owner);
      if (declaration !== undefined) Object.assign(declaration, { bases: base < 0 ? [] : [base], ownerName });
      for (const child of s.children(node)) {
        if (child === type) continue;
        if (s.field(child) === "body")
          b.within("class", owner, () => {
            const from = b.graph.declarations.length;
            this.visitAll(child);
            for (const member of b.graph.declarations.slice(from))
              if (member.owner === owner) member.ownerName = ownerName;
          });
        else this.read(child, "type");
      }
    });
    return -1;
  }

  private readDeclaration(node: SyntaxNode, rule: DeclarationRule): number {
    const { s, b } = this;
    const names = this.declaredNames(node, rule);
    const typeNode = rule.type === undefined ? -1 : s.child(node, rule.type);
    const valueNode = rule.value === undefined ? -1 : s.child(node, rule.value);
    const eachNode = rule.each === undefined ? -1 : s.child(node, rule.each);
    const skipped = new Set<SyntaxNode>([typeNode, valueNode, eachNode, ...names.map(({ node: name }) => name)]);
    const declare = (): number[] => {
      const isLeftOut = /^(?:var|auto)$/.test(s.textOf(typeNode));
      const type = typeNode < 0 || isLeftOut ? -1 : this.read(typeNode, "type");
      const list = this.read(eachNode, "read");
      const value = list >= 0 ? b.expression({ kind: "element", a: list }) : this.read(valueNode, "read");
      return names.map(({ node: name }) => {
        const given = value < 0 && isLeftOut ? this.readGiven(name, node, skipped) : value;
        return this.declareOne(name, { node, rule, type, value: given });
      });
    };
    if (rule.opens === undefined || rule.kind === "variable") {
      const inside = (): void => {
        declare();
        this.readRest(node, skipped);
      };
      if (rule.opens === undefined) inside();
      else b.within("function", -1, inside);
      return -1;
    }
    const index = this.declareOne(names[0]?.node ?? -1, { node, rule, type: -1, value: -1 });
    const bases: number[] = [];
    const parameters: number[] = [];
    b.within(rule.opens, index, () => {
      const type = typeNode < 0 ? -1 : this.read(typeNode, "type");
      const declaration = b.declaration(index);
      if (declaration !== undefined && rule.opens === "function") declaration.type = type;
      for (const field of rule.bases ?? []) {
        const base = s.child(node, field) >= 0 ? s.child(node, field) : s.childOfType(node, field);
        if (base < 0) continue;
        skipped.add(base);
        bases.push(...this.readBases(base));
      }
      this.readRest(node, skipped);
    });
    const declaration = b.declaration(index);
    if (declaration !== undefined) Object.assign(declaration, { bases: bases.filter((base) => base >= 0), parameters });
    return -1;
  }

  /** What a name is set to whose type is left out: `var boat = new Boat()`. */
  private readGiven(name: SyntaxNode, whole: SyntaxNode, skipped: Set<SyntaxNode>): number {
    const { s } = this;
    const declarator = s.parent(name);
    const given = s.children(declarator).at(-1) ?? -1;
    if (declarator === whole || given === name) return -1;
    skipped.add(given);
    return this.read(given, "read");
  }

  /** PHP writes a property's name with a sign where it is declared, and without where it is used. */
  private bareName(name: SyntaxNode): SyntaxNode {
    return this.s.type(name) === "variable_name" ? this.s.firstChild(name) : name;
  }

  /** Each of the types that a clause names. */
  private readBases(node: SyntaxNode): number[] {
    if (!baseClauses.test(this.s.type(node))) return [this.read(node, "type")];
    return this.s.children(node).flatMap((child) => this.readBases(child));
  }

  private declareOne(
    name: SyntaxNode,
    { node, rule, type, value }: { node: SyntaxNode; rule: DeclarationRule; type: number; value: number },
  ): number {
    const { s, b } = this;
    if (name < 0) return b.declareUnnamed(node, rule.kind);
    const text = s.textOf(name);
    const isVariable = rule.kind === "variable" || rule.kind === "field";
    const known = isVariable ? b.declaredIn(b.functionScope(), text) : -1;
    // Languages that declare by assigning: a second one is no declaration.
    const isAssigned = s.type(node).startsWith("assignment");
    if (isAssigned && known >= 0) {
      const use = b.graph.uses[b.use(name, "write")];
      if (use !== undefined) use.target = known;
      return known;
    }
    if (rule.isField === true)
      b.declare(this.bareName(name), "field", { whole: node, type, reach: "member", owner: b.ownerAround() });
    return b.declare(name, rule.kind, {
      whole: node,
      type,
      value,
      ...(isAssigned ? { inScope: b.functionScope() } : {}),
      ...this.seenFrom(node, rule),
      isExported: true,
    });
  }

  /** A variable's own value still means what stood there before: `let boat = boat.next`. */
  private seenFrom(node: SyntaxNode, rule: DeclarationRule): { from?: number } {
    if (rule.kind !== "variable") return {};
    if (rule.each !== undefined) return { from: this.s.end(this.s.child(node, rule.each)) };
    return rule.opens === undefined ? { from: this.s.end(node) } : {};
  }

  private readRest(node: SyntaxNode, skipped: ReadonlySet<SyntaxNode>): void {
    const { s, t } = this;
    for (const child of s.children(node)) {
      if (skipped.has(child)) continue;
      if (t.patterns.has(s.type(child)) || t.blocks.has(s.type(child))) this.readInside(child, skipped);
      else this.read(child, "read");
    }
  }

  /** The rest of a declarator or body beside the declared name: parameters, sizes, values. */
  private readInside(node: SyntaxNode, skipped: ReadonlySet<SyntaxNode>): void {
    for (const child of this.s.children(node)) {
      if (skipped.has(child)) continue;
      if (this.t.patterns.has(this.s.type(child))) this.readInside(child, skipped);
      else this.read(child, "read");
    }
  }

  /** Names a declaration gives: straight in their field, or inside patterns and declarators. */
  private declaredNames(node: SyntaxNode, rule: DeclarationRule): { node: SyntaxNode }[] {
    const { s, t } = this;
    const field = rule.name ?? "name";
    const found: { node: SyntaxNode }[] = [];
    const check = (at: SyntaxNode): void => {
      if (t.names.has(s.type(at))) found.push({ node: at });
      else if (t.patterns.has(s.type(at))) {
        const inner = s.child(at, "declarator") >= 0 ? s.child(at, "declarator") : s.child(at, "name");
        if (inner >= 0 && !/pattern/.test(s.type(at))) check(inner);
        else for (const child of s.children(at)) if (s.field(child) !== "type") check(child);
      }
    };
    const roots = s
      .children(node)
      .filter((child) => (field === "" ? s.field(child) !== rule.type : s.field(child) === field));
    for (const root of roots) check(root);
    if (rule.kind === "field") return found.map(({ node: name }) => ({ node: this.bareName(name) }));
    return field === "" && rule.kind !== "parameter" && rule.kind !== "variable" ? found.slice(0, 1) : found;
  }
}
