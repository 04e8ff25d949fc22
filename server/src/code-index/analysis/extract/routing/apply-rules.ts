import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { CodeView, RoutingCall } from "./code-view.ts";
import { argumentAt, RoutingRecorder } from "./routing-recorder.ts";
import type { CallRule, GroupRule, ItemRule, MountRule, RouteRule, RouterRule } from "./web-framework.ts";

/** The rules of all frameworks of a language. */
export interface RoutingRules {
  routers: ReadonlyMap<string, RouterRule & { framework: string }>;
  types: ReadonlyMap<string, string>;
  calls: ReadonlyMap<string, readonly CallRule[]>;
  items: ReadonlyMap<string, ItemRule>;
  includes: ReadonlyMap<string, { variable: string }>;
  rootSettings: ReadonlyMap<string, { variable: string }>;
  /** Modules that are a router themselves, as `specifier#name`. */
  modules: ReadonlyMap<string, string>;
}

/** A function or class with a decorator. */
export interface Decorated {
  name: string | null;
  node: SyntaxNode;
}

/** A call on a router. */
interface RouterCall {
  node: SyntaxNode;
  call: RoutingCall;
  /** The router. */
  object: string;
  /** Name for a router that comes of it; null where it gets none. */
  hint: string | null;
  /** Null where the call is no decorator. */
  decorates: Decorated | null;
}

/** Shorter names of classes end many others. */
const shortestBase = 5;

/** What the rules of frameworks make of calls. */
export abstract class RuleApplier extends RoutingRecorder {
  protected readonly rules: RoutingRules;
  /** Functions of the file by name. */
  protected readonly functions = new Set<string>();

  constructor(view: CodeView, rules: RoutingRules) {
    super(view);
    this.rules = rules;
  }

  /** The name of the router, module or function that an expression is; null for all others. */
  protected abstract evaluate(node: SyntaxNode, hint: string | null): string | null;
  /** Functions among the arguments, and what is called in them. */
  protected abstract visitRest(call: RoutingCall): void;

  protected makeRouter(
    node: SyntaxNode,
    call: RoutingCall,
    { rule, hint }: { rule: RouterRule & { framework: string }; hint: string | null },
  ): string {
    const key = hint ?? `@${this.s.line(node)}:${this.s.column(node)}`;
    const path = this.pathAt(call, rule.path) ?? "";
    this.addRouter(key, { framework: rule.framework, isRoot: rule.isRoot === true, path, node });
    const routes = rule.routes === undefined ? undefined : argumentAt(call, rule.routes);
    const list = routes === undefined ? null : this.evaluate(routes, `${key}/routes`);
    if (list !== null) this.mount(key, "", list, node);
    this.visitRest(call);
    return key;
  }

  /** Also for classes of the program's own that are named for what they extend: `AdminAPIRouter`. */
  protected routerRule(name: string): (RouterRule & { framework: string }) | undefined {
    const own = this.rules.routers.get(name);
    if (own !== undefined || !/^[A-Z]/.test(name)) return own;
    return [...this.rules.routers].find(([base]) => base.length > shortestBase && name.endsWith(base))?.[1];
  }

  protected isFrom({ from }: RouterRule, member: { object: SyntaxNode } | null): boolean {
    if (from === undefined) return true;
    const object = member === null ? null : this.evaluate(member.object, null);
    return object !== null && from.test(object);
  }

  /** Null where no item is a route. */
  protected readList(items: readonly SyntaxNode[], key: string): string | null {
    let isRouter = false;
    for (const item of items) {
      const ref = this.evaluate(item, `item of ${key}`);
      if (ref === key) isRouter = true;
    }
    if (isRouter) this.addRouter(key, { framework: "", isRoot: false, path: "", node: items[0] ?? 0 });
    return isRouter ? key : null;
  }

  protected readItem(node: SyntaxNode, call: RoutingCall, rule: ItemRule, list: string): string {
    const written = this.pathAt(call, rule.path);
    const path = rule.isPattern === true ? (written?.replace(/^\^|\$$/g, "") ?? null) : written;
    const given = rule.child === undefined ? undefined : argumentAt(call, rule.child);
    const child = given === undefined ? null : this.evaluate(given, `@${this.s.line(node)}:${this.s.column(node)}`);
    const handler = rule.handler === undefined ? undefined : argumentAt(call, rule.handler);
    const included = handler === undefined ? null : this.includedIn(handler);
    if (path !== null && (child ?? included) !== null) this.mount(list, path, child ?? included ?? "", node);
    else if (path !== null)
      for (const method of this.methodsOf(call, rule))
        this.addRoute(list, { method, path, handler: this.handlerName(handler), node });
    this.visitRest(call);
    return list;
  }

