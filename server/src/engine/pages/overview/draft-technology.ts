import { shape } from "#server/engine/facts/code/shape.ts";
import { findPackages, type UsedPackage } from "#server/engine/facts/project/find-packages.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import {
  heading,
  listing,
  paragraph,
  table,
  type DraftBlock,
  type TableRow,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate, fold } from "#server/engine/text/wording.ts";

/** Languages with their shares and the packages that shape the code, with what they are used for. */
export async function draftTechnology(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const written = [...languageBlock(scope), ...packageTable(scope)];
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** For first pages: in one sentence the packages that shape the code. */
export async function draftTechnologyInShort(subject: PageSubject): Promise<Draft | null> {
  const blocks = subject.scopes.flatMap((scope): DraftBlock[] => {
    const shaping = packageGroups(scope)
      .filter(([first]) => !ofAnyCode.test(first.known?.role ?? "") && isShaping(scope, first))
      .slice(0, shownInShort);
    const names = shaping.map(([first]) => codeSpan(withVersion(first)));
    const statement = {
      text: `It is built with ${enumerate(names)}.`,
      evidence: shaping.flatMap(([first]) => first.evidence.slice(0, 1)),
    };
    // In which languages it is written, its files say.
    return shaping.length === 0 ? [] : [listing(paragraph(statement), listedFacts(scope, "packages"))];
  });
  return blocks.length > 0 ? { blocks } : null;
}

const shownInShort = 6;
const leastFiles = 2;
const manyFiles = 100;

/** What one file alone imports may be one of several ways, or off: it shapes nothing. Stores stand in the picture of what runs. */
function isShaping(scope: CodeScope, { known, files }: UsedPackage): boolean {
  return known?.isFramework === true || files.length > leastFiles || scope.sources.length < manyFiles;
}

/** Packages that many programs have, and that shape none. */
const ofAnyCode = /^(?:logging|dates and times|interface building blocks|reading and writing data formats|icons)\b/;

function languageBlock(scope: CodeScope): DraftBlock[] {
  const languages = shape(scope);
  return languages === null ? [] : [listing(paragraph(languages), listedFacts(scope, "languages"))];
}

/** Packages whose use is known, those for the same use together, the most shaping first. */
function packageGroups(scope: CodeScope): [UsedPackage, ...UsedPackage[]][] {
  const packages = findPackages(scope)
    .filter((used) => !used.isDev || used.known?.isFramework)
    .toSorted((a, b) => breadth(b) - breadth(a) || (a.name < b.name ? -1 : 1));
  const known = packages.filter((used) => used.known !== null);
  const byRole = Map.groupBy(known, (used) => used.known?.role ?? "");
  const groups = [...byRole.values()].toSorted((a, b) => weight(b) - weight(a));
  return groups.flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
}

function packageTable(scope: CodeScope): DraftBlock[] {
  const rows = packageGroups(scope)
    .slice(0, 14)
    .map((group): TableRow => {
      const names = fold(
        group.map((used) => codeSpan(withVersion(used))),
        3,
      );
      return {
        cells: [capitalize(group[0]?.known?.role ?? ""), names, usedIn(scope, group)],
        evidence: group.slice(0, 2).flatMap((used) => used.evidence),
      };
    });
  if (rows.length === 0) return [];
  const block = table("The packages that shape the code:", ["For", "Package", "Used in"], rows);
  return [listing(block, listedFacts(scope, "packages"))];
}

function weight(group: readonly UsedPackage[]): number {
  const files = Math.max(...group.map(breadth));
  const isShaping = group.some((used) => used.known?.isFramework);
  return files + (isShaping ? 1000 : 0) + (group.some((used) => used.known?.system != null) ? 500 : 0);
}

/** One file, two, or several: how many more changes with most pushes. */
export function breadth({ files }: UsedPackage): number {
  return Math.min(files.length, 3);
}

/** As it is asked for: what `^13.0` brings in the end may be any later one. */
function withVersion({ name, version }: UsedPackage): string {
  const asked = version?.trim().replace(/^=*v?/, "") ?? "";
  return /^[\^~]?\d[\w.+-]*$/.test(asked) ? `${name} ${asked}` : name;
}

function usedIn(scope: CodeScope, group: readonly UsedPackage[]): string {
  return whereUsed(scope, [...new Set(group.flatMap((used) => used.files))]);
}

/** One or two files by name, more by an example: their number changes with most pushes. */
export function whereUsed(scope: CodeScope, files: readonly string[]): string {
  const names = files.map((path) => codeSpan(scope.shorten(path)));
  if (files.length <= 2) return names.join(" and ");
  return `several files, such as ${names[0]}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
