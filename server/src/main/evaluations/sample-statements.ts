import type { WrittenSection } from "#server/engine/sections/section-template.ts";

/** A page as it was written. */
export interface SampledPage {
  title: string;
  sections: readonly WrittenSection[];
}

/** The lines of a source; null where there are none. */
type LinesOf = (path: string) => Promise<readonly string[] | null>;

const shownLines = 14;

/**
 * Statements drawn at random, each with its page and the lines that it cites, to be rated one by one. The same seed draws
 * the same ones as long as the pages are the same.
 */
export async function sampleStatements(
  pages: readonly SampledPage[],
  { count, seed, linesOf }: { count: number; seed: number; linesOf: LinesOf },
): Promise<string> {
  const all = pages.flatMap((page) => page.sections.flatMap((section) => statementsOf(page, section)));
  const random = randomFrom(seed);
  const drawn = all
    .map((one, at) => ({ one, at, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .toSorted((a, b) => a.at - b.at);
  const parts: string[] = [];
  for (const [at, { one }] of drawn.entries()) {
    const cited: string[] = [];
    for (const number of one.numbers) cited.push(await shownSource(one.section, number, linesOf));
    parts.push(`${at + 1}. ${one.place}\n${one.text}\n${cited.join("\n")}`);
  }
  const counts = pages.map(
    (page) => `${page.sections.flatMap((section) => statementsOf(page, section)).length} ${page.title}`,
  );
  return [`${drawn.length} of ${all.length} statements: ${counts.join(", ")}`, ...parts].join("\n\n");
}

interface DrawnStatement {
  place: string;
  text: string;
  section: WrittenSection;
  /** Of its sources, from 1. */
  numbers: number[];
}

/** Every line of a text that cites something; diagrams cite as a whole and are left out. */
function statementsOf(page: SampledPage, section: WrittenSection): DrawnStatement[] {
  if (section.output === "mermaid") return [];
  let heading = "";
  let columns = "";
  return section.content.split("\n").flatMap((line, at, lines) => {
    if (line.startsWith("#")) heading = ` › ${line.replace(/^#+ /, "")}`;
    if (/^\|(?: --- \|)+$/.test(lines[at + 1] ?? "")) columns = `${line}\n`;
    const numbers = [...line.matchAll(/\[(\d+)\](?!\()/g)].map(([, number]) => Number(number));
    const known = numbers.filter((number) => number <= section.sources.length);
    if (known.length === 0) return [];
    const text = `${line.startsWith("|") ? columns : isMarks(line) ? codeAbove(lines, at) : ""}${line}`;
    return [{ place: `${page.title} › ${section.title}${heading}`, text, section, numbers: [...new Set(known)] }];
  });
}

/** What code rests on stands on a line of its own below it. */
function isMarks(line: string): boolean {
  return /^(?:\[\d+\])+$/.test(line.trim());
}

function codeAbove(lines: readonly string[], at: number): string {
  const end = lines.findLastIndex((line, one) => one < at && line.startsWith("```"));
  const start = lines.findLastIndex((line, one) => one < end && line.startsWith("```"));
  return start < 0 ? "" : `${lines.slice(start, end + 1).join("\n")}\n`;
}

async function shownSource(section: WrittenSection, number: number, linesOf: LinesOf): Promise<string> {
  const source = section.sources[number - 1];
  if (source === undefined) return "";
  const { path, startLine, endLine } = source;
  const lines = ((await linesOf(path)) ?? []).slice(startLine - 1, Math.min(endLine, startLine - 1 + shownLines));
  return [`    [${number}] ${path}:${startLine}-${endLine}`, ...lines.map((line) => `    | ${line}`)].join("\n");
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
