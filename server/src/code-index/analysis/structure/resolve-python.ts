import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { findBuildProjects } from "./build-projects.ts";
import type { BuildProject, BuildProjects } from "./build-projects.ts";
import { unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, isUnder, joinPath } from "./paths.ts";

/**
 * Relative imports, then modules below the source folders that the file's own project has, declares or takes in; then
 * those of files that belong to no project.
 */
export function pythonResolver(context: ResolveContext): LanguageResolver {
  const rootsFor = sourceRoots(context);
  const resolve: LanguageResolver["resolve"] = (from, { specifier, names }) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      const base = joinPath(folderOf(from.path), "../".repeat(dots - 1));
      return base === null ? unknownTarget : inPackage(context, base, { path, names });
    }
    for (const root of rootsFor(from)) {
      const found = inPackage(context, root, { path, names });
      if (found.kind === "files") return found;
    }
    const name = specifier.split(".")[0] ?? "";
    return name === "" ? unknownTarget : { kind: "package", name };
  };
  return { resolve };
}

/** `from a.b import c` means the module a/b/c where there is one, else a/b. */
function inPackage(
  context: ResolveContext,
  base: string,
  { path, names }: { path: string; names: readonly string[] },
): ImportTarget {
  const module = joinPath(base, path);
  if (module === null) return unknownTarget;
  const found = new Set<string>();
  for (const name of names) {
    const file = moduleFile(context, module === "" ? name : `${module}/${name}`);
    if (file !== null) found.add(file);
  }
  if (found.size < Math.max(1, names.length)) {
    const file = moduleFile(context, module);
    if (file !== null) found.add(file);
  }
  return found.size === 0 ? unknownTarget : { kind: "files", paths: [...found] };
}

function moduleFile(context: ResolveContext, module: string): string | null {
  if (module === "") return context.has("__init__.py") ? "__init__.py" : null;
  for (const ending of [".py", "/__init__.py", ".pyi", "/__init__.pyi"])
    if (context.has(module + ending)) return module + ending;
  return null;
}

/** Folders that a file may import from, nearest first. */
function sourceRoots(context: ResolveContext): (from: IndexedFile) => readonly string[] {
  const projects = findBuildProjects(context, (path) =>
    /(?:^|\/)(?:pyproject\.toml|requirements[\w.-]*\.txt)$/.test(path),
  );
  const folders = topFolders(context);
  const known = new Map<string, readonly string[]>();
  return ({ path }) => {
    const own = projects.around(path);
    const folder = folders.around(folderOf(path));
    const key = `${own?.folder ?? ""}\0${folder}`;
    const made = known.get(key);
    if (made !== undefined) return made;
    const roots = new Set([folder, ...(own === null ? [] : declaredRoots(own))]);
    for (const { folder: other } of folders.list) {
      // A folder that only holds scripts is no source folder to others.
      const isOwn = projects.around(`${other}/x`.replace(/^\//, "")) === own;
      if (isOwn && (folders.holdPackages.has(other) || other === own?.folder)) roots.add(other);
    }
    for (const used of own?.uses ?? []) addUsed(roots, { used, folders, projects });
    if (own !== null) roots.add(own.folder);
    roots.add("");
    known.set(key, [...roots]);
    return [...roots];
  };
}

interface TopFolders {
  /** Folders of Python that are no packages, those with most files first. */
  list: { folder: string }[];
  holdPackages: ReadonlySet<string>;
  /** The folder in which the outermost package around a folder lies. */
  around(folder: string): string;
}

function declaredRoots({ folder, builds }: BuildProject): string[] {
  return builds.flatMap(({ facts }) => facts.sourceRoots.flatMap((root) => joinPath(folder, root.folder) ?? []));
}

function addUsed(
  roots: Set<string>,
  { used, folders, projects }: { used: BuildProject; folders: TopFolders; projects: BuildProjects },
): void {
  for (const root of declaredRoots(used)) roots.add(root);
  for (const { folder } of folders.list)
    if (isUnder(folder, used.folder) && projects.around(`${folder}/x`) === used) roots.add(folder);
  roots.add(used.folder);
}

const maxFolders = 400;

function topFolders({ files }: ResolveContext): TopFolders {
  const packages = new Set<string>();
  const counts = new Map<string, number>();
  const holdPackages = new Set<string>();
  for (const { path } of files) if (path.endsWith("/__init__.py")) packages.add(folderOf(path));
  const around = (folder: string): string => {
    let at = folder;
    while (packages.has(at)) at = folderOf(at);
    return at;
  };
  for (const name of packages) holdPackages.add(around(name));
  for (const { path, language } of files) {
    if (/(?:^|\/)manage\.py$/.test(path)) holdPackages.add(folderOf(path));
    if (language !== "python") continue;
    const folder = around(folderOf(path));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const list = [...counts].sort((a, b) => b[1] - a[1]).slice(0, maxFolders);
  return { list: list.map(([folder]) => ({ folder })), holdPackages, around };
}
