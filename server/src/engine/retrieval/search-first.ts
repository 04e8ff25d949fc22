import type { SearchHit } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { withoutFrame } from "#server/engine/intent/question-frame.ts";
import { splitWords } from "#server/engine/intent/words.ts";

import { fileKey } from "./coverage-by-file.ts";
import type { CandidateFile } from "./find-candidates.ts";
import { isBesideCode } from "./side-folder.ts";

/** A file that the search ranks high for a question as a whole. */
export interface SearchedFile extends FileRef {
  hit: SearchHit;
  /** Its score as a share of the best one's of its repository. */
  share: number;
}

const maxWords = 80;
/** So many are looked at, so that what a question hardly means can stand behind them. */
const lookedAt = 12;

/** The files that the search ranks first for a text, best first; what people hardly mean comes last unless they name it. */
export function searchFirst(context: AnswerContext, text: string, limit: number): SearchedFile[] {
  const query = wordsOf(withoutFrame(text));
  const found = context.lookUp("search_code", text.slice(0, 120), () =>
    context.codebases.flatMap((codebase): SearchedFile[] => {
      const hits = codebase.index.search(query, { limit: limit * lookedAt });
      const top = hits[0]?.score || 1;
      return hits.map((hit) => ({ codebase, path: hit.path, hit, share: hit.score / top }));
    }),
  );
  const best = found.toSorted((a, b) => b.share - a.share);
  const isBehind = (one: SearchedFile) => isHardlyMeant(one, text);
  return [...best.filter((one) => !isBehind(one)), ...best.filter(isBehind)].slice(0, limit);
}

/** The time of a search grows with its words: of a long message only the first ones are used. */
function wordsOf(text: string): string {
  const words = splitWords(text);
  return words.length <= maxWords ? text : [...new Set(words)].slice(0, maxWords).join(" ");
}

const translated = /(?:^|\/)(?:i18n|locales?|lang|translations?)(?:\/|\.\w+$)/i;

/** Whether a file holds the texts of the interface by language. */
export function isTranslation(path: string): boolean {
  return translated.test(path);
}

/** Files that say the words of many questions and are seldom what is asked for, each with the words that ask for them. */
const hardlyMeant: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)migrations?\/|(?:^|\/)db\/migrate\//i, /\bmigrat|\bschema\b/i],
  [/\.(?:css|scss|less|sass)$/i, /\bstyl|\bcss\b|\bcolou?r|\btheme|\blayout\b/i],
  [/(?:^|\/)(?:__mocks__|mocks?|fakes?|stubs?)\/|(?:^|[._-])(?:mock|fake|stub)s?\.\w+$/i, /\bmock|\bfake|\bstub/i],
  [
    /(?:^|\/)(?:(?!(?:la|con|pro)test)\w*test(?:s|ing)?|test[-_]?(?:helpers?|utils?|support|kit)\w*)\//i,
    /\btest|\bspec\b|\bassert/i,
  ],
  [translated, /\btranslat|\bi18n\b|\blocal(?:e|i[sz])|\blanguage|\bwording|\blabel|\btexts?\b/i],
  [/(?:^|\/)(?:gen|generated|__generated__)\/|[._-](?:pb2?|gen|generated)\.\w+$/i, /\bgenerat/i],
];
const unwantedKinds: Partial<Record<SearchHit["kind"], RegExp>> = {
  generated: /\bgenerat/i,
  vendored: /\bvendor/i,
  test: /\btest|\bspec\b|\bcover/i,
  docs: /\bdoc|\breadme\b|\bguide\b|\bchangelog\b/i,
};

function isHardlyMeant({ path, hit }: SearchedFile, text: string): boolean {
  const kindNamed = unwantedKinds[hit.kind];
  return (
    (kindNamed !== undefined && !kindNamed.test(text)) ||
    (isBesideCode(path) && !/\bexample|\bbench|\bdemo|\bsample/i.test(text)) ||
    isUnlikelyPlace(path, text)
  );
}

/** Whether a file is of a sort that few questions mean, and this one does not name. */
export function isUnlikelyPlace(path: string, text: string): boolean {
  return hardlyMeant.some(([where, named]) => where.test(path) && !named.test(text));
}

export function isSameFile(one: FileRef, other: FileRef): boolean {
  return one.path === other.path && one.codebase === other.codebase;
}

/** What the search over the whole question ranks first is more likely meant than what matches some words elsewhere. */
const firstWorth = [1.08, 1.05, 1.03];

/** A factor for how likely a passage is meant. */
export function priorOf(first: readonly SearchedFile[], passage: FileRef): number {
  return firstWorth[first.findIndex((one) => fileKey(one) === fileKey(passage))] ?? 1;
}

/** Files that may hold the answer, with those that the search ranks first. */
export function withFirst(found: readonly CandidateFile[], first: readonly SearchedFile[]): CandidateFile[] {
  const known = new Map(found.map((file) => [fileKey(file), file]));
  for (const { codebase, path, hit, share } of first) {
    const file = known.get(fileKey({ codebase, path })) ?? { codebase, path, kind: hit.kind, relevance: 0 };
    known.set(fileKey(file), { ...file, relevance: Math.max(file.relevance, share) });
  }
  return [...known.values()];
}
