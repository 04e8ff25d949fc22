import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { GitSource } from "#server/git-source.ts";

import { findLines, listMatchingLines } from "./find-lines.ts";
import type { LineFiles } from "./line-files.ts";
import { warmTexts } from "./warm-texts.ts";

/** What an index answers about lines. `source` is null while nobody has said where texts are read. */
export function lineSearchOf(
  files: () => LineFiles,
  source: () => GitSource | null,
): Pick<CodeIndex, "findLines" | "listMatchingLines" | "warmLines"> {
  const searched = (): { files: LineFiles; source: GitSource } => {
    const known = source();
    if (known === null) throw new Error("The index was opened without the repository whose lines it should search");
    return { files: files(), source: known };
  };
  return {
    findLines: async (query, options) => findLines(searched(), query, options),
    listMatchingLines: async (query, options) => listMatchingLines(searched(), query, options),
    warmLines: async (signal) => warmTexts(searched(), signal),
  };
}
