import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { ChainRuleApplier, type ChainLink } from "./apply-chain-rules.ts";
import type { BlockRules } from "./block-rules.ts";
import type { ChainFramework, ChainRules } from "./chain-rules.ts";
import { openBlock, within, type RouteBlock } from "./route-block.ts";

/** Statements that are read, those of functions that are called several times included. */
const maxStatements = 100_000;
const maxDepth = 200;
const maxRootLength = 80;
const conditions =
  /^(?:if_statement|else_clause|else_if_clause|switch_statement|match_expression|conditional_expression)$/;

/** What a file says about routes in chains. */
export function scanChains(view: CodeView, framework: ChainFramework): RoutingFacts {
  const scan = new ChainScan(view, framework);
  scan.visitFile();
  return scan.finish();
}

class ChainScan extends ChainRuleApplier {
  protected readonly rules: ChainRules;
  protected readonly framework: string;
  /** Bodies of functions by name, which are read where they are called. */
  private readonly bodies = new Map<string, SyntaxNode>();
  private readonly called = new Set<string>();
  private readonly inlined = new Set<string>();
  private statements = 0;
  private depth = 0;

  constructor(view: CodeView, { name, chains }: ChainFramework) {
    super(view);
    this.framework = name;
    this.rules = chains;
  }

  visitFile(): void {
    const block = openBlock("routes", noBlocks);
    this.listFunctions(0);
    this.visitAll(0, block);
    // What no function of the file calls is called by the framework.
    for (const [name, body] of this.bodies) if (!this.called.has(name)) this.visitBlock(body, block);
  }

  /** Functions of the file and of its classes, and which of them call each other. */
  private listFunctions(node: SyntaxNode): void {
    if (this.depth >= maxDepth) return;
    const method = this.view.functionOf(node);
    if (method?.name && method.body >= 0) this.bodies.set(method.name, method.body);
    const own = this.ownName(node);
    if (own !== null) this.called.add(own);
    this.depth += 1;
    for (const child of this.s.children(node)) this.listFunctions(child);
    this.depth -= 1;
  }

  /** Of a function of this file that is called: `$this->mapRoutes()`, `self::mapRoutes()`. */
  private ownName(node: SyntaxNode): string | null {
    const call = this.view.callOf(node);
    if (call === null) return null;
    const member = this.view.memberOf(this.view.unwrap(call.callee));
    if (member === null) return this.view.nameOf(call.callee);
    return /^(?:\$this|self|static)$/.test(this.shortText(member.object)) ? member.name : null;
  }

  private shortText(node: SyntaxNode): string {
    return this.s.end(node) - this.s.start(node) > maxRootLength ? "" : this.s.textOf(node);
  }

  protected visitBlock(body: SyntaxNode, block: RouteBlock): void {
    if (this.view.callOf(body) !== null || this.view.moduleOf?.(body)) this.visit(body, block);
    else this.visitAll(body, block);
  }

  private visitAll(node: SyntaxNode, block: RouteBlock): void {
    if (this.depth >= maxDepth) return;
    this.depth += 1;
    for (const child of this.s.children(node)) this.visit(child, block);
    this.depth -= 1;
  }

  private visit(node: SyntaxNode, block: RouteBlock): void {
    this.statements += 1;
    if (this.statements > maxStatements) return;
    const { view } = this;
    for (const { local, specifier } of view.importsOf(node) ?? []) this.aliases.set(local, specifier);
    if (view.functionOf(node)?.name) return;
    if (view.moduleOf?.(node)) {
      this.loadFile(this.s.firstChild(node), "", { node, block });
      return;
    }
    for (const { target, value } of view.assignmentsOf(node) ?? []) {
      const [name, text] = [view.nameOf(target), this.pathOf(value)];
      if (name !== null && text !== null) this.facts.constants[name] = text;
    }
    const call = view.callOf(node);
    if (call !== null) this.visitCall(node, call, block);
    else this.visitAll(node, conditions.test(this.s.type(node)) ? within(block, { isPartly: true }) : block);
  }

  private visitCall(node: SyntaxNode, call: CallView, block: RouteBlock): void {
    const { root, links } = this.chainOf(node);
    const declaring = links.findLast(({ name }) => this.declares(name, root));
    if (declaring !== undefined) {
      this.applyChain(
        declaring,
        links.filter((one) => one !== declaring),
        block,
      );
      return;
    }
    const own = this.ownName(node);
    const body = own === null ? undefined : this.bodies.get(own);
    if (own !== null && body !== undefined && !this.inlined.has(own)) {
      this.inlined.add(own);
      this.visitBlock(body, block);
      this.inlined.delete(own);
    }
    if (this.rules.roots.test(root)) return;
    for (const { call: one } of links.length > 0 ? links : [{ call }])
      for (const value of [...one.args, ...one.named.values()]) this.visitArgument(value, block);
  }

  /** Functions that are given to what is not known are called sometime: `$this->routes(function () { … })`. */
  private visitArgument(value: SyntaxNode, block: RouteBlock): void {
    const method = this.view.functionOf(this.view.unwrap(value));
    if (method !== null) this.visitBlock(method.body, block);
    else if (this.view.callOf(this.view.unwrap(value)) !== null) this.visit(this.view.unwrap(value), block);
  }

  /** The calls of a chain, first one first, and what it begins with. */
  private chainOf(node: SyntaxNode): { root: string; links: (ChainLink & { call: CallView })[] } {
    const links: (ChainLink & { call: CallView })[] = [];
    let at = this.view.unwrap(node);
    for (;;) {
      const call = this.view.callOf(at);
      const member = call === null ? null : this.view.memberOf(this.view.unwrap(call.callee));
      if (call === null || member === null) return { root: this.shortText(at), links: links.reverse() };
      links.push({ name: member.name, args: call.args, node: this.linkNode(at, call), call });
      at = this.view.unwrap(member.object);
    }
  }

  /** Lines of a call count from its name on: what is in front of it is another call of the chain. */
  private linkNode(node: SyntaxNode, { callee }: CallView): SyntaxNode {
    return this.s.line(node) === this.s.line(callee) ? node : callee;
  }

  private declares(name: string, root: string): boolean {
    const rule = this.ruleOf(name);
    if (rule === undefined || !declaring.has(rule.kind)) return false;
    const own = "root" in rule ? rule.root : undefined;
    if (own !== undefined) return own.test(root);
    const imported = this.aliases.get(root);
    return this.rules.roots.test(root) && (imported === undefined || this.rules.from.test(imported));
  }

  finish(): RoutingFacts {
    const { routes, mounts } = this.facts;
    if (routes.length + mounts.length > 0)
      this.addRouter("routes", {
        framework: this.framework,
        isRoot: this.rules.serves.test(this.s.text),
        path: "",
        node: 0,
      });
    return { ...this.facts, constants: {} };
  }
}

const declaring: ReadonlySet<string> = new Set(["route", "resources", "group", "load", "files", "listed", "folder"]);
/** Names of handlers are put together by the chains themselves. */
const noBlocks: BlockRules = { openings: [], words: {}, handlers: "none" };
