import { marksNoGuard } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import type { ControllerTable } from "#server/code-index/analysis/extract/routing/web-frameworks.ts";
import type { IndexedGuard, ImportTarget } from "#server/code-index/ports/code-index.ts";
import type { ImportFact, MarkFact, MethodFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ClassIndex, DeclaredClass } from "./class-index.ts";
import { conventionPath, conventions, conventionsFor } from "./convention-routes.ts";
import { calledAs } from "./endpoint-protocol.ts";
import { joinRoutePaths } from "./join-route-paths.ts";
import { namedRoutes, routesOf, type MethodRoute } from "./method-routes.ts";
import { ModulePaths } from "./module-paths.ts";
import { hasMethodToken, putSettings, replaceTokens } from "./path-tokens.ts";
import { settlePrefix, withExceptions } from "./prefix-exceptions.ts";
import { ProgramPrefixes, type ProgramPrefix } from "./program-prefixes.ts";
import { MarkReader, type MarkMeaning } from "./read-marks.ts";
import type { ResolvedEndpoint } from "./resolve-routing.ts";
import { resourceOperations } from "./resource-operations.ts";
import { RouteConstants } from "./route-constants.ts";
import { versionMark, versionsOf, withVersions } from "./route-versions.ts";

export interface ControllerContext {
  /** Of the files that say something about routers. */
  routing: ReadonlyMap<string, RoutingFacts>;
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
  importsOf: (file: string) => readonly ImportFact[];
  packageOf(file: string): string | null;
  classes: ClassIndex;
  /** Null for files of languages without controllers. */
  tableOf: (file: string) => ControllerTable | null;
  /** Folder of the package that the file is part of. */
  moduleOf: (file: string) => string;
}

/** A method of a controller with what is written above it, or above the one it stands for. */
interface RoutedMethod {
  /** Where it stands in the code. */
  place: DeclaredClass;
  fact: MethodFact;
  meanings: MarkMeaning[];
  guards: MarkedGuard[];
}

interface MarkedGuard extends IndexedGuard {
  /** Whether all the others count no more. */
  lifts: boolean;
}

interface ServedBelow {
  prefixes: string[];
  depth: number;
  guards: MarkedGuard[];
  versions: readonly string[];
  /** Paths that are not below the program's own. */
  except: readonly string[];
}

/** Sub-resources that hand back sub-resources. */
const maxDepth = 6;
const maxEndpoints = 20_000;

/** The endpoints of all classes whose methods are routes. */
export function resolveControllers(context: ControllerContext): ResolvedEndpoint[] {
  return new ControllerResolver(context).endpoints();
}

class ControllerResolver {
  private readonly classes: ClassIndex;
  private readonly marks: MarkReader;
  private readonly constants: RouteConstants;
  private readonly modules: ModulePaths;
  private readonly programs: ProgramPrefixes;
  /** What stands in front of programs. */
  private readonly servers: ProgramPrefixes;
  private readonly context: ControllerContext;
  private readonly conventions: readonly ProgramPrefix[];
  private readonly found: ResolvedEndpoint[] = [];

  constructor(context: ControllerContext) {
    this.context = context;
    this.classes = context.classes;
    this.constants = new RouteConstants(context.routing);
    const { importsOf, tableOf } = context;
    this.modules = new ModulePaths({ ...context, constants: this.constants });
    this.marks = new MarkReader({ classes: this.classes, importsOf, tableOf, constants: this.constants });
    this.programs = new ProgramPrefixes(this.programPrefixes(), context.moduleOf);
    this.conventions = this.calledPrefixes(false).filter(({ framework }) => framework === conventions);
    this.servers = new ProgramPrefixes(this.calledPrefixes(true), context.moduleOf);
  }

  private programPrefixes(): ProgramPrefix[] {
    const marked = this.classes.all().flatMap(({ file, fact }) =>
      this.marks
        .meaningsOf(fact.marks, file)
        .filter(({ rule }) => rule.makes === "program")
        .flatMap(({ paths, framework }) => (paths ?? []).map((path) => ({ file, path, framework }))),
    );
    return [...this.calledPrefixes(false), ...marked];
  }

  /** Null where nothing is said. What cannot be read stays marked, so that it counts as such. */
  private pathsOf(prefixes: ProgramPrefixes, place: DeclaredClass, framework: string): string[] | null {
    const found = prefixes.of(placed(place), framework).map(({ path, file, except }) => {
      const { path: text, isComplete } = this.constants.complete(path, file);
      return withExceptions(isComplete ? text : path, except);
    });
    return found.length === 0 ? null : found;
  }

