import { unknownPart } from "#server/code-index/analysis/extract/routing/unknown-part.ts";
import type { ViewRules } from "#server/code-index/analysis/extract/routing/view-rules.ts";
import type { ImportTarget, IndexedEndpoint, IndexedGuard } from "#server/code-index/ports/code-index.ts";
import type { GuardFact, RouterFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import { ActionGuards } from "./action-guards.ts";
import type { ClassIndex } from "./class-index.ts";
import { calledAs } from "./endpoint-protocol.ts";
import { ViewExpander, type PlacedRoute } from "./expand-views.ts";
import { joinRoutePaths } from "./join-route-paths.ts";
import { RequestGuards } from "./request-guards.ts";
import { RouteConstants } from "./route-constants.ts";
import { chosen, isModuleOf, nearestOf, splitMembers, splitNode } from "./router-names.ts";

/** An endpoint with the whole path that it is served at. */
export interface ResolvedEndpoint extends IndexedEndpoint {
  file: string;
}

export interface RoutingContext {
  /** Of the files that say something about routers. */
  routing: ReadonlyMap<string, RoutingFacts>;
  /** Where an import of that file leads. */
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
  /** Imports of a file that only hands on what others give out. */
  importsOf(file: string): readonly { specifier: string; names: readonly string[] }[];
  classes: ClassIndex;
  /** Null for files of languages whose classes do not say themselves which methods they answer. */
  viewsOf(file: string): ViewRules | null;
}

interface MountEdge {
  parent: string;
  path: string;
  /** Where it is mounted. */
  file: string;
  guards: readonly GuardFact[];
}

interface Prefix {
  path: string;
  certainty: ResolvedEndpoint["certainty"];
  /** Outermost first. */
  guards: readonly IndexedGuard[];
}

/** A path that follows on a prefix, and what is asked there. */
interface PathStep {
  path: string;
  file: string;
  guards: readonly GuardFact[] | undefined;
}

/** A router may be mounted in several positions; more than these are a mistake or hostile. */
const maxPrefixes = 16;
const maxDepth = 24;
const maxReExports = 8;
/** Modules that a file hands on as a whole. */
const maxHandedOn = 200;

/** The endpoints of a repository, each with the paths of all routers around it. */
export function resolveRouting(context: RoutingContext): ResolvedEndpoint[] {
  return new RoutingResolver(context).endpoints();
}

class RoutingResolver {
  private readonly routers = new Map<string, RouterFact>();
  private readonly mounts = new Map<string, MountEdge[]>();
  private readonly prefixes = new Map<string, readonly Prefix[]>();
  private readonly constants: RouteConstants;
  private readonly folders: ReadonlyMap<string, string[]>;
  /** Names of the files that say something about routers. */
  private readonly known = new Set<string>();
  /** Parameters of methods by file. */
  private readonly methods = new Map<string, string[]>();
  /** Nodes by the names that the whole program knows. */
  private readonly globals = new Map<string, string[]>();
  private readonly views: ViewExpander;
  private readonly actions: ActionGuards;
  private readonly requests: RequestGuards;
  private readonly context: RoutingContext;

  constructor(context: RoutingContext) {
    this.context = context;
    this.actions = new ActionGuards(context.routing);
    this.requests = new RequestGuards(context.routing);
    this.views = new ViewExpander({
      classes: context.classes,
      rulesOf: (file) => context.viewsOf(file),
      namesOf: (file, name) => this.nodesOf(file, name).map(splitNode),
    });
    this.constants = new RouteConstants(context.routing);
    this.folders = Map.groupBy(context.routing.keys(), (path) => path.slice(0, path.lastIndexOf("/") + 1));
    this.listNames();
    for (const [file, facts] of context.routing)
      for (const router of facts.routers) this.routers.set(`${file}\0${router.name}`, router);
    for (const [file, facts] of context.routing)
      for (const { parent, path, child, guards = [] } of facts.mounts)
        for (const node of this.nodesOf(file, child)) {
          const list = this.mounts.get(node) ?? [];
          if (list.length === 0) this.mounts.set(node, list);
          for (const outer of this.nodesOf(file, parent))
            if (outer !== node) list.push({ parent: outer, path, file, guards });
        }
    this.followParameters();
  }

  /** A function that hands back its parameter hands back what it is called with. */
  private followParameters(): void {
    for (const [node, edges] of Array.from(this.mounts)) {
      const result = node.replace(/\(\d+\)$/, "()");
      if (result === node || !edges.some(({ parent, path }) => parent === result && path === "")) continue;
      for (const { parent: given, file } of edges) {
        if (given === result) continue;
        const list = this.mounts.get(given) ?? [];
        if (list.length === 0) this.mounts.set(given, list);
        list.push({ parent: result, path: "", file, guards: [] });
      }
    }
  }

  private listNames(): void {
    for (const [file, { routers, routes, mounts, globals }] of this.context.routing) {
      for (const [name, key] of Object.entries(globals ?? {}))
        this.globals.set(name, [...(this.globals.get(name) ?? []), `${file}\0${key}`]);
      const names = new Set([
        ...routers.map(({ name }) => name),
        ...routes.map(({ router }) => router),
        ...mounts.flatMap(({ parent, child }) => [parent, child]),
      ]);
      const own = [...names].filter((name) => !name.includes("#")).map((name) => `${file}\0${name}`);
      for (const node of own) this.known.add(node);
      this.methods.set(
        file,
        own.filter((node) => /\.\w+\(\d+\)$/.test(node)),
      );
    }
  }

  endpoints(): ResolvedEndpoint[] {
    const found: ResolvedEndpoint[] = [];
    for (const [file, facts] of this.context.routing)
      for (const placed of facts.routes.flatMap((route) => this.views.expand(file, route))) {
        const { router, path, guards, isPartly, unless, servedBy, view: _view, ...route } = placed;
        if (unless !== undefined && this.nodesOf(file, unless).some((node) => this.known.has(node))) continue;
        for (const node of this.nodesOf(file, router)) {
          if (!this.isRouter(node)) continue;
          if (servedBy !== undefined) {
            found.push(...this.addressed(file, placed, servedBy));
            continue;
          }
          for (const prefix of this.prefixesOf(node, new Set())) {
            const whole = this.follow(prefix, { path, file, guards });
            found.push({
              ...route,
              ...calledAs(route.method, whole.path),
              certainty: whole.certainty === "resolved" && isPartly === true ? "partly" : whole.certainty,
              guards: [...whole.guards, ...this.actions.of(route.handler), ...this.requests.of(file, route.handler)],
            });
          }
        }
      }
    return found;
  }

  /** An operation at its address of HTTP, below all that serve addresses of that kind. */
  private addressed(file: string, { path, guards, ...route }: PlacedRoute, kind: string): ResolvedEndpoint[] {
    const { path: written, isComplete } = this.constants.complete(path, file);
    const [, method = route.method, own = written] = /^([A-Z]{3,7}) (\/.*)$/.exec(written) ?? [];
    if (!isComplete || !own.startsWith("/")) return [];
    const serving = [...this.routers].filter(([, { serves }]) => serves === kind).map(([node]) => node);
    const prefixes = serving.flatMap((node) => this.prefixesOf(node, new Set()));
    const { router: _router, servedBy: _servedBy, view: _view, ...rest } = route;
    return [...new Map(prefixes.map((one) => [one.path, one])).values()].map((prefix) => {
      const whole = this.follow(prefix, { path: own, file, guards });
      return {
        ...rest,
        method,
        ...calledAs(method, whole.path),
        certainty: whole.certainty,
        guards: [...whole.guards],
      };
    });
  }

  /** The nodes that a name of a file stands for: of the same file, or of the one it is imported from. */
  private nodesOf(file: string, name: string, depth = 0): readonly string[] {
    const at = name.indexOf("#");
    if (at === -1) return [`${file}\0${name}`];
    if (depth > maxReExports) return [];
    const { exported, rest } = splitMembers(name.slice(at + 1));
    const specifier = name.slice(0, at);
    if (specifier === "*") return this.methodNodes(name.slice(at + 1), [...this.context.routing.keys()], file);
    if (specifier === "^") return this.globalNodes(name.slice(at + 1));
    if (specifier === "&") return this.packageNodes(file, name.slice(at + 1));
    // A path of Rust leads through modules to what is in the last one.
    const isPath = file.endsWith(".rs") && exported !== "*";
    const target = isPath
      ? this.context.resolveImport(file, `${specifier}::${exported}`, "")
      : this.context.resolveImport(file, specifier, exported === "*" ? "" : exported);
    if (target.kind !== "files") return [];
    return target.paths.flatMap((path) => {
      const isOwn = this.known.has(`${path}\0${exported}${rest}`);
      const isModule = exported === "*" || (!isOwn && isModuleOf(path, exported) && !this.givesOut(path, exported));
      const { exported: inner, rest: more } = isModule ? splitMembers(rest.replace(/^\./, "")) : { exported, rest };
      // What is given out as the only thing is the module itself to those who load it.
      return this.exportedNodes(path, { name: inner === "" ? "default" : inner, rest: more, depth });
    });
  }

  private exportedNodes(path: string, at: { name: string; rest: string; depth: number }): readonly string[] {
    const { name, rest, depth } = at;
    const facts = this.context.routing.get(path);
    const own = facts !== undefined && Object.hasOwn(facts.exports, name) ? facts.exports[name] : undefined;
    if (own !== undefined) {
      const found = this.nodesOf(path, `${own}${rest}`, depth + 1);
      if (found.some((one) => this.known.has(one))) return found;
      // `new Boats().router` is the field that the class gives its router.
      const instance = rest.startsWith("().") ? this.nodesOf(path, `${own}${rest.slice(2)}`, depth + 1) : [];
      return instance.some((one) => this.known.has(one)) ? instance : found;
    }
    const handedOn = this.context.importsOf(path).find(({ names }) => names.includes(name));
    if (handedOn !== undefined) return this.nodesOf(path, `${handedOn.specifier}#${name}${rest}`, depth + 1);
    const whole = this.handedOnWhole(path, `${name}${rest}`, depth);
    if (whole.length > 0) return whole;
    if (facts === undefined) return [];
    const entry = `${path}\0default.${name}${rest}`;
    if (this.known.has(entry)) return [entry];
    // Of a module that gives out several things, loaded as one: `require("./boats").router`.
    const member = splitMembers(rest.slice(1));
    if (name === "default" && rest.startsWith(".") && this.givesOut(path, member.exported))
      return this.exportedNodes(path, { name: member.exported, rest: member.rest, depth: depth + 1 });
    const node = `${path}\0${name}${rest}`;
    const method = /\)(\.\w+\(\d+\))$/.exec(rest)?.[1];
    return this.known.has(node) || method === undefined ? [node] : this.methodNodes(method, this.folderOf(path), path);
  }

  /** Of a name that the whole program knows, which may lack its beginning where one alone ends like that. */
  private globalNodes(name: string): readonly string[] {
    const exact = this.globals.get(name);
    if (exact !== undefined) return exact;
    const found = [...this.globals].filter(([known]) => known.endsWith(`::${name}`) || known.endsWith(`.${name}`));
    return found.length === 1 ? (found[0]?.[1] ?? []) : [];
  }

  private givesOut(path: string, name: string): boolean {
    const facts = this.context.routing.get(path);
    return facts !== undefined && Object.hasOwn(facts.exports, name);
  }

  /** `export * from "./boats"`. */
  private handedOnWhole(path: string, name: string, depth: number): readonly string[] {
    if (!/\.[cm]?[jt]sx?$/.test(path) || name.startsWith("default")) return [];
    for (const { specifier, names } of this.context.importsOf(path).slice(0, maxHandedOn)) {
      if (names.length > 0 || !specifier.startsWith(".")) continue;
      const found = this.nodesOf(path, `${specifier}#${name}`, depth + 1);
      if (found.some((one) => this.known.has(one))) return found;
    }
    return [];
  }

  /** Of a name that any file of the folder may declare. */
  private packageNodes(file: string, name: string): readonly string[] {
    const nodes = this.folderOf(file).map((path) => `${path}\0${name}`);
    const known = nodes.filter((node) => this.known.has(node));
    if (known.length > 0) return known;
    // `BoatApi.Map(app)` of a class in another folder.
    const called = /^[A-Z]\w*\.\w+\(\d+\)$/.test(name)
      ? [...this.context.routing.keys()].map((path) => `${path}\0${name}`)
      : [];
    const elsewhere = called.filter((node) => this.known.has(node));
    if (elsewhere.length === 1) return elsewhere;
    const method = /\)(\.\w+\(\d+\))$/.exec(name)?.[1];
    return method === undefined ? [] : this.methodNodes(method, this.folderOf(file), file);
  }

  /**
   * The parameter of a method by the method's name alone, where only one type of these files has one of that name, or all
   * of them extend the same; otherwise of the one that is nearest to the file.
   */
  private methodNodes(name: string, paths: readonly string[], file: string): readonly string[] {
    const found = paths.flatMap((path) => (this.methods.get(path) ?? []).filter((node) => node.endsWith(name)));
    if (found.length < 2) return found;
    const owners = found.map(splitNode).map((one) => ({ ...one, name: one.name.slice(0, one.name.indexOf(".")) }));
    if (this.context.classes.extendSame(owners)) return found;
    return nearestOf(file, found);
  }

  private folderOf(file: string): readonly string[] {
    return this.folders.get(file.slice(0, file.lastIndexOf("/") + 1)) ?? [];
  }

  /** Whether routes on it are those of a web framework: it is made as a router, or mounted on one. */
  private isRouter(node: string): boolean {
    const seen = new Set<string>();
    const check = (one: string): boolean => {
      if (this.routers.has(one)) return true;
      if (seen.has(one) || seen.size > maxDepth) return false;
      seen.add(one);
      return (this.mounts.get(one) ?? []).some(({ parent }) => check(parent));
    };
    return check(node);
  }

  private prefixesOf(node: string, open: Set<string>): readonly Prefix[] {
    const known = this.prefixes.get(node);
    if (known !== undefined) return known;
    if (open.has(node) || open.size > maxDepth) return [];
    open.add(node);
    const router = this.routers.get(node);
    const edges = this.mounts.get(node) ?? [];
    // What serves addresses is mounted below the path that it says itself.
    const isPlaced = edges.length > 0 && router?.path === unknownPart;
    const own: PathStep = {
      path: isPlaced ? "" : (router?.path ?? ""),
      file: node.slice(0, node.indexOf("\0")),
      guards: router?.guards,
    };
    const found: Prefix[] = [];
    for (const { parent, path, file, guards } of edges) {
      const isReplaced = path.startsWith("\u0002");
      const mount: PathStep = { path: isReplaced ? path.slice(1) : path, file, guards };
      for (const outer of this.prefixesOf(parent, open))
        found.push(this.follow(this.follow(outer, mount), isReplaced ? { ...own, path: "" } : own));
    }
    open.delete(node);
    const isApart = router?.serves === "names" || (router?.serves !== undefined && own.path !== "");
    if (isApart) {
      const apart = this.follow({ path: "", certainty: "resolved", guards: found[0]?.guards ?? [] }, own);
      this.prefixes.set(node, [apart]);
      return [apart];
    }
    // A router that a function hands back is known by where the caller mounts it.
    const sure = found.filter(({ certainty }) => certainty !== "unknown");
    const counted = chosen(node, sure.length > 0 ? sure : found);
    // Where it is also mounted as a whole, a mount at a computed path adds nothing that could be called.
    const isWhole = counted.some(({ certainty }) => certainty === "resolved");
    const read = isWhole ? counted.filter(({ path }) => !path.includes("{…}")) : counted;
    const unique = [...new Map(read.map((one) => [one.path, one])).values()].slice(0, maxPrefixes);
    const alone: Prefix = { path: "", certainty: router?.isRoot === true ? "resolved" : "unknown", guards: [] };
    // A program that is also handed back by a function, or by a module, serves by itself.
    const isMounted = unique.some(({ certainty }) => certainty !== "unknown") || router?.isRoot !== true;
    const prefixes = unique.length > 0 && isMounted ? unique : [this.follow(alone, own)];
    if (open.size === 0 || unique.length > 0) this.prefixes.set(node, prefixes);
    return prefixes;
  }

  /** The path behind the prefix, with constants put in. */
  private follow(prefix: Prefix, { path, file, guards = [] }: PathStep): Prefix {
    const { path: text, isComplete } = this.constants.complete(path, file);
    return {
      path: text === "" ? prefix.path : joinRoutePaths(prefix.path, text),
      certainty: prefix.certainty === "resolved" && !isComplete ? "partly" : prefix.certainty,
      guards: guards.length === 0 ? prefix.guards : [...prefix.guards, ...guards.map((guard) => ({ ...guard, file }))],
    };
  }
}
