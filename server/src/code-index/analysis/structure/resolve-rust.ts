import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { findBuildProjects } from "./build-projects.ts";
import type { BuildProject, BuildProjects } from "./build-projects.ts";
import { fileTarget, unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/**
 * `mod x;`, paths from crate, self and super, and crates: those that the own Cargo.toml takes in by path or from its
 * workspace, and the library of the own package.
 */
export function rustResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const resolve: LanguageResolver["resolve"] = (from, { specifier }) => {
    if (specifier.startsWith("mod "))
      return fileTarget(moduleFile(context, `${moduleFolder(from)}/${specifier.slice(4)}`.replace(/^\//, "")));
    const [first = "", ...rest] = specifier
      .replace(/^::/, "")
      .split("::")
      .map((part) => part.trim());
    if (first === "crate") return within(context, crateSource(projects.around(from.path)), rest);
    if (first === "self") return within(context, moduleFolder(from), rest);
    if (first === "super") return fromParent(context, from, rest);
    const crate = crateNamed(projects, from, first);
    if (crate !== null) return inCrate(context, crate, rest);
    const isLocal = moduleFile(context, `${moduleFolder(from)}/${first}`.replace(/^\//, "")) !== null;
    if (isLocal && rest.length > 0) return within(context, moduleFolder(from), [first, ...rest]);
    return /^[a-z_]\w*$/.test(first) && rest.length > 0 ? { kind: "package", name: first } : unknownTarget;
  };
  return { resolve };
}

function crateNamed(projects: BuildProjects, from: IndexedFile, name: string): BuildProject | null {
  const own = projects.around(from.path);
  if (own === null) return null;
  return own.aliases.get(name) ?? (own.builds.some(({ facts }) => facts.name === name) ? own : null);
}

/** A module of a crate, or the file that the crate begins with. */
function inCrate(context: ResolveContext, crate: BuildProject, rest: readonly string[]): ImportTarget {
  const root = crate.builds[0]?.facts.sourceRoots[0]?.folder;
  if (root === undefined) return within(context, crateSource(crate), rest);
  const path = joinPath(crate.folder, root);
  if (path === null) return unknownTarget;
  const found = within(context, folderOf(path), rest);
  return rest.length > 0 && found.kind === "files" ? found : fileTarget(context.has(path) ? path : null);
}

/** Folder in which a file's submodules lie. */
function moduleFolder({ path }: IndexedFile): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = folderOf(path);
  if (name === "mod.rs" || name === "lib.rs" || name === "main.rs") return folder;
  return joinPath(folder, name.replace(/\.rs$/, "")) ?? folder;
}

function fromParent(context: ResolveContext, from: IndexedFile, rest: readonly string[]): ImportTarget {
  let folder = folderOf(moduleFolder(from));
  let at = 0;
  while (rest[at] === "super") {
    folder = folderOf(folder);
    at += 1;
  }
  return within(context, folder, rest.slice(at));
}

function crateSource(crate: BuildProject | null): string {
  const folder = crate?.folder ?? "";
  return folder === "" ? "src" : `${folder}/src`;
}

/** The deepest module that the path names; its last parts are items inside. */
function within(context: ResolveContext, folder: string, parts: readonly string[]): ImportTarget {
  for (let length = parts.length; length > 0; length -= 1) {
    const found = moduleFile(context, [folder, ...parts.slice(0, length)].filter((part) => part !== "").join("/"));
    if (found !== null) return { kind: "files", paths: [found] };
  }
  for (const name of ["lib.rs", "main.rs", "mod.rs"]) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (context.has(path)) return { kind: "files", paths: [path] };
  }
  return fileTarget(moduleFile(context, folder));
}

function moduleFile(context: ResolveContext, module: string): string | null {
  for (const ending of [".rs", "/mod.rs"]) if (context.has(module + ending)) return module + ending;
  return null;
}
