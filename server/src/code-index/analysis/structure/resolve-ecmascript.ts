import { isBuiltin } from "node:module";

import type { ImportAlias } from "#server/code-index/analysis/text/content-facts.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, ResolveContext } from "./import-target.ts";
import { folderOf, isUnder, joinPath } from "./paths.ts";
import { workspacePackages } from "./workspace-packages.ts";

const endings = ["", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json", "/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/index.mjs", "/index.vue"]; // prettier-ignore

/** Relative paths, tsconfig aliases, package names of the workspace and its `imports`, packages from outside. */
export function ecmascriptResolver(context: ResolveContext): LanguageResolver {
  const aliases = readAliases(context);
  const folderFor = workspacePackages(context);
  const resolve: LanguageResolver["resolve"] = (from, { specifier }) => {
    const clean = specifier.replace(/[?#](?!.*\/).*$/, "");
    if (clean.startsWith(".")) return toFile(context, joinPath(folderOf(from.path), clean));
    const aliased = byAlias(context, aliases, { from, specifier });
    if (aliased !== null) return aliased;
    if (specifier.startsWith("#")) return byPackageImports(context, from, specifier);
    if (isBuiltin(specifier))
      return { kind: "package", name: specifier.startsWith("node:") ? specifier : `node:${specifier}` };
    const name = packageName(specifier);
    const folder = folderFor(from.path, name);
    if (folder !== null) return byWorkspacePackage(context, folder, specifier.slice(name.length + 1));
    return /^[@a-z0-9]/i.test(specifier) && !specifier.startsWith("@/") ? { kind: "package", name } : unknownTarget;
  };
  return { resolve };
}

function toFile(context: ResolveContext, path: string | null): ImportTarget {
  if (path === null) return unknownTarget;
  const found = findFile(context, path);
  return found === null ? unknownTarget : { kind: "files", paths: [found] };
}

function findFile(context: ResolveContext, path: string): string | null {
  for (const ending of endings) if (context.has(path + ending)) return path + ending;
  // TypeScript sources are imported by the name of what they compile to.
  const bare = path.replace(/\.[cm]?jsx?$/, "");
  if (bare !== path)
    for (const ending of [".ts", ".tsx", ".mts", ".cts", ".d.ts"]) if (context.has(bare + ending)) return bare + ending;
  return null;
}

interface FolderAliases {
  folder: string;
  aliases: ImportAlias[];
}

/** Deepest folders first, so that a package's own tsconfig wins over the root's. */
function readAliases(context: ResolveContext): FolderAliases[] {
  const found: FolderAliases[] = [];
  for (const { path } of context.files) {
    if (!/(?:^|\/)[tj]sconfig[\w.-]*\.json$/.test(path)) continue;
    const { aliases } = context.links(path);
    if (aliases.length > 0) found.push({ folder: folderOf(path), aliases });
  }
  return found.sort((a, b) => b.folder.length - a.folder.length);
}

function byAlias(
  context: ResolveContext,
  all: readonly FolderAliases[],
  { from, specifier }: { from: IndexedFile; specifier: string },
): ImportTarget | null {
  for (const { folder, aliases } of all) {
    if (!isUnder(from.path, folder)) continue;
    for (const { pattern, targets } of aliases) {
      const rest = matchPattern(pattern, specifier);
      if (rest === null) continue;
      for (const target of targets) {
        const path = joinPath(folder, target.replace("*", rest));
        const found = path === null ? null : findFile(context, path);
        if (found !== null) return { kind: "files", paths: [found] };
      }
    }
  }
  return null;
}

/** What the star matches; "" when the pattern has none and matches; null when it does not match. */
function matchPattern(pattern: string, specifier: string): string | null {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const isMet = specifier.length >= pattern.length - 1 && specifier.startsWith(before) && specifier.endsWith(after);
  return isMet ? specifier.slice(before.length, specifier.length - after.length) : null;
}

function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

/** A package of this repository: its exports, its entry point, or the file of that name under the usual folders. */
function byWorkspacePackage(context: ResolveContext, folder: string, rest: string): ImportTarget {
  const { manifest } =
    context.manifests.find(({ path, manifest: { ecosystem } }) => ecosystem === "npm" && folderOf(path) === folder) ??
    {};
  const wanted = rest === "" ? "." : `./${rest}`;
  for (const { name, path } of manifest?.entryPoints ?? []) {
    const pattern = name.startsWith("exports ") ? name.slice(8) : rest === "" ? "." : null;
    const star = pattern === null ? null : matchPattern(pattern, wanted);
    if (star === null) continue;
    const target = joinPath(folder, path.replace("*", star));
    const found =
      target === null
        ? null
        : (findFile(context, target) ?? findFile(context, target.replace(/(^|\/)(?:dist|lib|build|out)\//, "$1src/")));
    if (found !== null) return { kind: "files", paths: [found] };
  }
  for (const location of rest === ""
    ? ["src/index", "index", "src/main", "lib/index", "src/mod"]
    : [rest, `src/${rest}`, `lib/${rest}`]) {
    const target = joinPath(folder, location);
    const found = target === null ? null : findFile(context, target);
    if (found !== null) return { kind: "files", paths: [found] };
  }
  return unknownTarget;
}

/** `#name/…` of the nearest package.json, whose targets lie in the same package. */
function byPackageImports(context: ResolveContext, from: IndexedFile, specifier: string): ImportTarget {
  const owners = context.manifests.filter(
    ({ path, manifest }) => manifest.ecosystem === "npm" && isUnder(from.path, folderOf(path)),
  );
  const owner = owners.sort((a, b) => b.path.length - a.path.length)[0];
  if (owner === undefined) return unknownTarget;
  const rest = specifier.replace(/^#[\w-]*\/?/, "");
  for (const location of [`src/${rest}`, rest, specifier.slice(1), `lib/${rest}`]) {
    const target = joinPath(folderOf(owner.path), location);
    const found = target === null || target === "" ? null : findFile(context, target);
    if (found !== null) return { kind: "files", paths: [found] };
  }
  return unknownTarget;
}
