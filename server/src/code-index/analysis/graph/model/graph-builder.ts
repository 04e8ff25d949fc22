import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { Declaration, DeclarationKind, Expression, FileGraph, UseRole } from "./file-graph.ts";

/** A module's names are its members and seen from everything inside. */
type ScopeKind = "file" | "function" | "block" | "class" | "module";

interface BindingScope {
  kind: ScopeKind;
  parent: number;
  /** The declaration whose members it holds; -1 for others. */
  owner: number;
  /** Declarations by name, in order. */
  names: Map<string, number[]>;
}

/** How a language's scopes work where they differ. */
export interface ScopeRules {
  /** A name is seen only behind its declaration, and a later one of the same scope hides it (Go, Rust). */
  isSequential: boolean;
  /**
   * Where members can be named without their owner: from everything inside (Java, C#, C++), from the class's own body
   * alone (Python), or nowhere.
   */
  seesMembers: "inside" | "body" | "nowhere";
  /** A name in the position of a type skips variables and members of the same name. */
  keepsTypesApart: boolean;
}

/** Anything longer is no name that somebody looks for. */
const maxNameLength = 200;

/** Collects what a language's reader finds while it walks a tree; names are resolved to declarations at the end. */
export class GraphBuilder {
  readonly syntax: Syntax;
  readonly graph: FileGraph;
  private readonly rules: ScopeRules;
  private readonly scopes: BindingScope[] = [{ kind: "file", parent: -1, owner: -1, names: new Map() }];
  private current = 0;
  /** Scope and offset of each use that is to be looked up. */
  private readonly pending: { use: number; scope: number; offset: number; isType: boolean }[] = [];
  /** Offset from which each declaration is seen. */
  private readonly seenFrom: number[] = [];

  constructor(syntax: Syntax, language: string, rules: ScopeRules) {
    this.syntax = syntax;
    this.rules = rules;
    this.graph = {
      language,
      declarations: [],
      uses: [],
      expressions: [],
      imports: [],
      stars: [],
      exports: [],
      packageName: null,
    };
  }

  get scope(): number {
    return this.current;
  }

  /** Runs `inside` with a scope of its own. */
  within(kind: Exclude<ScopeKind, "file">, owner: number, inside: () => void): void {
    const parent = this.current;
    this.scopes.push({ kind, parent, owner, names: new Map() });
    this.current = this.scopes.length - 1;
    inside();
    this.current = parent;
  }

  /** The class around, past functions and blocks; -1 where there is none. */
  ownerAround(): number {
    for (let at = this.current; at >= 0; at = this.scopes[at]?.parent ?? -1) {
      const scope = this.scopes[at];
      if (scope?.kind === "class") return scope.owner;
    }
    return -1;
  }

  /** Whether the innermost scope is a class's own. */
  isInClass(): boolean {
    return this.scopes[this.functionScope()]?.kind === "class";
  }

  /** The scope a function-wide name belongs to. */
  functionScope(): number {
    let at = this.current;
    while (this.scopes[at]?.kind === "block") at = this.scopes[at]?.parent ?? 0;
    return at;
  }

  /** Declares the name at `node`. In a class's scope it becomes a member. */
  declare(
    node: SyntaxNode,
    kind: DeclarationKind,
    more: Partial<Declaration> & { whole?: SyntaxNode; inScope?: number; from?: number; text?: string } = {},
  ): number {
    const { syntax } = this;
    const { whole = node, inScope = this.current, from = syntax.start(node), text, ...rest } = more;
    const name = text ?? syntax.textOf(node);
    const scope = this.scopes[inScope];
    const isInside = scope?.kind === "class" || scope?.kind === "module";
    const isMember = rest.reach === "member" || isInside;
    const declaration: Declaration = {
      name,
      kind,
      reach: isMember ? "member" : inScope === 0 ? "file" : "local",
      line: syntax.line(node),
      column: syntax.column(node),
      startLine: syntax.line(whole),
      endLine: syntax.endLine(whole),
      owner: isInside ? scope.owner : -1,
      ownerName: null,
      type: -1,
      value: -1,
      bases: [],
      parameters: [],
      importing: -1,
      isExported: false,
      ...rest,
    };
    const index = this.graph.declarations.push(declaration) - 1;
    this.seenFrom.push(from);
    if (name.length > 0 && name.length <= maxNameLength) {
      this.addUse(node, { role: kind === "import" ? "import" : "declaration", target: index, name });
      const isNamed = scope !== undefined && (rest.reach !== "member" || scope.kind === "class");
      if (isNamed) push(scope.names, name, index);
    }
    return index;
  }

