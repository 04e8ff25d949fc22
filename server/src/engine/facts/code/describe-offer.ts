import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findCommands } from "#server/engine/facts/project/find-commands.ts";
import { findPackages, type UsedPackage } from "#server/engine/facts/project/find-packages.ts";
import { listedFacts, listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asParenthetical } from "#server/engine/text/sentences.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count, enumerate, fold, folderOf, someOf } from "#server/engine/text/wording.ts";

import { symbolEvidence } from "./describe.ts";
import { byArea, findEndpoints, findUnresolvedRoutes } from "./find-endpoints.ts";
import { findEntryPoints } from "./find-entry-points.ts";
import { findStoredSchemas, mostReferred } from "./find-schemas.ts";
import { nearSystem, toldOutside } from "./near-system.ts";
import { rankSymbols } from "./rank-symbols.ts";

/**
 * What the code does for those outside it, each sentence from another side: requests, pages, data, commands, imports.
 */
export async function describeOffer(scope: CodeScope): Promise<Statement[]> {
  const found = [offeredEndpoints(scope), offeredComponents(scope), await offeredCommands(scope), storedData(scope)];
  const [endpoints, components, commands] = found;
  if (endpoints || components) return [...found, reachedSystems(scope)].filter((one) => one !== null);
  const programs = commands === null ? offeredPrograms(scope) : null;
  return [...found, programs, offeredNames(scope), reachedSystems(scope)].filter((one) => one !== null);
}

/** Of that what does not stand on other pages: commands, what is imported, and services outside that it calls. */
export async function describeReach(scope: CodeScope): Promise<Statement[]> {
  const found = [await offeredCommands(scope), offeredNames(scope), reachedSystems(scope)];
  return found.filter((one) => one !== null);
}

/** Programs that its manifests name, used when their command lines could not be read. */
function offeredPrograms(scope: CodeScope): Statement | null {
  const named = findEntryPoints(scope).filter(({ role }) => role.startsWith("the program "));
  if (named.length === 0) return null;
  const unique = named.filter((one, at) => named.findIndex((other) => other.role === one.role) === at);
  const names = unique.map(({ path, role }) => `${role} (${codeSpan(scope.shorten(path))})`);
  return {
    text: unique.length === 1 ? `It is started as ${names[0]}.` : `It brings ${someOf(names, 4)}.`,
    evidence: unique.slice(0, 5).flatMap(({ evidence }) => evidence),
  };
}

function offeredEndpoints(scope: CodeScope): Statement | null {
  const endpoints = findEndpoints(scope);
  if (endpoints.length < 2) return null;
  const areas = byArea(endpoints);
  const names = fold(
    areas.map(([area, own]) => `${codeSpan(area)} (${own.length})`),
    6,
  );
  const framework = frameworkFor(scope, "serving HTTP", new Set(endpoints.map(({ path }) => path)));
  const using = framework === null ? "" : `, served with ${codeSpan(framework.name)}`;
  return {
    text: `It answers ${count(endpoints.length, "endpoint")}${using}: ${names}.`,
    evidence: [
      ...areas.slice(0, 3).flatMap(([, own]) => own.slice(0, 1).map((one) => one.evidence)),
      ...(framework?.evidence.slice(0, 1) ?? []),
    ],
    lists: [listedFacts(scope, "endpoints")],
  };
}

/** The most used package of a role among these files, else anywhere in the scope. */
function frameworkFor(scope: CodeScope, role: string, paths: ReadonlySet<string>): UsedPackage | null {
  const fitting = findPackages(scope).filter((used) => used.known?.role === role && used.evidence.length > 0);
  return fitting.find((used) => used.files.some((path) => paths.has(path))) ?? fitting[0] ?? null;
}

function offeredComponents(scope: CodeScope): Statement | null {
  const components = scope.sources.flatMap(({ path }) =>
    (scope.facts(path)?.symbols ?? [])
      .filter((symbol) => symbol.kind === "component" && symbol.parent === null)
      .map((symbol) => ({ path, symbol })),
  );
  if (components.length < 5) return null;
  const folders = [...Map.groupBy(components, ({ path }) => folderOf(path))].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  const framework = frameworkFor(scope, "the user interface", new Set(components.map(({ path }) => path)));
  const using = framework === null ? "" : ` built with ${codeSpan(framework.name)}`;
  const locations = folders.slice(0, 2).map(([folder]) => codeSpan(scope.shorten(folder) || "."));
  return {
    text: `It shows a user interface${using}, with components in ${folders.length > 2 ? `${folders.length} folders, the largest ` : ""}${locations.join(" and ")}.`,
    evidence: [
      ...folders
        .slice(0, 2)
        .flatMap(([, own]) => own.slice(0, 1).map((one) => symbolEvidence(scope, one.path, one.symbol))),
      ...(framework?.evidence.slice(0, 1) ?? []),
    ],
  };
}

const maxFlagFiles = 2;

