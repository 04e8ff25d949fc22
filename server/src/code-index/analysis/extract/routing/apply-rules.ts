import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { GuardFact, RouteFact } from "#server/code-index/ports/facts.ts";

import { GuardRuleApplier, type Decorated, type RouterCall } from "./apply-guard-rules.ts";
import type { ArgumentPosition } from "./argument-position.ts";
import { foundGroups } from "./find-class-groups.ts";
import { readMethodChain } from "./read-method-chain.ts";
import { ScopeStack } from "./scope-stack.ts";
import { unknownPart } from "./unknown-part.ts";
import type {
  CallRule,
  GroupRule,
  MountRule,
  PrefixRule,
  RouteRule,
  VersioningRule,
  ViewSetRule,
} from "./web-framework.ts";

const methodName = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE)$/;

/** What the rules of frameworks make of calls. */
export abstract class RuleApplier extends GuardRuleApplier {
  protected readonly scopes = new ScopeStack();
  /** Routers of one path, whose routes have none: `router.route("/boats")`. */
  private readonly onePath = new Set<string>();
  /** Methods of routes that are still to be said, by what they are called on. */
  private readonly methodsAt = new Map<string, readonly string[]>();
  /** Functions of the file by name. */
  protected readonly functions = new Set<string>();

  /** What a rule makes of a call; undefined where the call has another shape. */
  protected apply(rule: CallRule, at: RouterCall): string | undefined {
    if (rule.kind === "same" && rule.hasGuards === true)
      this.guardRouter(at.object, "", this.guardsAmong(at.call.args));
    if (rule.kind === "guard" && rule.isNamed === true) return this.applyNamedGuards(at);
    if (rule.kind === "same" || rule.kind === "guard") return this.applyToChain(rule.kind, at);
    if (rule.kind === "methods") return this.applyMethods(at);
    if (rule.kind === "partOf") {
      const around = this.evaluate(this.argument(at.call, rule.of) ?? -1, null);
      if (around !== null) this.mount(around, "", at.object, at.node);
      return around === null ? undefined : at.object;
    }
    if (rule.kind === "ownPath") return this.givePath(at.object, this.pathAt(at.call, rule.path));
    if (rule.kind === "add") return this.addItems(at.object, at.call);
    if (rule.kind === "forward") return this.applyForward(at);
    if (rule.kind === "prefix") return this.applyPrefix(rule, at);
    if (rule.kind === "mapped") return this.addMapped(at.object, at, rule);
    if (rule.kind === "versioning") return this.applyVersioning(rule, at);
    if (rule.kind === "group") return rule.isOfClass === true ? this.applyClassGroup(at) : this.applyGroup(rule, at);
    if (rule.kind === "viewSet") return this.applyViewSet(rule, at);
    if (rule.kind === "mount") return this.applyAtPaths(at, rule.path, (one) => this.applyMount(rule, one));
    return this.applyRoute(rule, at);
  }

  /** Routes as objects may stand in a list: `server.route([{ method: "GET", path: "/boats", handler }])`. */
  protected applyRoute(rule: RouteRule, at: RouterCall): string | undefined {
    const isObject = typeof rule.path === "object" && "key" in rule.path && at.call.args.length === 1;
    const items = isObject ? this.view.itemsOf(this.view.unwrap(at.call.args[0] ?? -1)) : null;
    if (items === null) return this.applyAtPaths(at, rule.path, (one) => this.applyOneRoute(rule, one));
    const found = items.map((item) =>
      this.applyOneRoute(rule, { ...at, node: item, call: { ...at.call, args: [item] } }),
    );
    return found.find((one) => one !== undefined);
  }

  /** One call may be for several paths: `router.get(["/boats", "/fleet"], list)`. */
  private applyAtPaths(
    at: RouterCall,
    path: ArgumentPosition | undefined,
    apply: (one: RouterCall) => string | undefined,
  ): string | undefined {
    const { args } = at.call;
    const items = path === 0 && args[0] !== undefined ? this.view.itemsOf(this.view.unwrap(args[0])) : null;
    const paths = (items ?? []).filter((item) => this.pathOf(item) !== null);
    if (args.length < 2 || paths.length === 0) return apply(at);
    const found = paths.map((item) => apply({ ...at, call: { ...at.call, args: [item, ...args.slice(1)] } }));
    return found.find((one) => one !== undefined);
  }

