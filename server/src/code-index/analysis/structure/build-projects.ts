import type { BuildFacts, BuildUse } from "#server/code-index/analysis/text/content-facts.ts";

import type { ResolveContext } from "./import-target.ts";
import { folderOf, isUnder, joinPath } from "./paths.ts";

/** A folder with the build files of one build tool. */
export interface BuildProject {
  folder: string;
  /** Path of its build file with what it says. */
  builds: { path: string; facts: BuildFacts }[];
  uses: Set<BuildProject>;
  /** Names by which its code calls other projects. */
  aliases: Map<string, BuildProject>;
}

/** What the build files of one tool say together. */
export interface BuildProjects {
  list: readonly BuildProject[];
  /** The project that a file belongs to: the deepest around it. Null where none is. */
  around(path: string): BuildProject | null;
  /**
   * Whether names in one file may mean what the other declares: files of its own project, and of those that it uses, by
   * others too. Always true where nothing is declared.
   */
  mayUse(from: string, to: string): boolean;
}

/** Uses by way of others are followed this far. */
const maxDepth = 40;

export function findBuildProjects(context: ResolveContext, isBuildFile: (path: string) => boolean): BuildProjects {
  const byFolder = new Map<string, BuildProject>();
  for (const { path, kind } of context.files) {
    if (kind === "vendored" || !isBuildFile(path)) continue;
    const facts = context.links(path).build;
    if (facts === null) continue;
    const folder = folderOf(path);
    const project: BuildProject = byFolder.get(folder) ?? { folder, builds: [], uses: new Set(), aliases: new Map() };
    project.builds.push({ path, facts });
    byFolder.set(folder, project);
  }
  const list = [...byFolder.values()];
  const finder = new UseFinder(list);
  for (const project of list) finder.follow(project);
  // What only holds for the projects below is none itself.
  const around = projectFinder((folder) => {
    const project = byFolder.get(folder);
    return project === undefined || project.builds.every(({ path }) => isShared(path)) ? null : project;
  });
  return { list, around, mayUse: useJudge(list, around) };
}

function isShared(path: string): boolean {
  return /(?:^|\/)Directory\.Build\.\w+$/i.test(path);
}

function projectFinder(at: (folder: string) => BuildProject | null): (path: string) => BuildProject | null {
  const known = new Map<string, BuildProject | null>();
  const find = (folder: string): BuildProject | null => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const project = at(folder) ?? (folder === "" ? null : find(folderOf(folder)));
    known.set(folder, project);
    return project;
  };
  return (path) => find(folderOf(path));
}

/** Finds the projects that build files mean. */
class UseFinder {
  private readonly byPath = new Map<string, BuildProject>();
  private readonly byName = new Map<string, BuildProject>();

  constructor(list: readonly BuildProject[]) {
    for (const project of list) {
      this.byPath.set(project.folder, project);
      for (const { path, facts } of project.builds) {
        this.byPath.set(path, project);
        if (facts.name !== null && !this.byName.has(facts.name)) this.byName.set(facts.name, project);
      }
    }
  }

  follow(project: BuildProject): void {
    for (const { path, facts } of this.buildsFor(project)) {
      for (const use of facts.uses) {
        const found = this.find(folderOf(path), use);
        if (found === null || found === project) continue;
        project.uses.add(found);
        if (use.alias !== null) project.aliases.set(use.alias, found);
      }
    }
  }

  /** The own build files, the parents that they name, and those around that hold for all below. */
  private buildsFor(project: BuildProject): BuildProject["builds"] {
    const found = new Map(project.builds.map((build) => [build.path, build]));
    const open = [...project.builds];
    for (let build = open.pop(); build !== undefined && found.size < maxDepth; build = open.pop()) {
      const path = build.facts.parent === null ? null : joinPath(folderOf(build.path), build.facts.parent);
      const parent = path === null ? undefined : this.byPath.get(path)?.builds.find((one) => one.path === path);
      if (parent === undefined || found.has(parent.path)) continue;
      found.set(parent.path, parent);
      open.push(parent);
    }
    for (let folder = project.folder; folder !== "";) {
      folder = folderOf(folder);
      for (const build of this.byPath.get(folder)?.builds ?? [])
        if (build.facts.holdsBelow) found.set(build.path, build);
    }
    return [...found.values()];
  }

  private find(folder: string, { by, project }: BuildUse): BuildProject | null {
    if (by === "name") return this.byName.get(project) ?? null;
    if (by === "member") return this.member(folder, project);
    // A variable of the build stands for a folder: the rest has to be the end of one path alone.
    if (project.includes("$(")) {
      const rest = project.slice(project.lastIndexOf(")") + 1).replace(/^\/+/, "");
      const ends = [...this.byPath.keys()].filter((path) => path === rest || path.endsWith(`/${rest}`));
      return rest !== "" && ends.length === 1 ? (this.byPath.get(ends[0] ?? "") ?? null) : null;
    }
    const path = joinPath(folder, project);
    return path === null ? null : (this.byPath.get(path) ?? null);
  }

  /** By the name that the build around the folder gives it. */
  private member(folder: string, name: string): BuildProject | null {
    for (let at = folder; ; at = folderOf(at)) {
      for (const { path, facts } of this.byPath.get(at)?.builds ?? []) {
        const member = facts.members.find((one) => one.name === name);
        const target = member === undefined ? null : joinPath(folderOf(path), member.folder);
        if (target !== null) return this.byPath.get(target) ?? null;
      }
      if (at === "") return null;
    }
  }
}

function useJudge(
  list: readonly BuildProject[],
  around: (path: string) => BuildProject | null,
): BuildProjects["mayUse"] {
  const reached = new Map<BuildProject, Set<BuildProject>>();
  const reachOf = (project: BuildProject): Set<BuildProject> => {
    const known = reached.get(project);
    if (known !== undefined) return known;
    const all = new Set([project]);
    for (const one of all) for (const used of one.uses) all.add(used);
    reached.set(project, all);
    return all;
  };
  const includers = includersOf(list);
  return (from, to) => {
    if (list.length === 0) return true;
    const target = around(to);
    const sources = around(from) === null ? [] : [around(from)];
    for (const { project, path } of includers) if (isUnder(from, path)) sources.push(project);
    if (sources.length === 0) return target === null;
    return sources.some((source) => {
      if (source === null) return false;
      const reach = reachOf(source);
      if (target !== null && reach.has(target)) return true;
      return includers.some(({ project, path }) => isUnder(to, path) && reach.has(project));
    });
  };
}

function includersOf(list: readonly BuildProject[]): { project: BuildProject; path: string }[] {
  return list.flatMap((project) =>
    project.builds.flatMap(({ path, facts }) =>
      facts.includes.flatMap((written) => {
        const target = joinPath(folderOf(path), written.replace(/\/?[^/]*\*.*$/, ""));
        return target === null ? [] : [{ project, path: target }];
      }),
    ),
  );
}
