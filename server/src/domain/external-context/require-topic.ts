import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { findTopicRow, type NamedTopicRow } from "./external-context.store.ts";

/** The topic of this project, if the actor may do this. */
export async function requireTopic(
  ctx: Pick<Ctx, "actor" | "db">,
  target: { organizationId: string; projectId: string; topicId: string },
  action: Extract<Action, `external-context.${string}`>,
): Promise<NamedTopicRow> {
  const { organizationId, projectId } = await requireProject(ctx, target, action);
  const row = await findTopicRow(ctx.db, { organizationId, projectId, topicId: target.topicId });
  if (!row) throw notFound("Topic");
  return row;
}
