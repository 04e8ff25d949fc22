const pattern = /\[(\d{1,3})\]/g;

export type TextPart = { kind: "text"; text: string } | { kind: "citation"; number: number };

/** Splits running text at its `[n]` citations. */
export function splitCitations(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push({ kind: "citation", number: Number(match[1]) });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Fenced blocks and inline code, where `[1]` is an index and not a citation. */
const code = /^ {0,3}(```+|~~~+)[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/gm;

/** Rewrites the citations of Markdown source, code left alone; null keeps a citation as it is. */
export function replaceCitations(markdown: string, replace: (number: number) => string | null): string {
  const inProse = (text: string) =>
    text.replaceAll(/\[(\d{1,3})\](?![(:])/g, (whole, digits: string) => replace(Number(digits)) ?? whole);
  let result = "";
  let end = 0;
  for (const match of markdown.matchAll(code)) {
    result += inProse(markdown.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + inProse(markdown.slice(end));
}

/** The used part of a hast node. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const untouched = new Set(["code", "pre", "a"]);

/** A rehype plugin that turns `[n]` in running text into `citation` elements. */
export function rehypeCitations() {
  return (tree: Node) => visit(tree);
}

function visit(node: Node): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === "text") return splitCitations(child.value ?? "").map(toNode);
    if (!untouched.has(child.tagName ?? "")) visit(child);
    return [child];
  });
}

function toNode(part: TextPart): Node {
  if (part.kind === "text") return { type: "text", value: part.text };
  return { type: "element", tagName: "citation", properties: { number: part.number }, children: [] };
}
