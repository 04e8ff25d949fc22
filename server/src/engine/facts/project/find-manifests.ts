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
      if (isBeside(scope, file.path)) continue;
      const manifest = scope.facts(file.path)?.manifest;
      if (manifest) found.push({ path: file.path, folder: folderOf(file.path), manifest });
    }
    const main = found.filter(({ manifest }) => !isForTestsAlone(manifest));
    return (main.length > 0 ? main : found).toSorted(
      (a, b) => depth(a.path) - depth(b.path) || a.path.localeCompare(b.path),
    );
  });
}

/** Folders beside the program: examples, its documentation's site, tests from outside; of a scope in one, nothing is. */
export function isBeside(scope: CodeScope, path: string): boolean {
  return besideFolder.test(scope.shorten(path));
}

const besideFolder =
  /(?:^|\/)(?:examples?|samples?|benchmarks?|fixtures?|templates?|docs?|documentation|docs-site|website|e2e|e2e-tests|playwright|cypress|(?:api|integration|acceptance|e2e|ui|smoke|load|end-to-end)[-_]tests?|tests?)\//i;

/** What only tests from outside and documentation sites are made of. */
const besidePackage =
  /^(?:@?playwright(?:\/test|-\w+)?|cypress|puppeteer|webdriverio|vitepress|vuepress|docusaurus|@docusaurus\/.*|mkdocs.*|zensical|sphinx.*|furo|myst-parser|pymdown-.*|typedoc|@types\/.*|typescript|ts-node|tsx|dotenv|prettier|eslint.*|@eslint\/.*)$/;

const maxRoots = 6;
const maxDepth = 6;

/**
 * The manifests whose packages one installs: those in the scope's folder or governing it, and those below that no other
 * one takes in, nearest first.
 */
export function installRoots(scope: CodeScope): LocatedManifest[] {
  const candidates = [...governingManifests(scope), ...findManifests(scope)];
  const roots: LocatedManifest[] = [];
  for (const found of new Map(candidates.map((one) => [one.path, one])).values()) {
    if (depth(scope.shorten(found.path)) > maxDepth) continue;
    if (!roots.some((root) => isTakenIn(scope, found, root))) roots.push(found);
  }
  return roots.slice(0, maxRoots);
}

function isForTestsAlone({ dependencies }: ManifestFact): boolean {
  const names = dependencies.map(({ name }) => name);
  return (
    names.some((name) => /playwright|cypress|puppeteer|vitepress|docusaurus|mkdocs|zensical|sphinx/.test(name)) &&
    names.every((name) => besidePackage.test(name))
  );
}

/** A workspace installs its members; other ecosystems build everything below from above. */
function isTakenIn(scope: CodeScope, { folder, manifest, path }: LocatedManifest, root: LocatedManifest): boolean {
  if (root.manifest.ecosystem !== manifest.ecosystem || root.path === path) return false;
  // One solution holds all projects, wherever they lie.
  if (manifest.ecosystem === "nuget") return true;
  if (root.folder === folder) return manifest.ecosystem !== "python";
  if (root.folder !== "" && !folder.startsWith(`${root.folder}/`)) return false;
  if (manifest.ecosystem !== "npm") return true;
  return root.manifest.workspaces.length > 0 || !scope.once("lockFolders", () => lockFolders(scope)).has(folder);
}

function lockFolders(scope: CodeScope): ReadonlySet<string> {
  const locks = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;
  return new Set(scope.files.flatMap(({ path }) => (locks.test(path) ? [folderOf(path)] : [])));
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
