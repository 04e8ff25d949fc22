import {
  databaseChosen,
  technologyNamed,
  technologyOfScheme,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import {
  technologyOfConstant,
  technologyOfImport,
  technologyOfSetting,
  technologyOfSignIn,
} from "#server/code-index/analysis/extract/deployment/technologies/outside-services.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { ImportResolver, ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";

import { findAddressed, findCalled } from "./addressed-services.ts";
import { plainName } from "./code-places.ts";
import { isBrought, isOfProduct, type OutsideUse } from "./outside-use.ts";

interface Known {
  context: ResolveContext;
  resolve: ImportResolver;
  settings: () => readonly IndexedSetting[];
}

/** Languages in which code names what a package brings without importing it. */
const namesConstants = new Set<string | null>(["ruby", "elixir"]);
const maxSites = 4;

/** Outside services that the product's code imports or names, or whose keys it is given; none is the product itself. */
export function findOutsideUses(known: Known, ownNames: ReadonlySet<string>): OutsideUse[] {
  const required = requiredPackages(known.context);
  const named = known.context.files.flatMap((file) =>
    isOfProduct(file.path, file.kind) ? [...importedIn(file, known), ...namedIn(file, known, required)] : [],
  );
  const settings = known.settings();
  const listed = [...named, ...offered(known.context, required), ...configured(settings, required)].filter(
    ({ technology }) => !ownNames.has(plainName(technology.name)),
  );
  return [
    ...listed,
    ...chosen(settings),
    ...findCalled(known.context, ownNames),
    ...findAddressed({ context: known.context, settings, ownNames }),
  ];
}

/** Databases that settings of the product choose, or whose address they hold, where nothing else is said. */
function chosen(settings: readonly IndexedSetting[]): OutsideUse[] {
  return settings.flatMap(({ name, sites }) =>
    sites.flatMap(({ defaultValue, source, path, line }): OutsideUse[] => {
      const value = defaultValue ?? "";
      const isOwn = source === "read" || source === "declared";
      const technology = databaseChosen(name, value) ?? (isOwn ? databaseAt(value) : null);
      return technology === null || !isOfProduct(path) ? [] : [{ technology, path, line, certainty: "resolved" }];
    }),
  );
}

/** The database of rows that an address is of: SQLite of "sqlite://boats.db". */
function databaseAt(address: string): Technology | null {
  const scheme = /^["']?([a-z][\w+]*):(?:\/\/|file:|\w)/i.exec(address)?.[1];
  const found = scheme === undefined ? null : technologyOfScheme(scheme);
  return found?.isRelational === true ? found : null;
}

/** What a program listens on itself: no other process is there. */
const ownAddress = /^["']?(?:0\.0\.0\.0|\[?::\]?|\*)(?::\d+)?["']?$/;

function importedIn(file: IndexedFile, { context, resolve }: Known): OutsideUse[] {
  // What these import are their own files, and gems by names that others bear too.
  if (namesConstants.has(file.language)) return [];
  return context.links(file.path).imports.flatMap((imported): OutsideUse[] => {
    const { specifier, names, line } = imported;
    const found = specifier === "arctic" ? names.map(technologyOfSignIn) : [technologyOfImport(specifier, names)];
    const technologies = found.filter((one) => one !== null);
    // A name that the repository's own code bears is its own.
    if (technologies.length === 0 || resolve(file, imported).kind === "files") return [];
    return technologies.map((technology) => ({ technology, path: file.path, line, certainty: "resolved" }));
  });
}

function namedIn(file: IndexedFile, { context }: Known, required: ReadonlySet<string>): OutsideUse[] {
  if (!namesConstants.has(file.language)) return [];
  return Object.entries(context.links(file.path).mentions).flatMap(([name, line]): OutsideUse[] => {
    const technology = technologyOfConstant(name);
    return technology?.packages?.some((one) => required.has(one)) === true
      ? [{ technology, path: file.path, line, certainty: "resolved" }]
      : [];
  });
}

/** Of several drivers that a file of settings offers, those whose packages are required. */
function offered(context: ResolveContext, required: ReadonlySet<string>): OutsideUse[] {
  return context.files.flatMap(({ path, kind }) =>
    !isOfProduct(path, kind)
      ? []
      : (context.links(path).deployment?.clients ?? []).flatMap(({ technology, line, isOption }): OutsideUse[] => {
          const known = isOption ? technologyNamed(technology) : null;
          return known?.optionPackages?.some((one) => required.has(one)) === true
            ? [{ technology: known, path, line, certainty: "partly" }]
            : [];
        }),
  );
}

/** Services that the program is itself: settings say the address at which it listens for their clients. */
function servedBy(settings: readonly IndexedSetting[]): ReadonlySet<Technology | null> {
  const own = settings.filter(({ sites }) => sites.some(({ defaultValue }) => ownAddress.test(defaultValue ?? "")));
  return new Set(own.map(({ name }) => technologyOfSetting(name)));
}

/** Settings of the product that hold a key or an address. */
function configured(settings: readonly IndexedSetting[], required: ReadonlySet<string>): OutsideUse[] {
  const served = servedBy(settings);
  return settings.flatMap(({ name, certainty, sites }): OutsideUse[] => {
    const technology = certainty === "resolved" ? technologyOfSetting(name) : null;
    if (technology === null || served.has(technology)) return [];
    const isOffer = technology.optionPackages?.every((one) => !required.has(one)) ?? false;
    return sites
      .filter(({ source }) => source === "read" || source === "declared")
      .filter(({ path }) => isOfProduct(path) && !(isOffer && isBrought(path)))
      .slice(0, maxSites)
      .map(({ path, line }) => ({
        technology,
        path,
        line,
        certainty: isBrought(path) ? "partly" : "resolved",
      }));
  });
}

/** Packages that the program needs when it runs, in lower case. */
function requiredPackages(context: ResolveContext): ReadonlySet<string> {
  return new Set(
    context.manifests.flatMap(({ manifest }) =>
      manifest.dependencies.flatMap(({ name, isDev }) => (isDev ? [] : [name.toLowerCase()])),
    ),
  );
}
