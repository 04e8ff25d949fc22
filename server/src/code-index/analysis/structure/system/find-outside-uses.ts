import {
  databaseChosen,
  technologyNamed,
  technologyOfScheme,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import {
  outsideServiceCalled,
  technologyOfConstant,
  technologyOfImport,
  technologyOfSetting,
  technologyOfSignIn,
} from "#server/code-index/analysis/extract/deployment/technologies/outside-services.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { ImportResolver, ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { placeOf } from "#server/code-index/analysis/structure/setting-standing.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";

import { plainName } from "./code-places.ts";

export interface OutsideUse {
  technology: Technology;
  path: string;
  line: number;
  certainty: "resolved" | "partly";
}

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
  return [...listed, ...chosen(settings), ...called(known.context, ownNames)];
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

/** Programs beside the product that write its code or check it. */
const toolFolder = /(?:^|\/)(?:[\w.]+-(?:gen(?:erator)?|scripts?|tools?|bench|docs?)|buildSrc|build-logic)\//i;

/** Whether what a file names is a matter of what runs. */
export function isOfProduct(path: string, kind: FileKind = "source"): boolean {
  return placeOf(path, kind) === "product" && !toolFolder.test(path);
}

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

/** Files that a framework brings, with the settings of all that it could use. */
const broughtFile =
  /(?:^|\/)config\/(?:services|logging|mail|queue|broadcasting|scout|cache|database|filesystems|ai|prism)\.php$/;

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
      .filter(({ path }) => isOfProduct(path) && !(isOffer && broughtFile.test(path)))
      .slice(0, maxSites)
      .map(({ path, line }) => ({
        technology,
        path,
        line,
        certainty: broughtFile.test(path) ? "partly" : "resolved",
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

/** Services that nobody listed, by the hosts that code calls; those with a name of the product are its own. */
function called(context: ResolveContext, ownNames: ReadonlySet<string>): OutsideUse[] {
  const isOwn = (host: string): boolean =>
    host.split(".").some((label) => ownNames.has(plainName(label))) && !ofMakers.test(host);
  return context.files.flatMap(({ path, kind }) =>
    isOfProduct(path, kind)
      ? (context.links(path).deployment?.calls ?? []).flatMap(({ host, line }): OutsideUse[] =>
          isOwn(host)
            ? []
            : [
                {
                  technology: serviceAt(host),
                  path,
                  line,
                  certainty: broughtFile.test(path) ? "partly" : "resolved",
                },
              ],
        )
      : [],
  );
}

/** What whoever makes the product runs for all who run it. */
const ofMakers =
  /^(?:telemetry|stats?|statistics|metrics|licen[cs](?:e|es|ing)|updates?|versions?|releases|cdn|push|relay|plugins?|marketplace)\./;

/** By the domain that somebody registered: "boats.example" of "api.boats.example"; the one listed that bears its name. */
function serviceAt(host: string): Technology {
  const labels = host.split(".");
  const isDeep = labels.length > 2 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? "");
  const listed = outsideServiceCalled(plainName(labels.at(isDeep ? -3 : -2) ?? ""));
  return listed ?? { name: labels.slice(isDeep ? -3 : -2).join("."), kind: "outside" };
}
