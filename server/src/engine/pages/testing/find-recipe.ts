import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import type { SectionTemplate } from "#server/engine/sections/section-template.ts";

/** A recipe of the overview by its name. */
export function findRecipe(name: string): SectionTemplate {
  const repository = { repositoryId: "r", name: "r", index: { files: () => [] } } as unknown as PageRepository;
  const plans = planPages({ productName: "Board", repositories: [repository], services: [] });
  const recipe = plans.flatMap(({ recipes }) => recipes).find((one) => one.recipe === name);
  if (!recipe) throw new Error(`no recipe ${name}`);
  return recipe;
}
