import { parseTree } from "#web/ui/markdown/tree/mdast.ts";

/** The compared part of a tree node. */
interface MeaningNode {
  type: string;
  value?: string;
  children?: MeaningNode[];
  [field: string]: unknown;
}

/** A piece of a line with its marks in no order: `**_a_**` and `_**a**_` are the same. */
interface StyledRun {
  kind: string;
  marks: readonly string[];
}

const marks = new Set(["emphasis", "strong", "delete", "link", "linkReference"]);
const lines = new Set(["paragraph", "heading", "tableCell"]);

/**
 * Normalizes the meaning of a Markdown text to comparable lines, one per block: line breaks inside a paragraph become
 * spaces, the order of marks does not matter, and missing cells at the end of a row count as empty.
 */
export function normalizeMeaning(markdown: string): string[] {
  const { children } = parseTree(markdown.replaceAll(/\r\n?/g, "\n")) as unknown as MeaningNode;
  return (children ?? []).map((block) => JSON.stringify(simplify(block)));
}

function simplify(node: MeaningNode): unknown {
  const { position: _position, children, type, ...fields } = node;
  if (type === "text" || type === "html") return { type, value: joinLines(node.value ?? "") };
  if (lines.has(type))
    return { type, ...fields, runs: mergeRuns((children ?? []).flatMap((child) => toRuns(child, []))) };
  if (type === "table") return { type, align: alignOf(fields["align"]), rows: simplifyRows(children ?? []) };
  return { type, ...fields, children: children?.map(simplify) };
}

/** Cells beyond the header add a column without alignment, so trailing nulls are dropped. */
function alignOf(align: unknown): unknown[] {
  const sides = Array.isArray(align) ? [...(align as unknown[])] : [];
  while (sides.length > 0 && sides.at(-1) === null) sides.pop();
  return sides;
}

function simplifyRows(rows: readonly MeaningNode[]): unknown[] {
  return rows.map((row) => {
    const cells = (row.children ?? []).map((cell) => JSON.stringify(simplify(cell)));
    while (cells.at(-1) === '{"type":"tableCell","runs":[]}') cells.pop();
    return cells;
  });
}

function toRuns(node: MeaningNode, around: readonly string[]): StyledRun[] {
  const { position: _position, children, type, value, ...fields } = node;
  if (marks.has(type) && children?.length) {
    const mark = JSON.stringify(comparable(type, fields));
    const next = around.includes(mark) ? around : [...around, mark].sort();
    return children.flatMap((child) => toRuns(child, next));
  }
  if (type === "text") return Array.from(joinLines(value ?? ""), (kind) => ({ kind, marks: around }));
  return [{ kind: JSON.stringify({ ...comparable(type, fields), value: joinLines(value ?? "") }), marks: around }];
}

function mergeRuns(runs: readonly StyledRun[]): string[] {
  const merged: { kind: string; marks: string }[] = [];
  for (const { kind, marks } of runs) {
    const last = merged.at(-1);
    // Emphasis on spaces is invisible.
    const key = kind === " " ? (last?.marks ?? "") : JSON.stringify(marks);
    if (kind === " " && last?.kind.endsWith(" ")) continue;
    if (last && last.marks === key && kind.length === 1 && !last.kind.startsWith("{")) last.kind += kind;
    else merged.push({ kind, marks: key });
  }
  return merged.map(({ kind, marks }) => `${kind.trim()} ${marks}`).filter((run) => !run.startsWith(" "));
}

/** `[text]`, `[text][]` and `[text][text]` have the same target. */
function comparable(type: string, { referenceType: _type, label, ...fields }: Record<string, unknown>) {
  return { type, ...fields, label: typeof label === "string" ? joinLines(label) : undefined };
}

function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
