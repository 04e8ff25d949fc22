import { findBuildProjects } from "./build-projects.ts";
import type { BuildProjects } from "./build-projects.ts";
import { listDeclarations } from "./declarations.ts";
import { fileTarget, unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/** Classes where PSR-4 puts them, then where a file declares them; files by relative path. */
export function phpResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) => /(?:^|\/)composer\.json$/.test(path));
  const declarations = listDeclarations(context, /^php$/);
  const find = (from: string, name: string): string | null => {
    const autoloaded = byAutoload(context, projects, { from, name });
    if (autoloaded !== null) return autoloaded;
    const slash = name.lastIndexOf("\\");
    const all = declarations.filesOf(name.slice(slash + 1), name.slice(0, Math.max(0, slash)));
    return all.length === 1 ? (all[0] ?? null) : null;
  };
  return {
    resolve: (from, { specifier }) => {
      if (/\.php$|\//.test(specifier)) {
        const isOfProgram = specifier.startsWith("~/");
        const base = isOfProgram ? (projects.around(from.path)?.folder ?? "") : folderOf(from.path);
        const path = joinPath(base, specifier.replace(/^~?\//, ""));
        if (path?.includes("*") === true) return filesLike(context, path);
        return path !== null && context.has(path) ? fileTarget(path) : unknownTarget;
      }
      const name = specifier.replace(/^\\/, "");
      const found = find(from.path, name);
      return found === null ? { kind: "package", name: name.split("\\").slice(0, 2).join("\\") } : fileTarget(found);
    },
    mentioned: (from) => {
      const { mentions, imports, ownPackage } = context.links(from.path);
      const taken = new Set(
        imports.map(({ specifier, names }) => names[0] ?? specifier.slice(specifier.lastIndexOf("\\") + 1)),
      );
      return Object.entries(mentions).flatMap(([name, line]) => {
        if (taken.has(name.split("\\")[0] ?? "")) return [];
        const whole = name.startsWith("\\")
          ? name.slice(1)
          : [ownPackage ?? "", name].filter((part) => part !== "").join("\\");
        const found = find(from.path, whole);
        return found === null || found === from.path ? [] : [{ path: found, specifier: whole, line }];
      });
    },
  };
}

/** The file that the longest fitting prefix of a composer.json leads to. */
function byAutoload(
  context: ResolveContext,
  projects: BuildProjects,
  { from, name }: { from: string; name: string },
): string | null {
  const own = projects.around(from);
  let best: { path: string; length: number } | null = null;
  for (const project of projects.list) {
    for (const { path: build, facts } of project.builds)
      for (const { prefix, folder } of facts.sourceRoots) {
        if (!name.startsWith(prefix)) continue;
        const path = joinPath(folderOf(build), `${folder}/${name.slice(prefix.length).replaceAll("\\", "/")}.php`);
        const length = prefix.length + (project === own ? 0.5 : 0);
        if (path !== null && length > (best?.length ?? -1) && context.has(path)) best = { path, length };
      }
  }
  return best?.path ?? null;
}

/** Files of one folder, where a part of their name is put in while the program runs. */
function filesLike(context: ResolveContext, pattern: string): ImportTarget {
  const folder = folderOf(pattern);
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.at(-1) ?? "";
  const paths = context.files
    .map(({ path }) => path)
    .filter((path) => folderOf(path) === folder && path.startsWith(start) && path.slice(start.length).endsWith(end));
  return folder.includes("*") || paths.length === 0 ? unknownTarget : { kind: "files", paths };
}
