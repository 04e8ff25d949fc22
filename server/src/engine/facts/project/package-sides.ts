import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { spelledPlainly } from "./declared-packages.ts";
import { findManifests, type LocatedManifest } from "./find-manifests.ts";
import { findPackages } from "./find-packages.ts";
import { findKnownPackage, type KnownPackage } from "./known-packages.ts";

/** The part of a product that a package shapes. */
export type PackageSide = "server" | "browser" | "data" | "tests";

/** A package that shapes one side of a product, with what it is for. */
export interface ShapingPackage {
  name: string;
  version: string | null;
  side: PackageSide;
  known: KnownPackage;
  /** Source files that import it; empty where only a manifest names it. */
  files: readonly string[];
  evidence: readonly Evidence[];
}

/** They help in any product, and tell none from another. */
const helping =
  /^(?:logging|errors|dates and times|reading and writing data formats|configuration|text search and patterns|signals between|signing with|numbers and data frames|pictures|tracing and metrics|asynchronous and parallel work|calling other services over HTTP|services of AWS|cryptography)/;
const inBrowser =
  /^(?:the user interface|data fetching and caching in the browser|state in the browser|interface building blocks|styling|rich text and editing|diagrams and charts|forms|building and bundling|(?:mobile|desktop) interfaces)$/;
const aroundData = /^(?:access to the database|changing the database's schema)$/;
/** What nobody has to import to build on it. */
const byManifestAlone =
  /^(?:the user interface|pages, routing and server rendering|interface building blocks|styling|building and bundling|tests|serving HTTP|running the web server|changing the database's schema|access to the database|storing \w+ in .*|(?:mobile|desktop) interfaces)$/;
const tools = /^(?:building and bundling|tests)$/;

/** Packages that shape the product, frameworks first, then those that talk to a system, then by how much they are used. */
export function shapingPackages(scope: CodeScope): ShapingPackage[] {
  const browserManifests = new Set(findManifests(scope).flatMap((one) => (isOfBrowser(one) ? [one.path] : [])));
  const used = findPackages(scope).flatMap(({ name, version, known, files, evidence, isDev }): ShapingPackage[] => {
    if (known === null || helping.test(known.role) || (isDev && !known.isFramework && !tools.test(known.role)))
      return [];
    const isIn = browserManifests.has(evidence[0]?.path ?? "");
    return [{ name, version, side: sideOf(known, isIn), known, files, evidence: evidence.slice(0, 1) }];
  });
  const names = new Set(used.map(({ name }) => spelledPlainly(name)));
  // What a module of Go needs without importing it is needed by somebody else.
  const declared = findManifests(scope).flatMap(({ path, manifest }) =>
    (manifest.ecosystem === "go" ? [] : manifest.dependencies).flatMap(
      ({ name, version, isDev, line }): ShapingPackage[] => {
        const known = findKnownPackage(name);
        if (known === null || names.has(spelledPlainly(name)) || !byManifestAlone.test(known.role)) return [];
        if (isDev && !known.isFramework && !tools.test(known.role)) return [];
        names.add(spelledPlainly(name));
        const side = sideOf(known, browserManifests.has(path));
        return [{ name, version: version || null, side, known, files: [], evidence: [scope.at(path, line)] }];
      },
    ),
  );
  return [...used, ...declared].toSorted((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name));
}

function sideOf({ role, system }: KnownPackage, isInBrowser: boolean): PackageSide {
  if (role === "tests" || role === "driving a browser") return "tests";
  if (inBrowser.test(role)) return "browser";
  if (aroundData.test(role) || /^(?:storing|caching|searching|files in)/.test(role)) return "data";
  return isInBrowser && system === null ? "browser" : "server";
}

/** A manifest that asks for something of the browser, and for nothing that answers requests. */
function isOfBrowser({ manifest }: LocatedManifest): boolean {
  if (manifest.ecosystem !== "npm") return false;
  const roles = manifest.dependencies.map(({ name }) => findKnownPackage(name)?.role);
  return (
    roles.some((role) => role !== undefined && (inBrowser.test(role) || role.startsWith("pages, routing"))) &&
    !roles.some((role) => role === "serving HTTP" || (role !== undefined && aroundData.test(role)))
  );
}

function weight({ known, files }: ShapingPackage): number {
  return (known.isFramework ? 1000 : 0) + (known.system !== null ? 500 : 0) + Math.min(files.length, 100);
}
