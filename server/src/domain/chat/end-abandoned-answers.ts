import type { Ctx } from "../../ctx.ts";
import { answerInterrupted, type ChatStreams } from "./chat-streams.ts";
import { endChat, listSilentChats } from "./chats.store.ts";

/**
 * Ends the answers that nobody gives any more, so that nobody waits for them: the text so far stays, with the reason.
 * `silentMs` is 0 where no other process can exist, as at the start of a single one. Answers how many were ended.
 */
export async function endAbandonedAnswers(
  ctx: Pick<Ctx, "wholeDb" | "now">,
  options: { streams: ChatStreams; silentMs: number },
): Promise<number> {
  const now = ctx.now();
  // One millisecond more, so that an answer of this very moment counts as silent when no silence is asked for.
  const since = new Date(now.getTime() - options.silentMs + 1);
  const silent = await listSilentChats(ctx.wholeDb, since);
  const abandoned = silent.filter(({ sessionId }) => !options.streams.isRunning(sessionId));
  for (const found of abandoned) {
    const session = {
      ...found.session,
      isStreaming: false,
      isError: true,
      error: answerInterrupted.message,
      loadingText: null,
      updatedAt: now.toISOString(),
    };
    await endChat(ctx.wholeDb, { found, session });
  }
  return abandoned.length;
}
