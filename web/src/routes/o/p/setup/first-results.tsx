import type { Section } from "@cairn/contract/page-sections";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { useQuery } from "@tanstack/react-query";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { artifactQuery, artifactsQuery } from "#web/features/pages/api/artifacts.api.ts";
import { SectionText } from "#web/features/pages/sections/section-text.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Card } from "#web/ui/layout/card.tsx";

const watchedPollMs = 2_000;

interface FirstResultsProps {
  project: ProjectKey;
  productId: string;
  /** More is still being written. */
  isWriting: boolean;
}

/** The first sentences about the code, with the lines they rest on, as soon as they are written. */
export function FirstResults({ project, productId, isWriting }: FirstResultsProps) {
  const pages = useQuery({
    ...artifactsQuery(project.organizationId, { projectId: productId }),
    ...(isWriting && { staleTime: 0, refetchInterval: watchedPollMs }),
  }).data;
  const [first] = pages?.content ?? [];
  if (!first) return null;
  return <FirstPage project={project} page={first} total={pages?.total ?? 0} isWriting={isWriting} />;
}

interface FirstPageProps {
  project: ProjectKey;
  page: ArtifactSummary;
  total: number;
  isWriting: boolean;
}

function FirstPage({ project, page, total, isWriting }: FirstPageProps) {
  const { artifactId } = page;
  const artifact = useQuery({
    ...artifactQuery(project.organizationId, artifactId),
    ...(isWriting && { staleTime: 0, refetchInterval: watchedPollMs }),
  }).data;
  const section = artifact?.sections.find(({ content, sources }) => content.trim() !== "" && sources.length > 0);
  if (!section) return null;
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">First results</h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-3">
        From {page.title}, by {page.writtenBy}. Each number leads to the lines it rests on.
      </p>
      <CitedText project={project} section={section} />
      <p className="mt-4 text-sm">
        <Link
          href={href("artifact", { ...project, artifactId })}
          className="inline-flex items-center gap-1 rounded-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          {total > 1 ? `Read it, and ${total - 1} more` : "Read it"}
          <ArrowRightIcon aria-hidden className="size-3.5" />
        </Link>
      </p>
    </Card>
  );
}

function CitedText({ project, section }: { project: ProjectKey; section: Section }) {
  const citations = useCitationTargets(project, section.sources);
  return (
    <div className="mt-3">
      <SectionText section={section} citations={citations} resolveMention={() => ({ kind: "name" })} />
    </div>
  );
}
