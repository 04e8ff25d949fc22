import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import type { SectionTemplate } from "#server/engine/sections/section-template.ts";

/** A section template of the overview by its name. */
export function findSectionTemplate(name: string): SectionTemplate {
  const repository = { repositoryId: "r", name: "r", index: { files: () => [] } } as unknown as PageRepository;
  const plans = planPages({ productName: "Board", repositories: [repository], services: [] });
  const template = plans.flatMap(({ templates }) => templates).find((one) => one.templateKey === name);
  if (!template) throw new Error(`no section template ${name}`);
  return template;
}