  private applyOneRoute(rule: RouteRule, { node, call, object, decorates }: RouterCall): string | undefined {
    if (rule.isOnGroup === true && !object.startsWith("@")) return undefined;
    const isOnePath = (rule.isPathOptional === true && call.args.length === 1) || this.onePath.has(object);
    const written = this.pathAt(call, rule.path) ?? (isOnePath ? "" : null);
    const path = written !== null && rule.isBelow === true ? `${written.replace(/\/$/, "")}/*` : written;
    if (path === null || (decorates === null && rule.handler === undefined)) return undefined;
    // `mux.Handle("GET", path, handler)` of code that wraps a router: the path is not written there.
    if (call.args.length > 2 && methodName.test(path)) return undefined;
    const given = this.handlerOf(rule, call);
    if (decorates === null && (given === undefined || !this.mayHandle(given, rule, call))) return undefined;
    if (rule.hasMethodChain === true && given !== undefined) {
      const chain = readMethodChain(this.view, given);
      for (const { method, handler } of chain.length > 0 ? chain : [{ method: "ANY", handler: given }])
        this.addRoute(object, { method, handler: this.handlerName(handler), path, node });
      return object;
    }
    const child = rule.mayBeRouter === true && given !== undefined ? this.mountHandler(object, given, node) : null;
    if (child !== null && this.isOwnRouter(child)) return object;
    const handler = decorates?.name ?? this.handlerName(given);
    const end = decorates === null ? node : this.view.functionOf(decorates.node) === null ? node : decorates.node;
    const before = this.facts.routes.length;
    const view = rule.isView === true ? this.viewOf(rule, { call, given: given ?? decorates?.node }) : undefined;
    const unless = child ?? undefined;
    const standing = rule.methods.length === 0 ? this.pathCallIn(this.argument(call, rule.path) ?? -1) : null;
    const named = standing === null || standing.name === "path" ? null : [standing.name];
    const methods = named ?? this.methodsAt.get(object) ?? this.methodsOf(call, rule);
    const more = rule.hasMorePaths === true ? call.args.slice(1).flatMap((one) => this.pathOf(one) ?? []) : [];
    for (const one of new Set([path, ...more]))
      for (const method of methods) this.addRoute(object, { method, path: one, handler, node, end, view, unless });
    const added = this.facts.routes.slice(before);
    const guards = this.routeGuards(rule, { call, given, decorates });
    for (const one of guards.length === 0 ? [] : added) one.guards = [...(one.guards ?? []), ...guards];
    this.routesAt.set(node, added);
    return object;
  }

  private handlerOf({ handler, handlerWith }: RouteRule, call: CallView): SyntaxNode | undefined {
    const at = handlerWith !== undefined && this.scopes.imports(handlerWith.module) ? handlerWith.handler : handler;
    return at === undefined ? undefined : this.argument(call, at);
  }

  /** What handles a path may be a router itself, which sees the whole path; null where it can be none. */
  private mountHandler(object: string, given: SyntaxNode, node: SyntaxNode): string | null {
    const ref = this.evaluate(given, null);
    if (ref === null || ref === object || !/\(\)$|^@|^[\w.]+[./]\w+$/.test(ref)) return null;
    this.mount(object, "", ref, node);
    return ref;
  }

  private routeGuards(
    { path }: RouteRule,
    { call, given, decorates }: { call: CallView; given: SyntaxNode | undefined; decorates: Decorated | null },
  ): GuardFact[] {
    const at = this.argument(call, path);
    const isPath = this.pathAt(call, path) !== null;
    const between = call.args.filter((one) => !(one === at && isPath) && one !== given);
    const own = decorates === null ? [] : this.guardsOf(decorates.node, call);
    return [...this.guardsAmong([...between, call.named.get("dependencies")]), ...own];
  }

  /** Undefined where the methods are listed beside it. */
  private viewOf(
    { methodsIn, suffix: suffixIn }: RouteRule,
    { call, given }: { call: CallView; given: SyntaxNode | undefined },
  ): RouteFact["view"] {
    if (given === undefined || (methodsIn !== undefined && this.argument(call, methodsIn) !== undefined))
      return undefined;
    const type = this.view.classOf(given);
    const view = type === null ? this.viewAt(given)?.view : { ref: type.name };
    const suffix = suffixIn === undefined ? null : this.pathAt(call, suffixIn);
    return view === undefined || suffix === null ? view : { ...view, suffix };
  }

  private applyViewSet(rule: ViewSetRule, { node, call, object }: RouterCall): string | undefined {
    const path = this.pathAt(call, rule.path);
    const given = this.argument(call, rule.view);
    const found = given === undefined ? null : this.viewAt(given);
    if (path === null || found === null) return undefined;
    const slash = this.withoutSlash.has(object) ? "" : "/";
    const view = { ...found.view, isSet: true as const, slash };
    this.addRoute(object, { method: "ANY", path, handler: found.name, node, view });
    return object;
  }

