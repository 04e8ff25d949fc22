import type { Ctx } from "../../ctx.ts";
import type { ChatStreams } from "./chat-streams.ts";
import { deleteChatRow } from "./chats.store.ts";
import { chatNotFound, requireChat } from "./require-chat.ts";

/** Deletes the caller's chat and stops its answer, whichever process gives it. */
export async function deleteChat(
  ctx: Ctx,
  input: { organizationId: string; sessionId: string; streams: ChatStreams },
): Promise<undefined> {
  const { organizationId, userId, sessionId } = await requireChat(ctx, input);
  if (!(await deleteChatRow(ctx.db, { organizationId, userId }, sessionId))) throw chatNotFound();
  input.streams.cancel(sessionId);
}
