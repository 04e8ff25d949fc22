import type { WordCount } from "#server/code-index/ports/code-index.ts";

import { parseQuery } from "./parse-query.ts";
import type { RankingData } from "./rank-files.ts";

/** Files that hold a word, or any part of an identifier, in text, names or path; costs as much as there are such files. */
export function countWord(word: string, { files, postings }: Pick<RankingData, "files" | "postings">): WordCount {
  const { starts, units } = postings.files;
  const holding = new Set<number>();
  for (const { hash } of parseQuery(word).terms) {
    const term = postings.table.find(hash);
    if (term < 0) continue;
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? 0; at < end; at += 1) holding.add(units[at] ?? 0);
  }
  const count: WordCount = { files: holding.size, kinds: new Set() };
  for (const file of holding) {
    const kind = files[file]?.kind;
    if (kind !== undefined) count.kinds.add(kind);
  }
  return count;
}
