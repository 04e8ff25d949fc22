import { nameAt, namesIn } from "./name-in-line.ts";
import type { NameInLine } from "./name-in-line.ts";

/** An identifier in the rendered code. */
export interface CodeName {
  text: string;
  /** From 1. */
  line: number;
  /** Of its first letter, from 1, in UTF-16 units. */
  column: number;
  range: Range;
}

const rowMark = ".code-line[data-line]";

/** The name at a point of the window; null when the point is not on its letters. */
export function nameAtPoint(x: number, y: number): CodeName | null {
  const caret = caretFromPoint(x, y);
  const name = caret && nameAtCaret(caret.node, caret.offset);
  // Right of a line's end the browser also returns a caret, so the point is checked against the name's rectangle.
  const isOver = name && [...name.range.getClientRects()].some((box) => x >= box.left - 1 && x <= box.right + 1);
  return isOver ? name : null;
}

/** The name at the start of the text selection within an element. */
export function nameOfSelection(within: Element): CodeName | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || !within.contains(selection.anchorNode)) return null;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  return nameAtCaret(startContainer, startOffset);
}

/** The next or previous name in the selected line; the first one when the current name is on another line. */
export function nextNameOfLine(within: Element, current: CodeName | null, step: 1 | -1): CodeName | null {
  const row = within.querySelector<HTMLElement>(`${rowMark}[data-selected]`);
  if (!row) return null;
  const names = namesIn(row.textContent);
  const index = names.findIndex(
    ({ from }) => current?.line === Number(row.dataset.line) && from === current.column - 1,
  );
  const next = index === -1 ? names[0] : names[Math.min(Math.max(index + step, 0), names.length - 1)];
  return next ? codeName(row, next) : null;
}

function nameAtCaret(node: Node, offset: number): CodeName | null {
  const row = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(rowMark);
  if (!row) return null;
  const before = document.createRange();
  before.setStart(row, 0);
  before.setEnd(node, offset);
  const name = nameAt(row.textContent, before.toString().length);
  return name && codeName(row, name);
}

function codeName(row: HTMLElement, { from, to, text }: NameInLine): CodeName | null {
  const range = document.createRange();
  const start = pointIn(row, from, false);
  const end = pointIn(row, to, true);
  if (!start || !end) return null;
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return { text, line: Number(row.dataset.line), column: from + 1, range };
}

/**
 * Finds the text node and offset for an offset in a row. Between two nodes it returns the end of the first (`isEnd`) or
 * the start of the second.
 */
function pointIn(row: Element, offset: number, isEnd: boolean): { node: Node; offset: number } | null {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (rest < length || (isEnd && rest === length)) return { node, offset: rest };
    rest -= length;
  }
  return null;
}

function caretFromPoint(x: number, y: number): { node: Node; offset: number } | null {
  if ("caretPositionFromPoint" in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}
