import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { unknownTarget } from "./import-target.ts";
import type { ImportResolver, ImportTarget, ResolveContext } from "./import-target.ts";
import { folderOf, isUnder, joinPath } from "./paths.ts";

/** `mod x;`, paths from crate, self and super, crates of the workspace, crates from outside. */
export function rustResolver(context: ResolveContext): ImportResolver {
  const crates = new Map<string, string>();
  for (const { path, manifest } of context.manifests) {
    if (manifest.ecosystem === "cargo" && manifest.name !== null)
      crates.set(manifest.name.replaceAll("-", "_"), folderOf(path));
  }
  return (from, { specifier }) => {
    if (specifier.startsWith("mod "))
      return asTarget(moduleFile(context, `${moduleFolder(from)}/${specifier.slice(4)}`.replace(/^\//, "")));
    const [first = "", ...rest] = specifier
      .replace(/^::/, "")
      .split("::")
      .map((part) => part.trim());
    if (first === "crate") return within(context, crateSource(crates, from), rest);
    if (first === "self") return within(context, moduleFolder(from), rest);
    if (first === "super") return fromParent(context, from, rest);
    const folder = crates.get(first);
    if (folder !== undefined) return within(context, folder === "" ? "src" : `${folder}/src`, rest);
    const isLocal = moduleFile(context, `${moduleFolder(from)}/${first}`.replace(/^\//, "")) !== null;
    if (isLocal && rest.length > 0) return within(context, moduleFolder(from), [first, ...rest]);
    return /^[a-z_]\w*$/.test(first) && rest.length > 0 ? { kind: "package", name: first } : unknownTarget;
  };
}

function asTarget(path: string | null): ImportTarget {
  return path === null ? unknownTarget : { kind: "files", paths: [path] };
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

function crateSource(crates: ReadonlyMap<string, string>, from: IndexedFile): string {
  const folders = [...crates.values()]
    .filter((folder) => isUnder(from.path, folder))
    .sort((a, b) => b.length - a.length);
  const folder = folders[0] ?? "";
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
  return asTarget(moduleFile(context, folder));
}

function moduleFile(context: ResolveContext, module: string): string | null {
  for (const ending of [".rs", "/mod.rs"]) if (context.has(module + ending)) return module + ending;
  return null;
}
