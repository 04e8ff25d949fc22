import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isChangelog } from "#server/engine/retrieval/dated-pages.ts";
import { linesOf, shownPath } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";

import type { DocumentPart } from "./document-part.ts";
import { sectionsIn } from "./rank-document-sections.ts";
import { readDocumentParts } from "./read-document-parts.ts";
import { sideDocuments } from "./side-documents.ts";

const asksOfNext =
  /\b(?:next|upcoming|coming|unreleased|newest|latest) (?:version|release)\b|\b(?:version|release)\b.{0,20}\b(?:being prepared|in preparation|in the works|to come|under development)\b/i;
const asksOfChange = /\b(?:chang|new\b|differ|notice|expect|bring)/i;
/** "Version 3", "v3" and "from 2 to 3": the last is meant. */
const numbered =
  /\b(?:version |release |v)(?:\d+(?:\.\d+)* (?:to|and) (?:version |v)?)?(\d+(?:\.\d+)*)\b|\bfrom \d+(?:\.\d+)* to (\d+(?:\.\d+)*)\b/i;
const asksOfWay =
  /\b(?:upgrad|updat|migrat|mov|go|get|jump|switch)\w*\b.*\b(?:straight|directly|from|to)\b.*\b(?:version|\d)/i;
const ofWay =
  /\bpre-?req|\bbefore you|\brequire|\bupgrad(?:e|ing) (?:to|from)\b|\b(?:only|directly) .*from (?:version|v)/i;
const migration = /(?:^|[/_.-])(?:migrat|upgrad)\w*/i;

/** What a changelog or a document of a migration says of a version that is asked for; empty where nothing of a version is asked. */
export async function tellVersions(context: AnswerContext, part: QuestionPart): Promise<Statement[]> {
  const named = numbered.exec(part.text);
  const number = named?.[1] ?? named?.[2] ?? (asksOfWay.test(part.text) ? numberBefore(part) : null);
  const isOfWay = number !== null && asksOfWay.test(part.text);
  const isOfNext = asksOfNext.test(part.text);
  if (!isOfWay && !(asksOfChange.test(part.text) && (number !== null || isOfNext))) return [];
  if (number !== null) {
    const told = await tellMigration(context, number, isOfWay);
    if (told.length > 0) return told;
  }
  return isOfWay ? [] : tellChangelog(context, number);
}

/** The version of the question before: of "from 2 to 3" the later. */
function numberBefore({ terms }: QuestionPart): string | null {
  const numbers = terms.flatMap(({ word }) => (/^v?\d+(?:\.\d+)*$/.test(word) ? [word.replace(/^v/, "")] : []));
  return numbers.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a))[0] ?? null;
}

function documentsThat(context: AnswerContext, isWanted: (path: string) => boolean): FileRef[] {
  return context.codebases.flatMap((codebase) => {
    const files = codebase.index.files().map(({ path }) => path);
    const side = sideDocuments(files);
    return files
      .filter((path) => /\.(?:md|mdx|rst|adoc)$/i.test(path) && !side.has(path) && isWanted(path))
      .toSorted((a, b) => a.split("/").length - b.split("/").length || a.length - b.length)
      .map((path) => ({ codebase, path }));
  });
}

const maxSections = 12;
const maxSentence = 240;

/** Each section of the document of a migration by its title and what it begins with; of the way there the one that tells from where. */
async function tellMigration(context: AnswerContext, number: string, isOfWay: boolean): Promise<Statement[]> {
  const version = new RegExp(String.raw`(?<![\d.])v?${number.replaceAll(".", String.raw`\.`)}(?![\d])`, "i");
  for (const file of documentsThat(context, (path) => migration.test(path))) {
    const parts = await readDocumentParts(context, file);
    const title = parts[0]?.headings[0] ?? "";
    if (!version.test(file.path.slice(file.path.lastIndexOf("/") + 1)) && !version.test(title)) continue;
    const sections = sectionsIn(parts).filter(
      ([one]) => one !== undefined && one.row.length === 0 && one.paragraphs[0]?.kind === "paragraph",
    );
    const own = sections.filter(([one]) => (one?.headings.length ?? 0) <= 2);
    const wanted = isOfWay ? own.filter(isAboutWay).slice(0, 2) : own.slice(0, maxSections);
    if (wanted.length === 0) continue;
    const lead = { text: `${shownPath(context, file)} tells of it:`, evidence: [] };
    return [lead, ...wanted.flatMap(([one]) => (one ? [openingOf(one)] : []))];
  }
  return [];
}

