import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getSectionChanges as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { loadSourceChanges } from "#server/domain/ledger/load-source-changes.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { listSectionRows } from "#server/domain/pages/store/artifacts.store.ts";

/** What changed in the lines that a section cites since it was written; empty when none changed. */
export async function getSectionChanges(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const page = await requirePage(ctx, input, "artifact.read");
  const section = (await listSectionRows(ctx.db, page)).find((row) => row.sectionId === input.sectionId);
  if (!section) throw notFound("Section");
  return await loadSourceChanges(ctx, section);
}
