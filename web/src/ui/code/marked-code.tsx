import type { CodeToken } from "./highlight.ts";
import { splitMarkedParts } from "./marked-parts.ts";
import type { TextRange } from "./marked-parts.ts";

interface MarkedCodeProps {
  text: string;
  /** Undefined while the text is not coloured. */
  tokens: readonly CodeToken[] | undefined;
  ranges: readonly TextRange[];
}

/** A line of code with its matches marked: by weight and underline as well, not by colour alone. */
export function MarkedCode({ text, tokens, ranges }: MarkedCodeProps) {
  return splitMarkedParts(tokens ?? [{ text, color: undefined }], ranges).map(({ from, text, color, isMarked }) =>
    isMarked ? (
      <mark
        key={from}
        className={
          "rounded-[2px] bg-warning-subtle font-semibold text-ink underline decoration-warning-text " +
          "decoration-2 underline-offset-2 forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
        }
      >
        {text}
      </mark>
    ) : (
      <span key={from} style={color ? { color } : undefined}>
        {text}
      </span>
    ),
  );
}
