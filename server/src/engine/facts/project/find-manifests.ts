import type { ManifestFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

export interface LocatedManifest {
  path: string;
  folder: string;
  manifest: ManifestFact;
}

/** Manifests of the scope, those nearest to its folder first; examples, test fixtures and end-to-end tests are left out. */
export function findManifests(scope: CodeScope): LocatedManifest[] {
  return scope.once("findManifests", () => {
    const found: LocatedManifest[] = [];
    for (const file of scope.files) {
      if (file.kind !== "config" && file.kind !== "source" && file.kind !== "data") continue;
      if (
        /(?:^|\/)(?:examples?|samples?|benchmarks?|fixtures?|templates?|e2e|playwright|cypress)\//i.test(
          scope.shorten(file.path),
        )
      )
        continue;
      const manifest = scope.facts(file.path)?.manifest;
      if (manifest) found.push({ path: file.path, folder: folderOf(file.path), manifest });
    }
    return found.toSorted((a, b) => depth(a.path) - depth(b.path) || a.path.localeCompare(b.path));
  });
}

function depth(path: string): number {
  return path.split("/").length;
}

/**
 * The manifests that govern the scope: those in its folder, else the nearest above it, since a service's folder often
 * has none of its own.
 */
export function governingManifests(scope: CodeScope): LocatedManifest[] {
  const own = findManifests(scope).filter((found) => found.folder === scope.folder);
  if (own.length > 0 || scope.folder === "") return own;
  const above = scope.repository.index
    .files()
    .map((file) => file.path)
    .filter((path) => scope.folder.startsWith(`${folderOf(path)}/`) || folderOf(path) === "");
  const found = above.flatMap((path) => {
    const manifest = scope.facts(path)?.manifest;
    return manifest ? [{ path, folder: folderOf(path), manifest }] : [];
  });
  const nearest = Math.max(...found.map((one) => one.folder.length));
  return found.filter((one) => one.folder.length === nearest);
}
