import type { ImportTarget, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { RouterFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

/** An endpoint with the whole path that it is served at. */
export interface ResolvedEndpoint extends IndexedEndpoint {
  file: string;
}

interface RoutingContext {
  /** Of the files that say something about routers. */
  routing: ReadonlyMap<string, RoutingFacts>;
  /** Where an import of that file leads. */
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
  /** Imports of a file that only hands on what others give out. */
  importsOf(file: string): readonly { specifier: string; names: readonly string[] }[];
}

interface MountEdge {
  parent: string;
  path: string;
}

interface Prefix {
  path: string;
  certainty: ResolvedEndpoint["certainty"];
}

/** Around the names of constants in paths. */
const constantMark = "\u0001";
/** A router may be mounted in several positions; more than these are a mistake or hostile. */
const maxPrefixes = 16;
const maxDepth = 24;
const maxReExports = 8;

/** The endpoints of a repository, each with the paths of all routers around it. */
export function resolveRouting(context: RoutingContext): ResolvedEndpoint[] {
  return new RoutingResolver(context).endpoints();
}

class RoutingResolver {
  private readonly routers = new Map<string, RouterFact>();
  private readonly mounts = new Map<string, MountEdge[]>();
  private readonly prefixes = new Map<string, readonly Prefix[]>();
  /** Values of constants that have the same value wherever they are declared. */
  private readonly constants = new Map<string, string | null>();
  private readonly folders: ReadonlyMap<string, string[]>;
  /** Names of the files that say something about routers. */
  private readonly known = new Set<string>();
  /** Parameters of methods by file. */
  private readonly methods = new Map<string, string[]>();
  private readonly context: RoutingContext;

  constructor(context: RoutingContext) {
    this.context = context;
    this.folders = Map.groupBy(context.routing.keys(), (path) => path.slice(0, path.lastIndexOf("/") + 1));
    this.listNames();
    for (const [file, facts] of context.routing) {
      for (const router of facts.routers) this.routers.set(`${file}\0${router.name}`, router);
      for (const [name, value] of Object.entries(facts.constants)) {
        const known = this.constants.get(name);
        this.constants.set(name, known === undefined || known === value ? value : null);
      }
    }
    for (const [file, facts] of context.routing)
      for (const { parent, path, child } of facts.mounts)
        for (const node of this.nodesOf(file, child)) {
          const list = this.mounts.get(node) ?? [];
          if (list.length === 0) this.mounts.set(node, list);
          for (const outer of this.nodesOf(file, parent)) if (outer !== node) list.push({ parent: outer, path });
        }
  }

  private listNames(): void {
    for (const [file, { routers, routes, mounts }] of this.context.routing) {
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
      for (const { router, path, ...route } of facts.routes)
        for (const node of this.nodesOf(file, router)) {
          if (!this.isRouter(node)) continue;
          for (const prefix of this.prefixesOf(node, new Set())) {
            const { path: whole, certainty } = this.complete(prefix, path);
            found.push({ ...route, file, path: whole.startsWith("/") ? whole : `/${whole}`, certainty });
          }
        }
    return found;
  }

  /** The nodes that a name of a file stands for: of the same file, or of the one it is imported from. */
  private nodesOf(file: string, name: string, depth = 0): string[] {
    const at = name.indexOf("#");
    if (at === -1) return [`${file}\0${name}`];
    if (depth > maxReExports) return [];
    const { exported, rest } = splitMembers(name.slice(at + 1));
    const specifier = name.slice(0, at);
    if (specifier === "*") return this.methodNodes(name.slice(at + 1), [...this.context.routing.keys()]);
    if (specifier === "&") return this.packageNodes(file, name.slice(at + 1));
    const target = this.context.resolveImport(file, specifier, exported === "*" ? "" : exported);
    if (target.kind !== "files") return [];
    return target.paths.flatMap((path) => {
      const isModule = exported === "*" || isModuleOf(path, exported);
      const { exported: inner, rest: more } = isModule ? splitMembers(rest.replace(/^\./, "")) : { exported, rest };
      return inner === "" ? [] : this.exportedNodes(path, { name: inner, rest: more, depth });
    });
  }

  private exportedNodes(path: string, at: { name: string; rest: string; depth: number }): string[] {
    const { name, rest, depth } = at;
    const facts = this.context.routing.get(path);
    const own = facts !== undefined && Object.hasOwn(facts.exports, name) ? facts.exports[name] : undefined;
    if (own !== undefined) return this.nodesOf(path, `${own}${rest}`, depth + 1);
    const handedOn = this.context.importsOf(path).find(({ names }) => names.includes(name));
    if (handedOn !== undefined) return this.nodesOf(path, `${handedOn.specifier}#${name}${rest}`, depth + 1);
    if (facts === undefined) return [];
    const node = `${path}\0${name}${rest}`;
    const method = /\)(\.\w+\(\d+\))$/.exec(rest)?.[1];
    return this.known.has(node) || method === undefined ? [node] : this.methodNodes(method, this.folderOf(path));
  }

  /** Of a name that any file of the folder may declare. */
  private packageNodes(file: string, name: string): string[] {
    const nodes = this.folderOf(file).map((path) => `${path}\0${name}`);
    const known = nodes.filter((node) => this.known.has(node));
    if (known.length > 0) return known;
    const method = /\)(\.\w+\(\d+\))$/.exec(name)?.[1];
    return method === undefined ? [] : this.methodNodes(method, this.folderOf(file));
  }

  /** The parameter of a method by the method's name alone, where only one type of these files has one of that name. */
  private methodNodes(name: string, paths: readonly string[]): string[] {
    const found = paths.flatMap((path) => (this.methods.get(path) ?? []).filter((node) => node.endsWith(name)));
    return found.length === 1 ? found : [];
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
    const own = router?.path ?? "";
    const found: Prefix[] = [];
    for (const { parent, path } of this.mounts.get(node) ?? []) {
      const isReplaced = path.startsWith("\u0002");
      for (const outer of this.prefixesOf(parent, open))
        found.push(this.complete(outer, isReplaced ? path.slice(1) : join(path, own)));
    }
    open.delete(node);
    const unique = [...new Map(found.map((one) => [one.path, one])).values()].slice(0, maxPrefixes);
    const alone: Prefix = { path: own, certainty: router?.isRoot === true ? "resolved" : "unknown" };
    // A program that is also handed back by a function, or by a module, serves by itself.
    const isMounted = unique.some(({ certainty }) => certainty !== "unknown") || router?.isRoot !== true;
    const prefixes =
      unique.length > 0 && isMounted ? unique : [this.complete({ path: "", certainty: alone.certainty }, own)];
    if (open.size === 0 || unique.length > 0) this.prefixes.set(node, prefixes);
    return prefixes;
  }

  /** The path behind the prefix, with constants put in. */
  private complete(prefix: Prefix, path: string): Prefix {
    let { certainty } = prefix;
    const parts = path.split(constantMark).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = this.constants.get(part);
      if (value !== undefined && value !== null) return value;
      if (certainty === "resolved") certainty = "partly";
      return part === "" ? "{…}" : `{${part}}`;
    });
    const text = parts.join("");
    return { path: text === "" ? prefix.path : join(prefix.path, text), certainty };
  }
}

/** "routes.all()" is `routes` with ".all()" behind it. */
function splitMembers(name: string): { exported: string; rest: string } {
  const end = /^[^.(]*/.exec(name)?.[0].length ?? 0;
  return { exported: name.slice(0, end), rest: name.slice(end) };
}

/** `from app import boats` means the module `app/boats.py` where there is one. */
function isModuleOf(path: string, name: string): boolean {
  return new RegExp(`(?:^|/)${name}(?:\\.\\w+|/(?:__init__|index)\\.\\w+)$`).test(path);
}

/** A slash at the end is kept: frameworks tell "/boats" from "/boats/". */
function join(prefix: string, path: string): string {
  if (path === "") return prefix;
  return `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
