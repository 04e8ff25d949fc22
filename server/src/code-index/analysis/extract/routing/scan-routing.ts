import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { RuleApplier, type Decorated, type RoutingRules } from "./apply-rules.ts";
import type { CodeView, FunctionView, RoutingCall } from "./code-view.ts";

interface Scope {
  /** "" for the module. */
  name: string;
  variables: Map<string, string>;
}

/** Names that routers go by, where a parameter has no type. */
const routerName = /^(?:app|application|server|router|routes?|api|fastify|hono|group|mux|engine|blueprint|bp)$/i;
/** Code that is nested deeper is generated or hostile. */
const maxDepth = 400;
const maxConstantLength = 200;

/** What a file says about routers. Names that have to do with none are left out. */
export function scanRouting(view: CodeView, rules: RoutingRules): RoutingFacts {
  const scan = new RoutingScan(view, rules);
  scan.visitAll(0);
  return scan.finish();
}

class RoutingScan extends RuleApplier {
  private readonly scopes: Scope[] = [{ name: "", variables: new Map() }];
  /** What expressions were found to be, so that each counts once. */
  private readonly known = new Map<SyntaxNode, string | null>();
  private className: string | null = null;
  private depth = 0;

  visitAll(node: SyntaxNode): void {
    const children = this.s.children(node);
    // Functions may be called above their declaration.
    for (const child of children) {
      const name = this.view.functionOf(child)?.name;
      if (name) this.functions.add(name);
    }
    if (this.depth >= maxDepth) return;
    this.depth += 1;
    for (const child of children) this.visit(child);
    this.depth -= 1;
  }

  private visit(node: SyntaxNode): void {
    const { view } = this;
    const imported = view.importsOf(node);
    if (imported !== null) {
      for (const { local, specifier, name } of imported) this.declareImport(local, `${specifier}#${name}`, node);
      return;
    }
    const decorated = view.decoratedOf(node);
    if (decorated !== null) {
      this.visitDecorated(decorated);
      return;
    }
    const method = view.functionOf(node);
    if (method !== null) {
      this.visitFunction(method, this.functionName(node, method));
      return;
    }
    const type = view.classOf(node);
    if (type !== null) {
      const outer = this.className;
      this.className = type.name;
      this.visitAll(type.body);
      this.className = outer;
      return;
    }
    const assignments = view.assignmentsOf(node);
    if (assignments !== null) {
      for (const { target, value } of assignments) this.assign(target, value);
      return;
    }
    const returned = view.returnOf(node);
    if (returned !== null && returned >= 0) {
      this.handBack(returned);
      return;
    }
    if (view.callOf(node) !== null) this.evaluate(node, null);
    else this.visitAll(node);
  }

  private declareImport(local: string, ref: string, node: SyntaxNode): void {
    const framework = this.rules.modules.get(ref);
    if (framework !== undefined) this.addRouter(local, { framework, isRoot: true, path: "", node });
    this.bindName(local, framework === undefined ? ref : local);
  }

  private visitDecorated({ decorators, definition }: { decorators: SyntaxNode[]; definition: SyntaxNode }): void {
    const name = this.view.functionOf(definition)?.name ?? this.view.classOf(definition)?.name ?? null;
    for (const decorator of decorators) {
      const call = this.view.callOf(decorator);
      if (call !== null) this.readCall(decorator, call, { hint: null, decorates: { name, node: definition } });
    }
    this.visit(definition);
  }

  private functionName(node: SyntaxNode, { name, owner }: FunctionView): string {
    if (name === null) return `@${this.s.line(node)}:${this.s.column(node)}`;
    const type = owner ?? this.className;
    return type === null ? name : `${type}.${name}`;
  }

