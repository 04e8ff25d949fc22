import type { GraphQuestion } from "#server/code-index/analysis/graph/graph-session.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

/** Files that one word is looked for in. */
const maxWordFiles = 2000;
const wordDeadlineMs = 600;

/** A question to the code graph of a repository that has its answer, or none, within so many milliseconds. */
export function askGraph({ index, reader }: Codebase, deadlineMs: number): GraphQuestion {
  return {
    index,
    reader,
    deadlineMs,
    async filesWithWord(word) {
      const query = { pattern: word, isRegex: false, ignoreCase: false, isWord: true };
      const bounds = { maxFiles: maxWordFiles, maxLinesPerFile: 1, deadlineMs: wordDeadlineMs };
      const { files, isCutOff } = await index.findLines(query, bounds);
      return { paths: files.map(({ path }) => path), isCutOff };
    },
  };
}