async function offeredCommands(scope: CodeScope): Promise<Statement | null> {
  const found = await findCommands(scope);
  const commands = found.filter(({ kind }) => kind === "command");
  if (found.length < 3) return null;
  // Flags of many files belong to tools beside the program.
  if (commands.length === 0 && new Set(found.map(({ path }) => path)).size > maxFlagFiles) return null;
  const shown = commands.length > 0 ? commands : found;
  const names = someOf(
    shown.map(({ name }) => codeSpan(name)),
    6,
  );
  return {
    text: `For the command line its code declares the ${commands.length > 0 ? "command" : "flag"}${shown.length === 1 ? "" : "s"} ${names}.`,
    evidence: shown.slice(0, 7).map(({ evidence }) => evidence),
  };
}

/** Some write the name of a table below what begins its declaration. */
const headLines = 2;

function storedData(scope: CodeScope): Statement | null {
  const schemas = findStoredSchemas(scope).filter(({ schema }) => !schema.name.startsWith("_"));
  if (schemas.length < 2) return null;
  const most = mostReferred(schemas);
  const names = fold(
    most.map(({ schema }) => codeSpan(schema.name)),
    6,
  );
  const declaring = new Set(schemas.map(({ path }) => path));
  // Dumps and schemas of their own language import nothing: then the code reaches them by whatever client it has.
  const isBare = [...declaring].every((path) => (scope.facts(path)?.imports ?? []).length === 0);
  const store = findPackages(scope).find(
    ({ known, files }) =>
      known?.system &&
      /data|documents/.test(known.role) &&
      known.system !== "Redis" &&
      (isBare || files.some((path) => declaring.has(path))),
  );
  const using = store && store.evidence.length > 0 ? ` through ${codeSpan(store.name)}` : "";
  return {
    text: `It keeps ${names}${using}.`,
    evidence: [
      ...most
        .slice(0, 3)
        .map(({ evidence }) => ({ ...evidence, endLine: Math.min(evidence.endLine, evidence.startLine + headLines) })),
      ...(using === "" ? [] : (store?.evidence.slice(0, 1) ?? [])),
    ],
    lists: [listedFacts(scope, "tables")],
  };
}

/** The services outside that its processes call, those that are sure first, as many as the picture has. */
function reachedSystems(scope: CodeScope): Statement | null {
  const { nodes } = nearSystem(scope.repository.index.system(), scope.folder);
  const { told, total } = toldOutside(nodes, scope.repository.name);
  if (told.length === 0) return null;
  const cut = total > told.length ? `, ${told.length} of ${total}` : "";
  return {
    text: `Services outside that it can call${cut}: ${enumerate(told.map(({ name }) => name))}.`,
    evidence: told.flatMap(({ sources: [first] }) =>
      first === undefined ? [] : scope.at(first.path, first.startLine, first.endLine),
    ),
    lists: [listedFactsIn(scope, "system", "")],
  };
}

/** A library is what others import from it. */
function offeredNames(scope: CodeScope): Statement | null {
  const ranked = rankSymbols(scope).filter(({ symbol }) =>
    /class|interface|struct|trait|function|component/.test(symbol.kind),
  );
  const unique = [...new Map(ranked.map((one) => [one.symbol.name, one])).values()];
  const documented = unique.filter(({ symbol }) => summarizeBriefly(symbol.doc) !== null);
  const top = (documented.length >= 3 ? documented : unique).slice(0, 3);
  if (!isLibrary(scope) || top.length < 2) return null;
  const names = top.map(({ symbol }) => {
    const doc = summarizeBriefly(symbol.doc, 110);
    return doc === null
      ? codeSpan(symbol.name)
      : `${codeSpan(symbol.name)} (${asParenthetical(symbol.name, doc.text)})`;
  });
  return {
    text: `It exports ${unique.length > names.length ? `${unique.length} names, such as ` : ""}${enumerate(names)}.`,
    evidence: top.map(({ path, symbol }) => symbolEvidence(scope, path, symbol)),
  };
}

/** Made to be imported: nothing starts it, it answers nothing, and it keeps little. */
export function isLibrary(scope: CodeScope): boolean {
  if (findEndpoints(scope).length > 0 || findUnresolvedRoutes(scope).length > 0) return false;
  if (findStoredSchemas(scope).length >= tablesOfProduct) return false;
  if (isDeclaredToRun(scope)) return false;
  return findEntryPoints(scope).every(({ kind }) => kind === "library") || hasPackageDoor(scope);
}

/** Whether a declaration that is no example runs its code. */
function isDeclaredToRun(scope: CodeScope): boolean {
  const { basis, nodes } = scope.repository.index.system();
  return (
    basis === "declared" &&
    nodes.some(
      ({ kind, certainty, folder }) => kind === "process" && certainty === "resolved" && folder === scope.folder,
    )
  );
}

/** What keeps so much is a product, whatever its files export to one another. */
const tablesOfProduct = 5;

/** A Python package that re-exports its modules in one file is a library, whatever else it starts. */
function hasPackageDoor(scope: CodeScope): boolean {
  return scope.sources.some(
    ({ path }) => path.endsWith("__init__.py") && scope.repository.index.importsOf(path).length >= minGathered,
  );
}

const minGathered = 6;
