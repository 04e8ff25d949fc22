import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { searchContext as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { searchPages } from "#server/domain/pages/store/search.store.ts";

import { toPlainText } from "./plain-text.ts";
import { toSearchExpressions } from "./search-expressions.ts";
import { summarizePages } from "./summarize-pages.ts";

/** Pages by their words: all of them, else any of them; the last letters may be missing. */
export async function searchArtifacts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, projectId } = input;
  const { organizationId } = await requireOrganization(ctx, input, "artifact.read");
  const range = { limit, offset: (page - 1) * limit };
  for (const expression of toSearchExpressions(input.query)) {
    // Row security would keep the full-text index from being used; the right was checked, and the rows are read behind
    // it.
    const { hits, total } = await searchPages(ctx.wholeDb, { organizationId, projectId }, expression, range);
    if (total === 0) continue;
    const ids = [...new Set(hits.map((hit) => hit.artifactId))];
    const pages = new Map((await summarizePages(ctx, organizationId, ids)).map((one) => [one.artifactId, one]));
    const content = hits.flatMap((hit) => {
      const artifact = pages.get(hit.artifactId);
      const excerpt = toPlainText(hit.excerpt).replace(/\s+/g, " ");
      return artifact ? [{ artifact, sectionTitle: hit.sectionTitle, excerpt }] : [];
    });
    return { content, page, limit, total };
  }
  return { content: [], page, limit, total: 0 };
}