  protected includedIn(handler: SyntaxNode): string | null {
    const call = this.view.callOf(this.view.unwrap(handler));
    const name = call === null ? "" : (this.lastName(call.callee) ?? "");
    return this.rules.includes.has(name) ? this.evaluate(handler, null) : null;
  }

  protected readInclude({ args }: RoutingCall, { variable }: { variable: string }): string | null {
    const [first = -1] = this.view.itemsOf(this.view.unwrap(args[0] ?? -1)) ?? [args[0] ?? -1];
    const module = this.pathOf(first);
    if (module !== null) return `${module}#${variable}`;
    const ref = this.evaluate(first, `@${this.s.line(first)}:${this.s.column(first)}`);
    return ref?.endsWith("#*") === true ? `${ref.slice(0, -2)}#${variable}` : ref;
  }

  /** What a rule makes of a call; undefined where the call has another shape. */
  protected apply(rule: CallRule, at: RouterCall): string | undefined {
    if (rule.kind === "same") return at.object;
    if (rule.kind === "methods") return this.applyMethods(at);
    if (rule.kind === "group") return this.applyGroup(rule, at);
    return rule.kind === "mount" ? this.applyMount(rule, at) : this.applyRoute(rule, at);
  }

  protected applyRoute(rule: RouteRule, { node, call, object, decorates }: RouterCall): string | undefined {
    const path = this.pathAt(call, rule.path) ?? (rule.isPathOptional === true ? "" : null);
    if (path === null || (decorates === null && rule.handler === undefined)) return undefined;
    const given = rule.handler === undefined ? undefined : argumentAt(call, rule.handler);
    if (decorates === null && given === undefined) return undefined;
    const handler = decorates?.name ?? this.handlerName(given);
    const end = decorates === null ? node : this.view.functionOf(decorates.node) === null ? node : decorates.node;
    for (const method of this.methodsOf(call, rule)) this.addRoute(object, { method, path, handler, node, end });
    return object;
  }

  /** `router.HandleFunc("/boats", list).Methods("GET")`: says the methods of the route that was just added. */
  protected applyMethods({ call, object }: RouterCall): string | undefined {
    const route = this.facts.routes.at(-1);
    const methods = this.listMethods(call.args);
    if (route?.router !== object || methods.length === 0) return object;
    this.facts.routes.pop();
    for (const method of methods) this.facts.routes.push({ ...route, method });
    return object;
  }

  protected applyMount(rule: MountRule, { node, call, object }: RouterCall): string | undefined {
    const path = this.mountPath(rule, call);
    const given = argumentAt(call, rule.child);
    const child = given === undefined || this.pathOf(given) !== null ? null : this.evaluate(given, null);
    if (child === null) return undefined;
    const isFunction = child.startsWith("@") || this.functions.has(child);
    this.mount(object, path, isFunction ? `${child}(0)` : child, node);
    // A module or plugin that is imported may give out a function as well.
    if (!isFunction && child.includes("#")) this.mount(object, path, `${child}(0)`, node);
    return object;
  }

  protected mountPath(rule: MountRule, call: RoutingCall): string {
    if (rule.pathKey !== undefined) {
      const options = call.args.map((one) => this.view.entriesOf(this.view.unwrap(one))).find((one) => one !== null);
      const value = options?.get(rule.pathKey);
      return (value === undefined ? null : this.pathOf(value)) ?? "";
    }
    const path = this.pathAt(call, rule.path) ?? "";
    return rule.replacesPath === true && path !== "" ? `\u0002${path}` : path;
  }

  protected applyGroup(rule: GroupRule, { node, call, object, hint }: RouterCall): string | undefined {
    const path = rule.path === undefined ? "" : this.pathAt(call, rule.path);
    if (path === null) return undefined;
    const key = hint ?? `@${this.s.line(node)}:${this.s.column(node)}`;
    this.mount(object, path, key, node);
    for (const one of call.args) {
      const method = this.view.functionOf(this.view.unwrap(one));
      const child = method === null ? null : this.evaluate(one, null);
      if (child !== null) this.mount(key, "", `${child}(0)`, node);
    }
    return key;
  }

  /** A method of an object of which nothing is known: found by its name where only one type has it. */
  protected methodAnywhere(callee: SyntaxNode): string | null {
    const member = this.view.memberOf(this.view.unwrap(callee));
    return member === null ? null : `*#.${member.name}`;
  }
}
