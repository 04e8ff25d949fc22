import type { CodeView, CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RouteFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ArgumentPosition } from "./argument-position.ts";
import { isGuardName } from "./guard-names.ts";
import { plainPattern } from "./plain-pattern.ts";
import { qualifiedName } from "./read-class.ts";
import { orElse, unknownPart } from "./unknown-part.ts";

const maxFacts = 5_000;
/** A function of a package that makes a handler: `handlers.ListBoats()`. */
const exported = /^[a-z]\w*\.[A-Z]\w*$/;
/** Between a call and the next one of its chain. */
const maxGap = 200;
/** Of one path. */
const maxParts = 50;
const maxConstantLength = 200;
/** Names of constants that may be a part of a path without a slash in front. */
const partName = /^[A-Z][A-Z0-9_]*(?:PATH|PREFIX|ROUTE|BASE)$|^(?:PATH|PREFIX|ROUTE|BASE)$/;
/** Names of settings that stand in front of all paths. */
const settingName = /^(?:API|Api|UI|Ui)?(?:Base|Root|Sub|Context|URL|Url)?(?:Path|Prefix|URL|Url)$/;

/** Paths and methods as they are written, and the facts that were found so far. */
export abstract class RoutingRecorder {
  protected readonly facts: RoutingFacts = {
    routers: [],
    routes: [],
    mounts: [],
    exports: {},
    constants: {},
    classes: [],
    prefixes: [],
  };
  /** Keys of groups so far. */
  private readonly grouped = new Set<string>();
  /** Literal maps by the name they were given. */
  protected readonly objects = new Map<string, SyntaxNode>();
  /** Literal lists by the name they were given. */
  protected readonly namedLists = new Map<string, SyntaxNode[]>();
  protected readonly s: Syntax;
  protected readonly view: CodeView;

  constructor(view: CodeView) {
    this.s = view.s;
    this.view = view;
  }

  /** The last part of a name. */
  protected lastName(given: SyntaxNode): string | null {
    const node = this.view.unwrap(given);
    return this.view.nameOf(node) ?? this.view.memberOf(node)?.name ?? null;
  }

  /** `list_boats`, `BoatView` of `BoatView.as_view()`, `boats.List` of `boats.List()`, `boats.list`. */
  protected handlerName(given: SyntaxNode | undefined): string | null {
    if (given === undefined) return null;
    const node = this.view.unwrap(given);
    const call = this.view.callOf(node);
    if (call !== null) {
      const made = exported.test(this.s.textOf(call.callee)) ? null : this.view.memberOf(call.callee);
      return this.wrappedName(call) ?? this.handlerName(made?.object ?? call.callee);
    }
    const isNamed = this.view.nameOf(node) !== null || this.view.memberOf(node) !== null;
    return (isNamed && this.s.textOf(node)) || null;
  }

  /** A name that is declared again, as in another block, is another group. */
  protected groupKey(name: string | null, own: string): string {
    const key = name === null || this.grouped.has(name) ? own : name;
    this.grouped.add(key);
    return key;
  }

  /**
   * What `allowed(boats.GetBoat, "boats:read")` or `withStore(store, HandleBoat, guards...)` lets through to; null where
   * the call makes a handler of what is no act.
   */
  private wrappedName({ args }: CallView): string | null {
    for (const [at, given] of args.slice(0, maxWrapped).entries()) {
      const node = this.view.unwrap(given);
      const inner = this.view.callOf(node);
      if (inner !== null && at === 0) return this.wrappedName(inner);
      const isNamed = this.view.nameOf(node) !== null || this.view.memberOf(node) !== null;
      const name = isNamed ? this.s.textOf(node) : "";
      // Behind the first one stand guards as well.
      if (act.test(name) && (at === 0 || (isHandling.test(name) && !isGuardName(name)))) return name;
    }
    return null;
  }

  /** The argument at a position; undefined where the call has none. */
  protected argument({ args, named }: CallView, argument: ArgumentPosition): SyntaxNode | undefined {
    if (typeof argument === "number") return args.at(argument);
    if (typeof argument === "string") return named.get(argument);
    if (!("key" in argument)) return named.get(argument[1]) ?? args.at(argument[0]);
    const given = args.at(argument.at);
    return given === undefined ? undefined : this.entriesOf(given)?.get(argument.key);
  }

  /** Of a literal map, or of the one that a name of this file stands for. */
  private entriesOf(given: SyntaxNode): Map<string, SyntaxNode> | null {
    const node = this.view.unwrap(given);
    const name = this.view.nameOf(node);
    return this.view.entriesOf(name === null ? node : (this.objects.get(name) ?? node));
  }

  protected pathAt(call: CallView, argument: ArgumentPosition | undefined): string | null {
    const node = argument === undefined ? undefined : this.argument(call, argument);
    return node === undefined ? null : (this.pathOf(node) ?? this.constantOfType(node));
  }

