import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import type { ChatStreams } from "./chat-streams.ts";
import { endChat, findChatRow } from "./chats.store.ts";
import { chatNotFound, requireChat } from "./require-chat.ts";

/** Stops the answer to the caller's chat; what is written so far stays. Does nothing when none is under way. */
export async function cancelAnswer(
  ctx: Ctx,
  input: { organizationId?: string; sessionId: string; streams: ChatStreams },
): Promise<void> {
  const { organizationId, sessionId, streams } = input;
  const found = await findOwn(ctx, { organizationId, sessionId });
  if (streams.cancel(sessionId) || !found.isStreaming) return;
  const updatedAt = ctx.now().toISOString();
  await endChat(ctx.db, sessionId, (session) => ({
    ...session,
    isStreaming: false,
    isComplete: true,
    loadingText: null,
    updatedAt,
  }));
}

async function findOwn(ctx: Ctx, target: { organizationId: string | undefined; sessionId: string }) {
  const { organizationId, sessionId } = target;
  if (organizationId !== undefined) return requireChat(ctx, { organizationId, sessionId });
  const row = await findChatRow(ctx.db, sessionId);
  if (row?.userId !== requireUserId(ctx)) throw chatNotFound();
  return requireChat(ctx, { organizationId: row.organizationId, sessionId });
}
