import type { ImportTarget } from "#server/code-index/ports/code-index.ts";

import { findBuildProjects } from "./build-projects.ts";
import type { BuildProject, BuildProjects } from "./build-projects.ts";
import { listDeclarations } from "./declarations.ts";
import type { Declarations } from "./declarations.ts";
import { unknownTarget } from "./import-target.ts";
import type { LanguageResolver, MentionedFile, ResolveContext } from "./import-target.ts";
import { isUnder } from "./paths.ts";

/** Parts of one type may lie in several files. */
const maxParts = 8;

/**
 * A name leads to the type of that name in a namespace that the file sees, declared in its own project or in one that
 * the project references. Nothing else decides: namespaces of the same name exist in many projects.
 */
export function csharpResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) => /\.\w+proj$|(?:^|\/)Directory\.Build\.\w+$/i.test(path));
  const declarations = listDeclarations(context, /^csharp$/);
  const finder = new TypeFinder(context, { projects, declarations });
  return {
    resolve: (from, { specifier, names }) => finder.namespace(from.path, specifier, names),
    mentioned: (from) => finder.mentioned(from.path),
  };
}

class TypeFinder {
  private readonly context: ResolveContext;
  private readonly projects: BuildProjects;
  private readonly declarations: Declarations;
  /** Namespaces that all files of a project see, by the project; null for files of none. */
  private readonly global = new Map<BuildProject | null, Set<string>>();
  private readonly globalFiles: string[];

  constructor(context: ResolveContext, known: { projects: BuildProjects; declarations: Declarations }) {
    this.context = context;
    this.projects = known.projects;
    this.declarations = known.declarations;
    this.globalFiles = context.files
      .filter(({ path, language }) => language === "csharp" && context.links(path).build !== null)
      .map(({ path }) => path);
  }

  /** Files of a namespace, or of one type, that the file's project may use. */
  namespace(from: string, specifier: string, names: readonly string[]): ImportTarget {
    const type = this.typeIn(from, specifier);
    if (type.length > 0) return { kind: "files", paths: type };
    if (!this.declarations.byPackage.has(specifier)) return this.outside(specifier);
    const found = (names.length > 0 ? names : this.namesIn(from)).flatMap((name) => this.find(from, name, [specifier]));
    return found.length === 0 ? unknownTarget : { kind: "files", paths: [...new Set(found)] };
  }

  mentioned(from: string): MentionedFile[] {
    const { mentions } = this.context.links(from);
    const visible = this.visibleFrom(from);
    return Object.entries(mentions).flatMap(([name, line]) =>
      this.find(from, name, visible).map((path) => ({ path, specifier: name.replace(/^\./, ""), line })),
    );
  }

  private namesIn(from: string): string[] {
    return Object.keys(this.context.links(from).mentions);
  }

  /** The name in the first of the namespaces, nearest first, that has it. */
  private find(from: string, name: string, namespaces: readonly string[]): string[] {
    const all = this.declarations.byName.get(name) ?? this.declarations.byName.get(`${name}Attribute`) ?? [];
    if (all.length === 0) return [];
    for (const namespace of namespaces) {
      const there = all.filter((one) => one.package === namespace && this.projects.mayUse(from, one.path));
      if (there.length > 0)
        return this.nearest(
          from,
          there.map(({ path }) => path),
        );
    }
    return [];
  }

  /** Of types that several projects have under one name, that of the own project; none where nothing decides. */
  private nearest(from: string, paths: readonly string[]): string[] {
    const own = paths.filter((path) => this.projects.around(path) === this.projects.around(from));
    const chosen = own.length > 0 ? own : paths;
    const isOne = new Set(chosen.map((path) => this.projects.around(path))).size === 1;
    return isOne && chosen.length <= maxParts ? [...chosen] : [];
  }

  /** `using static A.B.Type` and `using X = A.B.Type`. */
  private typeIn(from: string, specifier: string): string[] {
    const dot = specifier.lastIndexOf(".");
    return dot < 0 ? [] : this.find(from, specifier.slice(dot + 1), [specifier.slice(0, dot)]);
  }

  /** Own namespace and those around it, then what is imported. */
  private visibleFrom(from: string): string[] {
    const { ownPackage, imports } = this.context.links(from);
    const visible = [];
    for (
      let namespace = ownPackage ?? "";
      namespace !== "";
      namespace = namespace.slice(0, Math.max(0, namespace.lastIndexOf(".")))
    )
      visible.push(namespace);
    const project = this.projects.around(from);
    return [...visible, "", ...imports.map(({ specifier }) => specifier), ...this.globalOf(project)];
  }

  private globalOf(project: BuildProject | null): Set<string> {
    const known = this.global.get(project);
    if (known !== undefined) return known;
    const found = new Set<string>();
    for (const { facts } of this.buildsOver(project)) for (const name of facts.imports) found.add(name);
    for (const path of this.globalFiles) {
      if (this.projects.around(path) !== project) continue;
      for (const name of this.context.links(path).build?.imports ?? []) found.add(name);
    }
    this.global.set(project, found);
    return found;
  }

  private buildsOver(project: BuildProject | null): BuildProject["builds"] {
    if (project === null) return [];
    const shared = this.projects.list.filter(
      ({ folder }) => folder !== project.folder && isUnder(project.folder, folder),
    );
    return [...project.builds, ...shared.flatMap(({ builds }) => builds.filter(({ facts }) => facts.holdsBelow))];
  }

  /** A namespace of the framework or of a package. */
  private outside(specifier: string): ImportTarget {
    const parts = specifier.split(".");
    for (let length = parts.length; length > 0; length -= 1)
      if (this.isOwn(parts.slice(0, length).join("."))) return unknownTarget;
    return { kind: "package", name: parts.slice(0, 2).join(".") };
  }

  private isOwn(namespace: string): boolean {
    return namespace !== "System" && namespace !== "Microsoft" && this.declarations.byPackage.has(namespace);
  }
}
