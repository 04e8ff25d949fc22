import type { RecordedLines, CitedPage, RecordedStatement } from "#server/domain/demo/cited-page.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { CheckedEvidence, CodeReader } from "#server/engine/evidence/evidence.ts";
import type { WrittenSection } from "#server/engine/sections/section-template.ts";

/** A section as its page has it. */
export interface PageSection extends WrittenSection {
  page: string;
}

/** The parts that tell most in the least room, and how many statements of each. */
const shown = [
  { templateKey: "purpose", statements: 1 },
  { templateKey: "concepts", statements: 2 },
  { templateKey: "relations", statements: 1 },
];
const linesBefore = 1;
const linesAfter = 3;

/** What visitors are shown, from sections that were just written. */
export async function recordCitedPage(
  productName: string,
  { sections, reader }: { sections: readonly PageSection[]; reader: CodeReader },
): Promise<CitedPage> {
  const recorded = [];
  for (const { templateKey, statements } of shown) {
    const section = sections.find((one) => one.templateKey === templateKey);
    if (!section) throw new Error(`The demo has no section ${templateKey}`);
    const { page, title } = section;
    const all = await Promise.all(section.content.split("\n").map((line) => recordStatement(line, section, reader)));
    recorded.push({ page, title, statements: all.filter((one) => one !== null).slice(0, statements) });
  }
  return { productName, writtenBy: builtInEngineName, commit: reader.commit, sections: recorded };
}

/** Null for a line that cites nothing, such as the one that leads to a list. */
async function recordStatement(
  line: string,
  { sources }: WrittenSection,
  reader: CodeReader,
): Promise<RecordedStatement | null> {
  const cited = [...line.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => sources[Number(number) - 1] ?? []);
  if (cited.length === 0) return null;
  const text = line
    .replace(/\s?(?:\[\d+\])+/g, "")
    .replace(/^[-*] /, "")
    .replaceAll("**", "");
  return { text, sources: await Promise.all(cited.map((source) => recordLines(source, reader))) };
}

/** Empty lines at the edges are left out: they tell nothing. */
async function recordLines({ path, startLine, endLine }: CheckedEvidence, reader: CodeReader): Promise<RecordedLines> {
  const lines = (await reader.readLines(path)) ?? [];
  let from = Math.max(1, startLine - linesBefore);
  let to = Math.min(lines.length, endLine + linesAfter);
  while (from < startLine && lines[from - 1]?.trim() === "") from += 1;
  while (to > endLine && lines[to - 1]?.trim() === "") to -= 1;
  return { path, startLine, endLine, firstLine: from, lines: lines.slice(from - 1, to) };
}
