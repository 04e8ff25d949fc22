import { findChangedWords, pairLines } from "#web/ui/code/changed-range.ts";
import type { CharacterRange } from "#web/ui/code/changed-range.ts";

import type { DiffLine, DiffRow } from "./diff-rows.ts";

/** In larger files each changed line gets one range: all of it is worked out before anything is shown. */
const maxRowsByWord = 4_000;

/** In each block of removed lines and added ones after them, the words that changed in lines which replaced others. */
export function markChangedWords(rows: readonly DiffRow[]): Map<number, readonly CharacterRange[]> {
  const isQuick = rows.length > maxRowsByWord;
  const marked = new Map<number, readonly CharacterRange[]>();
  const lineAt = (index: number) => {
    const row = rows[index];
    return row?.kind === "line" ? row.line : null;
  };
  const readBlock = (from: number, type: DiffLine["type"]) => {
    const lines: string[] = [];
    for (let line = lineAt(from); line?.type === type; line = lineAt(from + lines.length)) lines.push(line.content);
    return lines;
  };
  for (let index = 0; index < rows.length;) {
    const removed = readBlock(index, "deleted");
    const addedFrom = index + removed.length;
    const added = removed.length === 0 ? [] : readBlock(addedFrom, "added");
    for (const [one, other] of pairLines(removed, added)) {
      const changed = findChangedWords(removed[one] ?? "", added[other] ?? "", { isQuick });
      if (changed === null) continue;
      marked.set(index + one, changed.before);
      marked.set(addedFrom + other, changed.after);
    }
    index = Math.max(index + 1, addedFrom + added.length);
  }
  return marked;
}