  /** Nor is what is sent to a server with a request, `api.get("/boats", { timeout: 1 })`, or asked for: `header.Get("Accept")`. */
  private mayHandle(handler: SyntaxNode, { path, handler: at }: RouteRule, call: CallView): boolean {
    if (at === path || typeof at === "object") return true;
    if (at === -1 && handler === this.argument(call, path) && this.pathAt(call, path) !== null) return false;
    return this.view.entriesOf(this.view.unwrap(handler)) === null;
  }

  private applyForward({ node, call, object }: RouterCall): string {
    const [type, method] = this.scopes.around().split(".");
    const called = this.view.memberOf(this.view.unwrap(call.callee))?.name;
    if (type !== undefined && method === called) this.mount(`~${type}`, "", object, node);
    return object;
  }

  /** Reads a function in which what stands for a router stands for another one; its name. */
  protected abstract within(router: string, other: string, node: SyntaxNode): string | null;

  /** `router.HandleFunc("/boats", list).Methods("GET")`: says the methods of the route that was just added. */
  protected applyMethods({ node, call, object }: RouterCall): string | undefined {
    const route = this.facts.routes.at(-1);
    const methods = this.listMethods(call.args);
    if (methods.length === 0) return object;
    if (route?.router !== object) return this.applyMethodsBefore(methods, { node, object });
    this.facts.routes.pop();
    for (const method of methods) this.facts.routes.push({ ...route, method });
    return object;
  }

  /** `router.Methods("GET").Path("/boats").Handler(list)`. */
  private applyMethodsBefore(
    methods: readonly string[],
    { node, object }: { node: SyntaxNode; object: string },
  ): string {
    const key = `@${this.s.line(node)}:${this.s.column(node)}+${this.s.end(node) - this.s.start(node)}`;
    this.methodsAt.set(key, methods);
    this.mount(object, "", key, node);
    return key;
  }

  private applyVersioning(rule: VersioningRule, { node, call, object }: RouterCall): string {
    const type = this.argument(call, rule.type);
    const framework = this.facts.routers.find(({ name }) => name === object)?.framework ?? "";
    if (type === undefined || rule.inPaths.test(this.s.textOf(type))) {
      const path = this.pathAt(call, rule.otherwise) ?? "";
      this.facts.prefixes.push({ path, framework: `${framework} versions`, line: this.s.line(node) });
    }
    return object;
  }

  protected applyPrefix(rule: PrefixRule, { node, call, object }: RouterCall): string {
    const path = this.pathAt(call, rule.path) ?? rule.otherwise ?? null;
    const made = this.facts.routers.find(({ name }) => name === object)?.framework ?? "";
    const framework = rule.as ?? made;
    const listed = rule.except === undefined ? undefined : this.argument(call, rule.except);
    const except = (listed === undefined ? [] : this.listed(listed)).flatMap((one) => this.exception(one) ?? []);
    const line = this.s.line(node);
    if (path !== null) this.facts.prefixes.push({ path, framework, line, ...(except.length > 0 && { except }) });
    return object;
  }

  /** `"health"`, `{ path: "health", method: RequestMethod.GET }`. */
  private exception(node: SyntaxNode): string | null {
    const entries = this.view.entriesOf(this.view.unwrap(node));
    const path = this.pathOf(entries?.get("path") ?? node);
    const method = this.lastName(entries?.get("method") ?? -1);
    return path === null || method === null || method === "ALL" ? path : `${method} ${path}`;
  }

  protected applyMount(rule: MountRule, { node, call, object }: RouterCall): string | undefined {
    const path = this.mountPath(rule, call);
    const given =
      rule.child === undefined ? call.args.flatMap((one) => this.listed(one)) : [this.argument(call, rule.child)];
    let isMounted = false;
    const before = this.facts.mounts.length;
    for (const one of given) {
      const text = one === undefined ? null : this.pathOf(one);
      const written = rule.isNamed === true ? (text?.replace(/\.(?=\w+$)/, "#") ?? null) : null;
      const child = one === undefined || text !== null ? written : this.evaluate(one, null);
      if (child === null) continue;
      isMounted = true;
      const isFunction =
        this.view.functionOf(this.view.unwrap(one ?? -1)) !== null || this.functions.has(child.replace(/^.*\./, ""));
      if (rule.isSupplied === true && isFunction) this.mount(object, path, `${child}()`, node);
      if (rule.isPlugin === undefined || !isFunction) this.mount(object, path, child, node);
      // What a function hands back answers in its place: `app.use("/api/*", (request) => handle(request))`.
      if (rule.isPlugin === undefined && isFunction && this.handsOn(child))
        this.mount(object, path, `${child}()`, node);
      // A module that is imported may give out a function as well.
      if (rule.isPlugin === true && (isFunction || child.includes("#")))
        this.give(object, { name: child, at: 0, texts: {}, path }, node);
    }
    this.guardMounts(rule, { call, object, path }, before);
    return isMounted ? object : undefined;
  }

