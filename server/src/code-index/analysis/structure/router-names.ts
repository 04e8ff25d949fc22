import type { ImportTarget } from "#server/code-index/ports/code-index.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ClassIndex } from "./class-index.ts";
import { folderOf, joinPath } from "./paths.ts";

/** Re-exports of re-exports. */
const maxReExports = 8;
/** Modules that a file hands on as a whole. */
const maxHandedOn = 200;

interface RouterNameContext {
  /** Of the files that say something about routers. */
  routing: ReadonlyMap<string, RoutingFacts>;
  /** Where an import of that file leads. */
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
  /** Imports of a file that only hands on what others give out. */
  importsOf(file: string): readonly { specifier: string; names: readonly string[] }[];
  classes: Pick<ClassIndex, "extendSame">;
}

/** What the names of routers in files stand for. */
export class RouterNames {
  private readonly folders: ReadonlyMap<string, string[]>;
  /** Names of the files that say something about routers. */
  private readonly known = new Set<string>();
  /** What fields of types hold, with the file that says so. */
  private readonly fields = new Map<string, { file: string; type: string }>();
  /** Parameters of methods by file. */
  private readonly methods = new Map<string, string[]>();
  /** Nodes by the names that the whole program knows. */
  private readonly globals = new Map<string, string[]>();
  private readonly context: RouterNameContext;

  constructor(context: RouterNameContext) {
    this.context = context;
    this.folders = Map.groupBy(context.routing.keys(), folderOf);
    this.listNames();
  }

  /** What a name of a file is known by everywhere: files of a folder share the members of types in Go. */
  nodeOf(file: string, name: string): string {
    const isShared = file.endsWith(".go") && /^(?:~|\w+\.)/.test(name);
    return isShared ? `${folderOf(file)}\0${name}` : `${file}\0${name}`;
  }

  has(node: string): boolean {
    return this.known.has(node);
  }

  private listNames(): void {
    for (const [file, { routers, routes, mounts, globals, fields, inherits }] of this.context.routing) {
      for (const [field, type] of Object.entries(fields ?? {}))
        this.fields.set(this.nodeOf(file, field), { file, type });
      for (const [name, key] of Object.entries(globals ?? {}))
        this.globals.set(name, [...(this.globals.get(name) ?? []), this.nodeOf(file, key)]);
      const names = new Set([
        ...routers.map(({ name }) => name),
        ...routes.map(({ router }) => router),
        ...mounts.flatMap(({ parent, child }) => [parent, child]),
      ]);
      for (const type of Object.keys(inherits ?? {})) this.known.add(this.nodeOf(file, `~${type}`));
      const own = [...names].filter((name) => !name.includes("#")).map((name) => this.nodeOf(file, name));
      for (const node of own) this.known.add(node);
      this.methods.set(
        file,
        own.filter((node) => /\.\w+\(\d*\)$/.test(node)),
      );
    }
  }

  /** The nodes that a name of a file stands for: of the same file, or of the one it is imported from. */
  nodesOf(file: string, name: string, depth = 0): readonly string[] {
    const at = name.indexOf("#");
    if (depth > maxReExports) return [];
    if (at === -1) {
      const inherited = this.inheritedNode(file, name);
      return inherited !== null ? [inherited] : (this.fieldNodes(file, name, depth) ?? [this.nodeOf(file, name)]);
    }
    const { exported, rest } = splitMembers(name.slice(at + 1));
    const specifier = name.slice(0, at);
    if (specifier === "*") return this.methodNodes(name.slice(at + 1), [...this.context.routing.keys()], file);
    if (specifier === "^") return this.globalNodes(name.slice(at + 1));
    if (specifier === "&") return this.packageNodes(file, name.slice(at + 1));
    if (specifier.endsWith("/*")) return this.loadedNodes(file, specifier.slice(0, -2), { exported, rest, depth });
    // A path of Rust leads through modules to what is in the last one.
    const isPath = file.endsWith(".rs") && exported !== "*";
    const target = isPath
      ? this.context.resolveImport(file, `${specifier}::${exported}`, "")
      : this.context.resolveImport(file, specifier, exported === "*" ? "" : exported);
    if (target.kind !== "files") return [];
    return target.paths.flatMap((path) => {
      const isOwn = this.known.has(this.nodeOf(path, `${exported}${rest}`));
      const isModule = exported === "*" || (!isOwn && isModuleOf(path, exported) && !this.givesOut(path, exported));
      const { exported: inner, rest: more } = isModule ? splitMembers(rest.replace(/^\./, "")) : { exported, rest };
      // What is given out as the only thing is the module itself to those who load it.
      return this.exportedNodes(path, { name: inner === "" ? "default" : inner, rest: more, depth });
    });
  }

