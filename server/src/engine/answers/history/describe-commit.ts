import type { CommitSummary } from "#server/engine/history/code-history.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { asSentence, cutText, leadingSentences, splitSentences } from "#server/engine/text/sentences.ts";

const maxSubject = 120;
const maxReason = 320;
/** Of a commit among others. */
export const briefReason = 180;
const maxPoints = 3;
const maxPoint = 110;
const maxRepeated = 0.7;

/** Subjects that say nothing about what changed in the code. */
const upkeep =
  /^merge\b|^(?:chore|style|build|ci|lint)\b|\b(?:bump|dev(?:elopment)? dependenc|rustfmt|gofmt|prettier|eslint|oxlint|biome|(?<=\b(?:run|with|apply|by|via) )black|pyupgrade|reformat|typos?)\w*/i;

export function isUpkeep({ subject }: Pick<CommitSummary, "subject">): boolean {
  return upkeep.test(subject);
}

export function dayOf(isoTime: string): string {
  return isoTime.slice(0, 10);
}

export function shortId({ oid }: Pick<CommitSummary, "oid">): string {
  return codeSpan(oid.slice(0, 8));
}

/** The subject without the number of its pull request, which is shown separately. */
export function subjectOf({ subject }: CommitSummary): string {
  return cleanProse(cutText(subject.replace(/\s*\((?:gh-|#)\d+\)\s*$/i, "").trim() || "(no message)", maxSubject));
}

/** "#123" where the commit names the pull request it came by. */
function pullRequestOf({ subject, body }: CommitSummary): string | null {
  const number =
    /\((?:gh-|#)(\d+)\)\s*$/i.exec(subject)?.[1] ??
    /^merge pull request #(\d+)/i.exec(subject)?.[1] ??
    /^PR-URL: \S+\/(\d+)\s*$/m.exec(body)?.[1];
  return number === undefined ? null : `#${number}`;
}

/** "2026-01-02, Ada Example (`0123abcd`, pull request #4)". */
export function signatureOf(commit: CommitSummary): string {
  const request = pullRequestOf(commit);
  return `${dayOf(commit.authoredAt)}, ${cleanProse(commit.authorName)} (${shortId(commit)}${request === null ? "" : `, pull request ${request}`})`;
}

/** "It came with pull request #4, “Widen the pier”: Ships got longer." Null where that says no more than the commit. */
export function cameWith(merge: CommitSummary, commit: CommitSummary): string | null {
  const request = pullRequestOf(merge);
  const reason = reasonOf(merge);
  if (reason === null && repeats(subjectOf(merge), commit.subject)) return null;
  const number = request === null ? "" : `pull request ${request}, `;
  return `It came with ${number}“${subjectOf(merge)}”${reason === null ? "." : `: ${reason}`}`;
}

/** Lines that a tool or a habit put below the message, and not its author. */
const trailer =
  /^(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|change-id|pr-url|(?:refs?|see|closes?|fixes|resolves):?\s+(?:\S*#\d|https?:|gh-\d|[\da-f]{7})|see merge request\b|cc:?\s+@|differential revision|https?:).*$|^-{3,}.*$|^#+\s.*$|^\s*Merge .*$/i;

/** Words that introduce a cause or an aim. */
const givesCause =
  /\b(?:because|so that|in order to|otherwise|to (?:avoid|prevent|allow|make sure|ensure)|due to|the (?:reason|problem|motivation|issue|idea|goal)\b.*\b(?:is|was)|as (?:it|this|that|the|we) \w+ (?:not|never)|(?:this|which|that) (?:broke|breaks|caused|causes|led|leads|made|fixes|avoids|prevents|allows|lets))\b/i;

/**
 * Why, in the words of the message below its subject: how it begins, or the sentence that gives a cause. Null for none.
 */
export function reasonOf(commit: CommitSummary, maxLength = maxReason): string | null {
  const paragraphs = paragraphsOf(commit);
  const [first] = paragraphs;
  if (first === undefined) return null;
  const leading = isPoints(first)
    ? describePoints(paragraphs, commit, maxLength < maxReason ? 1 : maxPoints)
    : leadingSentences(cleanProse(first), maxLength);
  const reason = givesCause.test(leading) ? leading : withCause(leading, paragraphs, maxLength);
  return /\p{L}{3}/u.test(reason) && !repeats(reason, commit.subject) ? asSentence(reason) : null;
}

/** The first sentence and the one that gives the cause where both fit, else that one, else what there is. */
function withCause(leading: string, paragraphs: readonly string[], maxLength: number): string {
  const prose = paragraphs.filter((one) => !isPoints(one)).slice(0, maxReadParagraphs);
  const sentences = prose.flatMap((one) => splitSentences(cleanProse(one)));
  const cause = sentences.find((one) => givesCause.test(one) && one.length <= maxLength);
  if (cause === undefined) return leading;
  const opening = asSentence(leadingSentences(leading, maxLength, 1));
  return opening.length + cause.length + 1 <= maxLength ? `${opening} ${cause}` : cause;
}

const maxReadParagraphs = 8;

/** The message below the subject, without what tools and habits put there. */
function paragraphsOf({ body }: CommitSummary): string[] {
  return body
    .replaceAll(/^```[\s\S]*?(?:^```.*$|$(?![\s\S]))/gm, "")
    .split(/\r?\n/)
    .filter((line) => !trailer.test(line.trim()))
    .join("\n")
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "" && !/^(?:-\s*)?\[[ x]\]/i.test(one));
}

function isPoints(paragraph: string): boolean {
  return /^\s*[-*]\s+\S/.test(paragraph);
}

/** What the message says below its subject, sentence by sentence and point by point. */
export function sentencesOf(commit: CommitSummary): string[] {
  return paragraphsOf(commit)
    .flatMap((one) => (isPoints(one) ? one.split(/\n(?=\s*[-*]\s)/) : [one]))
    .flatMap((one) => splitSentences(one.replace(/^\s*[-*]\s+/, "").replaceAll(/\s+/g, " ")))
    .map((one) => cutText(one, maxReason));
}

/** A squashed commit lists the subjects of those it was made of; what is upkeep or said already is left out. */
function describePoints(paragraphs: readonly string[], { subject }: CommitSummary, most: number): string {
  const points = paragraphs
    .flatMap((one) => one.split("\n"))
    .filter((line) => /^\s*[-*]\s+\S/.test(line))
    .map((line) => cleanProse(line.replace(/^\s*[-*]\s+/, "")).replace(/[.;]$/, ""));
  const reported = points.filter(
    (one) =>
      one.split(" ").length > 2 &&
      !repeats(one, subject) &&
      !isUpkeep({ subject: one }) &&
      !/^(?:tests?|docs?|refactor|wip|fixup|address|apply|review|feedback|lint|format|merge|update|revert)\b/i.test(
        one,
      ),
  );
  return reported
    .slice(0, most)
    .map((one) => cutText(one, maxPoint))
    .join("; ");
}

/** Whether nearly every word is already in the subject. */
function repeats(text: string, subject: string): boolean {
  const subjectStems = new Set(stemsOf(subject));
  const words = stemsOf(text);
  return words.filter((one) => subjectStems.has(one)).length >= words.length * maxRepeated;
}

/** A subject for somebody who reads no code: without its prefix, ids and code; null where little is left. */
export function plainSubject(commit: CommitSummary): string | null {
  const text = subjectOf(commit)
    .replace(/^(?:\w+)(?:\([^)]*\))?!?:\s+/, "")
    .replaceAll("`", "")
    .replaceAll("\\", "");
  const looksLikeCode = /[a-z\d][A-Z]|\w_\w|\w\.\w+\(|[{}<>=]|\/\w+\/|\w\(\)/.test(text);
  if (looksLikeCode || text.split(/\s+/).length < 2) return null;
  // What such a commit names is the fault, and not what is so now.
  const before = /^(?:bug)?fix\b/i.test(commit.subject) && !/^fix/i.test(text) ? "Fixed: " : "";
  return `${before}${before === "" ? capitalized(text) : text}`.replace(/\.$/, "");
}
