import type { ChatAssistant, ChatSession, getChat as endpoint } from "@cairn/contract/chat";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";

import { chatNotFound, requireChat } from "./require-chat.ts";

/** The caller's chat; while it streams, with everything that was sent to any listener so far. */
export async function getChat(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ChatSession> {
  return await readChat(ctx, input, "organization-chat-assistant");
}

/** The same of a chat about a product's description, which is its `data`. */
export async function getDescriptionChat(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ChatSession> {
  return await readChat(ctx, input, "project-metadata-assistant");
}

/** The same of a chat about a new page, whose `data` is the page's draft. */
export async function getDraftChat(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ChatSession> {
  return await readChat(ctx, input, "artifact-data-assistant");
}

/** A chat with another assistant is not found below this one's path. */
async function readChat(ctx: Ctx, input: InputOf<typeof endpoint>, assistant: ChatAssistant): Promise<ChatSession> {
  const row = await requireChat(ctx, input);
  if (row.assistant !== assistant) throw chatNotFound();
  if (row.session.messages.length === 0) throw new AppError("unprocessable", { message: "Session is invalid" });
  return row.session;
}
