const charactersPerLine = 80;
const lineHeightPx = 26;
/** What stands around the text of an answer. */
const framePx = 96;

/**
 * About how high a message is that was not drawn yet. The nearer, the less the others move when it is drawn above them,
 * in browsers that do not keep what is read in its place.
 */
export function estimateAnswerHeightPx(content: string): number {
  const lines = content
    .split("\n")
    .reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / charactersPerLine)), 0);
  return Math.round(framePx + lines * lineHeightPx);
}
