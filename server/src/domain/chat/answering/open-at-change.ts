import type { ChatContext } from "@cairn/contract/chat";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { openPast } from "#server/domain/chat/history/open-history-at.ts";
import { openHistory } from "#server/domain/chat/history/open-history.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { withIndex } from "#server/domain/search/open-commit-index.ts";
import type { ToolScope } from "#server/edge.ts";

/** The code that a question is answered from. */
interface CodeAtChange {
  /** Who looks things up by it finds the same code. */
  ctx: Ctx;
  codebases: readonly IndexedRepository[];
  /** The repository that stands at the change the question was asked from; null where all stand at their main branches. */
  changedId: string | null;
  /** Why the change could not be read, in words; null where it was, or none was asked for. */
  note: string | null;
}

/**
 * The code as it is with the change from whose review a question was asked, while nobody has decided about that: its
 * repository stands at the newest commit of the change, all others as they are.
 */
export async function openAtChange(
  ctx: Ctx,
  project: ToolScope,
  {
    asked,
    codebases,
  }: { asked: Pick<ChatContext, "taskId" | "implementationId">; codebases: readonly IndexedRepository[] },
): Promise<CodeAtChange> {
  const asItIs: CodeAtChange = { ctx, codebases, changedId: null, note: null };
  const { taskId, implementationId } = asked;
  if (taskId === undefined || implementationId === undefined) return asItIs;
  try {
    const { organizationId, projectId } = project;
    const change = await getImplementation(ctx, { organizationId, projectId, taskId, implementationId });
    const { head: oid, state, workingBranch: branch } = change;
    const main = codebases.find(({ repositoryId }) => repositoryId === change.repository.repositoryId);
    if (oid === null || state !== "created" || main === undefined) return asItIs;
    const { repositoryId } = main;
    const opened = await openPast(ctx, project, { repository: main, found: { oid } });
    const { directory, index, reader } = opened;
    const history = openHistory({ repositoryId, directory, commit: oid, signal: ctx.signal });
    const changed = { ...opened, branch, history, reader: { ...reader, at: history.at } };
    await index.prepare({ signal: ctx.signal });
    return {
      ctx: withIndex(ctx, repositoryId, index),
      codebases: codebases.map((one) => (one === main ? changed : one)),
      changedId: repositoryId,
      note: null,
    };
  } catch (error) {
    ctx.signal.throwIfAborted();
    // It may be deleted while somebody asks about it.
    if (error instanceof AppError && error.code === "not_found") return asItIs;
    if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    return { ...asItIs, note: `The change itself cannot be read now: ${error.message}` };
  }
}
