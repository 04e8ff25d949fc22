import type { GraphQuestion } from "#server/code-index/analysis/graph/graph-session.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

/** Files that one word is looked for in. */
const maxWordFiles = 2000;
const wordDeadlineMs = 1500;

/** What following names needs of a repository. */
export function graphOf({ index, reader }: IndexedRepository): GraphQuestion {
  return {
    index,
    reader,
    filesWithWord: async (word) => {
      const query = { pattern: word, isRegex: false, ignoreCase: false, isWord: true };
      const bounds = { maxFiles: maxWordFiles, maxLinesPerFile: 1, deadlineMs: wordDeadlineMs };
      const { files, isCutOff } = await index.findLines(query, bounds);
      return { paths: files.map(({ path }) => path), isCutOff };
    },
  };
}
