import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CommitSummary } from "#server/engine/history/code-history.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, cutText } from "#server/engine/text/sentences.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { briefReason, dayOf, plainSubject, reasonOf, signatureOf, subjectOf } from "./describe-commit.ts";

/** A commit of a list. */
export interface ListedCommit {
  commit: CommitSummary;
  /** The current lines that it touched; empty when none are left. */
  evidence: Evidence[];
}

/** `quote`: the sentence of its message to quote; absent: the one that best gives the reason. */
export function changeEntry({ commit, evidence }: ListedCommit, quote?: string): Statement {
  const reason = quote === undefined ? reasonOf(commit, briefReason) : asSentence(cutText(quote, briefReason));
  const subject = plainSubject(commit);
  return {
    text: `- ${signatureOf(commit)}: ${subjectOf(commit)}${reason === null ? "" : `. ${reason}`}`,
    plain: subject === null ? "" : `- ${subject} (${dayOf(commit.authoredAt)}, ${cleanProse(commit.authorName)})`,
    evidence,
  };
}

export function toReported({ oid, authorName, committedAt, subject, body }: CommitRecord): CommitSummary {
  return { oid, authorName, authoredAt: committedAt, subject, body };
}
