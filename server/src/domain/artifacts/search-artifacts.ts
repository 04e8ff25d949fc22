import type { searchContext as endpoint } from "@cairn/contract/artifacts";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "../../ctx.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { listArtifactRowsById } from "./artifacts.store.ts";
import { describeArtifact } from "./describe-artifact.ts";
import { toPlainText } from "./plain-text.ts";
import { toSearchExpressions } from "./search-expressions.ts";
import { searchPages } from "./search.store.ts";

/** Pages by their words: all of them, else any of them; the last letters may be missing. */
export async function searchArtifacts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, projectId } = input;
  const { organizationId } = await requireOrganization(ctx, input, "artifact.read");
  const range = { limit, offset: (page - 1) * limit };
  for (const expression of toSearchExpressions(input.query)) {
    // Row security would keep the words' index from being used; the right was asked, and the rows are read behind it.
    const { hits, total } = await searchPages(ctx.wholeDb, { organizationId, projectId }, expression, range);
    if (total === 0) continue;
    const ids = hits.map((hit) => hit.artifactId);
    const rows = new Map((await listArtifactRowsById(ctx.db, organizationId, ids)).map((row) => [row.artifactId, row]));
    const content = hits.flatMap((hit) => {
      const row = rows.get(hit.artifactId);
      const excerpt = toPlainText(hit.excerpt).replace(/\s+/g, " ");
      return row ? [{ artifact: describeArtifact(row), sectionTitle: hit.sectionTitle, excerpt }] : [];
    });
    return { content, page, limit, total };
  }
  return { content: [], page, limit, total: 0 };
}
