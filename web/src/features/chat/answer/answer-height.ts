const charactersPerLine = 80;
const lineHeightPx = 26;
/** Everything of an answer except its text. */
const framePx = 96;

/**
 * An estimate for an answer that was not rendered yet. The closer it is, the less the text below moves when the answer is
 * rendered, in browsers without scroll anchoring.
 */
export function estimateAnswerHeightPx(content: string): number {
  const lines = content
    .split("\n")
    .reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / charactersPerLine)), 0);
  return Math.round(framePx + lines * lineHeightPx);
}