  private calledPrefixes(areOutermost: boolean): ProgramPrefix[] {
    return [...this.context.routing].flatMap(([file, { prefixes }]) =>
      prefixes
        .filter(({ isOutermost }) => (isOutermost === true) === areOutermost)
        .map(({ path, framework, below, except }) => ({ file, path, framework, below, except })),
    );
  }

  endpoints(): ResolvedEndpoint[] {
    for (const place of this.classes.all()) {
      this.addResource(place);
      const isServed = !place.fact.isAbstract && this.classes.wholeOf(place) === place;
      const framework = !isServed ? null : this.frameworkOf(place);
      if (framework === null) continue;
      const programs = this.pathsOf(this.programs, place, framework);
      const outer = this.pathsOf(this.servers, place, framework) ?? [""];
      const paths = this.classPaths(place);
      const own = this.modules.of(place).flatMap((module) => paths.map((path) => joinRoutePaths(module, path)));
      const before = outer.flatMap((path) => (programs ?? [""]).map((one) => joinRoutePaths(path, one)));
      const [versioned] = this.programs.of(placed(place), versionsOf(framework));
      const marked = versioned === undefined ? before : before.map((one) => joinRoutePaths(one, versionMark));
      const prefixes = marked.flatMap((one) => own.map((path) => joinRoutePaths(one, path)));
      const versions = this.classVersions(place) ?? (versioned === undefined ? [] : [versioned.path]);
      const first = this.found.length;
      const except = this.programs.of(placed(place), framework).flatMap((one) => one.except ?? []);
      this.serve(place, { prefixes, depth: 0, guards: [], versions, except });
      if (programs === null && this.lacksProgram(place, framework))
        for (const endpoint of this.found.slice(first)) endpoint.certainty = "unknown";
    }
    return this.found;
  }

  /** A class whose endpoints follow from conventions; where they cannot be read, it is said that there are some. */
  private addResource(place: DeclaredClass): void {
    const { file, fact } = place;
    const rules = this.context.tableOf(file)?.resources;
    const meaningsOf = (mark: MarkFact): MarkMeaning[] => this.marks.meaningsOf([mark], file);
    const marks = fact.marks.filter((mark) => meaningsOf(mark).some(({ rule }) => rule.makes === "resource"));
    const [framework] = marks.flatMap(meaningsOf).map((one) => one.framework);
    if (rules === undefined || framework === undefined) return;
    const operations = resourceOperations({ name: fact.name, marks }, rules);
    const prefixes = this.pathsOf(this.programs, place, framework);
    const isKnown = prefixes !== null || !this.lacksProgram(place, framework);
    for (const { method, path, guard, line } of operations ?? [
      { method: "ANY", path: "{…}", guard: null, line: fact.line },
    ])
      for (const prefix of prefixes ?? [""]) {
        if (this.found.length >= maxEndpoints) return;
        const { path: whole, isComplete } = this.constants.complete(joinRoutePaths(prefix, path), file);
        const certainty = operations === null || !isKnown ? "unknown" : isComplete ? "resolved" : "partly";
        const guards = guard === null ? [] : [{ name: guard, line, file }];
        const lines = { startLine: line, endLine: line };
        this.found.push({ method, ...calledAs(method, whole), handler: fact.name, guards, certainty, file, ...lines });
      }
  }

  /** Whether something that could not be read says what stands in front of all paths. */
  private lacksProgram(place: DeclaredClass, framework: string): boolean {
    const root = this.context.tableOf(place.file)?.servesAtRoot.get(framework);
    if (root === undefined) return false;
    const files = [...this.context.routing.keys()];
    return !files.some((file) => this.context.importsOf(file).some(({ specifier }) => root.test(specifier)));
  }

  /** Null for classes that are no controllers. */
  private frameworkOf(place: DeclaredClass): string | null {
    const table = this.context.tableOf(place.file);
    if (table === null) return null;
    let framework: string | null = null;
    for (const [at, { file, fact }] of this.classes.chainOf(place).entries())
      for (const meaning of this.marks.meaningsOf(fact.marks, file)) {
        const { makes, isInherited } = meaning.rule;
        if (makes === "none" && at === 0) return null;
        if (makes === "controller" && (at === 0 || isInherited === true)) framework ??= meaning.framework;
      }
    return framework ?? this.namedFramework(place, table) ?? this.marks.frameworkOfMethods(place);
  }

