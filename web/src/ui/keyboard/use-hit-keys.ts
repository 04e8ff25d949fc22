import type { KeyboardEvent, RefObject } from "react";

import { useSingleKey } from "./shortcuts.ts";

const groupMark = "[data-hit-group]";
const headMark = "[data-hit-head]";
const hitMark = "[data-hit]";

interface HitKeys {
  /** Called on Escape. */
  onLeave: () => void;
  /** Called when moving up from the first row, which keeps the focus when this is absent. */
  onTop?: () => void;
  /** Whether J, K, [ and ] work on the whole screen; false when another list uses them. */
  hasSingleKeys?: boolean;
}

/**
 * Keyboard control for a list of hits grouped by file: arrows, J and K move by row, `[` and `]` by file, Left and Right
 * collapse and expand. A file has the attribute `data-hit-group`, its toggle button `data-hit-head`, a row `data-hit`.
 * Returns the key handler of the list.
 */
export function useHitKeys(
  listRef: RefObject<HTMLElement | null>,
  { onLeave, onTop, hasSingleKeys = true }: HitKeys,
): (event: KeyboardEvent) => void {
  const move = (step: 1 | -1) => {
    const next = nextStop(listRef.current, step);
    if (next) next.focus();
    else if (step === -1) onTop?.();
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
    if (event.altKey || event.ctrlKey || event.metaKey || movesCaret(event)) return;
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

/** Left and Right in a field above the list belong to its text. */
function movesCaret({ key, target }: KeyboardEvent): boolean {
  return (key === "ArrowLeft" || key === "ArrowRight") && target instanceof HTMLInputElement;
}

/** The row after or before the focused one; for a collapsed file, its toggle button. */
function nextStop(list: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
  const all = [...(list?.querySelectorAll<HTMLElement>(`${hitMark}, ${headMark}`) ?? [])];
  const current = all.findIndex((one) => one === document.activeElement);
  const way = step === 1 ? all.slice(current + 1) : all.slice(0, Math.max(current, 0)).toReversed();
  return way.find((one) => one.matches(hitMark) || one.getAttribute("aria-expanded") === "false");
}

/** Collapses the file that contains the focus, or expands it and moves to its first row. */
function fold(isFolding: boolean): void {
  const group = document.activeElement?.closest(groupMark);
  const head = group?.querySelector<HTMLElement>(headMark);
  if (!group || !head) return;
  const isOpen = head.getAttribute("aria-expanded") === "true";
  if (isOpen === isFolding) head.click();
  if (isFolding) head.focus();
  // If it was collapsed, its rows are rendered first.
  else requestAnimationFrame(() => group.querySelector<HTMLElement>(hitMark)?.focus());
}
