import { AppError } from "@cairn/contract/errors";
import type { Artifact } from "@cairn/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";

import { AskField } from "#web/features/chat/ask/ask-field.tsx";
import { artifactQuery, refreshArtifacts } from "#web/features/pages/api/artifacts.api.ts";
import { parseHistorySearch } from "#web/features/pages/history/history-search.ts";
import type { SectionPart } from "#web/features/pages/sections/artifact-section.tsx";
import { CodeDiffContext } from "#web/features/pages/sections/code-diff-context.ts";
import type { CodeDiffProps } from "#web/features/pages/sections/code-diff-context.ts";
import { ArtifactView } from "#web/features/pages/view/artifact-view.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { FailedIndexes } from "#web/features/services/failed-indexes.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { AccessDenied } from "#web/ui/layout/access-denied.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { preloadMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

const AskDialog = lazy(() =>
  import("#web/features/chat/ask/ask-dialog.tsx").then((module) => ({ default: module.AskDialog })),
);

const EditArtifact = lazy(() =>
  import("#web/features/page-editor/edit-artifact.tsx").then((module) => ({ default: module.EditArtifact })),
);
const HistoryView = lazy(() =>
  import("#web/features/pages/history/history-view.tsx").then((module) => ({ default: module.PageHistoryView })),
);
const DiffTable = lazy(() =>
  import("#web/features/code-browsing/changes/diff-table.tsx").then((module) => ({ default: module.DiffTable })),
);

/** /o/:organizationId/p/:projectId/artifacts/:artifactId, its history with `?history` or `?revision=N`. */
export function ArtifactScreen() {
  const { organizationId = "", projectId = "", artifactId = "" } = useRouteParams();
  const project = useProject();
  const artifact = useQuery(artifactQuery(organizationId, artifactId));
  usePageTitle(artifact.data?.title ?? "Document", project.name);
  useEffect(preloadMarkdown, []);
  useRefreshWhenWritten(artifact.data?.isUpdating);

  if (artifact.error instanceof AppError && (artifact.error.status === 404 || artifact.error.status === 403)) {
    return (
      <AccessDenied
        text="Please ensure this page exists and you have access to it"
        requested={artifactId}
        homeHref={href("home")}
      />
    );
  }
  return (
    <Page>
      {artifact.isPending && <ArtifactPlaceholder />}
      {!artifact.data && <h1 className="sr-only">Document</h1>}
      {artifact.isError && !artifact.data && (
        <ErrorState message={errorMessage(artifact.error)} onRetry={() => void artifact.refetch()} />
      )}
      {artifact.data && <OpenArtifact key={artifactId} projectSlug={projectId} artifact={artifact.data} />}
    </Page>
  );
}

interface OpenArtifactProps {
  /** As in the address. */
  projectSlug: string;
  artifact: Artifact;
}

/** A loaded page: its view, editor or history. */
function OpenArtifact({ projectSlug, artifact }: OpenArtifactProps) {
  const { organizationId = "" } = useRouteParams();
  const { projectId: productId, services } = useProject();
  const cited = new Set(artifact.sections.flatMap(({ sources }) => sources.map(({ repositoryId }) => repositoryId)));
  const search = useSearchParams();
  const navigate = useNavigate();
  const [editing, setEditing] = useState<{ startAt: string | null } | null>(null);
  const [asking, setAsking] = useState<{ sectionId: string; about: SectionPart } | null>(null);
  const project = useMemo(() => ({ organizationId, projectId: projectSlug }), [organizationId, projectSlug]);
  const history = parseHistorySearch(search);
  const { artifactId } = artifact;
  const address = href("artifact", { ...project, artifactId });
  if (editing) {
    return (
      <Suspense fallback={<ArtifactPlaceholder />}>
        <EditArtifact
          projectKey={project}
          artifact={artifact}
          startAt={editing.startAt}
          onDone={() => setEditing(null)}
        />
      </Suspense>
    );
  }
  if (history) {
    return (
      <Suspense fallback={<ArtifactPlaceholder />}>
        <HistoryView project={project} artifact={artifact} selection={history} />
      </Suspense>
    );
  }
  return (
    <CodeDiffContext value={CodeDiff}>
      <div className="mb-6 flex flex-col gap-2 empty:hidden print:hidden">
        <FailedIndexes
          project={project}
          services={services.filter(({ repository }) => repository && cited.has(repository.repositoryId))}
        />
      </div>
      <ArtifactView
        project={project}
        artifact={artifact}
        onEdit={(sectionId) => setEditing({ startAt: sectionId ?? null })}
        onShowHistory={() => void navigate({ to: address, search: { history: "" } })}
        onDeleted={() => void navigate({ to: href("context", { ...project }) })}
        onAsk={(sectionId, about) => setAsking({ sectionId, about })}
      />
      <AskField
        key={artifactId}
        project={project}
        context={{ projectId: productId, artifactId, lens: "technical" }}
        subject="page"
      />
      {asking && (
        <Suspense>
          <AskDialog
            project={project}
            context={{ projectId: productId, artifactId, sectionId: asking.sectionId, lens: "technical" }}
            title={`Ask about this ${asking.about}`}
            subject={artifact.sections.find(({ sectionId }) => sectionId === asking.sectionId)?.title ?? artifact.title}
            placeholder={asking.about === "diagram" ? "What happens here, step by step?" : "What does this rest on?"}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </CodeDiffContext>
  );
}

/** Renders changed lines of code with the shared diff table. */
function CodeDiff({ path, hunk }: CodeDiffProps) {
  const rows = useMemo(() => hunk.lines.map((line) => ({ kind: "line" as const, line })), [hunk]);
  return <DiffTable path={path} rows={rows} language={fileLanguageKey(path, null)} onShowGap={noGap} />;
}

/** Gaps between changes cannot be expanded here. */
function noGap(): void {}

/** Lists show that a page is being written, so they are refreshed once it is finished. */
function useRefreshWhenWritten(isUpdating = false): void {
  const wasUpdating = useRef(false);
  useEffect(() => {
    if (wasUpdating.current && !isUpdating) void refreshArtifacts();
    wasUpdating.current = isUpdating;
  }, [isUpdating]);
}

function ArtifactPlaceholder() {
  return (
    <Loading what="document">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3 h-8 w-72" />
      <Skeleton className="mt-3 h-4 w-56" />
      <Skeleton className="mt-10 h-6 w-40" />
      {["w-full", "w-11/12", "w-full", "w-3/5"].map((width, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
        <Skeleton key={row} className={`mt-3 h-4 max-w-[72ch] ${width}`} />
      ))}
    </Loading>
  );
}
