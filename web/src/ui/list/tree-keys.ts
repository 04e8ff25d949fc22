import { useRef } from "react";

/** A visible row of a tree, as far as keys care. */
export interface MovableRow {
  /** What names it among all of them. */
  path: string;
  /** From 1, as `aria-level` counts. */
  level: number;
  /** Null where there is nothing to open. */
  isOpen: boolean | null;
}

/** The effect of a key in the tree; null when the tree does not handle it. */
export type TreeMove = { focus: number } | { open: string } | { close: string } | null;

/** Handles the keys of a tree according to the ARIA authoring practices; `index` is the focused row. */
export function moveInTree(rows: readonly MovableRow[], index: number, key: string): TreeMove {
  const row = rows[index];
  if (!row) return null;
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
      return { focus: Math.min(index + 1, last) };
    case "ArrowUp":
      return { focus: Math.max(index - 1, 0) };
    case "Home":
      return { focus: 0 };
    case "End":
      return { focus: last };
    case "ArrowRight":
      if (row.isOpen === null) return { focus: index };
      return row.isOpen ? { focus: Math.min(index + 1, last) } : { open: row.path };
    case "ArrowLeft":
      return row.isOpen ? { close: row.path } : { focus: parentIndex(rows, index) };
    default:
      return null;
  }
}

/** The next row whose name, absent for one that has none, starts with the typed text, searching from the focused row and wrapping around. */
export function findByTyping(names: readonly (string | undefined)[], index: number, typed: string): number | null {
  const word = typed.toLowerCase();
  // A single letter searches after the focused row; more letters may still match the focused row.
  const first = typed.length === 1 ? index + 1 : index;
  for (let step = 0; step < names.length; step += 1) {
    const at = (first + step) % names.length;
    if (names[at]?.toLowerCase().startsWith(word)) return at;
  }
  return null;
}

function parentIndex(rows: readonly MovableRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at -= 1) {
    if ((rows[at]?.level ?? 1) < level) return at;
  }
  return index;
}

const typingPauseMs = 600;

/** Joins letters typed in quick succession to one search text. */
export function useTypeAhead(): (letter: string) => string {
  const typedRef = useRef({ text: "", atMs: 0 });
  return (letter) => {
    const { text, atMs } = typedRef.current;
    const now = performance.now();
    typedRef.current = { text: now - atMs < typingPauseMs ? text + letter : letter, atMs: now };
    return typedRef.current.text;
  };
}
