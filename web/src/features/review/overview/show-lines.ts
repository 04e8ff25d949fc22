import type { ChangedLines } from "@cairn/contract/change-overview";
import type { FileDiff } from "@cairn/contract/code-history";
import { flushSync } from "react-dom";

/** Moves the focus to the first of these lines that the changes on the page show; false where they show none. */
export function showLines(files: readonly FileDiff[], { path, side, startLine, endLine }: ChangedLines): boolean {
  const file = files.find((one) => (side === "old" ? (one.oldPath ?? one.path) : one.path) === path);
  const section = file && findSection(file);
  if (!section) return false;
  const fold = section.querySelector<HTMLElement>("button[aria-expanded=false]");
  if (fold !== null) flushSync(() => fold.click());
  const shown = [...section.querySelectorAll<HTMLElement>("[data-comment-line]")].find((line) => {
    const [ofSide, number] = (line.dataset["commentLine"] ?? "").split(":");
    return ofSide === side && Number(number) >= startLine && Number(number) <= endLine;
  });
  shown?.focus();
  shown?.scrollIntoView({ block: "center" });
  return shown !== undefined;
}

/** Moves the focus to the head of a file among the changes on the page, and shows its lines. */
export function showFile(file: FileDiff): void {
  const section = findSection(file);
  const fold = section?.querySelector<HTMLElement>("button[aria-expanded]");
  if (fold?.getAttribute("aria-expanded") === "false") flushSync(() => fold.click());
  section?.scrollIntoView({ block: "start" });
  fold?.focus({ preventScroll: true });
}

function findSection({ path }: FileDiff): Element | null {
  return document.querySelector(`[data-diff-path="${CSS.escape(path)}"]`);
}
