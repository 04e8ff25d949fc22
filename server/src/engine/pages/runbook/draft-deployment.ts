import { findDeployment } from "#server/engine/facts/code/find-deployment.ts";
import { listedFactsIn } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

/** Images, containers that run together and platforms: a command out of the automation that ships means little without its steps. */
export async function draftDeployment({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const { shipped } = await findDeployment(scope);
    // What is declared to run is in the facts of the system: one more image is one that the list lacks.
    if (shipped.length > 0) blocks.push(listing(list(null, shipped), listedFactsIn(scope, "system", "")));
  }
  return blocks.length > 0 ? { blocks } : null;
}
