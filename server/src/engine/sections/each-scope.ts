import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { heading, type DraftBlock } from "./section-draft.ts";
import type { Draft, PageSubject } from "./section-template.ts";

/** Applies a draft for one repository to each of the subject's, under its name when there are several. */
export function eachScope(draft: (subject: PageSubject) => Promise<Draft | null>) {
  return async (subject: PageSubject): Promise<Draft | null> => {
    if (subject.scopes.length <= 1) return await draft(subject);
    const blocks: DraftBlock[] = [];
    for (const scope of subject.scopes) {
      const written = await draft({ ...subject, scopes: [scope] });
      if (written === null || "diagram" in written) continue;
      blocks.push(heading(codeSpan(scope.repository.name)), ...written.blocks);
    }
    return blocks.length > 0 ? { blocks } : null;
  };
}
