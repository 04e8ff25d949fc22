import { unknownPart } from "#server/code-index/analysis/extract/routing/unknown-part.ts";
import type { ViewRules } from "#server/code-index/analysis/extract/routing/view-rules.ts";
import type { ImportTarget, IndexedEndpoint, IndexedGuard } from "#server/code-index/ports/code-index.ts";
import type { GuardFact, RouterFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import { ActionGuards } from "./action-guards.ts";
import type { ClassIndex } from "./class-index.ts";
import { calledAs } from "./endpoint-protocol.ts";
import { ViewExpander, type PlacedRoute } from "./expand-views.ts";
import { calledIn, givenTo, withTexts, type GivenTexts } from "./given-texts.ts";
import { joinRoutePaths } from "./join-route-paths.ts";
import { RequestGuards } from "./request-guards.ts";
import { RouteConstants } from "./route-constants.ts";
import { chosen, RouterNames, splitNode } from "./router-names.ts";

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
  /** What the function is called with whose parameter it is; undefined where it is none. */
  given: Readonly<Record<string, string>> | undefined;
}

interface Prefix {
  path: string;
  certainty: ResolvedEndpoint["certainty"];
  /** Outermost first. */
  guards: readonly IndexedGuard[];
  given: GivenTexts | null;
}

/** A path that follows on a prefix, and what is asked there. */
interface PathStep {
  path: string;
  file: string;
  guards: readonly GuardFact[] | undefined;
}

/** A router may be mounted in several positions; more than these are a mistake or hostile. */
const maxPrefixes = 64;
const maxDepth = 24;
/** Of one router. */
const maxEdges = 1_000;

/** The endpoints of a repository, each with the paths of all routers around it. */
export function resolveRouting(context: RoutingContext): ResolvedEndpoint[] {
  return new RoutingResolver(context).endpoints();
}

class RoutingResolver {
  private readonly routers = new Map<string, RouterFact>();
  private readonly mounts = new Map<string, MountEdge[]>();
  private readonly prefixes = new Map<string, readonly Prefix[]>();
  private readonly constants: RouteConstants;
  private readonly names: RouterNames;
  private readonly views: ViewExpander;
  private readonly actions: ActionGuards;
  private readonly requests: RequestGuards;
  private readonly showsServers: boolean;
  /** Routers, and what they are mounted on. */
  private readonly holders: ReadonlySet<string>;
  private readonly context: RoutingContext;

  constructor(context: RoutingContext) {
    this.context = context;
    this.actions = new ActionGuards(context.routing);
    this.requests = new RequestGuards(context.routing);
    this.views = new ViewExpander({
      classes: context.classes,
      rulesOf: (file) => context.viewsOf(file),
      namesOf: (file, name) => this.names.nodesOf(file, name).map(splitNode),
    });
    this.constants = new RouteConstants(context.routing);
    this.names = new RouterNames(context);
    for (const [file, facts] of context.routing)
      for (const router of facts.routers) this.routers.set(this.names.nodeOf(file, router.name), router);
    this.showsServers = this.findsServers();
    for (const [file, facts] of context.routing)
      for (const { parent, path, child, guards = [], given } of facts.mounts)
        for (const node of this.names.nodesOf(file, child)) {
          const list = this.mounts.get(node) ?? [];
          if (list.length === 0) this.mounts.set(node, list);
          for (const outer of this.names.nodesOf(file, parent))
            if (outer !== node) list.push({ parent: outer, path, file, guards, given });
        }
    this.followParameters();
    this.followResults();
    this.holders = this.findHolders();
  }

  private findHolders(): Set<string> {
    const found = new Set(this.routers.keys());
    for (const node of found) for (const { parent } of this.mounts.get(node) ?? []) found.add(parent);
    return found;
  }

  /** Whether the program shows what serves routers that might serve by themselves as well. */
  private findsServers(): boolean {
    const presumed = [...this.routers.values()].filter(({ isPresumed }) => isPresumed === true);
    const frameworks = new Set(presumed.map(({ framework }) => framework));
    return [...this.context.routing.values()].some(({ routers, mounts }) =>
      routers.some(
        ({ name, framework, isRoot, isPresumed }) =>
          isRoot && isPresumed !== true && frameworks.has(framework) && mounts.some(({ parent }) => parent === name),
      ),
    );
  }

  /** What a function gets is mounted where the function mounts its parameter, or hands it back. */
  private followParameters(): void {
    for (const [node, edges] of Array.from(this.mounts)) {
      if (!/\(\d+\)$/.test(node)) continue;
      const called = calledIn(node);
      const inside = edges.filter(({ given }) => given === undefined);
      for (const { parent, given: texts } of inside.length === 0 ? [] : edges) {
        if (texts === undefined) continue;
        const list = this.mounts.get(parent) ?? [];
        if (list.length === 0) this.mounts.set(parent, list);
        for (const one of inside)
          if (one.parent !== parent && list.length < maxEdges)
            list.push({ ...one, path: withTexts(one.path, { called, texts }) });
      }
    }
  }

