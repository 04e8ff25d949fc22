import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listRevisions as endpoint } from "@cairn/contract/page-history";

import type { Ctx } from "#server/ctx.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { countRevisionRows, listRevisionRows } from "#server/domain/pages/store/revisions.store.ts";
import { listVersionTitles } from "#server/domain/pages/store/sections.store.ts";

import { describeRevision } from "./describe-revision.ts";

export async function listRevisions(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const artifact = await requirePage(ctx, input, "artifact.read");
  const { page, limit } = input;
  // One more than requested: the last one is compared with it.
  const rows = await listRevisionRows(ctx.db, artifact, { limit: limit + 1, offset: (page - 1) * limit });
  const versionIds = [...new Set(rows.flatMap((row) => row.versionIds))];
  const titles = await listVersionTitles(ctx.db, artifact, versionIds);
  const versions = new Map(titles.map((version) => [version.versionId, version]));
  const content = rows.slice(0, limit).map((row, at) => describeRevision(row, rows[at + 1] ?? null, versions));
  return { content, page, limit, total: await countRevisionRows(ctx.db, artifact) };
}
