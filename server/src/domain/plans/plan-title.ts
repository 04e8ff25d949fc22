import { toPlainText } from "#server/engine/text/plain-text.ts";

const maxLength = 100;

/** The start of a goal as one line, cut between two words; never empty for a goal that shows anything. */
export function planTitle(goal: string): string {
  const lines = toPlainText(goal)
    .split("\n")
    .map((line) => line.replace(/^[\s•]+/u, "").trim());
  const line = lines.find((one) => one !== "") ?? goal.trim();
  const [sentence = line] = line.split(/(?<=[.!?。؟])\s+/u);
  if (sentence.length <= maxLength) return sentence;
  const cut = sentence.slice(0, maxLength - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
