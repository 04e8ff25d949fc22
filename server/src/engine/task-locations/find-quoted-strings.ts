import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

import type { FileVote } from "./task-location.ts";

const stringWeight = 0.2;
/** A text in more files than this is a word of the language. */
const maxAlike = 6;
const maxStrings = 3;
/** Texts that are not in memory yet take long to read; those of this time stay for the next. */
const deadlineMs = 40;
const quoted =
  /"([^"\n]{4,70})"|“([^”\n]{4,70})”|`([^`\n]{4,70})`|(?<!\w)'([^'\n]{4,70})'(?!\w)|\*\*([^*\n]{4,70})\*\*/g;

/** Files with texts of the interface or messages that a task quotes, also by the keys of translations. */
export async function findQuotedStrings(index: CodeIndex, text: string): Promise<FileVote[]> {
  const kinds = new Map(index.files().map(({ path, kind }) => [path, kind]));
  const votes: FileVote[] = [];
  for (const words of stringsIn(text)) {
    const locations = await findString(index, words);
    const code = locations.filter(({ path }) => isCode(kinds.get(path)));
    const keys = locations.filter(({ path }) => kinds.get(path) === "data" || localePath.test(path));
    const used = code.length > 0 ? code : await findKeys(index, keys, kinds);
    if (used.length === 0 || used.length > maxAlike) continue;
    const weight = stringWeight / Math.sqrt(used.length);
    votes.push(...used.map(({ path, line }): FileVote => ({ path, weight, kind: "string", words: [words], line })));
  }
  return votes;
}

const localePath = /(?:^|\/)(?:locales?|i18n|lang(?:uages?)?|translations?)\//i;

function isCode(kind: FileKind | undefined): boolean {
  return kind === "source";
}

/** Several words, or one that no sentence has by chance. */
function stringsIn(text: string): string[] {
  const found = [...text.matchAll(quoted)].map((groups) => (groups.slice(1).find(Boolean) ?? "").trim());
  const plain = found.map((one) => one.replace(/[.,:!?…]+$/, ""));
  const isTelling = (one: string) => /\p{L}{2}.*[\s_-].*\p{L}{2}|\p{L}{12}/u.test(one) && !/[{}<>=;|\\]/.test(one);
  return [...new Set(plain.filter(isTelling))].slice(0, maxStrings);
}

interface StringMatch {
  path: string;
  line: number;
  text: string;
}

async function findString(index: CodeIndex, pattern: string, isWord = false): Promise<StringMatch[]> {
  const query = { pattern, isRegex: false, ignoreCase: !isWord, isWord };
  const { files } = await index.findLines(query, { deadlineMs, maxFiles: 40, maxLinesPerFile: 1 });
  return files.flatMap(({ path, lines: [first] }) => (first ? [{ path, line: first.line, text: first.text }] : []));
}

/** Code that uses the key of a translation: `"edit_list": "Edit List"` leads to `t("lists.edit_list")`. */
async function findKeys(
  index: CodeIndex,
  locations: readonly StringMatch[],
  kinds: ReadonlyMap<string, FileKind>,
): Promise<StringMatch[]> {
  const [first] = locations;
  const key = /^\s*["']?([\w.-]{4,80})["']?\s*[:=]/.exec(first?.text ?? "")?.[1];
  if (key === undefined) return [];
  return (await findString(index, key, true)).filter(({ path }) => isCode(kinds.get(path)) && !localePath.test(path));
}
