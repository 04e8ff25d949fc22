import type { getChat as endpoint } from "@cairn/contract/chat";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import { requireChat } from "./require-chat.ts";

/** The caller's chat as it stands; while it streams, everything that any listener has been told so far. */
export async function getChat(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { session } = await requireChat(ctx, input);
  if (session.messages.length === 0) throw new AppError("unprocessable", { message: "Session is invalid" });
  return session;
}
