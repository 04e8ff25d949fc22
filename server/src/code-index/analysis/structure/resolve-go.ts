import { findBuildProjects } from "./build-projects.ts";
import type { BuildProject, BuildProjects } from "./build-projects.ts";
import type { LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/**
 * An import names a package, which is a folder: all its files that are no tests. It lies in the own module, in one that
 * `replace` names, or in one of the same go.work.
 */
export function goResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) => /(?:^|\/)go\.(?:mod|work)$/.test(path));
  const byFolder = new Map<string, string[]>();
  for (const { path, language } of context.files) {
    if (language !== "go" || path.endsWith("_test.go")) continue;
    const known = byFolder.get(folderOf(path));
    if (known === undefined) byFolder.set(folderOf(path), [path]);
    else known.push(path);
  }
  const modulesFor = seenModules(projects);
  return {
    resolve: ({ path: from }, { specifier }) => {
      for (const { name, folder } of modulesFor(projects.around(from))) {
        if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
        const target = joinPath(folder, specifier.slice(name.length));
        const paths = target === null ? undefined : byFolder.get(target);
        if (paths !== undefined) return { kind: "files", paths };
      }
      const parts = specifier.split("/");
      const isHosted = /^(?:(?:github|gitlab|bitbucket)\.(?:com|org)|golang\.org)$/.test(parts[0] ?? "");
      const name = (parts[0] ?? "").includes(".") ? parts.slice(0, isHosted ? 3 : 2).join("/") : specifier;
      return { kind: "package", name };
    },
  };
}

interface SeenModule {
  name: string;
  folder: string;
}

/** The modules that code of a module may import from, longest names first. */
function seenModules(projects: BuildProjects): (of: BuildProject | null) => SeenModule[] {
  const known = new Map<BuildProject | null, SeenModule[]>();
  const workspaces = projects.list.flatMap(({ folder, builds }) => {
    const folders = builds
      .flatMap(({ facts }) => facts.members)
      .flatMap(({ folder: member }) => joinPath(folder, member) ?? []);
    return folders.length === 0 ? [] : [new Set(folders)];
  });
  return (of) => {
    const made = known.get(of);
    if (made !== undefined) return made;
    const found: SeenModule[] = of === null ? [] : named(of);
    if (of !== null) {
      for (const [name, project] of of.aliases) found.push({ name, folder: project.folder });
      for (const folders of workspaces)
        if (folders.has(of.folder))
          for (const other of projects.list) if (other !== of && folders.has(other.folder)) found.push(...named(other));
    }
    found.sort((a, b) => b.name.length - a.name.length);
    known.set(of, found);
    return found;
  };
}

function named({ folder, builds }: BuildProject): SeenModule[] {
  return builds.flatMap(({ facts: { name } }) => (name === null ? [] : [{ name, folder }]));
}
