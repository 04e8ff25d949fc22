import type { Artifact } from "@cairn/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";

import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import { coverageGapsQuery } from "#web/features/pages/regeneration/regeneration.api.ts";
import { ArtifactSection } from "#web/features/pages/sections/artifact-section.tsx";
import type { SectionPart } from "#web/features/pages/sections/artifact-section.tsx";
import { useRenderedCount } from "#web/features/pages/sections/use-rendered-count.ts";
import { authorOf, describeOtherWriters } from "#web/features/pages/status/author.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { CrawlNote } from "./crawl-note.tsx";
import { FreshnessLine } from "./freshness-line.tsx";
import { PageActions } from "./page-actions.tsx";
import { PageBreadcrumb } from "./page-breadcrumb.tsx";
import { ChildPages, RelatedPages } from "./page-lists.tsx";
import { goToSection, PageOutline } from "./page-outline.tsx";
import { useHashScroll } from "./use-hash-scroll.ts";

const SectionChangesDialog = lazy(() =>
  import("#web/features/pages/sections/section-changes.tsx").then((module) => ({
    default: module.SectionChangesDialog,
  })),
);

interface ArtifactViewProps {
  project: ProjectKey;
  artifact: Artifact;
  /** Of a section, or of the page as a whole. */
  onEdit: (sectionId?: string) => void;
  onShowHistory: () => void;
  onDeleted: () => void;
  /** Starts a question about a section or its diagram. */
  onAsk: (sectionId: string, part: SectionPart) => void;
}

/** A page for reading: its origin and freshness, its sections, and links to other pages. */
export function ArtifactView({ project, artifact, onEdit, onShowHistory, onDeleted, onAsk }: ArtifactViewProps) {
  const { sections } = artifact;
  const [changesOf, setChangesOf] = useState<string | null>(null);
  const renderedCount = useRenderedCount(sections.length);
  useHashScroll(renderedCount === sections.length);
  // A stable object, so that a section is rendered again only when it has changed.
  const { organizationId, projectId } = project;
  const key = useMemo(() => ({ organizationId, projectId }), [organizationId, projectId]);
  const resolveMention = useMentionTargets(
    key,
    sections.map(({ content }) => content),
  );
  const gaps = useQuery(coverageGapsQuery(organizationId, artifact)).data?.sections ?? [];
  const changed = sections.find(({ sectionId }) => sectionId === changesOf);
  const showFirst = () => {
    const stale = sections.find(({ status }) => status === "stale");
    const held = sections.find((section) => section.held !== null);
    if (stale) setChangesOf(stale.sectionId);
    else if (held) goToSection(held.sectionId);
    else if (gaps[0]) goToSection(gaps[0].sectionId);
  };
  return (
    <article>
      <PageBreadcrumb project={key} artifact={artifact} />
      <div className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold text-balance wrap-anywhere">
            {artifact.title}
          </h1>
          <PageFacts artifact={artifact} />
        </div>
        <PageActions
          project={key}
          artifact={artifact}
          onEdit={() => onEdit()}
          onShowHistory={onShowHistory}
          onDeleted={onDeleted}
        />
      </div>
      <FreshnessLine organizationId={organizationId} artifact={artifact} gaps={gaps} onShowChanges={showFirst} />
      {artifact.crawl && <CrawlNote crawl={artifact.crawl} />}
      <div className="flex items-start gap-12">
        <div className="flex min-w-0 max-w-[72ch] flex-1 flex-col gap-8 max-lg:max-w-none">
          {sections.map((section, index) => (
            <ArtifactSection
              key={section.sectionId}
              project={key}
              artifactId={artifact.artifactId}
              section={section}
              gaps={gaps.find(({ sectionId }) => sectionId === section.sectionId) ?? null}
              isRendered={index < renderedCount}
              resolveMention={resolveMention}
              onShowChanges={setChangesOf}
              onAsk={onAsk}
            />
          ))}
          {sections.length === 0 && <p className="text-base text-ink-3">Nothing is written here yet.</p>}
        </div>
        <aside className="sticky top-20 ml-auto flex max-h-[calc(100dvh-7rem)] w-52 shrink-0 flex-col gap-6 overflow-y-auto max-lg:hidden print:hidden">
          <PageOutline sections={sections} />
          <RelatedPages project={key} artifact={artifact} />
        </aside>
      </div>
      <ChildPages project={key} artifact={artifact} />
      {artifact.related.length > 0 && (
        <div className="mt-12 border-t border-line pt-6 lg:hidden print:hidden">
          <RelatedPages project={key} artifact={artifact} />
        </div>
      )}
      <Announcement>{artifact.isUpdating && "This page is being updated"}</Announcement>
      <Suspense>
        {changed && (
          <SectionChangesDialog
            project={key}
            artifactId={artifact.artifactId}
            section={changed}
            onEdit={() => onEdit(changed.sectionId)}
            onClose={() => setChangesOf(null)}
          />
        )}
      </Suspense>
    </article>
  );
}

/** The author, the date and the commit of a page. */
function PageFacts({ artifact }: { artifact: Artifact }) {
  const commit = artifact.sections.find((section) => section.commit !== null)?.commit;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-1 gap-y-1 text-sm text-ink-3">
      <span>by {authorOf(artifact)}</span>
      {describeOtherWriters(artifact).map((other) => (
        <span key={other} className="min-w-0 break-words">
          · {other}
        </span>
      ))}
      <span>
        · updated{" "}
        <time dateTime={artifact.updatedAt} title={formatFullDate(artifact.updatedAt)}>
          {formatDateTime(artifact.updatedAt)}
        </time>
      </span>
      {commit && (
        <span>
          · from <span className="font-mono text-xs">{commit.slice(0, 7)}</span>
        </span>
      )}
    </p>
  );
}
