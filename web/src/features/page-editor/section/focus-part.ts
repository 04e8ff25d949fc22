/** Parts of a section, and of the page around them, that the focus is led to. */
export type EditorPart = "handle" | "fold" | "title" | "prompt" | "content" | "preview" | "undo" | "add" | "page-title";

/** An editor that is fetched first takes a moment to be there. */
const maxFrames = 120;

/** Leads the focus to a part as soon as it is there; without a section, to one of the page. */
export function focusPart(root: HTMLElement | null, part: EditorPart, sectionId?: string): void {
  const section = sectionId === undefined ? "" : `[data-section="${CSS.escape(sectionId)}"] `;
  const place = `${section}[data-part="${part}"]`;
  let frame = 0;
  const look = () => {
    const found = root?.querySelector<HTMLElement>(
      `${place}:is(input, textarea, button), ${place} [contenteditable=true]`,
    );
    frame += 1;
    if (!found && frame < maxFrames) {
      // What is far from the window comes when it is near.
      if (frame === 1 && section) root?.querySelector(section)?.scrollIntoView({ block: "nearest" });
      requestAnimationFrame(look);
    } else found?.focus();
  };
  requestAnimationFrame(look);
}
