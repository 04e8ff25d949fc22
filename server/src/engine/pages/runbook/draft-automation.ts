import { ciItems } from "#server/engine/pages/getting-started/draft-checks.ts";
import { list, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftDeployment } from "./draft-deployment.ts";

/** What the project's automation builds, tests and ships. */
export async function draftAutomation(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const items = (await ciItems(scope)).filter(({ text }) => !text.startsWith("`docker "));
    if (items.length > 0) blocks.push(list("The project's own automation checks every change with:", items));
  }
  const shipped = await draftDeployment(subject);
  if (shipped !== null && "blocks" in shipped) blocks.push(...shipped.blocks);
  return blocks.length > 0 ? { blocks } : null;
}
