import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

/** The blocks of each repository, under its name where there are several; null without any. */
export async function perScope(
  subject: PageSubject,
  draft: (scope: CodeScope) => Promise<DraftBlock[]>,
): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const written = await draft(scope);
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}