  /** A declaration without a name: an object literal, a function expression. */
  declareUnnamed(node: SyntaxNode, kind: DeclarationKind): number {
    const { syntax } = this;
    this.seenFrom.push(syntax.start(node));
    return (
      this.graph.declarations.push({
        name: "",
        kind,
        reach: "local",
        line: syntax.line(node),
        column: syntax.column(node),
        startLine: syntax.line(node),
        endLine: syntax.endLine(node),
        owner: -1,
        ownerName: null,
        type: -1,
        value: -1,
        bases: [],
        parameters: [],
        importing: -1,
        isExported: false,
      }) - 1
    );
  }

  declaration(index: number): Declaration | undefined {
    return this.graph.declarations[index];
  }

  /** Declares a name that is not in the text as such: a package by the path it is imported from. */
  declareHidden(node: SyntaxNode, kind: DeclarationKind, more: { importing: number; text: string }): number {
    const index = this.declareUnnamed(node, kind);
    const declaration = this.graph.declarations[index];
    if (declaration !== undefined) Object.assign(declaration, { name: more.text, importing: more.importing });
    const scope = this.scopes[this.current];
    if (scope !== undefined) push(scope.names, more.text, index);
    return index;
  }

  /** The same variable with a narrower type, from here to the end of the scope. */
  narrow(node: SyntaxNode, declared: number, type: number): void {
    const known = this.graph.declarations[declared];
    const scope = this.scopes[this.current];
    if (known === undefined || scope === undefined) return;
    const index = this.graph.declarations.push({ ...known, type, value: -1 }) - 1;
    this.seenFrom.push(this.syntax.start(node));
    push(scope.names, known.name, index);
  }

  /** The key of a literal: a field of what is made, else a name. */
  keyOrName(node: SyntaxNode, of: number): void {
    const use = this.use(node, "write");
    const found = this.graph.uses[use];
    if (found !== undefined) found.of = of;
  }

  /** Whether a name is declared in the scope already; that declaration, or -1. */
  declaredIn(scope: number, name: string): number {
    return this.scopes[scope]?.names.get(name)?.[0] ?? -1;
  }

  /** A plain name; looked up when the file has been read. `new Boat` calls a type. */
  use(node: SyntaxNode, role: UseRole, isType = role === "type"): number {
    const use = this.addUse(node, { role });
    this.pending.push({ use, scope: this.current, offset: this.syntax.start(node), isType });
    return use;
  }

  /** A name after a dot. `of` is -1 when its owner is unknown. */
  member(node: SyntaxNode, role: UseRole, of: number): number {
    return this.addUse(node, { role, of, isMember: true });
  }

  expression(expression: Expression): number {
    return this.graph.expressions.push(expression) - 1;
  }

  /** The expression that is this use's value. */
  named(use: number): number {
    return this.expression({ kind: "name", a: use });
  }

  private addUse(
    node: SyntaxNode,
    more: { role: UseRole; target?: number; of?: number; isMember?: boolean; name?: string },
  ): number {
    const { syntax } = this;
    return (
      this.graph.uses.push({
        name: more.name ?? syntax.textOf(node),
        line: syntax.line(node),
        column: syntax.column(node),
        role: more.role,
        target: more.target ?? -1,
        of: more.of ?? -1,
        isMember: more.isMember ?? false,
      }) - 1
    );
  }

  finish(): FileGraph {
    for (const { use, ...from } of this.pending) {
      const found = this.graph.uses[use];
      if (found !== undefined && found.target < 0) found.target = this.lookUp(found.name, from);
    }
    return this.graph;
  }

  private lookUp(name: string, from: { scope: number; offset: number; isType: boolean }): number {
    const isType = from.isType && this.rules.keepsTypesApart;
    for (let at = from.scope; at >= 0; at = this.scopes[at]?.parent ?? -1) {
      const scope = this.scopes[at];
      if (scope === undefined) break;
      const { seesMembers } = this.rules;
      if (scope.kind === "class" && (seesMembers === "nowhere" || (seesMembers === "body" && at !== from.scope)))
        continue;
      const list = scope.names.get(name)?.filter((index) => !isType || this.mayBeType(index));
      if (list === undefined || list.length === 0) continue;
      if (!this.rules.isSequential || scope.kind === "file" || scope.kind === "class") return list[0] ?? -1;
      for (let last = list.length - 1; last >= 0; last -= 1) {
        const index = list[last] ?? -1;
        if ((this.seenFrom[index] ?? 0) <= from.offset) return index;
      }
    }
    return -1;
  }

  private mayBeType(index: number): boolean {
    return !/^(?:variable|parameter|field|constant|function|method)$/.test(this.graph.declarations[index]?.kind ?? "");
  }
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
