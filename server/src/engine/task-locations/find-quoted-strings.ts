import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import type { FileVote } from "./task-location.ts";

const stringWeight = 0.1;
/** A text in more files than this is a word of the language. */
const maxAlike = 6;
const maxStrings = 3;
/** Files that the search finds for a text and that are read for it. */
const readFor = { source: 12, data: 3 };
const quoted =
  /"([^"\n]{4,70})"|“([^”\n]{4,70})”|`([^`\n]{4,70})`|(?<!\w)'([^'\n]{4,70})'(?!\w)|\*\*([^*\n]{4,70})\*\*/g;

/** Files with texts of the interface or messages that a task quotes, also by the keys of translations. */
export async function findQuotedStrings(codebase: Codebase, text: string): Promise<FileVote[]> {
  const votes = await Promise.all(
    stringsIn(text).map(async (words): Promise<FileVote[]> => {
      const code = await findText(codebase, words, "source");
      const used = code.length > 0 ? code : await findByKey(codebase, words);
      if (used.length > maxAlike) return [];
      const weight = stringWeight / Math.sqrt(Math.max(1, used.length));
      return used.map(({ path, line }) => ({ path, weight, kind: "string", words: [words], line }));
    }),
  );
  return votes.flat();
}

/** Several words, or one that no sentence has by chance. */
function stringsIn(text: string): string[] {
  const found = [...text.matchAll(quoted)].map((groups) => (groups.slice(1).find(Boolean) ?? "").trim());
  const plain = found.map((one) => one.replace(/[.,:!?…]+$/, ""));
  const isTelling = (one: string) => /\p{L}{2}.*[\s_-].*\p{L}{2}|\p{L}{12}/u.test(one) && !/[{}<>=;|\\]/.test(one);
  return [...new Set(plain.filter(isTelling))].slice(0, maxStrings);
}

export interface StringMatch {
  path: string;
  line: number;
  text: string;
}

/** The first line of each file that has the text; only files that the search finds for its words are read. */
export async function findText(
  { index, reader }: Codebase,
  text: string,
  kind: Extract<FileKind, "source" | "data">,
): Promise<StringMatch[]> {
  const lower = text.toLowerCase();
  const hits = index.search(text, { limit: readFor[kind], kinds: [kind] });
  const matches = await Promise.all(
    hits.map(async ({ path }): Promise<StringMatch[]> => {
      const lines = (await reader.readLines(path)) ?? [];
      const at = lines.findIndex((line) => line.toLowerCase().includes(lower));
      return at === -1 ? [] : [{ path, line: at + 1, text: lines[at] ?? "" }];
    }),
  );
  return matches.flat();
}

/** Code that uses the key of a translation: `"edit_list": "Edit List"` leads to `t("lists.edit_list")`. */
async function findByKey(codebase: Codebase, words: string): Promise<StringMatch[]> {
  const [first] = await findText(codebase, words, "data");
  const key = /^\s*["']?([\w.-]{4,80})["']?\s*[:=]/.exec(first?.text ?? "")?.[1];
  return key === undefined ? [] : await findText(codebase, key, "source");
}
