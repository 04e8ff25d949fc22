import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { ProseFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { paragraphsIn, type Paragraph } from "#server/engine/statements/paragraphs.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";

import type { DocumentPart } from "./document-part.ts";

/** A longer program is shown by nobody. */
const maxCodeLines = 16;
const maxCells = 8;

/** Documents are read for every question about them; what was read goes with its index. */
const known = new WeakMap<CodeIndex, Map<string, Promise<DocumentPart[]>>>();

/** The parts of a document in their order. */
export function readDocumentParts(context: AnswerContext, file: FileRef): Promise<DocumentPart[]> {
  const ofIndex = known.get(file.codebase.index) ?? new Map<string, Promise<DocumentPart[]>>();
  known.set(file.codebase.index, ofIndex);
  const found = ofIndex.get(file.path) ?? read(context, file);
  ofIndex.set(file.path, found);
  // Somebody else may ask again what could not be read now.
  found.catch(() => ofIndex.delete(file.path));
  return found;
}

async function read(context: AnswerContext, file: FileRef): Promise<DocumentPart[]> {
  const facts = context.facts(file);
  const lines = (await file.codebase.reader.readLines(file.path)) ?? [];
  if (!facts || lines.length === 0) return [];
  const parts: Omit<DocumentPart, "at">[] = [];
  const above: ProseFact[] = [];
  for (const section of facts.sections) {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop();
    above.push(section);
    const headings = above.map(({ heading }) => cleanProse(heading)).filter((one) => one !== "");
    const own = joinAnnounced(paragraphsIn(lines, file.path, section)).map((paragraphs) => ({
      paragraphs,
      text: paragraphs.flatMap(({ blocks }) => blocks.map(({ text }) => cleanProse(text))).join("\n"),
      startLine: paragraphs[0]?.startLine ?? section.startLine,
      endLine: paragraphs.at(-1)?.endLine ?? section.endLine,
      row: [],
    }));
    const all = [...own, ...rowsIn(lines, section)].toSorted((a, b) => a.startLine - b.startLine);
    parts.push(...all.map((one) => ({ ...file, ...one, headings })));
  }
  return parts.map((one, at) => ({ ...one, at }));
}

/** A sentence that ends with a colon stands with the list or the program that it announces. */
function joinAnnounced(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const joined: Paragraph[][] = [];
  for (const paragraph of paragraphs.filter(isShort).map(withoutOpenTasks)) {
    if (paragraph.blocks.length === 0) continue;
    const before = joined.at(-1);
    const isAnnounced =
      before?.at(-1)?.kind === "paragraph" && before.at(-1)?.blocks.at(-1)?.text.trimEnd().endsWith(":");
    if (before && isAnnounced && paragraph.kind !== "paragraph") before.push(paragraph);
    else joined.push([paragraph]);
  }
  return joined;
}

/** What is still to be done is nothing that a document tells of. */
function withoutOpenTasks(paragraph: Paragraph): Paragraph {
  if (paragraph.kind !== "list") return paragraph;
  return { ...paragraph, blocks: paragraph.blocks.filter(({ text }) => !text.startsWith("[ ]")) };
}

function isShort({ kind, startLine, endLine }: Paragraph): boolean {
  return kind !== "code" || endLine - startLine <= maxCodeLines;
}

/** The rows of the tables of a section. */
function rowsIn(lines: readonly string[], { startLine, endLine }: ProseFact) {
  const rows: Pick<DocumentPart, "row" | "text" | "startLine" | "endLine" | "paragraphs">[] = [];
  let titles: string[] = [];
  for (let line = startLine; line <= Math.min(endLine, lines.length); line += 1) {
    const cells = cellsOf(lines[line - 1] ?? "");
    if (cells === null) {
      titles = [];
      continue;
    }
    if (isRule(lines[line] ?? "")) titles = cells;
    else if (titles.length > 0 && !isRule(lines[line - 1] ?? "")) {
      const row = cells
        .slice(0, maxCells)
        .flatMap((text, at) => (text === "" ? [] : [{ title: titles[at] ?? "", text }]));
      const text = row.map((cell) => cell.text).join(" ");
      rows.push({ row, text, paragraphs: [], startLine: line, endLine: line });
    }
  }
  return rows;
}

function cellsOf(line: string): string[] | null {
  const bare = line.trim();
  if (!bare.startsWith("|")) return null;
  return bare
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cleanProse(cell.trim()));
}

function isRule(line: string): boolean {
  return /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(line);
}
