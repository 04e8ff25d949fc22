import type { Ctx } from "#server/ctx.ts";
import type { ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { listUnwantedTemplateKeys } from "#server/domain/pages/store/writing.store.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";

/** Parts of the plan that the page does not have. What a person took off the page does not come back by itself. */
export async function findAbsent(
  ctx: Ctx,
  page: ArtifactRow,
  { plan, present }: { plan: PagePlan; present: ReadonlySet<string> },
): Promise<PagePlan["templates"]> {
  const declined = new Set(page.declinedParts);
  const absent = plan.templates.filter(({ templateKey }) => !present.has(templateKey) && !declined.has(templateKey));
  if (absent.length === 0) return [];
  const names = absent.map(({ templateKey }) => templateKey);
  const unwanted = new Set(await listUnwantedTemplateKeys(ctx.db, page, names));
  return absent.filter(({ templateKey }) => !unwanted.has(templateKey));
}
