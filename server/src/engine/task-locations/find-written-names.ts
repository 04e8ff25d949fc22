import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import { findText } from "./find-quoted-strings.ts";
import { inOneLanguage, isEnglish } from "./in-one-language.ts";
import type { ReadTask } from "./read-task-text.ts";
import type { FileVote } from "./task-location.ts";

const nameWeight = 0.1;
/** A name in more files is a word of the code like any other. */
const maxAlike = 4;
const maxNames = 6;
/** `mfa_option_desc`, `removeEpisode`; of Pascal case three words, since people write "GitHub". */
const inText =
  /(?<![\w./@:%-])(?:[A-Za-z]\w*_\w{2,}|[a-z]{2,}(?:[A-Z][a-z\d]+)+|(?:[A-Z][a-z\d]+){3,})(?![\w-])(?!\.\w)/g;
/** "tri-layout-mobile-tabs". */
const inOutput = /(?<![\w-])[a-z]{2,}(?:-[a-z\d]{2,}){2,}(?![\w-])/g;
const shortest = 7;

/**
 * Files that have a name which the task writes as only code does, where they declare it or else at its first line there;
 * not those that `known` votes are for.
 */
export async function findWrittenNames(
  codebase: Codebase,
  read: ReadTask,
  known: readonly FileVote[],
): Promise<FileVote[]> {
  const said = new Set(known.flatMap(({ words }) => words));
  const names = namesIn(read).filter((name) => !said.has(name));
  const votes = await Promise.all(
    names.map(async (name): Promise<FileVote[]> => {
      const found = await findText(codebase, name, "source");
      const alike = inOneLanguage(found.toSorted((a, b) => Number(isEnglish(b.path)) - Number(isEnglish(a.path))));
      if (alike.length > maxAlike) return [];
      const whole = new RegExp(`(?<!\\w)${name}(?!\\w)`);
      const files = alike.filter(({ text }) => whole.test(text));
      const weight = nameWeight / Math.sqrt(Math.max(1, files.length));
      return files.map(({ path, line }) => {
        const declared = codebase.index.facts(path)?.symbols.find((symbol) => symbol.name === name);
        return { path, weight, kind: "named", words: [name], line: declared?.startLine ?? line };
      });
    }),
  );
  return votes.flat();
}

/** Output has settings and names of anything; only what styles call things is seldom written there by chance. */
function namesIn({ title, prose, errors, output }: ReadTask): string[] {
  const found = [
    ...(`${title}\n${prose}\n${errors.join("\n")}`.match(inText) ?? []),
    ...(output.match(inOutput) ?? []),
  ];
  return [...new Set(found.filter((name) => name.length >= shortest))].slice(0, maxNames);
}
