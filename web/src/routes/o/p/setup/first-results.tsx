import type { Section } from "@cairn/contract/page-sections";
import type { ArtifactSummary } from "@cairn/contract/pages";
import type { SetupProgress } from "@cairn/contract/projects";
import type { Repository } from "@cairn/contract/repositories";
import type { Source } from "@cairn/contract/sources";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { openingQuery, useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { artifactQuery, artifactsQuery } from "#web/features/pages/api/artifacts.api.ts";
import { SectionText } from "#web/features/pages/sections/section-text.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoryName } from "#web/features/repositories/repositories.api.ts";
import { useWatchedRepositories } from "#web/features/setup/setup.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Card } from "#web/ui/layout/card.tsx";

const watchedPollMs = 2_000;

interface FirstResultsProps {
  project: ProjectKey;
  productId: string;
  setup: SetupProgress;
}

/**
 * The first sentences about the code, with the lines they rest on, as soon as they are written; until then what the README
 * of the first repository says, as soon as it is cloned.
 */
export function FirstResults({ project, productId, setup }: FirstResultsProps) {
  const isWriting = setup.progress < 100;
  const repositories = useWatchedRepositories(project, setup).data?.content ?? [];
  const pages = useQuery({
    ...artifactsQuery(project.organizationId, { projectId: productId }),
    ...(isWriting && { staleTime: 0, refetchInterval: watchedPollMs }),
  }).data;
  const [first] = pages?.content ?? [];
  const cloned = repositories.find(({ indexing }) => indexing.state === "analyzing" || indexing.state === "ready");
  const opening = pages && isWriting && cloned ? <Opening project={project} repository={cloned} /> : null;
  if (!first) return opening;
  return <FirstPage project={project} page={first} total={pages?.total ?? 0} isWriting={isWriting} until={opening} />;
}

interface FirstPageProps {
  project: ProjectKey;
  page: ArtifactSummary;
  total: number;
  isWriting: boolean;
  /** Shown while the page has no text yet. */
  until: ReactNode;
}

function FirstPage({ project, page, total, isWriting, until }: FirstPageProps) {
  const { artifactId } = page;
  const artifact = useQuery({
    ...artifactQuery(project.organizationId, artifactId),
    ...(isWriting && { staleTime: 0, refetchInterval: watchedPollMs }),
  }).data;
  const section = artifact?.sections.find(({ content, sources }) => content.trim() !== "" && sources.length > 0);
  if (!section) return until;
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">First results</h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-3">
        From {page.title}, by {page.writtenBy}. Each number leads to the lines it rests on.
      </p>
      <CitedText project={project} section={section} sources={section.sources} />
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

/** The page that is written later begins with what the code says beside it. */
function Opening({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const opening = useQuery(openingQuery({ ...project, repositoryId: repository.repositoryId })).data;
  const [source] = opening?.sources ?? [];
  if (!opening || !source) return null;
  const section = { title: "First results", content: opening.content, instructions: null };
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">First results</h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-3">
        From {source.path} of {repositoryName(repository)}. What the code says follows when it is read.
      </p>
      <CitedText project={project} section={section} sources={opening.sources} />
    </Card>
  );
}

interface CitedTextProps {
  project: ProjectKey;
  section: Pick<Section, "title" | "content" | "instructions">;
  sources: readonly Source[];
}

function CitedText({ project, section, sources }: CitedTextProps) {
  const citations = useCitationTargets(project, sources);
  return (
    <div className="mt-3">
      <SectionText section={section} citations={citations} resolveMention={() => ({ kind: "name" })} />
    </div>
  );
}
