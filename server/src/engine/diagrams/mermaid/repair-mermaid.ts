/** Shapes of nodes in a flowchart, the longer mark first. */
const shapes: readonly (readonly [open: string, close: string])[] = [
  ["(((", ")))"],
  ["((", "))"],
  ["([", "])"],
  ["[[", "]]"],
  ["[(", ")]"],
  ["{{", "}}"],
  ["[/", "/]"],
  ["[\\", "\\]"],
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
];

/** Nobody writes such a line by a usual mistake. */
const longLine = 600;

const diagramKind =
  /^\s*(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram|erDiagram|journey|gantt|pie|mindmap|timeline|gitGraph|quadrantChart|requirementDiagram|C4\w+|sankey|xychart|block|packet|architecture|kanban)\b/;

/** Mends what models and people usually get wrong. The result may still be no diagram; "" where none is in it. */
export function repairMermaid(source: string): string {
  const plain = source
    .replace(/\r\n?/g, "\n")
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/\u00a0/g, " ")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2013\u2014]>/g, "-->");
  const lines = withoutDirectives(insideFence(plain)).split("\n");
  const start = lines.findIndex((line) => diagramKind.test(line));
  if (start < 0) return "";
  const kind = diagramKind.exec(lines[start] ?? "")?.[0].trim() ?? "";
  const mended = lines.slice(start).map((line, at) => (at === 0 ? line.replace(/;\s*$/, "") : mendLine(line, kind)));
  return mended.join("\n").trimEnd();
}

/**
 * Without lines that make a diagram do something: links, callbacks, settings of the renderer, pictures and styles that
 * would be loaded from elsewhere.
 */
export function withoutDirectives(source: string): string {
  return source
    .replace(/^\s*---\n[\s\S]*?\n---[^\S\n]*\n/, "")
    .replace(/%%\{[\s\S]{0,2000}?\}%%[^\S\n]{0,20}\n?/g, "")
    .replace(/@\{[^{}]{0,600}\}/g, (found) => (/\b(?:img|href|link)\s*:/i.test(found) ? "" : found))
    .split("\n")
    .filter((line) => !isDirective(line))
    .join("\n");
}

function isDirective(line: string): boolean {
  return (
    /^\s*(?:click|href|links?|callback)\s+[\w-]/i.test(line) ||
    /^\s*(?:style|classDef|linkStyle|themeCSS)\b.*(?:url\s*\(|@import|expression\s*\(|javascript:)/i.test(line)
  );
}

/** The content of the first code fence, if there is one. */
function insideFence(source: string): string {
  const fenced = /(?:^|\n)[^\S\n]{0,20}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n[^\S\n]{0,20}\1|$)/.exec(source);
  return fenced?.[2] ?? source;
}

function mendLine(line: string, kind: string): string {
  if (line.length > longLine) return line;
  const text = withoutTags(line).replace(/;\s*$/, "");
  if (/^\s*%%/.test(text)) return text;
  if (kind === "flowchart" || kind === "graph") return mendFlow(text);
  if (kind === "sequenceDiagram") return mendMessage(text);
  return text;
}

/** Line breaks become blanks, other tags go; arrows such as `<-->` are none. */
function withoutTags(line: string): string {
  return line.replace(/<br\s*\/?>/gi, " ").replace(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, "");
}

/** In a message a semicolon would end it, and the word "end" its block. */
function mendMessage(line: string): string {
  const [, head = "", text = ""] = /^(.*?(?:->>?|-->>?|-[)x]|--[)x])[+-]?\s*[^:]+:)(.*)$/.exec(line) ?? [];
  if (head === "") return line;
  return `${head}${text.replaceAll(";", ",").replace(/^\s*end\s*$/i, " (end)")}`;
}

/** Arrows between nodes, with their labels. */
const arrow = /(\s*(?:<?(?:-{2,}|={2,}|-\.+-)(?:[>xo](?=[\s|\w"]|$))?)(?:\|[^|]*\|)?\s*|\s+&\s+)/;

function mendFlow(line: string): string {
  if (/^\s*(?:end|direction\s+\w+)\s*$/i.test(line)) return line;
  if (/^\s*(?:accTitle|accDescr|style|classDef|class|linkStyle)\b/.test(line)) return line;
  const group = /^(\s*subgraph\s+)(.*)$/.exec(line);
  if (group) return `${group[1]}${mendGroup(group[2] ?? "")}`;
  return line
    .split(arrow)
    .map((piece, at) => (at % 2 === 1 ? mendArrow(piece) : mendNode(piece)))
    .join("");
}

function mendGroup(title: string): string {
  if (/^[\w-]+(?:\s*\[.*\])?$/.test(title) || /^".*"$/.test(title)) return mendNode(title);
  return quoted(title);
}

function mendArrow(piece: string): string {
  return piece.replace(/\|\s*([^|]*?)\s*\|/, (_, label: string) =>
    isPlain(label) ? `|${label}|` : `|${quoted(label)}|`,
  );
}

function mendNode(piece: string): string {
  const found = /^(\s*)([^\s[\](){}<>"|]+)\s*(.*?)(\s*:::\s*[\w-]+)?(\s*)$/s.exec(piece);
  if (!found) return piece;
  const [, before = "", id = "", rest = "", style = "", after = ""] = found;
  const safe = nodeId(id);
  const shape = shapes.find(
    ([open, close]) => rest.startsWith(open) && rest.endsWith(close) && rest.length > open.length + close.length,
  );
  if (!shape) return `${before}${safe}${rest}${style}${after}`;
  const [open, close] = shape;
  const label = rest.slice(open.length, -close.length).trim();
  return `${before}${safe}${open}${isPlain(label) ? label : quoted(label)}${close}${style}${after}`;
}

/** "end" closes a group and names no node. */
function nodeId(id: string): string {
  return /^end$/i.test(id) ? `${id}_` : id;
}

/** Whether a label needs no quotes, or has them. */
function isPlain(label: string): boolean {
  return /^"[^"]*"$/.test(label) || !/[()[\]{}"|<>;`#@\\/]|\bend\b/i.test(label);
}

function quoted(label: string): string {
  return `"${label.replace(/^"|"$/g, "").replaceAll('"', "#quot;")}"`;
}
