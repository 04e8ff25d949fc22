import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { findAround, folderOf } from "#server/code-index/analysis/structure/paths.ts";

/** Where the code of a repository lies that may be built and started. */
export interface CodePlaces {
  /** Folders with a manifest, the deepest first. */
  packages: ReadonlySet<string>;
  /** Names of the product and its parts, letters and digits alone. */
  names: ReadonlySet<string>;
  /** The same without what only parts deep inside are called: they may bear the names of services that they call. */
  productNames: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Folders of packages by the names that their manifests give, letters and digits alone. */
  byName: ReadonlyMap<string, string>;
  /** Packages in which a program begins. */
  started: ReadonlySet<string>;
}

export function findCodePlaces(
  context: ResolveContext,
  { titles, programs }: { titles: readonly string[]; programs: readonly string[] },
): CodePlaces {
  const folders = new Set<string>([""]);
  const side = new Set<string>();
  for (const { path, kind } of context.files) {
    if (kind === "test" || kind === "vendored") side.add(path);
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  const manifests = context.manifests.filter(({ path }) => !side.has(path));
  const packages = new Set(manifests.map(({ path }) => folderOf(path)).toSorted((a, b) => b.length - a.length));
  const ofProduct = [
    ...titles,
    ...sharedScopes(manifests),
    ...manifests.flatMap(({ manifest }) => ownerOfGeneral(manifest.name ?? "")),
    ...programs.flatMap((path) =>
      context.links(path).declares.flatMap((name) => applicationName.exec(name)?.[1] ?? []),
    ),
    ...djangoProjects(context),
    ...programs.flatMap((path) => /(?:^|\/)cmd\/([\w.-]+)\/[^/]+$/.exec(path)?.[1] ?? []),
  ];
  const ofParts = manifests.flatMap(({ path, manifest }) => {
    const folder = folderOf(path);
    return [manifest.name ?? "", lastPart(folder)].map((name) => ({ name, isDeep: folder.includes("/") }));
  });
  const names = plainNames([...ofProduct, ...ofParts.map(({ name }) => name)]);
  const productNames = plainNames([...ofProduct, ...ofParts.flatMap(({ name, isDeep }) => (isDeep ? [] : [name]))]);
  const started = new Set(programs.flatMap((path) => findAround(path, packages) ?? []));
  // Of several of one name, such as a product and its pages, the outermost.
  const byName = new Map(
    manifests
      .toSorted((a, b) => b.path.split("/").length - a.path.split("/").length)
      .map(({ path, manifest }) => [plainName(lastPart(manifest.name ?? "")), folderOf(path)]),
  );
  return { packages, names, productNames, folders, byName, started };
}

/** What says something, in letters and digits alone. */
function plainNames(names: readonly string[]): Set<string> {
  const plain = names.map((name) => plainName(lastPart(name.replace(/\/v\d+$/, ""))));
  return new Set(plain.filter((name) => name.length >= 3 && !generalNames.has(name)));
}

/** How a program of Rails calls itself: "Boats" of "Boats::Application". */
const applicationName = /^(\w+)::Application$/;

/** "boats" of the folder that holds the settings of a site of Django. */
function djangoProjects(context: ResolveContext): string[] {
  if (!context.has("manage.py")) return [];
  return context.files.flatMap(({ path }) => {
    const name = /^(\w+)\/(?:wsgi|asgi)\.py$/.exec(path)?.[1];
    return name === undefined || /^(?:config|conf|project|settings|main|site|django)$/.test(name) ? [] : [name];
  });
}

/** "boats" of "github.com/boats/server". */
export function ownerOfGeneral(name: string): string[] {
  const [owner, last] = name
    .replace(/\/v\d+$/, "")
    .split("/")
    .slice(-2);
  return owner !== undefined && last !== undefined && generalNames.has(plainName(last)) ? [owner] : [];
}

/** What the names of several packages begin with: "boats" of "@boats/web" and "@boats/api", of "boats-web" and "boats-api". */
function sharedScopes(manifests: ResolveContext["manifests"]): string[] {
  const scopes = manifests.flatMap(
    ({ path, manifest }) =>
      /^@([\w.-]+)\//.exec(manifest.name ?? "")?.[1] ?? /^(\w{4,})-\w/.exec(lastPart(folderOf(path)))?.[1] ?? [],
  );
  return [...Map.groupBy(scopes, (scope) => scope)].flatMap(([scope, all]) => (all.length > 1 ? [scope] : []));
}

export const generalNames = new Set([
  "app",
  "web",
  "api",
  "server",
  "client",
  "backend",
  "frontend",
  "core",
  "common",
  "docs",
  "root",
  "src",
  "website",
  "database",
  "redis",
  "postgres",
  "docker",
]);

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Letters and digits alone, in lower case. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
