export interface CriterionPart {
  text: string;
  isCode: boolean;
}

const code = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** The parts of a line of Markdown that are code, without their marks, and those between them. */
export function splitCode(line: string): CriterionPart[] {
  const parts: CriterionPart[] = [];
  let from = 0;
  for (const match of line.matchAll(code)) {
    if (match.index > from) parts.push({ text: line.slice(from, match.index), isCode: false });
    parts.push({ text: match[2] ?? "", isCode: true });
    from = match.index + match[0].length;
  }
  if (from < line.length) parts.push({ text: line.slice(from), isCode: false });
  return parts;
}
