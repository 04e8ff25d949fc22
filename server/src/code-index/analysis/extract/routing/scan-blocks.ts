import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { BlockRuleApplier } from "./apply-block-rules.ts";
import type { BlockFramework } from "./block-rules.ts";
import { openBlock, within, type RouteBlock } from "./route-block.ts";

/** Statements that are read, those of blocks that are put in several times included. */
const maxStatements = 20_000;
const maxDepth = 200;
/** Values that a loop goes through. */
const maxItems = 100;
const maxHead = 200;
const conditions = /^(?:if|unless|elsif|else|case|when|if_modifier|unless_modifier|then|else_block|conditional)$/;

/** What a file says about routers whose routes stand in blocks. Names that have to do with none are left out. */
export function scanBlocks(view: CodeView, frameworks: readonly BlockFramework[]): RoutingFacts {
  const scan = new BlockScan(view, frameworks);
  scan.visitFile();
  return scan.finish();
}

class BlockScan extends BlockRuleApplier {
  private readonly frameworks: readonly BlockFramework[];
  /** Bodies of functions by name: routes may be spread over them. */
  private readonly bodies = new Map<string, SyntaxNode>();
  /** What is called in classes of models that get routes of a library. */
  private readonly modelWords: ReadonlySet<string>;
  private readonly lists = new Map<string, SyntaxNode[]>();
  private readonly inlined = new Set<string>();
  private namespace: readonly string[] = [];
  private statements = 0;
  private depth = 0;

  constructor(view: CodeView, frameworks: readonly BlockFramework[]) {
    super(view);
    this.frameworks = frameworks;
    const rules = frameworks.flatMap(({ blocks }) => Object.values(blocks.words).flat());
    this.modelWords = new Set(rules.flatMap((rule) => (rule.kind === "modelRoutes" ? rule.word : [])));
  }

  visitFile(): void {
    this.visitAll(0, null);
    if (this.facts.routers.length > 0) return;
    const openings = this.frameworks.flatMap(({ name, blocks }) =>
      blocks.openings.filter(({ of }) => of === "file").map((opening) => ({ name, blocks, ...opening })),
    );
    for (const { name, blocks, when, serves } of openings.toSorted((a, b) => rank(a.serves) - rank(b.serves))) {
      if (!when.test(this.s.text)) continue;
      if (serves !== "perhaps")
        this.addRouter("routes", { framework: name, isRoot: serves === "itself", path: "", node: 0 });
      this.visitAll(0, openBlock("routes", blocks));
      if (this.facts.routes.length > 0 || serves !== "perhaps") return;
    }
  }

  protected visitBlock(body: SyntaxNode, block: RouteBlock | null): void {
    // The body may be one expression.
    if (this.view.callOf(body) !== null) this.visit(body, block);
    else this.visitAll(body, block);
  }

  private visitAll(node: SyntaxNode, block: RouteBlock | null): void {
    const children = this.s.children(node);
    for (const child of children) {
      const method = this.view.functionOf(child);
      if (method?.name) this.bodies.set(method.name, method.body);
    }
    if (this.depth >= maxDepth) return;
    this.depth += 1;
    for (const child of children) this.visit(child, block);
    this.depth -= 1;
  }

  private visit(node: SyntaxNode, block: RouteBlock | null): void {
    this.statements += 1;
    if (this.statements > maxStatements) return;
    const { view } = this;
    for (const { local, specifier } of view.importsOf(node) ?? []) this.aliases.set(local, specifier);
    const type = view.classOf(node);
    if (type !== null) {
      this.visitClass(node, type.name, { bases: type.bases, body: type.body });
      return;
    }
    if (view.functionOf(node) !== null) return;
    const assignments = view.assignmentsOf(node);
    for (const { target, value } of assignments ?? []) {
      const name = view.nameOf(target);
      const text = this.pathOf(value);
      const items = this.view.itemsOf(this.view.unwrap(value));
      if (name !== null && text !== null) this.facts.constants[name] = text;
      if (name !== null && items !== null) this.lists.set(name, items);
    }
    const call = view.callOf(node) ?? this.bareLibraryCall(node, block);
    if (call !== null) this.visitCall(node, call, block);
    else if (assignments === null) {
      const isCondition = conditions.test(this.s.type(node));
      this.visitAll(node, isCondition && block !== null ? within(block, { isPartly: true }) : block);
    }
  }

  /** `use_doorkeeper` in a line of its own, where a call needs no brackets. */
  private bareLibraryCall(node: SyntaxNode, block: RouteBlock | null): CallView | null {
    const name = block === null ? null : this.view.nameOf(node);
    if (block === null || name === null || !Object.hasOwn(block.rules.words, name)) return null;
    const rule = block.rules.words[name];
    const isLibrary = rule !== undefined && "kind" in rule && rule.kind === "libraryRoutes";
    return isLibrary ? { callee: node, args: [], named: new Map() } : null;
  }

  /** Modules that only hold others give them their names. */
  private visitClass(node: SyntaxNode, name: string, of: { bases: readonly SyntaxNode[]; body: SyntaxNode }): void {
    const outer = this.namespace;
    this.namespace = [...outer, name];
    const texts = of.bases.map((base) => {
      const holder = this.s.parent(base);
      return this.s.textOf(this.s.type(holder) === "arguments" ? holder : base);
    });
    const found = this.opening("class", texts);
    if (found === null) this.visitAll(of.body, null);
    else {
      const { framework, serves, separator } = found;
      const key = this.namespace.join(separator);
      if (serves !== "perhaps")
        this.addRouter(key, { framework: framework.name, isRoot: serves === "itself", path: "", node });
      this.globals[key] = key;
      this.visitAll(of.body, openBlock(key, framework.blocks));
    }
    this.namespace = outer;
  }

