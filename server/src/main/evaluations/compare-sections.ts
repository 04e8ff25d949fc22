import type { SaidLine } from "./said-lines.ts";
import type { SaidSection } from "./write-sections.ts";

/** How a section that stands as it was would read now. */
export interface SectionDifference {
  /**
   * Lines that are not true any more, or that a list lacks which claims to have all. The reader is told something wrong.
   */
  untrue: string[];
  /** Lines in whose place others would be chosen now: what stands is as true as it was. */
  other: string[];
}

/**
 * Sections that choose: what matters most, what is worth reading first, one request of many. Other lines than before are
 * another choice there, as long as those that stand are shown by what they cite; anywhere else they were left out.
 */
const choosing = new Set([
  "components",
  "parts",
  "request-flow",
  "concepts",
  "changes",
  "interface",
  "layout",
  "reading",
]);

/** Null where it says the same, in whatever order. */
export function compareSections(
  before: SaidSection | undefined,
  now: SaidSection | undefined,
): SectionDifference | null {
  const gone = without(before?.lines ?? [], now?.lines ?? []);
  const come = without(now?.lines ?? [], before?.lines ?? []);
  if (gone.length + come.length === 0) return null;
  const isChoosing = choosing.has((before ?? now)?.templateKey ?? "");
  // What was committed once was committed, whichever commits are told of now.
  const isHistory = (before ?? now)?.templateKey === "changes";
  const isWrong = ({ isListed, isShown }: SaidLine) => isListed || (!isShown && !isHistory);
  const isMissing = ({ isListed }: SaidLine) => isListed || !isChoosing;
  const marked = (mark: string, lines: readonly SaidLine[]) => lines.map(({ text }) => `${mark} ${text}`);
  return {
    untrue: [...marked("-", gone.filter(isWrong)), ...marked("+", come.filter(isMissing))],
    other: [
      ...marked(
        "-",
        gone.filter((line) => !isWrong(line)),
      ),
      ...marked(
        "+",
        come.filter((line) => !isMissing(line)),
      ),
    ],
  };
}

function without(lines: readonly SaidLine[], others: readonly SaidLine[]): SaidLine[] {
  const texts = new Set(others.map(({ text }) => text));
  return lines.filter(({ text }) => !texts.has(text));
}
