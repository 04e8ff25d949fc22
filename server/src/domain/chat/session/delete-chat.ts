import { withActor, type Ctx } from "#server/ctx.ts";
import { listFilesOfChats, removeUnusedFiles } from "#server/domain/files/remove-unused-files.ts";

import type { ChatStreams } from "./chat-streams.ts";
import { deleteChatRow } from "./chats.store.ts";
import { chatNotFound, requireChat } from "./require-chat.ts";

/** Deletes the caller's chat with the files that no other one holds, and stops its answer, whichever process gives it. */
export async function deleteChat(
  ctx: Ctx,
  input: { organizationId: string; sessionId: string; streams: ChatStreams },
): Promise<undefined> {
  const { organizationId, userId, sessionId } = await requireChat(ctx, input);
  // Whether somebody else's chat holds a file can be seen for the organization only.
  const { db } = withActor(ctx, { kind: "system", organizationId });
  await db.transaction(async (tx) => {
    const filenames = await listFilesOfChats(tx, { organizationId, sessionId });
    if (!(await deleteChatRow(tx, { organizationId, userId }, sessionId))) throw chatNotFound();
    await removeUnusedFiles(ctx, tx, { organizationId, filenames });
  });
  input.streams.cancel(sessionId);
}