  private visitFunction({ owner, self, parameters, body }: FunctionView, name: string): void {
    const variables = new Map<string, string>();
    for (const [at, parameter] of parameters.entries()) {
      const key = `${name}(${at})`;
      variables.set(parameter.name, key);
      const type = /\w+(?=\W*$)/.exec(parameter.type?.replace(/\[.*\]|<.*>/s, "") ?? "")?.[0];
      const framework = this.rules.types.get(type ?? "");
      if (framework !== undefined || (type === undefined && routerName.test(parameter.name)))
        this.addRouter(key, { framework: framework ?? "", isRoot: false, path: "", node: body });
    }
    const outer = this.className;
    this.className = owner ?? outer;
    if (self !== null && this.className !== null) variables.set(self, `${selfMark}${this.className}`);
    this.scopes.push({ name, variables });
    if (this.view.callOf(body) !== null) this.handBack(body);
    else this.visitAll(body);
    this.scopes.pop();
    this.className = outer;
  }

  private handBack(value: SyntaxNode): void {
    const scope = this.scopes.at(-1)?.name ?? "";
    const ref = this.evaluate(value, scope === "" ? null : `${scope}/return`);
    if (ref !== null && scope !== "") this.mount(`${scope}()`, "", ref, value);
    else if (ref === null && this.view.callOf(this.view.unwrap(value)) === null) this.visitAll(value);
  }

  private assign(target: SyntaxNode, value: SyntaxNode): void {
    const key = this.targetKey(target);
    const name = this.view.nameOf(target);
    const text = this.pathOf(value);
    if (name !== null && text !== null) this.keepConstant(name, text, value);
    const ref = this.evaluate(value, key);
    if (ref === null) {
      if (this.view.callOf(this.view.unwrap(value)) === null) this.visit(value);
      return;
    }
    if (name !== null) this.bindName(name, ref);
    // A field may be read before the method is seen that sets it.
    else if (key !== null && key !== ref) this.mount(key, "", ref, value);
  }

  private keepConstant(name: string, text: string, node: SyntaxNode): void {
    if (text.startsWith("/") && text.length < maxConstantLength) this.facts.constants[name] = text;
    const root = this.rules.rootSettings.get(name);
    if (root === undefined) return;
    this.addRouter(name, { framework: "", isRoot: true, path: "", node });
    this.mount(name, "", `${text}#${root.variable}`, node);
  }

  private targetKey(target: SyntaxNode): string | null {
    const name = this.view.nameOf(target);
    if (name !== null) return this.keyIn(name);
    const member = this.view.memberOf(target);
    if (member === null) return null;
    const object = this.evaluate(member.object, null);
    return object?.startsWith(selfMark) === true ? `${object.slice(1)}.${member.name}` : null;
  }

  private keyIn(name: string): string {
    const scope = this.scopes.at(-1)?.name ?? "";
    return scope === "" ? (this.className === null ? name : `${this.className}.${name}`) : `${scope}/${name}`;
  }

  private bindName(name: string, ref: string): void {
    this.scopes.at(-1)?.variables.set(name, ref);
  }

  private variable(name: string): string | undefined {
    return this.scopes.findLast(({ variables }) => variables.has(name))?.variables.get(name);
  }

  private lookUp(name: string): string | null {
    const found = this.variable(name);
    if (found !== undefined) return found;
    if (this.functions.has(name)) return name;
    return this.view.seesPackage ? `&#${name}` : null;
  }

  /** The name of the router, module or function that an expression is; null for all others. */
  protected evaluate(given: SyntaxNode, hint: string | null): string | null {
    const node = this.view.unwrap(given);
    const known = this.known.get(node);
    if (known !== undefined) return known;
    this.known.set(node, null);
    if (this.depth >= maxDepth) return null;
    this.depth += 1;
    const found = this.read(node, hint);
    this.depth -= 1;
    this.known.set(node, found);
    return found;
  }

