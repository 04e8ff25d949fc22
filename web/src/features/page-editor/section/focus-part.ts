/** Parts of a section or of the page that can be focused, by their `data-part` attribute. */
export type EditorPart = "handle" | "fold" | "title" | "prompt" | "content" | "preview" | "undo" | "add" | "page-title";

/** How long to look for the part: an editor that is still loading appears after some frames. */
const maxFrames = 120;

/** Focuses a part as soon as it exists; without a section id, a part of the page. */
export function focusPart(root: HTMLElement | null, part: EditorPart, sectionId?: string): void {
  const section = sectionId === undefined ? "" : `[data-section="${CSS.escape(sectionId)}"] `;
  const selector = `${section}[data-part="${part}"]`;
  let frame = 0;
  const tryFocus = () => {
    const target = root?.querySelector<HTMLElement>(
      `${selector}:is(input, textarea, button), ${selector} [contenteditable=true]`,
    );
    frame += 1;
    if (!target && frame < maxFrames) {
      // The fields of a section far from the window are rendered only when it comes near.
      if (frame === 1 && section) root?.querySelector(section)?.scrollIntoView({ block: "nearest" });
      requestAnimationFrame(tryFocus);
    } else target?.focus();
  };
  requestAnimationFrame(tryFocus);
}
