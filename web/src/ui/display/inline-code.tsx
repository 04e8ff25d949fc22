import { Fragment } from "react";
import type { ReactNode } from "react";

const asWritten = (words: string): ReactNode => words;

/** Renders `backticks` in plain text as code, and the words around them as it is said; nothing else is markup. */
export function renderInlineCode(text: string, renderWords = asWritten): ReactNode[] {
  return text.split(/`([^`\n]+)`/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text never move
      <code key={index} className="text-ink">
        {part}
      </code>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text never move
      <Fragment key={index}>{renderWords(part)}</Fragment>
    ),
  );
}
