import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { answerCancelled, answerRevoked, type ChatStreams, type RunningAnswer } from "./chat-streams.ts";
import { touchChats } from "./chats.store.ts";

/**
 * Says that the answers of this process are alive, and stops those that are not its to give any more. To be called
 * every few seconds.
 */
export async function checkAnswers(ctx: Ctx, streams: ChatStreams): Promise<void> {
  const answers = streams.running();
  if (answers.length === 0) return;
  const sessionIds = answers.map(({ sessionId }) => sessionId);
  const own = await touchChats(ctx.wholeDb, { sessionIds, processId: streams.processId, now: ctx.now() });
  for (const { sessionId, stop } of answers) if (!own.has(sessionId)) stop.abort(answerCancelled);
}

/** Checks the right to each answer of this process again, also when no change of rights was notified. */
export async function checkAllRights(ctx: Ctx, streams: ChatStreams): Promise<void> {
  const groups = Map.groupBy(streams.running(), ({ owner, projectId }) => `${owner.userId} ${projectId}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ owner } = { owner: null }] = group;
      if (owner) await checkRights(withActor(ctx, { kind: "user", userId: owner.userId }), group);
    }),
  );
}

/** Stops the answers to one person about one product when the right to it is gone. Never rejects. */
export async function checkRights(
  ctx: Ctx,
  answers: readonly Pick<RunningAnswer, "owner" | "projectId" | "stop">[],
): Promise<void> {
  const [first] = answers;
  if (!first) return;
  try {
    await requireProject(ctx, { ...first.owner, projectId: first.projectId }, "chat.use");
  } catch (error) {
    const isRefused = error instanceof AppError && (error.code === "not_found" || error.code === "forbidden");
    if (isRefused) for (const { stop } of answers) stop.abort(answerRevoked);
  }
}
