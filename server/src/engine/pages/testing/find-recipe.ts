import type { PageRepository } from "../page-input.ts";
import { planPages } from "../page-plans.ts";
import type { Recipe } from "../recipe.ts";

/** A recipe of the overview by its name. */
export function findRecipe(name: string): Recipe {
  const repository = { repositoryId: "r", name: "r", index: { files: () => [] } } as unknown as PageRepository;
  const plans = planPages({ productName: "Board", repositories: [repository], services: [] });
  const recipe = plans.flatMap(({ recipes }) => recipes).find((one) => one.recipe === name);
  if (!recipe) throw new Error(`no recipe ${name}`);
  return recipe;
}
