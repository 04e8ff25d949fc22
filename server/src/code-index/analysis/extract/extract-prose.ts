import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { ProseFact } from "#server/code-index/ports/facts.ts";

const maxSectionLength = 4000;

interface ProseHeading {
  heading: string;
  level: number;
  /** Lines of the heading itself. */
  startLine: number;
  bodyLine: number;
}

/** Headings with the text below each; nothing for languages that are not prose. */
export function extractProse(source: SourceText): ProseFact[] {
  const headings =
    source.language === "markdown" ? markdownHeadings(source)
    : source.language === "rst" ? rstHeadings(source)
    : source.language === "asciidoc" ? asciidocHeadings(source)
    : source.language === "text" ? []
    : null; // prettier-ignore
  if (headings === null) return [];
  const sections: ProseFact[] = [];
  const first = headings[0]?.startLine ?? source.lines + 1;
  const opening = cut(source, frontMatterEnd(source) + 1, first - 1);
  if (opening.trim() !== "")
    sections.push({ heading: "", level: 0, text: opening.trim(), startLine: 1, endLine: Math.max(1, first - 1) });
  for (const [index, heading] of headings.entries()) {
    const end = (headings[index + 1]?.startLine ?? source.lines + 1) - 1;
    sections.push({
      heading: heading.heading,
      level: heading.level,
      text: cut(source, heading.bodyLine, end).trim(),
      startLine: heading.startLine,
      endLine: Math.max(heading.startLine, end),
    });
  }
  return sections;
}

function cut(source: SourceText, startLine: number, endLine: number): string {
  if (endLine < startLine) return "";
  const start = source.lineStarts[startLine - 1] ?? source.text.length;
  const end = source.lineStarts[endLine] ?? source.text.length;
  const text = source.text.slice(start, end);
  return text.length > maxSectionLength ? `${text.slice(0, maxSectionLength)}…` : text;
}

function frontMatterEnd(source: SourceText): number {
  if (lineText(source, 1) !== "---") return 0;
  for (let line = 2; line <= Math.min(source.lines, 80); line += 1) if (lineText(source, line) === "---") return line;
  return 0;
}

function markdownHeadings(source: SourceText): ProseHeading[] {
  const headings: ProseHeading[] = [];
  let fence = "";
  for (let line = frontMatterEnd(source) + 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) {
      if (fence === "") fence = mark;
      else if (mark.startsWith(fence)) fence = "";
      continue;
    }
    if (fence !== "") continue;
    const hash = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(text);
    if (hash !== null)
      headings.push({
        heading: plain(hash[2] ?? ""),
        level: (hash[1] ?? "#").length,
        startLine: line,
        bodyLine: line + 1,
      });
    else if (/^\s{0,3}(?:=+|-+)\s*$/.test(text) && line > 1 && /^\s{0,3}[^\s>|*+#-]/.test(lineText(source, line - 1))) {
      const isTaken = headings.at(-1)?.startLine === line - 1;
      if (!isTaken)
        headings.push({
          heading: plain(lineText(source, line - 1)),
          level: text.includes("=") ? 1 : 2,
          startLine: line - 1,
          bodyLine: line + 1,
        });
    }
  }
  return headings;
}

function rstHeadings(source: SourceText): ProseHeading[] {
  const headings: ProseHeading[] = [];
  const levels: string[] = [];
  for (let line = 2; line <= source.lines; line += 1) {
    const rule = lineText(source, line).trimEnd();
    const title = lineText(source, line - 1).trimEnd();
    if (
      !/^([=\-~^"'`#*+.:_])\1{2,}$/.test(rule) ||
      title.trim() === "" ||
      rule.length < title.trim().length ||
      /^\W+$/.test(title)
    )
      continue;
    const isOverlined = lineText(source, line - 2).trimEnd() === rule;
    const style = (rule[0] ?? "") + (isOverlined ? "o" : "");
    if (!levels.includes(style)) levels.push(style);
    headings.push({
      heading: plain(title.trim()),
      level: Math.min(6, levels.indexOf(style) + 1),
      startLine: isOverlined ? line - 2 : line - 1,
      bodyLine: line + 1,
    });
  }
  return headings;
}

function asciidocHeadings(source: SourceText): ProseHeading[] {
  const headings: ProseHeading[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const match = /^(={1,6})\s+(.+)$/.exec(lineText(source, line));
    if (match !== null)
      headings.push({
        heading: plain(match[2] ?? ""),
        level: (match[1] ?? "=").length,
        startLine: line,
        bodyLine: line + 1,
      });
  }
  return headings;
}

/** Heading text as a reader sees it: links, images, tags and emphasis reduced to their words. */
function plain(text: string): string {
  return text
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/(\*\*|__|`)/g, "")
    .trim();
}
