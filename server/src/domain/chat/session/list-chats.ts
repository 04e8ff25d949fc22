import type { listChats as endpoint } from "@cairn/contract/chat";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { listChatRows } from "./chats.store.ts";

/** The caller's own chats with one assistant, those being answered first, then the last used ones; of one product where one is named. */
export async function listChats(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, projectId, assistant } = input;
  const userId = requireUserId(ctx);
  const { organizationId } = await requireOrganization(ctx, input, "chat.use");
  const project = projectId === undefined ? null : await requireProject(ctx, { organizationId, projectId }, "chat.use");
  const owner = { organizationId, userId, projectId: project?.projectId ?? null, assistant };
  const { rows, total } = await listChatRows(ctx.db, owner, { limit, offset: (page - 1) * limit });
  return { content: rows, page, limit, total };
}