  /** Of a folder whose modules are all loaded: those of one by its name, or what each of them gives out. */
  private loadedNodes(
    file: string,
    folder: string,
    { exported, rest, depth }: { exported: string; rest: string; depth: number },
  ): readonly string[] {
    const paths = (this.loadedFolder(file, folder) ?? []).filter((path) => path !== file);
    if (exported !== "*")
      return paths.flatMap((path) => this.exportedNodes(path, { name: "default", rest, depth: depth + 1 }));
    const { exported: member, rest: more } = splitMembers(rest.replace(/^\./, ""));
    const named = paths.filter((path) => plainStem(path) === member.toLowerCase());
    return named.flatMap((path) => this.exportedNodes(path, { name: "default", rest: more, depth: depth + 1 }));
  }

  /** The files of a folder; of one that only the running program can place, where one alone is called so. */
  private loadedFolder(file: string, folder: string): readonly string[] | undefined {
    if (!folder.startsWith("?/")) return this.folders.get(joinPath(folderOf(file), folder) ?? "");
    const name = folder.slice(2);
    const beside = this.folders.get(joinPath(folderOf(file), name) ?? "");
    const ending = [...this.folders.keys()].filter((one) => one === name || one.endsWith(`/${name}`));
    return beside ?? (ending.length === 1 ? this.folders.get(ending[0] ?? "") : undefined);
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
    const entry = this.nodeOf(path, `default.${name}${rest}`);
    if (this.known.has(entry)) return [entry];
    // Of a module that gives out several things, loaded as one: `require("./boats").router`.
    const member = splitMembers(rest.slice(1));
    if (name === "default" && rest.startsWith(".") && this.givesOut(path, member.exported))
      return this.exportedNodes(path, { name: member.exported, rest: member.rest, depth: depth + 1 });
    const node = this.nodeOf(path, `${name}${rest}`);
    const method = /\)(\.\w+\(\d+\))$/.exec(rest)?.[1];
    if (this.known.has(node)) return [node];
    const held = this.fieldNodes(path, `${name}${rest}`, depth);
    if (held !== null || method === undefined) return held ?? [node];
    return this.madeNodes(name, method, path) ?? this.methodNodes(method, this.folderOf(path), path);
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
    const nodes = [...new Set(this.folderOf(file).map((path) => this.nodeOf(path, name)))];
    const known = nodes.filter((node) => this.known.has(node));
    if (known.length > 0) return known;
    // `BoatApi.Map(app)` of a class in another folder.
    const called = /^[A-Z]\w*\.\w+\(\d+\)$/.test(name)
      ? [...new Set([...this.context.routing.keys()].map((path) => this.nodeOf(path, name)))]
      : [];
    const elsewhere = called.filter((node) => this.known.has(node));
    if (elsewhere.length === 1) return elsewhere;
    const [, maker = "", method] = /^(\w*).*\)(\.\w+\(\d+\))$/.exec(name) ?? [];
    if (method === undefined) return [];
    const made = this.madeNodes(maker, method, file) ?? this.methodNodes(method, this.folderOf(file), file);
    // What a function of the folder makes may be of a type of another one.
    return made.length > 0 || !/^[a-zA-Z]\w*\(\)\./.test(name)
      ? made
      : this.methodNodes(method, [...this.context.routing.keys()], file);
  }

  /** Of a router that a class inherits each value has its own: `Boats.router` is the value; null where there is none. */
  private inheritedNode(file: string, name: string): string | null {
    const [, type = "", member = ""] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    return type !== "" && this.inheritedRouters(file, type, 0).has(member) ? this.nodeOf(file, `~${type}`) : null;
  }

  /** Fields and getters by which a class has a router of a class that it extends. */
  private inheritedRouters(file: string, type: string, depth: number): ReadonlySet<string> {
    const { inherits = {} } = this.context.routing.get(file) ?? {};
    const written = Object.hasOwn(inherits, type) ? inherits[type] : undefined;
    const base = written === undefined || depth > maxReExports ? null : this.baseOf(file, written);
    if (base === null) return new Set();
    const { routers = [], mounts = [] } = this.context.routing.get(base.file) ?? {};
    const fields = routers
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${base.type}.`) && !name.endsWith(")"));
    const given = mounts.filter(({ child }) => fields.includes(child)).map(({ parent }) => parent);
    const getters = given.filter((name) => name.startsWith(`${base.type}.`) && name.endsWith("()"));
    if (fields.length === 0) return this.inheritedRouters(base.file, base.type, depth + 1);
    return new Set([...fields, ...getters].map((name) => name.slice(base.type.length + 1).replace("()", "")));
  }

  private baseOf(file: string, written: string): { file: string; type: string } | null {
    const [specifier = "", exported] = written.split("#");
    if (exported === undefined) return { file, type: written };
    const target = this.context.resolveImport(file, specifier, exported);
    const [path] = target.kind === "files" ? target.paths : [];
    const given = path === undefined ? undefined : this.context.routing.get(path)?.exports[exported];
    return path === undefined ? null : { file: path, type: given ?? exported };
  }

  /** Of what a field of a type holds: `Server.boats.Register(0)` is `Boats.Register(0)`; null where nothing is known of it. */
  private fieldNodes(file: string, name: string, depth: number): readonly string[] | null {
    const [, field = "", rest = ""] = /^(\w+\.\w+)(\..+)$/.exec(name) ?? [];
    const held = field === "" ? undefined : this.fields.get(this.nodeOf(file, field));
    return held === undefined ? null : this.nodesOf(held.file, `${held.type}${rest}`, depth + 1);
  }

  /** Of what a function makes that is named after its type, as functions are in Go: `NewBoats().Register(0)`. */
  private madeNodes(maker: string, method: string, file: string): readonly string[] | null {
    const type = file.endsWith(".go")
      ? /^(?:[Mm]ust)?(?:[Nn]ew|[Mm]ake|[Cc]reate|[Pp]rovide)([A-Z]\w*)$/.exec(maker)?.[1]
      : undefined;
    if (type === undefined) return null;
    const names = [type, `${type.charAt(0).toLowerCase()}${type.slice(1)}`];
    const node = names.map((one) => this.nodeOf(file, `${one}${method}`)).find((one) => this.known.has(one));
    return node === undefined ? null : [node];
  }

  /**
   * The parameter of a method by the method's name alone, where only one type of these files has one of that name, or all
   * of them extend the same; otherwise of the one that is nearest to the file.
   */
  private methodNodes(name: string, paths: readonly string[], file: string): readonly string[] {
    const all = paths.flatMap((path) => (this.methods.get(path) ?? []).filter((node) => node.endsWith(name)));
    const found = [...new Set(all)];
    if (found.length < 2) return found;
    const owners = found.map(splitNode).map((one) => ({ ...one, name: one.name.slice(0, one.name.indexOf(".")) }));
    if (this.context.classes.extendSame(owners)) return found;
    return nearestOf(file, found);
  }

  private folderOf(file: string): readonly string[] {
    return this.folders.get(folderOf(file)) ?? [];
  }
}

export function splitNode(node: string): { file: string; name: string } {
  const at = node.indexOf("\0");
  return { file: node.slice(0, at), name: node.slice(at + 1) };
}

/** "routes.all()" is `routes` with ".all()" behind it. */
function splitMembers(name: string): { exported: string; rest: string } {
  const end = /^[^.(]*/.exec(name)?.[0].length ?? 0;
  return { exported: name.slice(0, end), rest: name.slice(end) };
}

/** The name by which a loader of folders gives out a module: `boat-trips.js` is `boatTrips`. */
function plainStem(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\w]/g, "")
    .toLowerCase();
}

/** `from app import boats` means the module `app/boats.py` where there is one. */
function isModuleOf(path: string, name: string): boolean {
  return new RegExp(`(?:^|/)${name}(?:\\.\\w+|/(?:__init__|index|mod)\\.\\w+)$`).test(path);
}

/** The only one of some nodes that shares the most folders with a file; none where several do. */
function nearestOf(file: string, nodes: readonly string[]): string[] {
  const folders = file.split("/");
  const shared = nodes.map((node) => {
    const others = node.slice(0, node.indexOf("\0")).split("/");
    const end = folders.findIndex((folder, at) => folder !== others[at]);
    return end < 0 ? folders.length : end;
  });
  const most = Math.max(...shared);
  const found = nodes.filter((_node, at) => shared[at] === most);
  return found.length === 1 ? found : [];
}

/** Of a router that is one of two, the one that the caller gave counts: `group is null ? app : group`. */
export function chosen<T extends { path: string }>(node: string, prefixes: readonly T[]): readonly T[] {
  const given = prefixes.filter(({ path }) => path !== "");
  return node.includes("?") && given.length > 0 ? given : prefixes;
}