  private namedFramework(place: DeclaredClass, { classNames, bases }: ControllerTable): string | null {
    const named = classNames.find(({ pattern }) => pattern.test(place.fact.name));
    if (named !== undefined) return named.framework;
    const extended = this.classes.chainOf(place).flatMap(({ fact }) => fact.bases);
    return bases.find(({ pattern }) => extended.some((name) => pattern.test(name)))?.framework ?? null;
  }

  /** Those of the nearest class that has any. */
  private classPaths(place: DeclaredClass): string[] {
    for (const { file, fact } of this.classes.chainOf(place)) {
      const meanings = this.marks.meaningsOf(fact.marks, file).filter(({ rule }) => rule.makes !== "program");
      const paths = meanings.flatMap(({ paths: written }) => written ?? []);
      if (paths.length > 0) return paths;
    }
    return [""];
  }

  /** Null where none are written. */
  private classVersions(place: DeclaredClass): string[] | null {
    const meanings = this.marks.meaningsOf(place.fact.marks, place.file);
    return meanings.find(({ versions }) => versions !== null)?.versions ?? null;
  }

  /** Adds what the methods of a class serve below the prefixes. */
  private serve(place: DeclaredClass, at: ServedBelow): void {
    const guards = [...at.guards, ...this.classGuards(place)];
    const table = this.context.tableOf(place.file);
    const isNamed = at.prefixes.some((prefix) => hasMethodToken(prefix, table?.tokens ?? []));
    const classMeanings = this.marks.meaningsOf(place.fact.marks, place.file);
    for (const method of this.methodsOf(place)) {
      const marked = routesOf(method.meanings, isNamed && isAction(method, place));
      const routes = marked.length > 0 ? marked : namedRoutes(classMeanings, method.fact);
      const isInvoked = routes.length === 0 && table?.invoked.has(method.fact.name) === true;
      for (const route of isInvoked ? this.ownRoutes(place) : routes)
        for (const prefix of withVersions(at, method.meanings))
          this.add(place, { method, prefix, route, at: { ...at, guards } });
      if (at.depth === 0) this.addConvention(place, method, { ...at, guards });
      const located = method.meanings.filter(({ rule }) => rule.locates === true);
      if (located.length > 0 && at.depth < maxDepth) this.serveLocated(method, { ...at, guards, located });
    }
  }

  /** Of a method without a path, in a class without one, where the program says how paths follow from names. */
  private addConvention(place: DeclaredClass, method: RoutedMethod, at: ServedBelow): void {
    const isOwn = at.prefixes.every((one) => one === "") && method.meanings.every(({ paths }) => paths === null);
    if (!isOwn || this.conventions.length === 0 || !isAction(method, place) || this.isApi(place)) return;
    if (method.meanings.some(({ rule }) => rule.makes === "none")) return;
    const patterns = conventionsFor(place.file, this.conventions, this.context.moduleOf);
    const actionName = method.fact.marks.find(({ name }) => name === "ActionName")?.args["0"]?.[0];
    const { name, takesId = false } = method.fact;
    const path = conventionPath(patterns, place, { name, takesId, actionName });
    if (path === null) return;
    const verbs = method.meanings.flatMap(({ methods }) => methods ?? []);
    // What hands back anything else is there for the others of the class.
    if (verbs.length === 0 && !/(?:Result|Task)$/.test(method.fact.returns ?? "")) return;
    for (const verb of verbs.length > 0 ? verbs : ["ANY"])
      this.add(place, { method, prefix: path, route: { method: verb, path: "" }, at });
  }

  /** Whether its methods need paths of their own. */
  private isApi(place: DeclaredClass): boolean {
    return this.classes.chainOf(place).some(({ fact }) => fact.marks.some(({ name }) => name === "ApiController"));
  }

  /** Of a class with a path that is called as a whole. */
  private ownRoutes({ file, fact }: DeclaredClass): MethodRoute[] {
    const meanings = this.marks.meaningsOf(fact.marks, file).filter(({ paths }) => paths !== null);
    return meanings.flatMap(({ methods, rule }) =>
      (methods ?? [rule.otherwise ?? "ANY"]).map((method) => ({ method, path: "" })),
    );
  }

