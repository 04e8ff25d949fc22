import { unknownTarget } from "./import-target.ts";
import type { ImportResolver, ImportTarget, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/** Relative imports, packages of this repository (below any folder that holds top-level packages), and others. */
export function pythonResolver(context: ResolveContext): ImportResolver {
  const roots = sourceRoots(context);
  return (from, { specifier, names }) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      const base = joinPath(folderOf(from.path), "../".repeat(dots - 1));
      return base === null ? unknownTarget : inPackage(context, base, { path, names });
    }
    for (const root of roots) {
      const found = inPackage(context, root, { path, names });
      if (found.kind === "files") return found;
    }
    const name = specifier.split(".")[0] ?? "";
    return name === "" ? unknownTarget : { kind: "package", name };
  };
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

/** The root, and folders whose children are packages while they are none themselves ("src", "backend"). */
function sourceRoots(context: ResolveContext): string[] {
  const packages = new Set<string>();
  const roots = new Map<string, number>([["", Number.MAX_SAFE_INTEGER]]);
  for (const { path } of context.files) if (path.endsWith("/__init__.py")) packages.add(folderOf(path));
  for (const { path, language } of context.files) {
    if (language !== "python") continue;
    let folder = folderOf(path);
    while (packages.has(folder)) folder = folderOf(folder);
    roots.set(folder, (roots.get(folder) ?? 0) + 1);
  }
  return [...roots]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([folder]) => folder);
}
