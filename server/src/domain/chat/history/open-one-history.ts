import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import type { ToolScope } from "#server/edge.ts";
import type { CodeHistory, CommitMatch } from "#server/engine/history/code-history.ts";
import { interpretSpelledMoment } from "#server/engine/intent/interpret-moment.ts";

import { openHistory } from "./open-history.ts";

/** The history of the repository that an agent names, or of the only one there is. */
export async function openOneHistory(
  ctx: Ctx,
  input: ToolScope & { repository?: string | undefined },
): Promise<{ codebase: IndexedRepository; history: CodeHistory }> {
  const project = await requireProject(ctx, input, "project.read");
  const codebases = await openCodebases(ctx, project);
  const [only, another] = codebases;
  const wanted = input.repository;
  if (wanted === undefined && only && another) {
    const message = "This product has several repositories. Name one of them.";
    throw new AppError("invalid_input", { message });
  }
  const codebase =
    wanted === undefined ? only : codebases.find(({ name, repositoryId }) => [name, repositoryId].includes(wanted));
  if (!codebase) throw notFound("Repository");
  const { repositoryId, directory, index } = codebase;
  return { codebase, history: openHistory({ repositoryId, directory, commit: index.commit, signal: ctx.signal }) };
}

/**
 * The state of the code that an agent names: a tag, a branch, a commit or a time. A ref of the repository with that
 * name wins over a time. `side`: of a day its first moment or its last. Null when there is none.
 */
export async function findState(
  ctx: Ctx,
  history: CodeHistory,
  { spelled, side }: { spelled: string; side: "start" | "end" },
): Promise<CommitMatch | null> {
  const moment = interpretSpelledMoment(spelled, { now: ctx.now(), lastAskedAt: null }, side);
  const named = await history.find({ type: "name", name: spelled.trim() });
  return named ?? (moment && moment.type !== "name" ? await history.find(moment) : null);
}
