import { useMemo } from "react";

import { compareTexts } from "#web/ui/compare-words.ts";

/** So much of what did not change is shown beside a change, in characters. */
const contextLength = 90;

/** Two texts as one, with what went struck out, what came highlighted, and of the rest as much as shows the place. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compareTexts(withEnd(before), withEnd(after)), [before, after]);
  if (before.trim() === "" && after.trim() !== "") return <p className="text-sm text-ink-3">All of the text is new.</p>;
  if (parts.every(({ kind }) => kind === "same")) return <p className="text-sm text-ink-3">The texts are the same.</p>;
  return (
    <p className="text-sm leading-6 wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ kind, text }, index) => {
        // oxlint-disable-next-line react/no-array-index-key -- parts of a comparison never move
        if (kind === "same") return <span key={index}>{around(text, index === 0, index === parts.length - 1)}</span>;
        const isAdded = kind === "added";
        const Mark = isAdded ? "ins" : "del";
        return (
          <Mark
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={
              isAdded
                ? "rounded-sm bg-(--diff-add-word) no-underline forced-colors:underline"
                : "rounded-sm bg-(--diff-del-word) line-through"
            }
          >
            <span className="sr-only">{isAdded ? "added: " : "removed: "}</span>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

/** With a line break after the last line, so that one that took its place does not run on in it. */
function withEnd(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? "" : `${trimmed}\n`;
}

function around(text: string, isFirst: boolean, isLast: boolean): string {
  const room = (isFirst ? 0 : contextLength) + (isLast ? 0 : contextLength);
  if (text.length <= room + 10) return text;
  const head = isFirst ? "" : text.slice(0, contextLength);
  const tail = isLast ? "" : text.slice(-contextLength);
  return `${head.slice(0, Math.max(0, head.lastIndexOf(" ")))} … ${tail.slice(tail.indexOf(" ") + 1)}`;
}
