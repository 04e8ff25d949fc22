import type { CallView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { RuleApplier } from "./apply-rules.ts";

interface ReturningFunction {
  /** Its type as written. */
  returns: string;
  body: SyntaxNode;
  decorators?: readonly SyntaxNode[];
}

/** A function that makes something of what it is given is no form of it. */
const makes = /[.#](?:New|Make|Create|Must)[A-Z]\w*$/;
/** A function of another file that hands back routers, by its name. */
const givesRouter = /#(?:\*\.)?\w*(?:[rR]out(?:er|es?)|Handler|Mux|Engine)\(\)$/;
/** Longer types are generated. */
const maxTypeLength = 300;
/** Of one call. */
const maxTexts = 8;

/** Chains, sums and calls that routers go through; names that lead through modules, attributes above functions (Rust). */
export abstract class PathRuleApplier extends RuleApplier {
  /** Modules whose names are all taken over. */
  protected readonly globs = new Set<string>();
  /** Functions whose routes are only described so far. */
  private readonly described = new Set<string>();

  protected abstract visit(node: SyntaxNode): void;
  protected abstract functionName(node: SyntaxNode, method: FunctionView): string;

  /** `crate::boats::list`, or below a module that is imported. */
  protected readPath(names: readonly string[]): string | null {
    const [first = "", ...rest] = names;
    const own = this.variable(first);
    const isType = rest.length === 1 && own === undefined && /^[A-Z]/.test(first);
    if (isType || (own !== undefined && !own.includes("#"))) return null;
    const from = own === undefined ? this.belowGlob(first) : own.replace(/#\*$/, "").replace("#", "::");
    const path = [...from.split("::"), ...rest];
    const [type = "", name = ""] = path.slice(-2);
    // `crate::openapi::BaseApi::router` is a function of the type, which is in the module.
    if (rest.length > 0 && path.length > 2 && /^[A-Z]/.test(type))
      return `${path.slice(0, -2).join("::")}#${type}.${name}`;
    return `${path.slice(0, -1).join("::")}#${name}`;
  }

  /** A module that nothing names is of the module whose names are all taken over, where that is one. */
  private belowGlob(name: string): string {
    const [glob, ...others] = this.globs;
    return glob === undefined || others.length > 0 || /^(?:crate|self|super|std)$/.test(name)
      ? name
      : `${glob}::${name}`;
  }

  protected addToChain(node: SyntaxNode, { args }: CallView, of: { object: string; hint: string | null }): string {
    const given = args.flatMap((one) => this.evaluate(one, null) ?? []);
    if (given.length === 0) return of.object;
    const key = of.object.includes("#") ? (of.hint ?? `@${this.s.line(node)}:${this.s.column(node)}`) : of.object;
    for (const child of key === of.object ? given : [of.object, ...given]) this.mount(key, "", child, node);
    return key;
  }

  protected readAttribute(node: SyntaxNode, call: CallView, definition: SyntaxNode): boolean {
    const rule = this.rules.attributes.get(this.lastName(call.callee) ?? "");
    const method = rule === undefined ? null : this.view.functionOf(definition);
    if (rule === undefined || method === null) return false;
    if (rule.from !== undefined && !rule.from.test(this.evaluate(call.callee, null) ?? "")) return false;
    const path = this.pathAt(call, rule.path) ?? (rule.isPathOptional === true ? "" : null);
    if (path === null) return false;
    const named = call.args.flatMap((one) => this.view.nameOf(one)?.toUpperCase() ?? []).slice(0, 1);
    const router = this.functionName(definition, method);
    const given = { path: path.replace(/\?.*$/, ""), handler: method.name, node, end: definition };
    if (rule.isDescription === true && this.facts.routes.some((one) => one.router === router)) return true;
    if (rule.isDescription !== true && this.described.delete(router))
      this.facts.routes = this.facts.routes.filter((one) => one.router !== router);
    for (const one of this.methodsOf(call, { methods: named, ...rule }))
      this.addRoute(router, { method: one, ...given });
    if (rule.isDescription === true) this.described.add(router);
    const [type] = router.split(".");
    if (rule.classPath !== undefined && type !== undefined && type !== router) {
      const own = `${type}.${rule.classPath}`;
      this.mount(type, Object.hasOwn(this.facts.constants, own) ? (this.facts.constants[own] ?? "") : "", router, node);
    }
    return true;
  }

  /** Names of other files alone say no router; a function that puts some together says it by what it hands back. */
  protected keepReturned(name: string, { returns, body, decorators = [] }: ReturningFunction): void {
    const isServed = decorators.some((one) => this.rules.servedMarks.has(this.markName(one)));
    if ((this.view.pathNames === undefined && !isServed) || body < 0) return;
    const [framework] = (returns.slice(0, maxTypeLength).match(/\w+/g) ?? []).flatMap(
      (word) => this.rules.types.get(word) ?? [],
    );
    if (framework !== undefined) this.addRouter(`${name}()`, { framework, isRoot: isServed, path: "", node: body });
  }

  private markName(mark: SyntaxNode): string {
    return this.lastName(this.view.callOf(mark)?.callee ?? mark) ?? "";
  }

  /** Lists of routes that are added to each other. */
  protected readSum(sides: readonly [SyntaxNode, SyntaxNode], hint: string | null): string | null {
    const [left, right] = sides.map((side) => this.evaluate(side, null));
    if (!left || !right) return left ?? right ?? null;
    // The sum begins where its first part does.
    const [first, last] = sides;
    const key = hint ?? `@${this.s.line(first)}:${this.s.column(first)}+${this.s.end(last) - this.s.start(first)}`;
    this.mount(key, "", left, first);
    this.mount(key, "", right, last);
    return key;
  }

  /** One of several routers, each of which may be the one that is served. */
  protected readChoices(node: SyntaxNode, choices: readonly SyntaxNode[], hint: string | null): string | null {
    const found = new Set<string>();
    for (const choice of choices) {
      for (const before of this.s.children(this.s.parent(choice))) if (before < choice) this.visit(before);
      const ref = this.evaluate(choice, null);
      if (ref !== null) found.add(ref);
    }
    const [first = null, ...others] = found;
    if (others.length === 0) return first;
    // What functions put on a router goes to the one that was given.
    const isGiven = this.view.hasExtensions === true;
    const own = `@${this.s.line(node)}:${this.s.column(node)}`;
    const key = isGiven ? `${own}?` : (hint ?? own);
    for (const ref of found) this.mount(isGiven ? ref : key, "", isGiven ? key : ref, node);
    return key;
  }

  /** What a file serves in a way that is not followed is what it makes and mounts nowhere. */
  protected serveUnmounted(): void {
    if (!this.rules.serves.some((pattern) => pattern.test(this.s.text))) return;
    const { routers, mounts } = this.facts;
    for (const router of routers)
      router.isRoot ||= !mounts.some(({ parent, child }) => child === router.name && this.isOwn(parent));
  }

  /** Whether it is a router, a function or a variable of this file, and no other thing that a router is given to. */
  private isOwn(ref: string): boolean {
    return this.isOwnRouter(ref) || /^[^@#]+(?<!\/return)$/.test(ref);
  }

  /** A method of an object of which nothing is known: found by its name where only one type has it. */
  private methodAnywhere(callee: SyntaxNode): string | null {
    const member = this.view.memberOf(this.view.unwrap(callee));
    return member === null ? null : `*#.${member.name}`;
  }

  /** A call of one of the program's own functions: it may get routers, and hand one back. */
  protected followCall(node: SyntaxNode, call: CallView): string | null {
    const called = this.evaluate(call.callee, null);
    if (this.view.hasExtensions === true) {
      const extended = this.followExtension(node, call);
      if (extended !== null) return extended;
    }
    const name = called ?? this.methodAnywhere(call.callee);
    this.passArguments(node, call, { name, from: 0 });
    const wrapped = this.rules.areWrapped && !makes.test(name ?? "") ? this.wrappedIn(call) : [];
    // What a module hands back that is a router as well is something else: `http.HandlerFunc(list)`.
    const isOfModule = called !== null && this.isOwnRouter(called.replace(/\.\w+$/, "")) && !called.includes("(");
    const result = isOfModule ? null : this.rules.areWrapped ? name : called;
    if (name === null || wrapped.length === 0) return result === null ? null : `${result}()`;
    const key = `@${this.s.line(node)}:${this.s.column(node)}+${this.s.end(node) - this.s.start(node)}`;
    for (const child of [`${name}()`, ...wrapped]) this.mount(key, "", child, node);
    return key;
  }

  /** Routers among the arguments of a call. */
  private wrappedIn({ args }: CallView): string[] {
    const refs = args.flatMap((one) => this.evaluate(one, null) ?? []);
    return refs.filter((ref) => this.isOwnRouter(ref) || /^@[\d:]+\+/.test(ref) || givesRouter.test(ref));
  }

  /** A function that is called like a method of a router; null for calls of classes. */
  private followExtension(node: SyntaxNode, call: CallView): string | null {
    const member = this.view.memberOf(this.view.unwrap(call.callee));
    const object = member === null ? null : this.evaluate(member.object, null);
    if (member === null || object === null || /^(?:&#|.*#)?[A-Z][\w.]*$/.test(object)) return null;
    // An object of which nothing is known is no router, but may get some.
    if (/^&#[a-z_]\w*$/.test(object)) {
      this.passArguments(node, call, { name: `*#.${member.name}`, from: 0 });
      return null;
    }
    this.applyToChain("same", { node, call, object, hint: null, decorates: null });
    // What follows is about the routes that it adds, which are not known here, and not about the whole group.
    if (/^Map[A-Z]/.test(member.name)) this.routesAt.set(node, []);
    this.give(object, { name: `*#.${member.name}`, at: 0, texts: this.textsOf(call, 1) }, node);
    this.passArguments(node, call, { name: `*#.${member.name}`, from: 1 });
    return object;
  }

  /** Texts of arguments by the positions of their parameters. */
  private textsOf({ args }: CallView, from: number): Record<string, string> {
    const texts = args
      .slice(0, maxTexts)
      .map(
        (one, at) =>
          [String(at + from), this.pathOrParameter(one) ?? this.constantPath(one) ?? this.settingPath(one)] as const,
      );
    return Object.fromEntries(texts.flatMap(([at, text]) => (text === null ? [] : [[at, text] as const])));
  }

  /** `from` is the position of the first parameter that is given. */
  private passArguments(node: SyntaxNode, call: CallView, { name, from }: { name: string | null; from: number }): void {
    for (const [at, value] of [...call.args, ...call.named.values()].entries()) {
      const ref = this.evaluate(value, null);
      if (ref !== null && name !== null) this.give(ref, { name, at: at + from, texts: this.textsOf(call, from) }, node);
      if (name === null || ref !== null) continue;
      for (const [key, entry] of this.view.entriesOf(this.view.unwrap(value)) ?? []) {
        const inner = this.evaluate(entry, null);
        if (inner !== null) this.mount(inner, "", `${name}(${at + from}).${key}`, node);
      }
    }
    this.visitRest(call);
  }
}
