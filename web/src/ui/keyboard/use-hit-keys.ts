import type { KeyboardEvent, RefObject } from "react";

import { useSingleKey } from "./shortcuts.ts";

const groupMark = "[data-hit-group]";
const headMark = "[data-hit-head]";
const hitMark = "[data-hit]";

interface HitKeys {
  /** Escape, or going up from the first row. */
  onLeave: () => void;
  /** J, K, [ and ] work on the whole screen; false where another list of it has them. */
  hasSingleKeys?: boolean;
}

/**
 * The keys of a list of findings by file: arrows, J and K move by row, `[` and `]` by file, Left and Right fold. A file
 * is marked with `data-hit-group`, the button that folds it with `data-hit-head`, a row with `data-hit`. Returns what
 * to do with a key that is pressed inside.
 */
export function useHitKeys(
  listRef: RefObject<HTMLElement | null>,
  { onLeave, hasSingleKeys = true }: HitKeys,
): (event: KeyboardEvent) => void {
  const move = (step: 1 | -1) => {
    const next = nextStop(listRef.current, step);
    if (next) next.focus();
    else if (step === -1) onLeave();
  };
  const moveFile = (step: 1 | -1) => {
    const groups = [...(listRef.current?.querySelectorAll<HTMLElement>(groupMark) ?? [])];
    const current = groups.findIndex((group) => group.contains(document.activeElement));
    const next = groups[current === -1 ? 0 : current + step];
    (next?.querySelector<HTMLElement>(hitMark) ?? next?.querySelector<HTMLElement>(headMark))?.focus();
  };
  const whereSingle = (run: () => void) => {
    if (hasSingleKeys) run();
  };
  useSingleKey("j", () => whereSingle(() => move(1)));
  useSingleKey("k", () => whereSingle(() => move(-1)));
  useSingleKey("]", () => whereSingle(() => moveFile(1)));
  useSingleKey("[", () => whereSingle(() => moveFile(-1)));

  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "ArrowLeft") fold(true);
    else if (event.key === "ArrowRight") fold(false);
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The row after or before the one with the focus; of a folded file its head stands for its rows. */
function nextStop(list: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
  const all = [...(list?.querySelectorAll<HTMLElement>(`${hitMark}, ${headMark}`) ?? [])];
  const current = all.findIndex((one) => one === document.activeElement);
  const way = step === 1 ? all.slice(current + 1) : all.slice(0, Math.max(current, 0)).toReversed();
  return way.find((one) => one.matches(hitMark) || one.getAttribute("aria-expanded") === "false");
}

/** Folds the file one is in, or opens it and goes to its first row. */
function fold(isFolding: boolean): void {
  const group = document.activeElement?.closest(groupMark);
  const head = group?.querySelector<HTMLElement>(headMark);
  if (!group || !head) return;
  const isOpen = head.getAttribute("aria-expanded") === "true";
  if (isOpen === isFolding) head.click();
  if (isFolding) head.focus();
  // Drawn first where it was folded.
  else requestAnimationFrame(() => group.querySelector<HTMLElement>(hitMark)?.focus());
}
