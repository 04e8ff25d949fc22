import type { ArtifactRow, SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import { isFlowPlan, type PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { SectionTemplate } from "#server/engine/sections/section-template.ts";

import type { IndexedCode } from "./open-codebase.ts";

/** The plan of a page; null for pages that people made, and where the code for it is gone. */
export function planOf({ plans, flows }: IndexedCode, page: Pick<ArtifactRow, "plan" | "serviceId">): PagePlan | null {
  return (isFlowPlan(page.plan) ? flows() : plans).find((plan) => isPageOf(page, plan)) ?? null;
}

export function isPageOf(page: Pick<ArtifactRow, "plan" | "serviceId">, { plan, subject }: PagePlan): boolean {
  return page.plan === plan && page.serviceId === (subject.service?.serviceId ?? null);
}

/** The template that a planned section is made of, as long as no person replaced its instructions. */
export function templateOf(
  row: Pick<SectionRow, "templateKey" | "prompt" | "output">,
  plan: PagePlan | null,
): SectionTemplate | null {
  const found = plan?.templates.find(({ templateKey }) => templateKey === row.templateKey);
  return found?.prompt === row.prompt && found.output === row.output ? found : null;
}
