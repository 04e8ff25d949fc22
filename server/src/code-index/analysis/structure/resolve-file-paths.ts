import { fileTarget, unknownTarget } from "./import-target.ts";
import type { LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/** Includes beside the file first, then by the longest shared ending; angle brackets may still mean own headers. */
export function cResolver(context: ResolveContext): LanguageResolver {
  const byName = new Map<string, string[]>();
  for (const { path, language } of context.files) {
    if (!/^(?:c|cpp|objectivec)$/.test(language ?? "")) continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [path]);
    else known.push(path);
  }
  const resolve: LanguageResolver["resolve"] = (from, { specifier }) => {
    const written = specifier.slice(1, -1);
    const beside = joinPath(folderOf(from.path), written);
    if (specifier.startsWith('"') && beside !== null && context.has(beside)) return fileTarget(beside);
    const clean = written.replace(/^(?:\.\.?\/)+/, "");
    const candidates = (byName.get(clean.slice(clean.lastIndexOf("/") + 1)) ?? []).filter(
      (path) => path === clean || path.endsWith(`/${clean}`),
    );
    if (candidates.length > 0) return fileTarget(candidates.sort((a, b) => a.length - b.length)[0]);
    return specifier.startsWith("<")
      ? { kind: "package", name: written.includes("/") ? (written.split("/")[0] ?? written) : written }
      : unknownTarget;
  };
  return { resolve };
}

/** Languages whose imports are paths of files. */
export function simpleResolver(context: ResolveContext): LanguageResolver {
  const resolve: LanguageResolver["resolve"] = (from, { specifier }) => {
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
        if (path !== null && context.has(path)) return fileTarget(path);
      }
    }
    return from.language === "zig" || from.language === "lua" || specifier.startsWith("package:")
      ? { kind: "package", name: name.split("/")[0] ?? name }
      : unknownTarget;
  };
  return { resolve };
}
