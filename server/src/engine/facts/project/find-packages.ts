import type { ImportFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { openDeclarations, spelledPlainly, type DeclaredPackage } from "./declared-packages.ts";
import { findManifests } from "./find-manifests.ts";
import { findKnownPackage, type KnownPackage } from "./known-packages.ts";
import { isStandardModule } from "./standard-modules.ts";

/** A package from outside that the scope's own code imports. */
export interface UsedPackage {
  name: string;
  /** What imports call it. */
  importedAs: string[];
  version: string | null;
  known: KnownPackage | null;
  /** Source files that import it, sorted. */
  files: string[];
  /** The manifest's line, then the first import. */
  evidence: Evidence[];
  isDev: boolean;
}

/** Most used first. Tests and examples do not count as use, nor does what no manifest declares. */
export function findPackages(scope: CodeScope): UsedPackage[] {
  return scope.once("findPackages", () => {
    // What such a file imports keeps tools at a version, behind a tag that no build has.
    const sources = new Set(scope.sources.map((file) => file.path).filter((path) => !/(?:^|\/)tools?\.go$/.test(path)));
    const declarationOf = openDeclarations(scope);
    const own = ownNames(scope);
    const used = new Map<string, UsedPackage>();
    for (const found of joinByPackage(scope.repository.index.externalImports())) {
      const files = found.files.filter((path) => sources.has(path));
      const language = scope.facts(files[0] ?? "")?.language ?? null;
      if (files.length === 0 || isStandardModule(found.name, language) || own.has(spelledPlainly(found.name))) continue;
      const declared = declarationOf(found.name, language);
      if (declared !== null) addUse(used, scope, { name: found.name, files, declared });
    }
    return [...used.values(), ...standardSystems(scope)].toSorted(
      (a, b) => b.files.length - a.files.length || a.name.localeCompare(b.name),
    );
  });
}

/** Several names may be of one package, such as the modules of a package of Elixir. */
function addUse(
  used: Map<string, UsedPackage>,
  scope: CodeScope,
  { name, files, declared }: { name: string; files: readonly string[]; declared: DeclaredPackage | "unknown" },
): void {
  const dependency = declared === "unknown" ? null : declared;
  const shown = dependency !== null && isNamedOtherwise(name, dependency) ? dependency.name : name;
  const known = used.get(shown);
  if (known !== undefined) {
    known.files = [...new Set([...known.files, ...files])].toSorted();
    known.importedAs.push(name);
    return;
  }
  const firstImport = files.map((path) => importEvidence(scope, path, [name])).find((one) => one !== null);
  used.set(shown, {
    name: shown,
    importedAs: [name],
    version: dependency?.version ?? null,
    known: shown === name ? knownUse(scope, files, name) : findKnownPackage(shown),
    files: [...files],
    evidence: [dependency?.evidence, firstImport].filter((one) => one != null),
    isDev: dependency?.isDev ?? false,
  });
}

/** Where the manifest's name does not hold the imported one, nor the other way round, it is the one to show. */
function isNamedOtherwise(name: string, dependency: DeclaredPackage): boolean {
  const [imported, declared] = [spelledPlainly(name), spelledPlainly(dependency.name)];
  return /^[A-Z]/.test(name) || !(declared.includes(imported) || imported.includes(declared));
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
export function importEvidence(scope: CodeScope, path: string, names: readonly string[]): Evidence | null {
  const [found] = names.flatMap((name) => importsOfPackage(scope, path, name));
  return found ? scope.at(path, found.line) : null;
}

function importsOfPackage(scope: CodeScope, path: string, name: string): ImportFact[] {
  const wanted = spelledPlainly(name);
  const isOf = (specifier: string) =>
    specifier === wanted || ["/", ".", "::", "\\"].some((separator) => specifier.startsWith(wanted + separator));
  return (scope.facts(path)?.imports ?? []).filter((one) => isOf(spelledPlainly(one.specifier)));
}

/** Parts of standard libraries that talk to a database; nobody declares them. */
function standardSystems(scope: CodeScope): UsedPackage[] {
  return ["node:sqlite", "sqlite3", "database/sql"].flatMap((name): UsedPackage[] => {
    const files = scope.sources
      .map((file) => file.path)
      .filter((path) => scope.facts(path)?.imports.some((one) => one.specifier === name));
    const [first] = files;
    const evidence = first === undefined ? null : importEvidence(scope, first, [name]);
    return evidence
      ? [
          {
            name,
            importedAs: [name],
            version: null,
            known: findKnownPackage(name),
            files,
            evidence: [evidence],
            isDev: false,
          },
        ]
      : [];
  });
}

/** Names of the repository's own packages, which are nobody's dependency from outside. */
export function ownNames(scope: CodeScope): ReadonlySet<string> {
  return new Set(
    findManifests(scope).flatMap(({ manifest }) => (manifest.name === null ? [] : [spelledPlainly(manifest.name)])),
  );
}
