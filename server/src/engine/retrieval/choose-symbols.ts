import type { Focus } from "./judge-passages.ts";
import type { Retrieval } from "./passage.ts";
import { isTestSymbol, type LocatedSymbol } from "./relations.ts";

/** A passage below this share of the best one's score is not part of the answer. */
const minShare = 0.42;
/** An answer covers several files, mostly that of the best match. */
const maxOfBestFile = 4;
const maxOfFile = 2;

/** A declaration that belongs to the answer, with its share of the question. */
export interface ChosenSymbol extends LocatedSymbol {
  coverage: number;
  focus: Focus | null;
}

/** The best declarations, without those inside or around a better one. */
export function chooseSymbols({ passages }: Retrieval, limit: number): ChosenSymbol[] {
  const symbols = passages.filter(
    ({ content, fileKind }) => content.type === "symbol" && fileKind !== "test" && !isTestSymbol(content.symbol),
  );
  const best = symbols[0]?.score ?? 0;
  const chosen: (ChosenSymbol & { startLine: number; endLine: number })[] = [];
  for (const passage of symbols) {
    if (passage.content.type !== "symbol" || passage.score < best * minShare) continue;
    const { codebase, path, startLine, endLine, coverage, focus } = passage;
    const { symbol } = passage.content;
    const isCovered = chosen.some(
      (one) =>
        one.path === path &&
        one.codebase === codebase &&
        ((one.startLine <= startLine && one.endLine >= endLine && !isBesideFocus(one, passage)) ||
          (one.startLine >= startLine && one.endLine <= endLine)),
    );
    const isTwin = chosen.some((one) => one.symbol.name === symbol.name && one.symbol.signature === symbol.signature);
    const isCrowded =
      chosen.filter((one) => one.path === path).length >= (chosen[0]?.path === path ? maxOfBestFile : maxOfFile);
    if (!isCovered && !isTwin && !isCrowded)
      chosen.push({ codebase, path, symbol, startLine, endLine, coverage, focus });
    if (chosen.length === limit) break;
  }
  return chosen;
}

const longLines = 60;

/** Of a long declaration only a range is shown; a declaration inside it but outside that range is shown too. */
function isBesideFocus(
  outer: { startLine: number; endLine: number; focus: Focus | null },
  inner: { startLine: number; endLine: number },
): boolean {
  const { focus } = outer;
  if (!focus || outer.endLine - outer.startLine < longLines) return false;
  return inner.endLine < focus.startLine || inner.startLine > focus.endLine;
}