  /** Whether a function hands back what another one does, and nothing of what it was given. */
  private handsOn(name: string): boolean {
    return this.facts.mounts.some(({ parent, child }) => parent === `${name}()` && child.endsWith("()"));
  }

  /** `app.use("/boats", auth, boats)` protects the boats, `app.use(requireLogin)` all that follows. */
  private guardMounts(
    rule: MountRule,
    { call, object, path }: { call: CallView; object: string; path: string },
    before: number,
  ): void {
    const last = call.args.at(-1);
    const first = [...call.args.slice(0, -1), call.named.get("dependencies")];
    const guards =
      rule.child === undefined ? this.guardsAmong(first) : this.guardsAmong([call.named.get("dependencies")]);
    const isLast = rule.child === undefined && last !== undefined && this.guardsAmong([last], true).length > 0;
    if (isLast) this.guardRouter(object, path, [...guards, ...this.guardsAmong([last], true)]);
    else
      for (const one of guards.length === 0 ? [] : this.facts.mounts.slice(before))
        one.guards = [...(one.guards ?? []), ...guards];
  }

  private listed(given: SyntaxNode): SyntaxNode[] {
    return this.view.itemsOf(this.view.unwrap(given)) ?? [given];
  }

  protected mountPath(rule: MountRule, call: CallView): string {
    const path = this.mountedAt(rule, call);
    return rule.replacesPath === true && path !== "" ? `\u0002${path}` : path;
  }

  /** Where the path has a position of its own, one that cannot be read is a part that is not known. */
  private mountedAt(rule: MountRule, call: CallView): string {
    const given = rule.path === undefined ? undefined : this.argument(call, rule.path);
    if (given === undefined) return "";
    const isApart = rule.child !== undefined && given !== this.argument(call, rule.child);
    const path = this.pathAt(call, rule.path) ?? (isApart ? (this.parameterOf(given) ?? unknownPart) : "");
    // What is below is so anyway.
    return path.replace(/\/\*\w*$/, "");
  }

  /** `app.MapGroup(this)`: the function that finds the class says what stands in front. */
  private applyClassGroup({ node, call }: Pick<RouterCall, "node" | "call">): string | undefined {
    const [type, method] = this.scopes.around().split(".");
    const written = this.s.text.slice(this.s.end(this.view.unwrap(call.callee)), this.s.end(node));
    if (method === undefined || !type || !/^\(\s*this\s*\)$/.test(written)) return undefined;
    const key = `@${this.s.line(node)}:${this.s.column(node)}+${this.s.end(node) - this.s.start(node)}`;
    this.mount(foundGroups, `/${type}`, key, node);
    return key;
  }

  protected applyGroup(rule: GroupRule, { node, call, object, hint }: RouterCall): string | undefined {
    const given = rule.path === undefined ? undefined : this.argument(call, rule.path);
    const read = rule.path === undefined ? "" : this.pathAt(call, rule.path);
    const path =
      read ??
      (given === undefined ? null : this.parameterOf(given)) ??
      (rule.isPathSure === true && call.args.length > 0 ? unknownPart : null);
    if (path === null) return undefined;
    const isAlone = rule.hasHandlers === true || call.args.length === 1;
    if (rule.isOnePath === true && !isAlone) return undefined;
    // A chain of calls begins where its first one does.
    const own = `@${this.s.line(node)}:${this.s.column(node)}+${this.s.end(node) - this.s.start(node)}`;
    const key = this.groupKey(rule.isOnePath === true ? null : hint, own);
    if (rule.isOnePath === true) this.onePath.add(key);
    const methods = this.methodsAt.get(object);
    if (methods !== undefined) this.methodsAt.set(key, methods);
    if (rule.isRoot === true) this.addRouter(key, { framework: "", isRoot: true, path: "", node });
    this.mount(object, path, key, node);
    if (rule.isGuard === true) this.guardGroup(key, call);
    else this.guardRouter(key, "", this.guardsAmong(call.args.filter((one) => this.pathOf(one) === null)));
    for (const one of call.args) {
      const method = this.view.functionOf(this.view.unwrap(one));
      const isPlain = method !== null && method.parameters.length === 0;
      // Without a parameter, what is called in it on the router is of the group: `m.Group("/boats", func() { m.Get(…) })`.
      const child = isPlain ? this.within(object, key, one) : method === null ? null : this.evaluate(one, null);
      if (child !== null) this.give(key, { name: child, at: 0, texts: {} }, node);
    }
    return key;
  }
}
