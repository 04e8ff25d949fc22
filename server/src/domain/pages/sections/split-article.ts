import { maxSections } from "@cairn/contract/page-sections";

/** A part of a text with a title of its own. */
export interface ArticlePart {
  title: string;
  content: string;
}

/** A shorter text is read in one piece. Characters. */
const longText = 8000;
/** Fewer headings do not divide a text. */
const fewestHeadings = 3;
const [shortestTitle, longestTitle] = [2, 128];

/**
 * Markdown as sections: a long text is split at its topmost headings, so that each can be linked to and compared by
 * itself; a short one stays whole under `title`.
 */
export function splitArticle(text: string, title: string): ArticlePart[] {
  const whole = [{ title, content: text }];
  if (text.length < longText) return whole;
  const lines = text.split("\n");
  const headings = findHeadings(lines);
  const levels = headings.map(({ level }) => level).toSorted((a, b) => a - b);
  const top = levels.find((level) => levels.filter((one) => one === level).length >= fewestHeadings);
  const cuts = headings.filter(({ level }) => top !== undefined && level <= top);
  if (cuts.length === 0 || cuts.length >= maxSections) return whole;
  const intro = { title, content: lines.slice(0, cuts[0]?.line).join("\n").trim() };
  const parts = cuts.map(({ line, text: heading }, at) => ({
    title: toTitle(heading) ?? title,
    content: lines
      .slice(line + 1, cuts[at + 1]?.line)
      .join("\n")
      .trim(),
  }));
  // A heading with nothing below it introduces the next ones; a section of its own would be empty.
  return [intro, ...parts].filter(({ content }) => content !== "");
}

interface ArticleHeading {
  level: number;
  text: string;
  /** From 0. */
  line: number;
}

/** What looks like a heading inside of a fenced block is code. */
function findHeadings(lines: readonly string[]): ArticleHeading[] {
  const headings: ArticleHeading[] = [];
  let fence: string | null = null;
  for (const [line, text] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null;
    const heading = fence === null ? /^(#{1,6}) +(.+)$/.exec(text) : null;
    if (heading) headings.push({ level: heading[1]?.length ?? 1, text: heading[2] ?? "", line });
  }
  return headings;
}

/** Null for what is too short to be one. */
function toTitle(heading: string): string | null {
  const text = heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\\(?=[\\`*_[\]<>#+.-])/g, "")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length < shortestTitle ? null : text.slice(0, longestTitle).trim();
}