  private read(node: SyntaxNode, hint: string | null): string | null {
    const { view } = this;
    const name = view.nameOf(node);
    if (name !== null) return this.lookUp(name);
    const member = view.memberOf(node);
    if (member !== null) {
      // `import boats.tides` is used as it is written.
      const written = this.variable(this.s.textOf(node));
      if (written !== undefined) return written;
      const of = this.evaluate(member.object, null);
      if (of?.startsWith(selfMark) === true) return `${of.slice(1)}.${member.name}`;
      return of === null ? null : `${of}.${member.name}`;
    }
    const call = view.callOf(node);
    if (call !== null) return this.readCall(node, call, { hint, decorates: null });
    const items = view.itemsOf(node);
    if (items !== null) return this.readList(items, hint ?? `@${this.s.line(node)}:${this.s.column(node)}`);
    const sum = view.sumOf(node);
    if (sum !== null) return this.readSum(sum, hint);
    const method = view.functionOf(node);
    if (method === null) return null;
    const own = this.functionName(node, method);
    this.visitFunction(method, own);
    return own;
  }

  /** Lists of routes that are added to each other. */
  private readSum(sides: readonly [SyntaxNode, SyntaxNode], hint: string | null): string | null {
    const [left, right] = sides.map((side) => this.evaluate(side, null));
    if (!left || !right || hint === null) return left ?? right ?? null;
    this.mount(hint, "", left, sides[0]);
    this.mount(hint, "", right, sides[1]);
    return hint;
  }

  private readCall(
    node: SyntaxNode,
    call: RoutingCall,
    { hint, decorates }: { hint: string | null; decorates: Decorated | null },
  ): string | null {
    const { view, rules } = this;
    const callee = view.unwrap(call.callee);
    const member = view.memberOf(callee);
    const name = view.nameOf(callee) ?? member?.name ?? "";
    const router = this.routerRule(name);
    if (router !== undefined && this.isFrom(router, member)) return this.makeRouter(node, call, { rule: router, hint });
    const item = rules.items.get(name);
    if (item !== undefined && hint?.startsWith("item of ") === true)
      return this.readItem(node, call, item, hint.slice(8));
    const include = rules.includes.get(name);
    if (include !== undefined) return this.readInclude(call, include);
    const object = member === null ? null : this.evaluate(member.object, null);
    if (object !== null)
      for (const rule of rules.calls.get(name) ?? []) {
        const found = this.apply(rule, { node, call, object, hint, decorates });
        if (found !== undefined) {
          this.visitRest(call);
          return found;
        }
      }
    return this.followCall(node, call);
  }

  /** A call of one of the program's own functions: it may get routers, and hand one back. */
  private followCall(node: SyntaxNode, call: RoutingCall): string | null {
    const called = this.evaluate(call.callee, null);
    for (const [at, value] of [...call.args, ...call.named.values()].entries()) {
      const ref = this.evaluate(value, null);
      if (ref === null) continue;
      const name = called ?? this.methodAnywhere(call.callee);
      if (name !== null) this.mount(ref, "", `${name}(${at})`, node);
    }
    this.visitRest(call);
    return called === null ? null : `${called}()`;
  }

  /** Functions among the arguments, and what is called in them. */
  protected visitRest({ args, named }: RoutingCall): void {
    for (const value of [...args, ...named.values()]) {
      const node = this.view.unwrap(value);
      if (!this.known.has(node)) this.evaluate(node, null);
      if (this.known.get(node) === null && this.view.callOf(node) === null) this.visitAll(node);
    }
  }

  /** Only what is connected with a router or with a route. */
  finish(): RoutingFacts {
    const { routers, routes, mounts, exports, constants } = this.facts;
    for (const [name, ref] of this.scopes[0]?.variables ?? []) if (!Object.hasOwn(exports, name)) exports[name] = ref;
    const kept = new Set([...routers.map(({ name }) => name), ...routes.map(({ router }) => router)]);
    for (let isGrowing = true; isGrowing;) {
      isGrowing = false;
      for (const { parent, child } of mounts) {
        if (kept.has(parent) === kept.has(child)) continue;
        kept.add(parent).add(child);
        isGrowing = true;
      }
    }
    return {
      routers,
      routes,
      mounts: mounts.filter(({ parent, child }) => kept.has(parent) || kept.has(child)),
      exports,
      constants,
    };
  }
}

/** In front of the name of a class: the object that a method belongs to. */
const selfMark = "~";
