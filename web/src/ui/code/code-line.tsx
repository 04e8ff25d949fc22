import type { CodeToken } from "./highlight.ts";

/** The text of one line; plain when there are no tokens. */
export function CodeText({ text, tokens }: { text: string; tokens: readonly CodeToken[] | undefined }) {
  if (!tokens) return text;
  return tokens.map((token, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- tokens of a line never move
    <span key={index} style={token.color ? { color: token.color } : undefined}>
      {token.text}
    </span>
  ));
}
