import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";

import { findChatRow, type ChatRow } from "./chats.store.ts";

/** The caller's own chat. A chat of anybody else does not exist for them. */
export async function requireChat(ctx: Ctx, target: { organizationId: string; sessionId: string }): Promise<ChatRow> {
  const userId = requireUserId(ctx);
  const { organizationId } = await requireOrganization(ctx, target, "chat.use");
  const row = await findChatRow(ctx.db, target.sessionId);
  if (!row || row.organizationId !== organizationId || row.userId !== userId) throw chatNotFound();
  return row;
}

export function chatNotFound(): AppError {
  return new AppError("not_found", {
    message: "Chat not found: The chat you are trying to access does not exist",
  });
}
