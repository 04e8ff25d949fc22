import { drawComponents } from "#server/engine/diagrams/draw-components.ts";
import { drawSystem } from "#server/engine/diagrams/draw-system.ts";
import { describePart } from "#server/engine/facts/code/describe-part.ts";
import type { Description } from "#server/engine/facts/code/describe.ts";
import { findParts, mostParts, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { statedPaths } from "#server/engine/facts/project/stated-paths.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { folderOf, languageName } from "#server/engine/text/wording.ts";

import { drawLayers } from "./draw-layers.ts";

/** Parts under so many lines are left out where there are many. */
const slightLines = 20;

/** What runs and who talks to whom; where nothing declares it, parts of the code, their imports and what is around. */
export async function draftComponents(subject: PageSubject): Promise<Draft | null> {
  const diagram = drawSystem(subject.scopes, subject.name) ?? drawComponents(subject.scopes, subject.name);
  return diagram === null ? null : { diagram };
}

/** Which folders build on which, where a picture of what runs stands in the place of one of the code. */
export async function draftLayers({ scopes, name }: PageSubject): Promise<Draft | null> {
  const [scope] = scopes;
  if (scope === undefined || scopes.length > 1 || drawSystem(scopes, name) === null) return null;
  const diagram = drawLayers(scope, name);
  return diagram === null ? null : { diagram };
}

/** What each part is for. */
export async function draftParts(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const stated = await statedRows(scope);
    const found = await partRows(scope);
    const { columns } = found;
    const isStated = (path: string) => stated.paths.some((one) => one === path || one.startsWith(`${path}/`));
    // A map of its own that says much needs no other beside it.
    const rows = stated.paths.length >= wholeMap ? [] : found.rows.filter(({ path }) => !isStated(path));
    blocks.push(...stated.blocks);
    const isTable = rows.length + stated.paths.length >= 2;
    const lead =
      subject.scopes.length > 1
        ? `Parts of ${codeSpan(scope.repository.name)}:`
        : stated.blocks.length > 0
          ? "Of other parts, as their code shows:"
          : null;
    if (isTable && rows.length > 0) blocks.push(table(lead, ["Part", "What it does", ...columns], rows));
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** The map that the project's own documents draw, a table for each document that says most of it. */
async function statedRows(scope: CodeScope): Promise<{ blocks: DraftBlock[]; paths: string[] }> {
  const places = [...(await statedPaths(scope)).values()];
  const byDocument = [...Map.groupBy(places, ({ by }) => by)].slice(0, shownDocuments);
  const blocks = byDocument.map(([by, own]) => {
    const rows = own.slice(0, shownPlaces).map((one): TableRow => {
      const short = scope.shorten(one.path) || ".";
      return { cells: [codeSpan(one.isFolder ? `${short}/` : short), one.text], evidence: one.evidence };
    });
    const cut = own.length > rows.length ? ` (${rows.length} of ${own.length} places)` : "";
    return table(`In the words of ${codeSpan(scope.shorten(by))}${cut}:`, ["Place", "What it is for"], rows);
  });
  return { blocks, paths: byDocument.flatMap(([, own]) => own.map(({ path }) => path)) };
}

const shownDocuments = 2;
const wholeMap = 8;
const shownPlaces = 24;

const ofBrowsers = /^(?:typescript|tsx?|javascript|jsx?|vue|svelte|astro|css|scss|html|json|)$/;

/** Where a program begins stands where reading does, and is not what all of a folder is for. */
const onlyStarts =
  /^`[^`]+` is (?:where the program\b[^;]*|the program `(?:start|run|main|serve|server|app|cli|web)`|what `[^`]+`(?: in `[^`]+`)? runs)\.$/;

async function partRows(scope: CodeScope): Promise<{ rows: (TableRow & { path: string })[]; columns: string[] }> {
  const rows: (TableRow & { path: string })[] = [];
  const parts = findParts(scope);
  const languages = new Set(parts.map(mainLanguage));
  for (const part of parts) {
    if (part.lines < slightLines && parts.length > mostParts / 2) continue;
    // A few files of another language beside an interface are not what its package does.
    if (part.manifest?.endsWith("package.json") === true && !ofBrowsers.test(mainLanguage(part))) continue;
    const reported = rows.length >= mostParts ? null : await describePart(scope, part);
    if (reported === null) continue;
    const language = languages.size > 1 ? [languageName(mainLanguage(part))] : [];
    const named = await partName(scope, part);
    const evidence = [...named.evidence, ...reported.evidence];
    rows.push({ path: part.path, cells: [named.text, reported.text, ...language], evidence });
  }
  // Words that stand for several parts, as a package's for all of its folders, are about none of them.
  const said = Map.groupBy(rows, ({ cells }) => cells[1] ?? "");
  const whole = parts.find(({ path }) => path === scope.folder)?.manifest ?? null;
  const ofWhole = whole === null ? null : (scope.facts(whole)?.manifest?.description?.text ?? null);
  const readme = await findReadme(scope, scope.folder);
  const [opening] = readme === null ? [] : openingParagraphs(readme, 1);
  const ofProduct = opening === undefined ? null : cleanProse(opening.text).slice(0, sameStart);
  const own = rows.filter(
    ({ path, cells }) =>
      said.get(cells[1] ?? "")?.length === 1 &&
      !onlyStarts.test(cells[1] ?? "") &&
      // A part's own README may begin as that of the product.
      (ofProduct === null || !(cells[1] ?? "").startsWith(ofProduct)) &&
      // The package around them all is no part, and what it says of itself stands elsewhere.
      !(path === scope.folder && ofWhole !== null && (cells[1] ?? "").startsWith(cleanProse(ofWhole).slice(0, 40))),
  );
  return { rows: own, columns: languages.size > 1 ? ["Language"] : [] };
}

const sameStart = 40;

/** A package by its name too, where its manifest says it. */
async function partName(scope: CodeScope, { kind, name, path, manifest, isRest }: CodePart): Promise<Description> {
  const short = scope.shorten(path) || ".";
  const isNamed = kind === "package" && !isRest && name !== short && manifest !== null && folderOf(manifest) === path;
  const lines = isNamed ? ((await scope.lines(manifest)) ?? []) : [];
  const at = lines.findIndex((line) => line.includes(name));
  return isNamed && at >= 0
    ? { text: `${codeSpan(name)} (${codeSpan(short)})`, evidence: [scope.at(manifest, at + 1)] }
    : { text: codeSpan(short), evidence: [] };
}

function mainLanguage(part: CodePart): string {
  const lines = new Map<string, number>();
  for (const file of part.files) {
    const language = file.language === "tsx" ? "typescript" : (file.language ?? "");
    lines.set(language, (lines.get(language) ?? 0) + file.lines);
  }
  return [...lines].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}