  private opening(
    of: "call" | "class",
    texts: readonly string[],
  ): { framework: BlockFramework; serves: "itself" | "mounted" | "perhaps"; separator: string } | null {
    for (const framework of this.frameworks)
      for (const one of framework.blocks.openings)
        if (one.of === of && texts.some((text) => one.when.test(text)) && (one.text?.test(this.s.text) ?? true))
          return {
            framework,
            serves: one.serves,
            separator: framework.blocks.handlers === "Module.action" ? "." : "::",
          };
    return null;
  }

  private visitCall(node: SyntaxNode, call: CallView, block: RouteBlock | null): void {
    const { view, s } = this;
    const member = view.memberOf(call.callee);
    const name = view.nameOf(call.callee) ?? member?.name ?? "";
    if (member !== null && call.block !== undefined && this.openCall(node, call, s.textOf(member.object), name)) return;
    if (member !== null && this.visitLoop(call, { items: member.object, name, block })) return;
    if (name === "for" && member === null && this.visitComprehension(call, block)) return;
    if (block === null) {
      // `namespace :boats do` of a task file is no route, yet routers may begin in blocks of other calls.
      const method = call.block === undefined ? null : this.view.functionOf(call.block);
      if (method !== null) this.visitBlock(method.body, null);
      for (const one of call.args) this.visit(one, null);
      if (member === null) this.readModel(node, call, name);
      return;
    }
    const receiver = member === null ? null : view.nameOf(member.object);
    if (member !== null && (receiver === null || !block.receivers.has(receiver))) return;
    const rule = Object.hasOwn(block.rules.words, name) ? block.rules.words[name] : undefined;
    if (rule !== undefined) this.apply(rule, { node, call, name }, block);
    else if (conditions.test(name)) this.visitInner(call, within(block, { isPartly: true }));
    else if (member === null && !this.readModel(node, call, name)) this.visitOwn(name, block);
  }

  /** `devise :confirmable` in the class of a model: it has the routes of these parts. */
  private readModel(node: SyntaxNode, call: CallView, word: string): boolean {
    const model = this.namespace.at(-1)?.replace(/^.*::/, "");
    if (model === undefined || !this.modelWords.has(word)) return false;
    for (const one of call.args)
      for (const part of this.textsOf(one)) this.mount(`^#${word} ${model}`, "", `^#${word} ${model} ${part}`, node);
    return true;
  }

  /** A function of the program's own, with routes in it. */
  private visitOwn(name: string, block: RouteBlock): void {
    const body = this.bodies.get(name);
    if (body === undefined || this.inlined.has(name)) return;
    this.inlined.add(name);
    this.visitBlock(body, block);
    this.inlined.delete(name);
  }

  /** `Blog::Engine.routes.draw do`. */
  private openCall(node: SyntaxNode, call: CallView, object: string, name: string): boolean {
    const found = this.opening("call", [`${object}.${name}`]);
    if (found === null) return false;
    const { framework, serves } = found;
    const owner = object.replace(/\.routes$/, "").replace(/^::/, "");
    const key = serves === "itself" ? "routes" : owner;
    this.addRouter(key, { framework: framework.name, isRoot: serves === "itself", path: "", node });
    this.globals[owner] = key;
    this.visitInner(call, openBlock(key, framework.blocks));
    return true;
  }

  /** `%w[boats docks].each do |name|`: once with each of the values. */
  private visitLoop(
    call: CallView,
    { items, name, block }: { items: SyntaxNode; name: string; block: RouteBlock | null },
  ): boolean {
    if (block === null || call.block === undefined || !/^each(?:_with_index)?$/.test(name)) return false;
    const method = this.view.functionOf(call.block);
    const variable = method?.parameters[0]?.name;
    if (method === null || variable === undefined) return false;
    const values = this.view.itemsOf(this.view.unwrap(items)) ?? this.lists.get(this.s.textOf(items));
    return values === undefined ? false : this.visitEach(values, { variable, body: method.body, block });
  }

  /** `for path <- ["/boats", "/docks"] do`. */
  private visitComprehension(call: CallView, block: RouteBlock | null): boolean {
    const [given = -1] = call.args;
    const method = call.block === undefined || block === null ? null : this.view.functionOf(call.block);
    const variable = /^(\w+)\s*<-/.exec(this.s.textOf(given).slice(0, maxHead))?.[1];
    const list = this.s.child(given, "right");
    const values = list < 0 ? null : (this.view.itemsOf(list) ?? this.lists.get(this.s.textOf(list)) ?? null);
    if (method === null || block === null || variable === undefined || values === null) return false;
    return this.visitEach(values, { variable, body: method.body, block });
  }

  private visitEach(
    values: readonly SyntaxNode[],
    { variable, body, block }: { variable: string; body: SyntaxNode; block: RouteBlock },
  ): true {
    for (const value of values.slice(0, maxItems)) {
      const text = this.pathOf(value);
      if (text === null) return true;
      this.facts.constants[variable] = text;
      this.visitBlock(body, block);
    }
    delete this.facts.constants[variable];
    return true;
  }

  finish(): RoutingFacts {
    const { routers, routes, mounts } = this.facts;
    const kept = new Set([
      ...routers.map(({ name }) => name),
      ...routes.map(({ router }) => router),
      ...mounts.flatMap(({ parent, child }) => [parent, child]),
    ]);
    const globals = Object.fromEntries(Object.entries(this.globals).filter(([, key]) => kept.has(key)));
    return { routers, routes, mounts, exports: {}, constants: {}, classes: [], prefixes: [], globals };
  }
}

/** What is certain comes first. */
function rank(serves: "itself" | "mounted" | "perhaps"): number {
  return serves === "perhaps" ? 1 : 0;
}
