import type { ReactNode } from "react";

/** Renders `backticks` in plain text as code; nothing else is markup. */
export function renderInlineCode(text: string): ReactNode[] {
  return text.split(/`([^`\n]+)`/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text never move
      <code key={index} className="text-ink">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
