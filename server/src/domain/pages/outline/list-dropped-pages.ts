import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { droppedPageSchema, type listDroppedPages as endpoint } from "@cairn/contract/page-outline";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listDroppedRows } from "#server/domain/pages/store/outline.store.ts";
import { toEntity } from "#server/to-entity.ts";

/** All of them on one page: there are as many as people dropped one by one. */
export async function listDroppedPages(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "artifact.read");
  const rows = await listDroppedRows(ctx.db, { organizationId, projectId });
  const content = rows.map((row) => toEntity(droppedPageSchema, row));
  return { content, page: 1, limit: Math.max(1, content.length), total: content.length };
}
