import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { ownPackages, type OwnPackage } from "#server/engine/retrieval/find-package.ts";
import { linesOf, shownPath, wholeOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count } from "#server/engine/text/wording.ts";

const maxParts = 12;
const maxLinesOfPart = 3;

/** A line outside that imports the package. */
interface Importing {
  path: string;
  line: number;
  isTest: boolean;
}

/** Where a manifest names the package. */
interface Naming {
  folder: string;
  path: string;
  line: number;
  isDev: boolean;
}

/** A package of the repository, or a folder of none, that rests on another one. */
interface PackagePart {
  folder: string;
  /** Null for a folder. */
  name: string | null;
  /** Null where only its files say so. */
  naming: Naming | null;
  /** Those of the code before those of tests. */
  importing: readonly Importing[];
}

/** Which other parts of the repository rest on one of its packages or folders: by their manifests and by their imports. */
export async function explainPackageDependents(context: AnswerContext, target: OwnPackage): Promise<StatementBlock[]> {
  const { codebase, folder, name, manifest } = target;
  const importing = await context.lookUp("find_importers", folder === "" ? name : folder, () =>
    importsOf(context, target),
  );
  const parts = partsOf(target, importing);
  const shown = folder === "" ? codeSpan(name) : `${codeSpan(name)} (${codeSpan(`${folder}/`)})`;
  if (parts.length === 0) {
    const text = `No other part of ${wholeOf(context, codebase)} names or imports ${shown}, as far as its imports could be followed.`;
    const evidence = manifest === null ? [] : [linesOf({ codebase, path: manifest }, 1)];
    return [{ heading: null, statements: [{ text, evidence }] }];
  }
  const files = importing.length === 0 ? "" : `, with ${count(importing.length, "importing file")}`;
  const verb = parts.length === 1 ? "depends" : "depend";
  const lead = `${count(parts.length, "part")} of the repository ${verb} on ${shown}${files}:`;
  const entries = parts.slice(0, maxParts).map((part) => entryOf(context, target, part));
  const others = parts.slice(maxParts).map((part) => entryOf(context, target, part).evidence);
  const evidence = others.flatMap(([first]) => first ?? []).slice(0, maxLinesOfPart);
  const more = others.length > 0 ? [{ text: `- and ${others.length} more`, evidence }] : [];
  return [{ heading: null, statements: [{ text: lead, evidence: [] }, ...entries, ...more] }];
}

/** Those that a manifest binds first, then those with most importing files. */
function partsOf(target: OwnPackage, importing: readonly Importing[]): PackagePart[] {
  const packages = ownPackages(target.codebase)
    .filter(({ folder }) => folder !== target.folder)
    .toSorted((one, other) => other.folder.length - one.folder.length);
  const naming = packages.flatMap((one) => namingIn(target, one) ?? []);
  const groups = Map.groupBy(importing, ({ path }) => {
    const owner = packages.find(({ folder }) => folder !== "" && path.startsWith(`${folder}/`));
    return owner?.folder ?? path.split("/").slice(0, -1).join("/");
  });
  for (const { folder } of naming) if (!groups.has(folder)) groups.set(folder, []);
  return [...groups]
    .map(([folder, own]) => ({
      folder,
      name: packages.find((one) => one.folder === folder)?.name ?? null,
      naming: naming.find((one) => one.folder === folder) ?? null,
      importing: own.toSorted((a, b) => Number(a.isTest) - Number(b.isTest) || (a.path < b.path ? -1 : 1)),
    }))
    .toSorted((a, b) => weigh(b) - weigh(a) || (a.folder < b.folder ? -1 : 1));
}

/** More than any number of files weighs. */
const boundWeight = 100_000;
const codeWeight = 10;

function weigh({ naming, importing }: PackagePart): number {
  const ofCode = importing.filter(({ isTest }) => !isTest).length;
  return (naming?.isDev === false ? boundWeight : 0) + ofCode * codeWeight + importing.length;
}

function namingIn({ codebase, name }: OwnPackage, other: { folder: string; manifest: string }): Naming | null {
  const { manifest: path, folder } = other;
  const found = codebase.index.facts(path)?.manifest?.dependencies.find((dependency) => dependency.name === name);
  return found ? { folder, path, line: found.line, isDev: found.isDev } : null;
}

function entryOf(
  context: AnswerContext,
  { codebase }: OwnPackage,
  { folder, name, naming, importing }: PackagePart,
): Statement {
  const at = codeSpan(folder === "" ? ".." : `${folder}/`);
  const shown = importing.slice(0, maxLinesOfPart);
  const reported: string[] = [];
  if (naming) {
    const where = `${shownPath(context, { codebase, path: naming.path })}, line ${naming.line}`;
    reported.push(`names it ${naming.isDev ? "for development " : ""}in ${where}`);
  }
  if (importing.length > 0) {
    const locations = shown
      .map(({ path, line }) => `${shownPath(context, { codebase, path })}, line ${line}`)
      .join("; ");
    const verb = importing.length === 1 ? "imports" : "import";
    const rest = importing.length > shown.length ? "; …" : "";
    reported.push(`${count(importing.length, "file")} ${verb} it: ${locations}${rest}`);
  }
  return {
    text: `- ${name === null ? at : `${codeSpan(name)} (${at})`}: ${reported.join("; ")}`,
    evidence: [...(naming ? [naming] : []), ...shown].map(({ path, line }) => linesOf({ codebase, path }, line)),
  };
}

/** The first line of each file outside that imports a file of the package, or the package by its name. */
async function importsOf(
  context: AnswerContext,
  { codebase, folder, name, manifest }: OwnPackage,
): Promise<Importing[]> {
  const { index } = codebase;
  const inner = ownPackages(codebase).filter(
    (one) => one.folder !== folder && (folder === "" || one.folder.startsWith(`${folder}/`)),
  );
  const isOwn = (path: string) =>
    (folder === "" || path.startsWith(`${folder}/`)) && !inner.some((one) => path.startsWith(`${one.folder}/`));
  const names = [name, name.replaceAll("-", "_")];
  const isByName = (specifier: string) =>
    names.some((one) => specifier === one || specifier.startsWith(`${one}/`) || specifier.startsWith(`${one}::`));
  const first = new Map<string, number>();
  const add = (path: string, line: number) => first.set(path, Math.min(first.get(path) ?? Infinity, line));
  for (const { path, kind } of index.files()) {
    if (kind !== "source" && kind !== "test") continue;
    if (isOwn(path)) {
      for (const edge of index.importersOf(path)) if (!isOwn(edge.path)) add(edge.path, edge.line);
    } else if (manifest !== null) {
      const found = index.facts(path)?.imports.find(({ specifier }) => isByName(specifier));
      if (found) add(path, found.line);
    }
    await context.yieldToEventLoop();
  }
  return [...first].map(([path, line]) => ({ path, line, isTest: index.facts(path)?.kind === "test" }));
}
