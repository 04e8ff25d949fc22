import { unknownTarget } from "./import-target.ts";
import type { ImportResolver, ImportTarget, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

function asTarget(path: string | null | undefined): ImportTarget {
  return path === null || path === undefined ? unknownTarget : { kind: "files", paths: [path] };
}

/** An import names a package, which is a folder: all its files that are no tests. */
export function goResolver(context: ResolveContext): ImportResolver {
  const modules = context.manifests.filter(({ manifest }) => manifest.ecosystem === "go" && manifest.name !== null);
  const byFolder = new Map<string, string[]>();
  for (const { path, language } of context.files) {
    if (language !== "go" || path.endsWith("_test.go")) continue;
    const folder = folderOf(path);
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [path]);
    else known.push(path);
  }
  return (_from, { specifier }) => {
    for (const { path, manifest } of modules) {
      const name = manifest.name ?? "";
      if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
      const folder = joinPath(folderOf(path), specifier.slice(name.length));
      const paths = folder === null ? undefined : byFolder.get(folder);
      if (paths !== undefined) return { kind: "files", paths };
    }
    const parts = specifier.split("/");
    const isHosted = /^(?:(?:github|gitlab|bitbucket)\.(?:com|org)|golang\.org)$/.test(parts[0] ?? "");
    const name = (parts[0] ?? "").includes(".") ? parts.slice(0, isHosted ? 3 : 2).join("/") : specifier;
    return { kind: "package", name };
  };
}

/** Languages whose files declare their package: a class is found by package and name, a namespace as a whole. */
export function jvmResolver(context: ResolveContext): ImportResolver {
  const byPackage = new Map<string, string[]>();
  const byClass = new Map<string, string>();
  for (const { path, language } of context.files) {
    if (!/^(?:java|kotlin|scala|groovy|csharp|elixir)$/.test(language ?? "")) continue;
    const own = context.links(path).ownPackage;
    if (own === null) continue;
    const members = byPackage.get(own);
    if (members === undefined) byPackage.set(own, [path]);
    else members.push(path);
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    byClass.set(language === "elixir" ? own : `${own}.${name}`, path);
  }
  return (_from, { specifier }) => {
    const parts = specifier.replace(/\.\*$/, "").split(".");
    for (let length = parts.length; length > 0; length -= 1) {
      const name = parts.slice(0, length).join(".");
      const single = byClass.get(name);
      if (single !== undefined) return { kind: "files", paths: [single] };
      const members = byPackage.get(name);
      if (members !== undefined && length >= parts.length - 1) return { kind: "files", paths: members.slice(0, 50) };
    }
    return {
      kind: "package",
      name: parts.slice(0, Math.min(parts.length, /^[A-Z]/.test(specifier) ? 2 : 3)).join("."),
    };
  };
}

/** Classes by declared namespace, which covers PSR-4, and files by relative path. */
export function phpResolver(context: ResolveContext): ImportResolver {
  const byClass = new Map<string, string>();
  for (const { path, language } of context.files) {
    if (language !== "php") continue;
    const own = context.links(path).ownPackage;
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.php$/, "");
    byClass.set(own === null ? name : `${own}\\${name}`, path);
  }
  return (from, { specifier }) => {
    if (/\.php$|\//.test(specifier)) {
      const path = joinPath(folderOf(from.path), specifier.replace(/^\//, ""));
      return asTarget(path !== null && context.has(path) ? path : null);
    }
    const name = specifier.replace(/^\\/, "");
    const found = byClass.get(name);
    return found === undefined ? { kind: "package", name: name.split("\\").slice(0, 2).join("\\") } : asTarget(found);
  };
}

/** `require_relative`, and `require` under the usual load paths. */
export function rubyResolver(context: ResolveContext): ImportResolver {
  const roots = ["lib", "", "app"];
  for (const { path } of context.files) {
    const match = /^((?:.*\/)?lib)\/[^/]+\.rb$/.exec(path);
    if (match?.[1] !== undefined && !roots.includes(match[1])) roots.push(match[1]);
  }
  return (from, { specifier }) => {
    const name = specifier.replace(/\.rb$/, "");
    if (name.startsWith(".")) {
      const path = joinPath(folderOf(from.path), `${name}.rb`);
      return asTarget(path !== null && context.has(path) ? path : null);
    }
    for (const root of roots) {
      const path = joinPath(root, `${name}.rb`);
      if (path !== null && context.has(path)) return asTarget(path);
    }
    return { kind: "package", name: name.split("/")[0] ?? name };
  };
}

/** Includes beside the file first, then by the longest shared ending; angle brackets may still mean own headers. */
export function cResolver(context: ResolveContext): ImportResolver {
  const byName = new Map<string, string[]>();
  for (const { path, language } of context.files) {
    if (!/^(?:c|cpp|objectivec)$/.test(language ?? "")) continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [path]);
    else known.push(path);
  }
  return (from, { specifier }) => {
    const written = specifier.slice(1, -1);
    const beside = joinPath(folderOf(from.path), written);
    if (specifier.startsWith('"') && beside !== null && context.has(beside)) return asTarget(beside);
    const clean = written.replace(/^(?:\.\.?\/)+/, "");
    const candidates = (byName.get(clean.slice(clean.lastIndexOf("/") + 1)) ?? []).filter(
      (path) => path === clean || path.endsWith(`/${clean}`),
    );
    if (candidates.length > 0) return asTarget(candidates.sort((a, b) => a.length - b.length)[0]);
    return specifier.startsWith("<")
      ? { kind: "package", name: written.includes("/") ? (written.split("/")[0] ?? written) : written }
      : unknownTarget;
  };
}

/** Languages whose imports are paths of files. */
export function simpleResolver(context: ResolveContext): ImportResolver {
  return (from, { specifier }) => {
    const folder = folderOf(from.path);
    const clean = specifier.replace(/^~/, "").replace(/^package:/, "");
    const name = from.language === "lua" ? clean.replaceAll(".", "/") : clean;
    const ending = /\.[^./]+$/.exec(from.path)?.[0] ?? "";
    for (const base of [folder, ""]) {
      for (const candidate of [
        name,
        name + ending,
        `${name}/init${ending}`,
        name.replace(/([^/]+)$/, `_$1${ending}`),
        `${name}/_index${ending}`,
      ]) {
        const path = joinPath(base, candidate);
        if (path !== null && context.has(path)) return asTarget(path);
      }
    }
    return from.language === "zig" || from.language === "lua" || specifier.startsWith("package:")
      ? { kind: "package", name: name.split("/")[0] ?? name }
      : unknownTarget;
  };
}
