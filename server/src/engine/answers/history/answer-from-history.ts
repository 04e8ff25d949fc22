import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { isElsewhere } from "#server/engine/answers/code/describe-absence.ts";
import { interpretAskedTime } from "#server/engine/intent/interpret-moment.ts";
import { interpretQuestion, type QuestionPart, type QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { explainChanges } from "./explain-changes.ts";
import {
  asksForArrival,
  asksForRemoval,
  explainCommitMessages,
  goneOrCame,
  nothingGone,
} from "./explain-commit-messages.ts";
import { explainLineHistory } from "./explain-line-history.ts";
import { explainFolderHistory, explainTopicHistory } from "./explain-topic-history.ts";
import { findSubject } from "./find-subject.ts";

/** Below this share of the question's words, a passage is about something else. */
const enoughCoverage = 0.4;
const past =
  "wrote|written|changed|added|introduced|removed|deleted|renamed|dropped|taken|took|threw|thrown|retired|ripped|switched|migrated|swapped|moved|rewritten|rewrote|replaced|made|created|touched|edited|modified|updated|refactored|implemented|dropped|split|merged";
/** "Gets added", "is not changed", "are combined": what happens each time, and nothing that once happened. */
const present = String.raw`\b(?:is|are|am|gets?|be|being|becomes?)(?:\s+(?:not|never|also|then|always|only|ever|\w+ly))?\s+`;
const asksForHistory = new RegExp(
  `^(?:and\\s+)?(?:who|why|when|since when|for what reason|in which commit|by whom)\\b(?!\\s+(?:can|may|should|must|does|do|is|are)\\b).*(?<!${present})\\b(?:${past})\\b`,
  "i",
);
/** "When a boat was renamed, what …?": what follows each time. */
const asksForConsequence =
  /^(?:and\s+)?(?:when|if)\b[^,]*,\s*(?:then\s+)?(?:what|who|how|which|where|why|does|do|is|are|can|will)\b/i;

/**
 * The answer to a question about who, when, why and what changed; null for any other. A question about the code as it
 * was is answered like one about now, from that commit.
 */
export async function answerFromHistory(
  context: AnswerContext,
  part: QuestionPart,
  question: Question,
): Promise<StatementBlock[] | null> {
  const requested = interpretAskedTime(part.text, question.clock ?? { now: new Date(), lastAskedAt: null });
  if (requested?.type === "since") return await explainChanges(context, requested, subjectOf(requested.rest));
  if (part.kind !== "history" && (!asksForHistory.test(part.text) || asksForConsequence.test(part.text))) return null;
  // Removed things are only in commit messages, and messages often explain an addition better than the current code.
  const isByWords = question.selection === null && (asksForRemoval(part) || asksForArrival(part));
  const spoken = isByWords ? await explainCommitMessages(context, part) : null;
  if (spoken) return spoken;
  const subject = await findSubject(context, part, question.selection);
  if (subject?.type === "folder") return await explainFolderHistory(context, subject);
  const reported = subject && (await explainLineHistory(context, subject));
  if (reported) return reported;
  const isRemoval = asksForRemoval(part);
  const terms = withoutAsking(part.terms).filter(({ word }) => !isRemoval || !goneOrCame.test(word));
  if (terms.length === 0) return explainTopicHistory(context, { ...part, terms }, null);
  const retrieval = await retrieve(context, { ...part, terms });
  const best = Math.max(0, ...retrieval.passages.slice(0, 5).map(({ coverage }) => coverage));
  if (isRemoval && isElsewhere({ ...part, terms }, retrieval)) return nothingGone(context, part);
  // What is not in the code may have been removed; otherwise the general answer says that nothing was found.
  if (best < enoughCoverage) return await explainCommitMessages(context, part);
  return explainTopicHistory(context, { ...part, terms }, retrieval);
}

/** Takes off what every answer about history says anyway: "Who changed the router, and why?" is one question. */
export function joinHistoryQuestion(text: string): string {
  const joined = text.replace(
    /,?\s+and\s+(?:why|when|by whom|for what reason|what for|who(?= did)|who(?:\s+did\s+(?:it|that|this)))(?:\s+(?:was|did|were|is)\b[^?]*)?\s*(\?|$)/i,
    "$1",
  );
  return joined !== text && asksForHistory.test(joined.trim()) ? joined : text;
}

/** What a question about changes is limited to. */
function subjectOf(rest: string): QuestionTerm[] {
  return withoutAsking(interpretQuestion(rest)[0]?.terms ?? []);
}

const askingWords =
  /^(?:chang\w*|happen\w*|new|differ\w*|news|add\w*|remov\w*|delet\w*|introduc\w*|commit\w*|merg\w*|ship\w*|releas\w*|done|break\w*|broke\w*|version\w*|history|histor\w*|last|latest|recent\w*|lately|far|much|many|people|author\w*|wrote|written|updat\w*|rewrit\w*|anything|ever|came|gone|compar\w*|list|summar\w*)$/;

function withoutAsking(terms: readonly QuestionTerm[]): QuestionTerm[] {
  return terms.filter(({ word }) => !askingWords.test(word));
}
