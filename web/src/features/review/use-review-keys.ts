import { useScreenKey, useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { toggleViewed } from "./marks/focus-unviewed.ts";

const lineMark = "[data-comment-line]";
const fileMark = "[data-diff-path]";

/**
 * Keys of a review: C comments on the line that has the focus or the pointer, R resolves the comments that have it, ] and
 * [ go from file to file, N and P from change to change. V marks the file that has the focus as viewed and goes on.
 */
export function useReviewKeys(): void {
  useScreenKey("c", () => {
    const focused = document.activeElement?.closest<HTMLElement>(lineMark);
    (focused ?? document.querySelector<HTMLElement>(`tr:hover ${lineMark}`))?.click();
  });
  useSingleKey("r", () => {
    document.activeElement?.closest("[data-thread]")?.querySelector<HTMLElement>("[data-resolve]")?.click();
  });
  useSingleKey("v", toggleViewed);
  useSingleKey("]", () => moveTo(`${fileMark} button[aria-expanded]`, 1));
  useSingleKey("[", () => moveTo(`${fileMark} button[aria-expanded]`, -1));
  useSingleKey("n", () => moveTo(lineMark, 1, isFirstOfChange));
  useSingleKey("p", () => moveTo(lineMark, -1, isFirstOfChange));
}

/** Moves the focus to the next or the last element in the page that the focus is not in already. */
function moveTo(selector: string, step: 1 | -1, isWanted: (element: HTMLElement) => boolean = () => true): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(isWanted);
  const { activeElement } = document;
  const isBeyond = (element: HTMLElement) => {
    if (activeElement === null || activeElement === document.body) return step === 1;
    const position = activeElement.compareDocumentPosition(element);
    return (position & (step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
  };
  const next = step === 1 ? all.find(isBeyond) : all.findLast(isBeyond);
  next?.focus();
  next?.scrollIntoView({ block: "center" });
}

const isChanged = (row: Element | null | undefined): boolean =>
  row?.matches("[data-type=added], [data-type=deleted]") === true ||
  row?.querySelector("[data-type=added], [data-type=deleted]") != null;

function isFirstOfChange(line: HTMLElement): boolean {
  const row = line.closest("tr");
  return isChanged(row) && !isChanged(row?.previousElementSibling);
}
