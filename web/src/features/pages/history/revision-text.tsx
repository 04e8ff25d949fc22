import type { Mention } from "@cairn/contract/mentions";
import type { Revision } from "@cairn/contract/page-history";
import type { SectionText as Text } from "@cairn/contract/page-sections";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import { SectionText } from "#web/features/pages/sections/section-text.tsx";
import { useRenderedCount } from "#web/features/pages/sections/use-rendered-count.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

/** The text of an earlier revision, with its citations. */
export function RevisionText({ project, revision }: { project: ProjectKey; revision: Revision }) {
  const resolveMention = useMentionTargets(
    project,
    revision.sections.map(({ content }) => content),
  );
  const renderedCount = useRenderedCount(revision.sections.length);
  return (
    <div className="flex flex-col gap-8">
      {revision.sections.slice(0, renderedCount).map((section) => (
        <FormerSection key={section.sectionId} project={project} section={section} resolveMention={resolveMention} />
      ))}
    </div>
  );
}

interface FormerSectionProps {
  project: ProjectKey;
  section: Text;
  resolveMention: (mention: Mention) => MentionTarget;
}

function FormerSection({ project, section, resolveMention }: FormerSectionProps) {
  const citations = useCitationTargets(project, section.sources);
  return (
    <section aria-label={section.title}>
      <h3 className="mb-3 max-w-[72ch] text-xl font-semibold text-balance wrap-anywhere">{section.title}</h3>
      {section.content.trim() === "" ? (
        <p className="text-base text-ink-3">Nothing was written here yet.</p>
      ) : (
        <SectionText section={section} citations={citations} resolveMention={resolveMention} />
      )}
    </section>
  );
}
