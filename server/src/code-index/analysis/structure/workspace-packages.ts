import { findBuildProjects } from "./build-projects.ts";
import type { BuildProject } from "./build-projects.ts";
import type { ResolveContext } from "./import-target.ts";
import { folderOf, isUnder, joinPath } from "./paths.ts";

/**
 * Finds the folder of a package that code imports by its name: the own one, one that is linked by path, or one of the same
 * workspace. Where no workspace is declared, a package that the importing one depends on is taken by its name.
 */
export function workspacePackages(context: ResolveContext): (from: string, name: string) => string | null {
  const projects = findBuildProjects(context, (path) =>
    /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|lerna\.json)$/.test(path),
  );
  const { byName, dependencies } = namedPackages(context);
  const workspaces = projects.list.flatMap((project) => workspaceOf(project) ?? []);
  const workspaceAround = (folder: string): Workspace | null => workspaces.find((one) => one.holds(folder)) ?? null;
  return (from, name) => {
    const folders = byName.get(name);
    if (folders === undefined) return null;
    const own = projects.around(from);
    if (own === null) return folders.length === 1 ? (folders[0] ?? null) : null;
    const linked = own.aliases.get(name);
    if (linked !== undefined) return linked.folder;
    if (folders.includes(own.folder)) return own.folder;
    const workspace = workspaceAround(own.folder);
    const members = folders.filter((folder) => workspace !== null && workspaceAround(folder) === workspace);
    if (members.length > 0) return members.length === 1 ? (members[0] ?? null) : null;
    const isLoose = workspace === null && dependencies.get(own.folder)?.has(name) === true && folders.length === 1;
    return isLoose && workspaceAround(folders[0] ?? "") === null ? (folders[0] ?? null) : null;
  };
}

function namedPackages(context: ResolveContext): {
  byName: Map<string, string[]>;
  dependencies: Map<string, Set<string>>;
} {
  const byName = new Map<string, string[]>();
  const dependencies = new Map<string, Set<string>>();
  for (const { path, manifest } of context.manifests) {
    if (manifest.ecosystem !== "npm") continue;
    dependencies.set(folderOf(path), new Set(manifest.dependencies.map(({ name }) => name)));
    if (manifest.name !== null) byName.set(manifest.name, [...(byName.get(manifest.name) ?? []), folderOf(path)]);
  }
  return { byName, dependencies };
}

interface Workspace {
  holds(folder: string): boolean;
}

/** Null where the package declares no members. */
function workspaceOf({ folder, builds }: BuildProject): Workspace | null {
  const members = builds.flatMap(({ facts }) => facts.members.map((member) => member.folder));
  if (members.length === 0) return null;
  const wanted = members.filter((member) => !member.startsWith("!")).map((member) => folderPattern(folder, member));
  const unwanted = members
    .filter((member) => member.startsWith("!"))
    .map((member) => folderPattern(folder, member.slice(1)));
  return {
    holds: (other) =>
      other === folder ||
      (isUnder(other, folder) &&
        wanted.some((pattern) => pattern.test(other)) &&
        !unwanted.some((pattern) => pattern.test(other))),
  };
}

/** `packages/*`, `libs/**` and the like; what they leave open is short enough for any matcher. */
function folderPattern(base: string, glob: string): RegExp {
  const path = joinPath(base, glob.replace(/\/+$/, "").slice(0, 200)) ?? glob;
  const written = path.split("/").filter((part, at, all) => part !== "**" || all[at - 1] !== "**");
  // Each of them multiplies the work of a matcher.
  if (written.filter((part) => part === "**").length > 2) return /^$/;
  const parts = written.map((part) => {
    if (part === "**") return "\0";
    return part.split(/\*+/, 4).map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)).join("[^/]*");
  });
  const pattern = parts.join("/").replaceAll("\0/", "(?:.*/)?").replaceAll("/\0", "(?:/.*)?").replaceAll("\0", ".*");
  return new RegExp(`^${pattern}$`);
} // prettier-ignore
