import type { CommitRecord } from "#server/git-source.ts";

/** "feat(web): add dark mode (#123)" says "add dark mode". */
const conventionalPrefix = /^(?:\[[^\]]+\]\s*)?\w+(?:\([^)]*\))?!?:\s+/;
const references = /\s*\((?:[\w./-]*#\d+(?:,\s*)?)+\)|\s*\b(?:fix(?:e[sd])?|clos(?:e[sd]?)|resolv(?:e[sd]?))\s+#\d+/gi;
/** Lines for programs. */
const trailer = /^(?:[A-Z][\w-]*-by|Change-Id|Refs?|See|Issue|PR|Part-of|Fixes|Closes)\s*:|^https?:\S+$|^[*-]\s*$/i;
const housekeeping =
  /^(?:merge|revert|bump|release|version|v?\d+\.\d|prepare|update (?:dependenc|translation|changelog|version)\w*|changelog|translat|weblate|i18n|chore|build|ci|docs?|style|test)\b|\b(?:dependabot|renovate|bump|typos?|lint(?:er|ing)?|changelog|translations? update)\b|update .+ to v?\d/i;
const fewestWords = 4;
const maxBody = 1500;

/** Whether a commit tells in words what it changes in the code: decided by its message and author alone. */
export function choosesCommit({ subject, authorName, authorEmail }: CommitRecord): boolean {
  if (/\bbot\b|\[bot\]/i.test(`${authorName} ${authorEmail}`)) return false;
  return !housekeeping.test(subject) && subjectWords(subject).split(/\s+/).length >= fewestWords;
}

/** At most `count` items, evenly spread. */
export function everyNth<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).filter(
    (one) => one !== undefined,
  );
}

export function asStatement(subject: string, body: string): string {
  return [subjectWords(subject), bodyText(body)].filter(Boolean).join("\n\n");
}

const questions = [
  (subject: string) => `Where in the code is this handled: ${subject}?`,
  (subject: string) => `Which code has to change to ${subject.charAt(0).toLowerCase()}${subject.slice(1)}?`,
  (subject: string) => `How does the code do this: ${subject}?`,
  (subject: string) => `What do I have to change here: ${subject}?`,
];

/** Asked in one of four ways, always the same one for a commit. */
export function phraseQuestion({ commit, subject }: { commit: string; subject: string }, body: string): string {
  const ask = questions[Number.parseInt(commit.slice(0, 4), 16) % questions.length] ?? String;
  return [ask(subjectWords(subject).replace(/[.?!]+$/, "")), bodyText(body)].filter(Boolean).join("\n\n");
}

function subjectWords(subject: string): string {
  return subject.replace(conventionalPrefix, "").replaceAll(references, "").trim();
}

function bodyText(body: string): string {
  const lines = body.split("\n").filter((line) => !trailer.test(line.trim()));
  return lines.join("\n").replaceAll(references, "").trim().slice(0, maxBody);
}