  /** What a class serves that a method hands back. */
  private serveLocated({ place, fact, meanings }: RoutedMethod, at: ServedBelow & { located: MarkMeaning[] }): void {
    if (meanings.some(({ methods }) => methods !== null) || fact.returns === null) return;
    const returned = this.classes.find(fact.returns, place.file);
    if (returned === null) return;
    const paths = at.located.flatMap(({ paths: written }) => written ?? []);
    const prefixes = at.prefixes.flatMap((prefix) => paths.map((path) => joinRoutePaths(prefix, path)));
    this.serve(returned, { ...at, prefixes, depth: at.depth + 1 });
  }

  private add(
    controller: DeclaredClass,
    { method, prefix, route, at }: { method: RoutedMethod; prefix: string; route: MethodRoute; at: ServedBelow },
  ): void {
    if (this.found.length >= maxEndpoints) return;
    const table = this.context.tableOf(controller.file);
    if (table?.needsPath === true && prefix === "" && route.path === "") return;
    const isAbsolute = table?.absolutePaths.some((pattern) => pattern.test(route.path)) === true;
    const written = isAbsolute ? route.path.replace(/^~/, "") : joinRoutePaths(prefix, route.path);
    const named = replaceTokens(written, table?.tokens ?? [], {
      class: controller.fact.name,
      method: method.fact.name,
    });
    const settled = putSettings(named, table?.placeholders ?? [], (constant) => {
      const { path: value, isComplete: isKnown } = this.constants.complete(constant, method.place.file);
      return isKnown ? value : null;
    });
    const { path: whole, isComplete } = this.constants.complete(settled, method.place.file);
    const path = settlePrefix(whole, route.method, at.except);
    const { name, startLine, endLine } = method.fact;
    this.found.push({
      method: route.method,
      ...calledAs(route.method, path.replace(/\/{2,}/g, "/")),
      handler: name,
      startLine,
      endLine,
      file: method.place.file,
      certainty: isComplete ? "resolved" : "partly",
      guards: settleGuards([...at.guards, ...method.guards]),
    });
  }

  /** Also those of its bases, where it has none of the same name and number of parameters with routes. */
  private methodsOf(place: DeclaredClass): RoutedMethod[] {
    const methods = new Map<string, RoutedMethod>();
    const own = new Map<string, number>();
    for (const one of this.classes.chainOf(place)) {
      // Several of one name and number stand for those of the base in the same order.
      const counts = this.classes.wholeOf(one) === this.classes.wholeOf(place) ? own : new Map<string, number>();
      for (const fact of one.fact.methods) {
        const named = `${fact.name}/${fact.arity}`;
        counts.set(named, (counts.get(named) ?? 0) + 1);
        const key = `${named}/${counts.get(named)}`;
        const known = methods.get(key);
        const meanings = this.marks.meaningsOf(fact.marks, one.file);
        const routes = meanings.filter(({ rule }) => rule.isGuard !== true);
        const guards = this.guardsIn(fact.marks, one.file);
        if (known === undefined) methods.set(key, { place: one, fact, meanings: routes, guards });
        else if (known.meanings.length === 0) {
          known.meanings = routes;
          known.guards = [...guards, ...known.guards];
        }
      }
    }
    return [...methods.values()];
  }

  private classGuards(place: DeclaredClass): MarkedGuard[] {
    return this.classes.chainOf(place).flatMap(({ file, fact }) => this.guardsIn(fact.marks, file));
  }

  private guardsIn(marks: DeclaredClass["fact"]["marks"], file: string): MarkedGuard[] {
    const named = this.context.tableOf(file)?.guardNames ?? [];
    return marks.flatMap((mark) => {
      const rules = this.marks.meaningsOf([mark], file).filter(({ rule }) => rule.isGuard === true);
      const isGuard = rules.length > 0 || named.some((pattern) => pattern.test(mark.name));
      if (!isGuard || marksNoGuard(mark.text)) return [];
      const lifts = rules.some(({ rule }) => rule.liftsAll === true);
      return [{ name: mark.text, line: mark.line, file, lifts }];
    });
  }
}

function settleGuards(guards: readonly MarkedGuard[]): IndexedGuard[] {
  const lifting = guards.filter(({ lifts }) => lifts).slice(0, 1);
  return (lifting.length > 0 ? lifting : guards).map(({ name, line, file }) => ({ name, line, file }));
}

function placed({ file, fact }: DeclaredClass): { file: string; marks: string[] } {
  return { file, marks: fact.marks.map(({ name }) => name) };
}

/** Where the path of the class names the method, all methods that others may call are routes. */
function isAction({ fact, place }: RoutedMethod, controller: DeclaredClass): boolean {
  return fact.isPublic && fact.name !== controller.fact.name && !place.fact.isAbstract;
}