function isAboutWay(section: readonly DocumentPart[]): boolean {
  return section.some((one) => ofWay.test(one.text)) || ofWay.test(section[0]?.headings.at(-1) ?? "");
}

function openingOf(one: DocumentPart): Statement {
  const title = one.headings.length > 1 ? `**${one.headings.at(-1) ?? ""}**: ` : "";
  const text = leadingSentences(one.text.replaceAll("\n", " "), maxSentence);
  return { text: `- ${title}${text} ${citationPlaceholder}`, evidence: [linesOf(one, one.startLine, one.endLine)] };
}

const versionTitle = /^#{1,4}\s+(.*(?:\d+\.\d+|\bunreleased\b|\bnext\b|\bv\d+).*)$/i;
const item = /^(\s*)[-*+] +(.+)$/;
const mostOfGroup = 5;
/** Of what was mended fewer are told. */
const ofMending = /\b(?:fix|bug|misc|intern|depend|chore|maintenance|i18n|translat|all app)/i;
const mostOfMending = 2;
const maxItems = 24;
const longestGroup = 40;

interface ChangeEntry {
  group: string;
  text: string;
  line: number;
}

/** The block of a version at the top of a changelog, or of the one that is named: the first entries of each of its groups. */
async function tellChangelog(context: AnswerContext, number: string | null): Promise<Statement[]> {
  for (const file of documentsThat(context, isChangelog)) {
    const lines = (await file.codebase.reader.readLines(file.path)) ?? [];
    const isWanted = (title: string) =>
      number === null || new RegExp(String.raw`(?<![\d.])${number}(?!\d)`).test(title);
    const from = lines.findIndex(
      (line) => isWanted(versionTitle.exec(line)?.[1] ?? (number === null ? "" : "-")) && versionTitle.test(line),
    );
    if (from === -1) continue;
    const level = /^#+/.exec(lines[from] ?? "")?.[0].length ?? 2;
    const after = lines.findIndex((line, at) => at > from && (/^#+/.exec(line)?.[0].length ?? 9) <= level);
    const entries = chosenOf(entriesIn(lines.slice(from + 1, after === -1 ? undefined : after), from + 2));
    if (entries.length === 0) continue;
    const title = cleanProse(versionTitle.exec(lines[from] ?? "")?.[1] ?? "");
    const lead = {
      text: `${shownPath(context, file)} says of “${title}”: ${citationPlaceholder}`,
      evidence: [linesOf(file, from + 1)],
    };
    return [lead, ...entries.map((one) => entryStatement(file, one))];
  }
  return [];
}

function entryStatement(file: FileRef, { group, text, line }: ChangeEntry): Statement {
  const named = group === "" ? "" : `${group}: `;
  return {
    text: `- ${named}${leadingSentences(text, maxSentence)} ${citationPlaceholder}`,
    evidence: [linesOf(file, line)],
  };
}

/** The entries of a block with the group that each stands in: a title, or an item above it that says no more than a name. */
function entriesIn(lines: readonly string[], firstLine: number): ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  let group = "";
  let below = 0;
  for (const [at, line] of lines.entries()) {
    const title = /^#+\s+(.+)$/.exec(line)?.[1];
    if (title !== undefined) [group, below] = [cleanProse(title), 0];
    const [, indent = "", written = ""] = item.exec(line) ?? [];
    if (written === "") continue;
    const text = withoutReferences(written);
    const next = item.exec(lines[at + 1] ?? "")?.[1] ?? "";
    if (indent === "" && next.length > 0 && text.length < longestGroup) [group, below] = [text, next.length];
    else if (indent.length <= below && text !== "") entries.push({ group, text, line: firstLine + at });
  }
  return entries;
}

/** Numbers of pull requests, which say nothing to people. */
function withoutReferences(text: string): string {
  return cleanProse(text.replaceAll(/,?\s*\(?\[[\w/-]*#\d+\]\([^)]*\)\)?/g, ""))
    .replaceAll(/\s*\(?(?:by )?@[\w-]+\s*\(?#?\d*\)?\)?/g, "")
    .trim();
}

function chosenOf(entries: readonly ChangeEntry[]): ChangeEntry[] {
  const groups = [...Map.groupBy(entries, ({ group }) => group)];
  return groups
    .toSorted(([a], [b]) => Number(ofMending.test(a)) - Number(ofMending.test(b)))
    .flatMap(([group, some]) => some.slice(0, limitOf(group, groups.length)))
    .slice(0, maxItems);
}

function limitOf(group: string, groups: number): number {
  if (groups === 1) return maxItems;
  return ofMending.test(group) ? mostOfMending : mostOfGroup + 3;
}
