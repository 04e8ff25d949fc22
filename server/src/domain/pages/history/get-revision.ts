import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getRevision as endpoint } from "@cairn/contract/page-history";

import type { Ctx } from "#server/ctx.ts";
import { describeVersion } from "#server/domain/pages/catalog/describe-artifact.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { findRevisionRow } from "#server/domain/pages/store/revisions.store.ts";
import { listVersionTitles } from "#server/domain/pages/store/sections.store.ts";

import { describeRevision } from "./describe-revision.ts";
import { listRevisionVersions } from "./load-base.ts";

export async function getRevision(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const page = await requirePage(ctx, input, "artifact.read");
  const row = await findRevisionRow(ctx.db, page, input.revision);
  if (!row) throw notFound("Revision");
  const before = await findRevisionRow(ctx.db, page, input.revision - 1);
  const versionIds = [...new Set([...row.versionIds, ...(before?.versionIds ?? [])])];
  const titles = await listVersionTitles(ctx.db, page, versionIds);
  const summary = describeRevision(row, before, new Map(titles.map((version) => [version.versionId, version])));
  return { ...summary, sections: (await listRevisionVersions(ctx.db, page, row)).map(describeVersion) };
}