  /** What a function hands back is the program that it made, where nobody mounts it: `m := newServer()`, `m.Get(…)`. */
  private followResults(): void {
    for (const [file, { mounts }] of this.context.routing)
      for (const { parent, path, child } of mounts) {
        if (path !== "" || !parent.endsWith("()")) continue;
        const made = this.names.nodesOf(file, child).filter((node) => this.isProgram(node));
        for (const node of made.length === 0 ? [] : this.names.nodesOf(file, parent))
          if ((this.mounts.get(node)?.length ?? 0) === 0)
            this.mounts.set(
              node,
              made.map((one) => ({ parent: one, path: "", file, guards: [], given: undefined })),
            );
      }
  }

  private isProgram(node: string): boolean {
    const router = this.routers.get(node);
    return router?.isRoot === true && router.isPresumed !== true;
  }

  endpoints(): ResolvedEndpoint[] {
    const found: ResolvedEndpoint[] = [];
    for (const [file, facts] of this.context.routing)
      for (const placed of facts.routes.flatMap((route) => this.views.expand(file, route))) {
        const { router, path, guards, isPartly, unless, servedBy, view: _view, ...route } = placed;
        if (unless !== undefined && this.names.nodesOf(file, unless).some((node) => this.holders.has(node))) continue;
        for (const node of this.names.nodesOf(file, router)) {
          if (servedBy !== undefined) {
            found.push(...this.addressed(file, placed, servedBy));
            continue;
          }
          if (!this.isRouter(node)) continue;
          const places = this.prefixesOf(node, new Set()).map((prefix) => this.follow(prefix, { path, file, guards }));
          for (const whole of new Map(places.map((one) => [one.path, one])).values()) {
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
    for (const { parent, path, file, guards, given } of edges) {
      const isReplaced = path.startsWith("\u0002");
      const mount: PathStep = { path: isReplaced ? path.slice(1) : path, file, guards };
      for (const outer of this.prefixesOf(parent, open)) {
        const placed = this.follow(this.follow(outer, mount), isReplaced ? { ...own, path: "" } : own);
        found.push(given === undefined ? placed : { ...placed, given: givenTo(node, { outer: outer.given, given }) });
      }
    }
    open.delete(node);
    const isApart = router?.serves === "names" || (router?.serves !== undefined && own.path !== "");
    if (isApart) {
      const alone: Prefix = { path: "", certainty: "resolved", guards: found[0]?.guards ?? [], given: null };
      const apart = this.follow(alone, own);
      this.prefixes.set(node, [apart]);
      return [apart];
    }
    // A router that a function hands back is known by where the caller mounts it.
    const sure = found.filter(({ certainty }) => certainty !== "unknown");
    const counted = chosen(node, sure.length > 0 ? sure : found);
    // Where it is also mounted as a whole, a mount at a computed path adds nothing that could be called.
    const isWhole = counted.some(({ certainty }) => certainty === "resolved");
    const read = isWhole ? counted.filter(({ path }) => !path.includes("{…}")) : counted;
    const unique = [...new Map(read.map((one) => [prefixKey(one), one])).values()].slice(0, maxPrefixes);
    const isServed = router?.isRoot === true && (router.isPresumed !== true || !this.showsServers);
    const alone: Prefix = { path: "", certainty: isServed ? "resolved" : "unknown", guards: [], given: null };
    // A program that is also handed back by a function, or by a module, serves by itself.
    const isMounted = unique.some(({ certainty }) => certainty !== "unknown") || router?.isRoot !== true;
    const prefixes = unique.length > 0 && isMounted ? unique : [this.follow(alone, own)];
    if (open.size === 0 || unique.length > 0) this.prefixes.set(node, prefixes);
    return prefixes;
  }

  /** The path behind the prefix, with constants put in. */
  private follow(prefix: Prefix, { path, file, guards = [] }: PathStep): Prefix {
    const written = prefix.given === null ? path : withTexts(path, prefix.given);
    const { path: text, isComplete } = this.constants.complete(written, file);
    return {
      given: prefix.given,
      path: text === "" ? prefix.path : joinRoutePaths(prefix.path, text),
      certainty: prefix.certainty === "resolved" && !isComplete ? "partly" : prefix.certainty,
      guards: guards.length === 0 ? prefix.guards : [...prefix.guards, ...guards.map((guard) => ({ ...guard, file }))],
    };
  }
}

/** Calls of one function with different texts lead to different paths. */
function prefixKey({ path, given }: Prefix): string {
  return given === null ? path : [path, given.called, ...Object.values(given.texts)].join("\0");
}
