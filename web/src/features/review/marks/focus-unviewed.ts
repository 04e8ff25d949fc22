const fileMark = "[data-diff-path]";
const foldButton = "button[aria-expanded]";

/** Moves the focus to the next file that is not viewed, after the last one to the first; false where all others are. */
export function focusUnviewed(from: Element | null): boolean {
  const files = [...document.querySelectorAll(fileMark)];
  const at = from === null ? -1 : files.indexOf(from);
  const inOrder = [...files.slice(at + 1), ...files.slice(0, Math.max(at, 0))];
  const next = inOrder.find((file) => file.querySelector("[data-viewed=no]") !== null);
  if (next === undefined) return false;
  focusFile(next);
  return true;
}

/** Marks the file that has the focus as viewed and goes on to the next one, or takes its mark back. */
export function toggleViewed(): void {
  const file = document.activeElement?.closest(fileMark) ?? null;
  const toggle = file?.querySelector<HTMLElement>("[data-viewed]");
  if (file === null || !toggle) return;
  const isMarking = toggle.dataset["viewed"] === "no";
  // What has the focus may be folded away with the file.
  if (!isMarking || !focusUnviewed(file)) focusFile(file);
  toggle.click();
}

function focusFile(file: Element): void {
  const button = file.querySelector<HTMLElement>(foldButton);
  button?.focus();
  button?.scrollIntoView({ block: "nearest" });
}
