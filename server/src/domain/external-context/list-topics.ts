import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listTopics as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { summarizeTopic } from "./describe-topic.ts";
import { listTopicRows } from "./external-context.store.ts";

export async function listTopics(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const project = await requireProject(ctx, input, "external-context.read");
  const { rows, total } = await listTopicRows(ctx.db, project, { limit, offset: (page - 1) * limit });
  return { content: rows.map(summarizeTopic), page, limit, total };
}
