import type { ImportFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { findManifests } from "./find-manifests.ts";
import { findKnownPackage, type KnownPackage } from "./known-packages.ts";
import { isStandardModule } from "./standard-modules.ts";

/** A package from outside that the scope's own code imports. */
export interface UsedPackage {
  name: string;
  version: string | null;
  known: KnownPackage | null;
  /** Source files that import it, sorted. */
  files: string[];
  /** The manifest's line, then the first import. */
  evidence: Evidence[];
  isDev: boolean;
}

/** Most used first. Tests and examples do not count as use. */
export function findPackages(scope: CodeScope): UsedPackage[] {
  return scope.once("findPackages", () => {
    const sources = new Set(scope.sources.map((file) => file.path));
    const declared = declaredDependencies(scope);
    const own = ownNames(scope);
    const used: UsedPackage[] = [];
    for (const found of joinByPackage(scope.repository.index.externalImports())) {
      const files = found.files.filter((path) => sources.has(path));
      if (
        files.length === 0 ||
        isStandardModule(found.name, scope.facts(files[0] ?? "")?.language ?? null) ||
        own.has(plain(found.name))
      )
        continue;
      const dependency = declared.get(plain(found.name));
      const firstImport = files.map((path) => importEvidence(scope, path, found.name)).find((one) => one !== null);
      used.push({
        name: found.name,
        version: dependency?.version ?? null,
        known: knownUse(scope, files, found.name),
        files,
        evidence: [dependency?.evidence, firstImport].filter((one) => one != null),
        isDev: dependency?.isDev ?? false,
      });
    }
    used.push(...standardSystems(scope));
    return used.toSorted((a, b) => b.files.length - a.files.length || a.name.localeCompare(b.name));
  });
}

/**
 * Imports of the JVM name classes: `okhttp3.ResponseBody` and `okhttp3.MediaType` are of one package, and
 * `io.reactivex.plugins` is a part of `io.reactivex` where that is imported too.
 */
function joinByPackage(
  imports: readonly { name: string; files: readonly string[] }[],
): { name: string; files: string[] }[] {
  const joined = new Map<string, Set<string>>();
  for (const { name, files } of imports) {
    const key = isOfJvm(files) ? name.replace(/(?<=^[a-z][\w.]*)\.[A-Z][\w.]*$/, "") : name;
    const all = joined.get(key) ?? new Set();
    for (const path of files) all.add(path);
    joined.set(key, all);
  }
  for (const [name, files] of joined) {
    const above = [...joined.keys()].find((one) => name.startsWith(`${one}.`) && /\w\.\w|^[a-z]\w+$/.test(one));
    if (above === undefined || !isOfJvm([...files])) continue;
    for (const path of files) joined.get(above)?.add(path);
    joined.delete(name);
  }
  return [...joined].map(([name, files]) => ({ name, files: [...files].toSorted() }));
}

function isOfJvm(files: readonly string[]): boolean {
  return files.some((path) => /\.(?:java|kts?|scala|groovy)$/.test(path));
}

/** Of some packages only one part is used that is known for something else, such as the codec of a database driver. */
function knownUse(scope: CodeScope, files: readonly string[], name: string): KnownPackage | null {
  const uses = files.flatMap((path) =>
    importsOfPackage(scope, path, name).map(({ specifier }) => findKnownPackage(specifier)),
  );
  const [first] = uses;
  const isOneUse = first != null && uses.every((use) => use?.role === first.role && use.system === first.system);
  return isOneUse ? first : findKnownPackage(name);
}

/** The line on which `path` imports the package; null when it is unknown. */
export function importEvidence(scope: CodeScope, path: string, name: string): Evidence | null {
  const [found] = importsOfPackage(scope, path, name);
  return found ? scope.at(path, found.line) : null;
}

function importsOfPackage(scope: CodeScope, path: string, name: string): ImportFact[] {
  const wanted = plain(name);
  const isOf = (specifier: string) =>
    specifier === wanted || ["/", ".", "::"].some((separator) => specifier.startsWith(wanted + separator));
  return (scope.facts(path)?.imports ?? []).filter((one) => isOf(plain(one.specifier)));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Parts of standard libraries that talk to a database; nobody declares them. */
function standardSystems(scope: CodeScope): UsedPackage[] {
  return ["node:sqlite", "sqlite3", "database/sql"].flatMap((name): UsedPackage[] => {
    const files = scope.sources
      .map((file) => file.path)
      .filter((path) => scope.facts(path)?.imports.some((one) => one.specifier === name));
    const [first] = files;
    const evidence = first === undefined ? null : importEvidence(scope, first, name);
    return evidence
      ? [{ name, version: null, known: findKnownPackage(name), files, evidence: [evidence], isDev: false }]
      : [];
  });
}

/** Names of the repository's own packages, which are nobody's dependency from outside. */
export function ownNames(scope: CodeScope): ReadonlySet<string> {
  return new Set(
    findManifests(scope).flatMap(({ manifest }) => (manifest.name === null ? [] : [plain(manifest.name)])),
  );
}

interface DeclaredPackage {
  version: string | null;
  isDev: boolean;
  evidence: Evidence;
}

function declaredDependencies(scope: CodeScope): Map<string, DeclaredPackage> {
  const declared = new Map<string, DeclaredPackage>();
  for (const { path, manifest } of findManifests(scope)) {
    for (const { name, version, isDev, line } of manifest.dependencies) {
      const key = plain(name);
      if (declared.has(key)) continue;
      declared.set(key, { version: version || null, isDev, evidence: scope.at(path, line) });
    }
  }
  return declared;
}
