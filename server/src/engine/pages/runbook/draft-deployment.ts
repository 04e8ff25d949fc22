import { findDeployment } from "#server/engine/facts/code/find-deployment.ts";
import { listedFactsIn } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

/** Images, containers that run together, platforms and the automation that builds and ships. */
export async function draftDeployment({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const { shipped, steps } = await findDeployment(scope);
    // What is declared to run is in the facts of the system: one more image is one that the list lacks.
    if (shipped.length > 0) blocks.push(listing(list(null, shipped), listedFactsIn(scope, "system", "")));
    if (steps.length > 0) blocks.push(list("The project's own automation builds and ships with:", steps));
  }
  return blocks.length > 0 ? { blocks } : null;
}
