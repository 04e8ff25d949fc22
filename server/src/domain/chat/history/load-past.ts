import type { AnswerBasis } from "@cairn/contract/chat";

import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { interpretAskedTime } from "#server/engine/intent/interpret-moment.ts";

import { findPast, type PastRepository } from "./open-history-at.ts";

/** A question about the code as it was. */
export interface PastView {
  basis: AnswerBasis[];
  repositories: PastRepository[];
  /** How the question named the time: "as of v1.2". */
  words: string;
  /** The question without these words. */
  text: string;
}

/**
 * The past state of the code that a question names; null for a question about the current one. Null too where no
 * repository has it: the words may then mean something else.
 */
export async function loadPast(
  ctx: Ctx,
  { text, clock }: Pick<Question, "text" | "clock">,
  codebases: readonly IndexedRepository[],
): Promise<PastView | null> {
  const requested = interpretAskedTime(text, clock ?? { now: ctx.now(), lastAskedAt: null });
  if (requested?.type !== "as-of") return null;
  const repositories = await findPast(ctx, codebases, requested.moment);
  if (repositories.length === 0 && !requested.isCertain) return null;
  const basis = repositories.map(({ repository: { repositoryId, name }, found }) => ({
    repositoryId,
    repository: name,
    branch: null,
    commit: found.oid,
  }));
  return { basis, repositories, words: requested.words, text: requested.rest };
}
