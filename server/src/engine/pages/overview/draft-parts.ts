import { drawComponents } from "../diagrams/draw-components.ts";
import { list, table, type Block, type ListItem, type TableRow } from "../draft.ts";
import { describeFile, describeFolder, type Description } from "../facts/describe.ts";
import { symbolEvidence } from "../facts/describe.ts";
import { findParts, type Part } from "../facts/find-parts.ts";
import type { Scope } from "../facts/open-scope.ts";
import { rankSymbols } from "../facts/rank-symbols.ts";
import type { Draft, PageSubject } from "../page-input.ts";
import { cleanProse, code } from "../text/clean-prose.ts";
import { asSentence, leadingSentences } from "../text/sentences.ts";
import { count, enumerate, fileName, languageName } from "../text/wording.ts";

const maxRows = 14;

/** The diagram of parts, their imports and the systems around them. */
export async function draftComponents(subject: PageSubject): Promise<Draft | null> {
  const diagram = drawComponents(subject.scopes, subject.name);
  return diagram === null ? null : { diagram };
}

/** What each part is for and which modules carry it. */
export async function draftParts(subject: PageSubject): Promise<Draft | null> {
  const blocks: Block[] = [];
  for (const scope of subject.scopes) {
    const rows = await partRows(scope);
    if (rows.length < 2) continue;
    const lead = subject.scopes.length > 1 ? `Parts of ${code(scope.repository.name)}:` : null;
    blocks.push(table(lead, ["Part", "What it does", "Size"], rows));
  }
  for (const scope of subject.scopes) {
    const items = keyModules(scope, 8);
    if (items.length < 2) continue;
    const where = subject.scopes.length > 1 ? ` of ${code(scope.repository.name)}` : "";
    blocks.push(list(`The modules that most of the other code${where} leans on:`, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

async function partRows(scope: Scope): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const parts = findParts(scope);
  const languages = new Set(parts.map(mainLanguage));
  for (const part of parts) {
    if (rows.length >= maxRows) break;
    const told = (await describePart(scope, part)) ?? describeByNames(scope, part);
    if (told === null) continue;
    const files = part.kind === "file" ? [] : [count(part.files.length, "file")];
    const language = languages.size > 1 ? [languageName(mainLanguage(part))] : [];
    const size = [...files, count(part.lines, "line"), ...language].join(", ");
    rows.push({ cells: [partName(scope, part), told.text, size], evidence: told.evidence });
  }
  return rows;
}

function partName(scope: Scope, part: Part): string {
  const path = scope.shorten(part.path) || ".";
  return part.kind === "package" && part.name !== path ? `${code(part.name)} (${code(path)})` : code(path);
}

function mainLanguage(part: Part): string {
  const lines = new Map<string, number>();
  for (const file of part.files) {
    const language = file.language === "tsx" ? "typescript" : (file.language ?? "");
    lines.set(language, (lines.get(language) ?? 0) + file.lines);
  }
  return [...lines].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** What somebody wrote about a part: manifest, README or opening comment. Null when nobody did. */
export async function describePart(scope: Scope, part: Part): Promise<Description | null> {
  const description = part.manifest === null ? null : scope.facts(part.manifest)?.manifest?.description;
  if (description && part.manifest !== null && description.text.trim().length > 10) {
    const text = asSentence(leadingSentences(cleanProse(description.text), 220, 2));
    return { text, evidence: [scope.at(part.manifest, description.startLine, description.endLine)] };
  }
  if (part.kind === "file") return describeFile(scope, part.path);
  return describeFolder(scope, part.path);
}

/** Where nobody wrote anything: the declarations of the part that others use most. */
function describeByNames(scope: Scope, part: Part): Description | null {
  const own = new Set(part.files.map((file) => file.path));
  const top = rankSymbols(scope)
    .filter(({ path, symbol }) => own.has(path) && symbol.kind !== "variable")
    .slice(0, 3);
  if (top.length === 0) return null;
  const documented = top.find(({ symbol }) => symbol.doc !== null);
  const told = documented ? describeFile(scope, documented.path, 160) : null;
  const names = enumerate(top.map(({ symbol }) => code(symbol.name)));
  const text = told
    ? `${names} are what others use most; ${code(fileName(documented?.path ?? ""))}: ${told.text}`
    : `Declares ${names}.`;
  return {
    text,
    evidence: [...top.map(({ path, symbol }) => symbolEvidence(scope, path, symbol)), ...(told?.evidence ?? [])].slice(
      0,
      3,
    ),
  };
}

/** The files that most others import, each with what it says about itself. */
export function keyModules(scope: Scope, max: number): ListItem[] {
  const sources = new Set(scope.sources.map((file) => file.path));
  const ranked = scope.sources
    .map((file) => ({
      path: file.path,
      importers: new Set(
        scope.repository.index
          .importersOf(file.path)
          .map((edge) => edge.path)
          .filter((path) => sources.has(path)),
      ),
    }))
    .filter(({ importers }) => importers.size >= 2)
    .toSorted((a, b) => b.importers.size - a.importers.size);
  const items: ListItem[] = [];
  for (const { path, importers } of ranked) {
    if (items.length >= max) break;
    const told = describeFile(scope, path, 220) ?? topNames(scope, path);
    if (told === null) continue;
    items.push({
      text: `${code(scope.shorten(path))} (imported by ${count(importers.size, "file")}): ${told.text}`,
      evidence: told.evidence,
    });
  }
  return items;
}

function topNames(scope: Scope, path: string): Description | null {
  const top = rankSymbols(scope)
    .filter((ranked) => ranked.path === path)
    .slice(0, 3);
  if (top.length === 0) return null;
  return {
    text: `declares ${enumerate(top.map(({ symbol }) => code(symbol.name)))}.`,
    evidence: top.map(({ symbol }) => symbolEvidence(scope, path, symbol)),
  };
}