  /** `Paths.Add`, in languages whose constants are written like that. */
  private constantOfType(given: SyntaxNode): string | null {
    if (this.view.hasExtensions !== true) return null;
    const node = this.view.unwrap(given);
    const isConstant = this.view.memberOf(node) !== null && /^(?:[A-Z]\w*\.)+[A-Z]\w*$/.test(this.s.textOf(node));
    return isConstant ? this.constantOf(node) : null;
  }

  /** Text of a path, with `\u0001NAME\u0001` for what is not written here; null for what is no text. */
  protected pathOf(given: SyntaxNode, depth = 0): string | null {
    const node = this.view.unwrap(given);
    const text = this.view.textOf(node, (expression) => this.constantOf(expression));
    if (text !== null) return text;
    const fallback = this.view.fallbackOf?.(node) ?? null;
    const usual = fallback === null ? null : this.view.textOf(this.view.unwrap(fallback), () => unknownPart);
    if (usual !== null && !usual.includes("\u0001")) return `\u0001${orElse}${usual}\u0001`;
    const sum = this.view.sumOf(node);
    if (sum !== null) {
      if (depth >= maxParts) return unknownPart;
      const [left, right] = sum.map((side) => this.pathOf(side, depth + 1));
      if (!left && !right) return left ?? right ?? null;
      const written = [left, right].map((text, at) => text ?? this.partOf(sum[at] ?? -1, at === 0));
      return written.join("");
    }
    const joined = this.view.joinedOf?.(node) ?? null;
    if (joined !== null) return this.joinParts(joined, depth);
    const name = this.lastName(node);
    if (name === null) return null;
    const known = this.constant(name);
    if (known !== undefined) return known;
    return /^[A-Z][A-Z0-9_]{2,}$/.test(name) ? `\u0001${qualifiedName(this.view, node) ?? name}\u0001` : null;
  }

  /** Null where no part is written here. */
  private joinParts(given: readonly SyntaxNode[], depth: number): string | null {
    if (depth >= maxParts) return unknownPart;
    const texts = given.map((one) => this.pathOf(one, depth + 1));
    if (texts.every((text) => text === null) && !given.some((one) => this.isParameter(one))) return null;
    const parts = texts.map((text, at) => text ?? this.partOf(given[at] ?? -1, at === 0));
    return parts.reduce((path, part) => (path === "" || part === "" ? path + part : `${path}/${part}`), "");
  }

  /** A setting in front of paths is empty where nobody sets it: `path.Join(config.BasePath, "/boats")`. */
  private partOf(given: SyntaxNode, isFirst: boolean): string {
    return (isFirst ? this.settingPath(given) : null) ?? this.constantOf(given);
  }

  /** Null for all that is no field of the name of such a setting, in languages that join paths by a call. */
  protected settingPath(given: SyntaxNode): string | null {
    const member = this.view.joinedOf === undefined ? null : this.view.memberOf(this.view.unwrap(given));
    const isSetting = member !== null && settingName.test(member.name) && !this.isPackage(member.object);
    return isSetting ? `\u0001${orElse}\u0001` : null;
  }

  /** Whether it names a module whose constants are meant. */
  protected isPackage(_given: SyntaxNode): boolean {
    return false;
  }

  /** Whether it is what a function around it gets. */
  protected isParameter(_given: SyntaxNode): boolean {
    return false;
  }

  /** Names may be those that every object has. */
  private constant(name: string): string | undefined {
    return Object.hasOwn(this.facts.constants, name) ? this.facts.constants[name] : undefined;
  }

  protected constantOf(expression: SyntaxNode): string {
    const name = this.lastName(expression);
    // `nameof(Boats)` of C# is the name.
    const call = name === null ? this.view.callOf(this.view.unwrap(expression)) : null;
    if (call !== null && this.lastName(call.callee) === "nameof")
      return this.lastName(call.args[0] ?? -1) ?? unknownPart;
    if (name === null) return unknownPart;
    return this.constant(name) ?? `\u0001${qualifiedName(this.view, this.view.unwrap(expression)) ?? name}\u0001`;
  }

