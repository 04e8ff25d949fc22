import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RouteFact } from "#server/code-index/ports/facts.ts";

import { ProcedureApplier } from "./apply-procedures.ts";
import type { ArgumentPosition } from "./argument-position.ts";
import { plainPattern } from "./plain-pattern.ts";
import { readMapping } from "./read-mapping.ts";
import { orElse, unknownPart } from "./unknown-part.ts";
import { readViewReference } from "./view-rules.ts";
import type { ItemRule, ListCallRule, MappedRoutes, RouterRule } from "./web-framework.ts";

/** Shorter names of classes end many others. */
const shortestBase = 4;
/** Of the text that names a controller. */
const maxTypeLength = 200;
/** Of calls on what stands for a path. */
const maxChain = 20;

/** Routers that are made, and routes that they get as lists. */
export abstract class ListRuleApplier extends ProcedureApplier {
  /** Routers whose sets of views have paths without a slash at the end. */
  protected readonly withoutSlash = new Set<string>();
  /** Paths that parameters were made a part of. */
  private readonly completed = new Map<string, string>();
  /** Variables that were given an empty text. */
  private readonly emptyTexts = new Set<string>();

  /** Functions among the arguments, and what is called in them. */
  protected abstract visitRest(call: CallView): void;

  /** Also of a call that stands for a path. */
  protected override pathAt(call: CallView, argument: ArgumentPosition | undefined): string | null {
    const given = argument === undefined ? undefined : this.argument(call, argument);
    const standing = given === undefined ? null : this.pathCallIn(given);
    if (standing !== null) return this.pathOf(standing.call.args[0] ?? -1);
    return super.pathAt(call, argument) ?? (given === undefined ? null : this.constantPath(given));
  }

  /** `oidc.EndpointPath`, in languages whose constants look like all other names. */
  protected constantPath(given: SyntaxNode): string | null {
    const node = this.view.unwrap(given);
    const name = this.lastName(node) ?? "";
    const of = this.view.memberOf(node)?.object;
    // Of a package, or of the file's own; what an object holds may be anything.
    const known = this.variable((of === undefined ? this.view.nameOf(node) : this.view.nameOf(of)) ?? "");
    const isConstant = of === undefined ? known === undefined : known?.includes("#") === true;
    return isConstant && this.isPathConstant(name) ? this.constantOf(node) : null;
  }

  /** Also parts of paths, by their names. */
  protected override keepText(name: string, text: string, type: string | null): void {
    super.keepText(name, text, type);
    if (text === "") this.emptyTexts.add(name);
    if (type === null && this.isPathConstant(name)) this.keepPart(name, text);
  }

  private isPathConstant(name: string): boolean {
    return this.rules.pathConstants.some((one) => one.test(name));
  }

  /** `GET("/boats")` of `GET("/boats").and(accept(JSON))`; null where there is none. */
  protected pathCallIn(given: SyntaxNode): { name: string; call: CallView } | null {
    const { view, rules } = this;
    if (rules.pathCalls.length === 0) return null;
    for (let node = view.unwrap(given), depth = 0; depth < maxChain; depth += 1) {
      const call = view.callOf(node);
      const callee = call === null ? -1 : view.unwrap(call.callee);
      const name = this.lastName(callee);
      if (call === null || name === null) return null;
      if (rules.pathCalls.some((one) => one.test(name)) && this.pathOf(call.args[0] ?? -1) !== null)
        return { name, call };
      node = view.unwrap(view.memberOf(callee)?.object ?? -1);
    }
    return null;
  }

  /** A function gets it as a parameter. */
  protected give(
    ref: string,
    { name, at, texts, path = "" }: { name: string; at: number; texts: Record<string, string>; path?: string },
    node: SyntaxNode,
  ): void {
    const before = this.facts.mounts.length;
    this.mount(ref, path, `${name}(${at})`, node);
    for (const one of this.facts.mounts.slice(before)) one.given = texts;
  }

  /** What the function around an expression calls the parameter that it is, as a part of a path; null for others. */
  protected parameterOf(given: SyntaxNode): string | null {
    const key = this.parameterKey(given);
    return key === null ? null : (this.completed.get(key) ?? `\u0001${key}\u0001`);
  }

