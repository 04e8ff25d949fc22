import type { ImplementationComment } from "@cairn/contract/implementation-comments";

import { sampleId } from "#web/testing/sample.ts";

/** A comment on the whole, by somebody else. */
export function makeComment(change: Partial<ImplementationComment> = {}): ImplementationComment {
  const commentId = change.commentId ?? sampleId(31);
  return {
    commentId,
    threadId: commentId,
    message: "Why null?",
    createdBy: { userId: sampleId(77), firstName: "Lena", lastName: "Brandt" },
    agent: null,
    createdAt: "2026-11-21T09:00:00.000Z",
    editedAt: null,
    resolvedAt: null,
    file: null,
    suggestion: null,
    ...change,
  };
}