  /** A constant, which may be a path or a part of one; `type` is the class that declares it. */
  protected keepText(name: string, text: string, type: string | null): void {
    const isEmpty = text === `\u0001${orElse}\u0001`;
    const isPath = text.startsWith("/") || text.startsWith(`\u0001${orElse}/`) || isEmpty;
    const isPart = (type !== null || partName.test(name)) && /^[^\s"'<>]+$/.test(text);
    const isPattern = text.startsWith("^");
    if ((!isPath && !isPart && !isPattern) || text.length >= maxConstantLength) return;
    const plain = isPattern ? plainPattern(text) : text;
    this.facts.constants[name] = plain;
    if (type !== null) this.facts.constants[`${type}.${name}`] = plain;
  }

  /** A constant that is a part of a path, such as "boats". */
  protected keepPart(name: string, text: string): void {
    if (/^[^\s"'<>]+$/.test(text) && text.length < maxConstantLength) this.facts.constants[name] = text;
  }

  protected methodsOf(
    call: CallView,
    rule: { methods: readonly string[]; methodsIn?: ArgumentPosition },
  ): readonly string[] {
    const given = rule.methodsIn === undefined ? undefined : this.argument(call, rule.methodsIn);
    const repeated = typeof rule.methodsIn === "string" ? call.repeated?.get(rule.methodsIn) : undefined;
    const items = given === undefined ? [] : (this.view.itemsOf(this.view.unwrap(given)) ?? [given]);
    const listed = this.listMethods(repeated ?? items);
    return listed.length > 0 ? listed : rule.methods;
  }

  /** `"get"`, `http.MethodGet`, `HTTPMethod.GET`. */
  protected listMethods(nodes: readonly SyntaxNode[]): string[] {
    return nodes.flatMap((node) => {
      const text = this.pathOf(node) ?? this.lastName(node);
      // "GET,POST" of macaron and flamego.
      const named =
        text
          ?.replace(/^Method/, "")
          .toUpperCase()
          .split(/\s*,\s*/) ?? [];
      return named.filter((one) => one !== "");
    });
  }

  protected addRouter(
    name: string,
    { framework, isRoot, path, node }: { framework: string; isRoot: boolean; path: string; node: SyntaxNode },
  ): void {
    if (this.facts.routers.length < maxFacts)
      this.facts.routers.push({ name, framework, isRoot, path, line: this.s.line(node) });
  }

  /** `router.prefix("/boats")` of a router that was made without it. */
  protected givePath(name: string, path: string | null): string {
    const router = this.facts.routers.find((one) => one.name === name);
    if (path !== null && router !== undefined) router.path = path;
    return name;
  }

  protected addRoute(
    router: string,
    route: Pick<RouteFact, "method" | "path" | "handler" | "view" | "unless" | "servedBy"> & {
      node: SyntaxNode;
      end?: SyntaxNode;
    },
  ): void {
    const { method, path, handler, node, end = node, view, unless, servedBy } = route;
    // Whole addresses are called, not served.
    if (this.facts.routes.length >= maxFacts || /^[a-z][\w+.-]{0,20}:\/\//i.test(path)) return;
    const lines = { startLine: this.firstLine(node), endLine: this.s.endLine(end) };
    // Go's own router: "GET /boats".
    const [, ownMethod = method, ownPath = path] = /^([A-Z]{3,7}) (\S*\/.*)$/.exec(path) ?? [];
    this.facts.routes.push({
      router,
      method: ownMethod,
      path: ownPath,
      handler,
      ...lines,
      ...(view && { view }),
      ...(unless && { unless }),
      ...(servedBy && { servedBy }),
    });
  }

  /** A call counts from its name on: what is in front of it may be other calls of a chain. */
  private firstLine(node: SyntaxNode): number {
    const callee = this.view.callOf(node)?.callee;
    const member = callee === undefined ? null : this.view.memberOf(this.view.unwrap(callee));
    if (callee === undefined || member === null) return this.s.line(node);
    // Where the name called is no node of its own, it stands behind what it is called on.
    const gap = callee < 0 ? (/^\s*/.exec(this.s.textAfter(member.object, maxGap))?.[0] ?? "") : "";
    const end = callee < 0 ? this.s.endLine(member.object) + gap.split("\n").length - 1 : this.s.endLine(callee);
    return Math.max(this.s.line(node), end);
  }

  protected mount(parent: string, path: string, child: string, node: SyntaxNode): void {
    if (parent !== child && this.facts.mounts.length < maxFacts)
      this.facts.mounts.push({ parent, path, child, line: this.s.line(node) });
  }
}

const maxWrapped = 4;
/** Names that nothing but a handler has. */
const isHandling = /(?:^|[.:>])(?:[Hh]andle|[Ss]erve)[A-Z]\w*$/;
/** A verb and what it is done to: `boats.GetBoat`, `list_boats`. */
const act =
  /(?:^|[.:>])(?:[Gg]et|[Ll]ist|[Ff]ind|[Ss]how|[Ss]earch|[Cc]reate|[Aa]dd|[Nn]ew|[Uu]pdate|[Ee]dit|[Cc]hange|[Ss]et|[Ss]ave|[Ss]tore|[Dd]elete|[Rr]emove|[Dd]estroy|[Uu]pload|[Dd]ownload|[Ss]end|[Ss]tart|[Ss]top|[Hh]andle|[Ss]erve|[Ii]mport|[Ee]xport|[Rr]eset|[Vv]erify|[Cc]onfirm|[Pp]review|[Tt]est)(?:[A-Z]\w*|_[a-z]\w*)$/;