  private parameterKey(given: SyntaxNode): string | null {
    const name = this.view.nameOf(this.view.unwrap(given));
    const key = name === null ? undefined : this.variable(name);
    return key !== undefined && /^[^@#]+\(\d+\)$/.test(key) ? key : null;
  }

  /** `urlPath = path.Join(base, urlPath)`: the parameter goes on to be a path, with something around it. */
  protected completeParameter(target: SyntaxNode, text: string): boolean {
    const key = this.parameterKey(target);
    if (key === null || !text.includes(`\u0001${key}`)) return false;
    this.completed.set(key, text);
    return true;
  }

  protected override isParameter(given: SyntaxNode): boolean {
    return this.parameterKey(given) !== null;
  }

  protected override isPackage(given: SyntaxNode): boolean {
    return this.variable(this.view.nameOf(this.view.unwrap(given)) ?? "")?.includes("#") === true;
  }

  /** A part of a path that is a parameter keeps its name, for where nobody says what it is. */
  protected override constantOf(expression: SyntaxNode): string {
    const key = this.view.seesPackage ? this.parameterKey(expression) : null;
    if (key === null) return super.constantOf(expression);
    return this.completed.get(key) ?? `\u0001${key}=${this.lastName(expression) ?? ""}\u0001`;
  }

  protected pathOrParameter(given: SyntaxNode): string | null {
    return this.pathOf(given) ?? this.parameterOf(given);
  }

  /** What a name stands for in the functions around. */
  protected abstract variable(name: string): string | undefined;

  /** Of this file; false for what only hands on a router that is not known. */
  protected isOwnRouter(ref: string): boolean {
    return this.facts.routers.some(({ name }) => name === ref);
  }

  protected makeRouter(
    node: SyntaxNode,
    call: CallView,
    { rule, hint }: { rule: RouterRule & { framework: string }; hint: string | null },
  ): string {
    const key = hint ?? `@${this.s.line(node)}:${this.s.column(node)}`;
    const given = rule.path === undefined ? undefined : this.argument(call, rule.path);
    const path = this.pathAt(call, rule.path) ?? (given !== undefined && rule.serves !== undefined ? unknownPart : "");
    const named = path === "" && rule.named !== undefined ? this.pathAt(call, rule.named) : null;
    // What is called a router is part of a program, however it is made.
    const isPart = this.view.moduleOf !== undefined && /(?:[rR]outer|[rR]outes?)$/.test(key);
    const isRoot = (rule.isRoot === true && !isPart) || rule.rootNames?.test(key) === true;
    this.addRouter(key, { framework: rule.framework, isRoot, path: named === null ? path : `/${named}`, node });
    const whole = rule.partOf === undefined ? undefined : this.argument(call, rule.partOf);
    const around = whole === undefined ? null : this.evaluate(whole, null);
    if (around !== null) this.mount(around, "", key, node);
    const guards = this.guardsAmong([call.named.get("dependencies")]);
    const made = this.facts.routers.at(-1);
    if (rule.isPresumed === true && made?.name === key) made.isPresumed = true;
    // The function of that name may be one of the program's own.
    const maker = rule.isPresumed === true ? this.evaluate(call.callee, null) : null;
    if (maker?.includes("#") === true) this.mount(key, "", `${maker}()`, node);
    if (guards.length > 0 && made?.name === key) made.guards = guards;
    if (rule.serves !== undefined && made?.name === key) made.serves = rule.serves;
    const served = rule.child === undefined ? undefined : this.argument(call, rule.child);
    if (served !== undefined) this.mountItem(key, served);
    if (rule.hasProcedures === true) this.readProcedures(key, call.args[0] ?? -1);
    if (rule.mapped !== undefined) this.addMapped(key, { node, call }, rule.mapped);
    if (rule.route !== undefined) this.routeOf(key, call, rule.route);
    if (rule.isMacro === true || rule.isMerge === true) for (const one of call.args) this.mountItem(key, one);
    // A class of the program's own may extend one whose routes are handed out.
    const isOwn = this.rules.routers.has(this.lastName(call.callee) ?? "") === false;
    const handedOut = rule.handedOut === undefined && isOwn ? [...this.rules.handedOut] : [rule.handedOut];
    for (const member of handedOut) if (member !== undefined) this.mount(`${key}.${member}`, "", key, node);
    const trailing = rule.trailing === undefined ? undefined : this.argument(call, rule.trailing);
    if (trailing !== undefined && this.s.textOf(trailing) === "False") this.withoutSlash.add(key);
    const routes = rule.routes === undefined ? undefined : this.argument(call, rule.routes);
    const list = routes === undefined ? null : this.evaluate(routes, `${key}/routes`);
    if (list !== null) this.mount(key, "", list, node);
    if (routes !== undefined) this.readNamedRoutes(key, rule, routes);
    this.visitRest(call);
    return key;
  }

  /** `route(GET("/boats"), handler::list)`. */
  private routeOf(key: string, call: CallView, rule: NonNullable<RouterRule["route"]>): void {
    const [path, handler] = [this.argument(call, rule.path), this.argument(call, rule.handler)];
    const standing = path === undefined ? null : this.pathCallIn(path);
    const written = this.pathAt(call, rule.path);
    if (standing === null || written === null || handler === undefined || handler === path) return;
    const method = standing.name === "path" ? "ANY" : standing.name;
    this.addRoute(key, { method, path: written, handler: this.handlerName(handler), node: path ?? -1 });
  }

  /** `web.Router("/boats", &Boats{}, "GET:List;POST,PUT:Save")`; without a mapping, which methods answer is not known. */
  protected addMapped(
    router: string,
    { node, call }: { node: SyntaxNode; call: CallView },
    rule: MappedRoutes,
  ): string | undefined {
    const path = this.pathAt(call, rule.path);
    const controller = this.argument(call, rule.handler);
    const given = this.argument(call, rule.mapping);
    if (path === null || controller === undefined) return undefined;
    const mapping = given === undefined ? "" : (this.pathOf(given) ?? "");
    const type = /[\w.]+/.exec(this.s.textOf(controller).slice(0, maxTypeLength))?.[0] ?? "";
    for (const { method, name } of readMapping(mapping))
      this.addRoute(router, { method, path, handler: `${type}.${name}`, node });
    if (mapping !== "") return router;
    this.addRoute(router, { method: "ANY", path, handler: type, node });
    const route = this.facts.routes.at(-1);
    if (route !== undefined) route.isPartly = true;
    return router;
  }

  private readNamedRoutes(key: string, rule: RouterRule, routes: SyntaxNode): void {
    if (rule.hasNamedRoutes !== true && rule.hasPairs !== true) return;
    const named = this.view.nameOf(this.view.unwrap(routes));
    const list = named === null ? undefined : this.namedLists.get(named);
    for (const item of list ?? this.view.itemsOf(this.view.unwrap(routes)) ?? []) {
      const pair = rule.hasPairs === true ? this.pairAt(item) : null;
      const child = rule.hasNamedRoutes === true ? (this.evaluate(item, null) ?? this.lastName(item)) : null;
      if (child !== null) this.mount(key, "", child, item);
      if (pair === null) continue;
      const path = plainPattern(this.pathOf(pair.path) ?? "");
      const view = this.viewAt(pair.handler);
      this.addRoute(key, {
        method: "ANY",
        path,
        handler: this.handlerName(pair.handler),
        node: item,
        view: view?.view,
      });
    }
  }

  /** `(r"/boats", BoatsHandler)`. */
  private pairAt(item: SyntaxNode): { path: SyntaxNode; handler: SyntaxNode } | null {
    const [path = -1, handler = -1] = this.view.itemsOf(this.view.unwrap(item)) ?? [];
    return handler < 0 || this.pathOf(path) === null ? null : { path, handler };
  }

  /** A text with a name: a part of paths, or a setting that names the module whose routes are served. */
  protected keepConstant(name: string, text: string, { type, node }: { type: string | null; node: SyntaxNode }): void {
    this.keepText(name, text, type);
    const root = this.rules.rootSettings.get(name);
    if (root === undefined) return;
    this.addRouter(name, { framework: "", isRoot: true, path: "", node });
    this.mount(name, "", `${text}#${root.variable}`, node);
  }

  private mountItem(key: string, item: SyntaxNode): void {
    const child = this.evaluate(item, null);
    if (child !== null) this.mount(key, "", child, item);
  }

  /** Also for classes of the program's own that are named for what they extend: `AdminAPIRouter`. */
  protected routerRule(name: string, callee: SyntaxNode): (RouterRule & { framework: string }) | undefined {
    const { routers } = this.rules;
    const ref = this.evaluate(callee, null) ?? "";
    const [, imported = name] = /#(?:.*\.)?(\w+|\*)$/.exec(ref) ?? [];
    for (const one of new Set([name, imported.replace("*", "default")])) {
      const rule = routers.get(one)?.find(({ from }) => from === undefined || from.test(ref));
      if (rule !== undefined) return rule;
    }
    if (!/^[A-Z]/.test(name) || routers.has(name)) return undefined;
    const bases = [...routers].filter(([known]) => known.length > shortestBase && name.endsWith(known));
    const [nearest] = bases.toSorted(([one], [other]) => other.length - one.length);
    return nearest?.[1].find(({ from }) => from === undefined);
  }

  /** Null where no item is a route. */
  protected readList(items: readonly SyntaxNode[], key: string): string | null {
    let isRouter = false;
    for (const item of items) {
      const ref = this.evaluate(item, `item of ${key}`);
      const isSpread = ref !== null && this.view.unwrap(item) !== item;
      if (isSpread && ref !== key) this.mount(key, "", ref, item);
      if (ref === key || isSpread) isRouter = true;
    }
    if (isRouter) this.addRouter(key, { framework: "", isRoot: false, path: "", node: items[0] ?? 0 });
    return isRouter ? key : null;
  }

  /** `i18n_patterns(path("boats/", boats), path("crew/", crew))`; null where no argument is a route. */
  protected readListCall(
    node: SyntaxNode,
    call: CallView,
    { rule, hint }: { rule: ListCallRule; hint: string | null },
  ): string | null {
    const key = hint ?? `@${this.s.line(node)}:${this.s.column(node)}`;
    const list = this.readList(call.args, `${key}/below${this.s.line(node)}`);
    if (list === null) return null;
    this.addRouter(key, { framework: "", isRoot: false, path: "", node });
    this.mount(key, call.named.has(rule.unless) ? "" : rule.path, list, node);
    return key;
  }

  /** `urlpatterns.append(path("boats/", boats))`, `urlpatterns.extend([…])`. */
  protected addItems(list: string, { args }: CallView): string {
    for (const one of args)
      for (const item of this.view.itemsOf(this.view.unwrap(one)) ?? [one]) this.evaluate(item, `item of ${list}`);
    return list;
  }

  protected readItem(node: SyntaxNode, call: CallView, rule: ItemRule, list: string): string {
    const written = this.pathAt(call, rule.path) ?? this.namedPath(call, rule);
    const path = rule.isPattern === true && written !== null ? plainPattern(written) : written;
    const given = rule.child === undefined ? undefined : this.argument(call, rule.child);
    const child = given === undefined ? null : this.evaluate(given, `@${this.s.line(node)}:${this.s.column(node)}`);
    const handler = rule.handler === undefined ? undefined : this.argument(call, rule.handler);
    const included = handler === undefined ? null : this.includedIn(handler);
    if (path !== null && (child ?? included) !== null) this.mount(list, path, child ?? included ?? "", node);
    else if (path !== null) {
      const given = handler === undefined ? null : this.handedOutBy(handler);
      if (given !== null) this.mount(list, path, given, node);
      const view = rule.isView === true && handler !== undefined ? this.viewAt(handler) : null;
      const name = view?.name ?? this.handlerName(handler);
      for (const method of this.methodsOf(call, rule))
        this.addRoute(list, { method, path, handler: name, node, view: view?.view, unless: given ?? undefined });
    }
    this.visitRest(call);
    return list;
  }

  /** `path(prefix, include("boats.urls"))`: a name that is no text stays in the path, and one that began empty is empty. */
  private namedPath(call: CallView, rule: ItemRule): string | null {
    const given = this.argument(call, rule.path);
    const name = given === undefined ? null : this.view.nameOf(this.view.unwrap(given));
    if (given === undefined || name === null) return null;
    return this.emptyTexts.has(name) ? `\u0001${orElse}\u0001` : this.constantOf(given);
  }

  /** The routes of a router in place of a handler: `path("api/", api.urls)`. */
  private handedOutBy(handler: SyntaxNode): string | null {
    const member = this.view.memberOf(this.view.unwrap(handler));
    return member !== null && this.rules.handedOut.has(member.name) ? this.evaluate(handler, null) : null;
  }

  protected includedIn(handler: SyntaxNode): string | null {
    const call = this.view.callOf(this.view.unwrap(handler));
    const name = call === null ? "" : (this.lastName(call.callee) ?? "");
    return this.rules.includes.has(name) ? this.evaluate(handler, null) : null;
  }

  protected readInclude({ args }: CallView, { variable }: { variable: string }): string | null {
    const given = this.view.itemsOf(this.view.unwrap(args[0] ?? -1)) ?? [];
    // The routes may be named: `include((router.urls, "boats"))`.
    const [only = -1] = given;
    const isNamed = only >= 0 && this.view.unwrap(only) === only && this.view.callOf(only) === null;
    const first = isNamed ? only : (args[0] ?? -1);
    const module = this.pathOf(first);
    if (module !== null) return `${module}#${variable}`;
    const ref = this.evaluate(first, `@${this.s.line(first)}:${this.s.column(first)}`);
    return ref?.endsWith("#*") === true ? `${ref.slice(0, -2)}#${variable}` : ref;
  }

  /** What a handler leads to; its name is that without the calls around it. */
  protected viewAt(handler: SyntaxNode): { name: string; view: NonNullable<RouteFact["view"]> } | null {
    const reference = readViewReference(this.view, handler);
    if (reference === null) return null;
    const name = this.s.textOf(reference.of);
    const ref = this.evaluate(reference.of, null) ?? this.view.nameOf(this.view.unwrap(reference.of));
    const actions = [...(reference.actions ?? [])].flatMap(([verb, value]) => {
      const action = this.pathOf(value);
      return action === null ? [] : [[verb, action] as const];
    });
    const listed = actions.length > 0 ? { actions: Object.fromEntries(actions) } : {};
    return ref === null ? null : { name, view: { ref, ...listed } };
  }
}
