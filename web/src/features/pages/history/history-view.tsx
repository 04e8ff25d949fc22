import type { RevisionSummary } from "@cairn/contract/page-history";
import type { Artifact } from "@cairn/contract/pages";
import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { describeRevision, listWriters } from "./describe-revision.ts";
import { toHistorySearch } from "./history-search.ts";
import type { HistorySelection } from "./history-search.ts";
import { RestoreButton } from "./restore-button.tsx";
import { RevisionList } from "./revision-list.tsx";
import { RevisionText } from "./revision-text.tsx";
import { revisionQuery, revisionsQuery } from "./revisions.api.ts";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));
const RevisionComparison = lazy(() =>
  import("./revision-comparison.tsx").then((module) => ({ default: module.RevisionComparison })),
);

interface HistoryViewProps {
  project: ProjectKey;
  artifact: Artifact;
  selection: HistorySelection;
}

/** The revisions of a page: one of them, or its differences from another one. */
export function PageHistoryView({ project, artifact, selection }: HistoryViewProps) {
  const { organizationId } = project;
  const { artifactId } = artifact;
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const address = href("artifact", { ...project, artifactId });
  const history = useInfiniteQuery(revisionsQuery(organizationId, artifactId));
  const revisions = history.data?.pages.flatMap(({ content }) => content) ?? [];
  // A narrow window shows either the list or one revision.
  const shown = selection.revision ?? (isNarrow ? null : artifact.revision);
  const close = () => void navigate({ to: address });
  useSingleKey("escape", close);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-xl font-semibold text-balance wrap-anywhere">
            History of {artifact.title}
          </h1>
          <p className="mt-1 text-sm text-ink-3">
            {artifact.revision === 1 ? "1 revision" : `${artifact.revision} revisions`}
          </p>
        </div>
        <ButtonLink href={address} icon={<ArrowLeftIcon aria-hidden className="size-4" />}>
          Back to the page
        </ButtonLink>
      </div>
      <div className="flex items-start gap-8">
        {(!isNarrow || shown === null) && (
          <div className="w-72 shrink-0 max-md:w-full md:sticky md:top-16 md:max-h-[calc(100dvh-5rem)] md:overflow-y-auto md:p-0.5">
            {history.isPending && (
              <Loading what="history">
                <SkeletonRows className="h-14" />
              </Loading>
            )}
            {history.isError && !history.data && (
              <ErrorState message={errorMessage(history.error)} onRetry={() => void history.refetch()} />
            )}
            <RevisionList
              href={address}
              revisions={revisions}
              selection={selection}
              shownRevision={shown}
              currentRevision={artifact.revision}
              onMore={history.hasNextPage ? () => void history.fetchNextPage() : undefined}
              isLoadingMore={history.isFetchingNextPage}
            />
          </div>
        )}
        {shown !== null && (
          <ShownRevision
            project={project}
            artifact={artifact}
            selection={{ ...selection, revision: shown }}
            revisions={revisions}
            isListHidden={isNarrow}
          />
        )}
      </div>
    </>
  );
}

interface ShownRevisionProps {
  project: ProjectKey;
  artifact: Artifact;
  selection: HistorySelection & { revision: number };
  /** The revisions that are loaded so far. */
  revisions: readonly RevisionSummary[];
  /** The list is not visible beside it, so that it needs a way back. */
  isListHidden: boolean;
}

function ShownRevision({ project, artifact, selection, revisions, isListHidden }: ShownRevisionProps) {
  const { organizationId } = project;
  const { artifactId } = artifact;
  const navigate = useNavigate();
  const address = href("artifact", { ...project, artifactId });
  const go = (next: HistorySelection) =>
    void navigate({ to: address, search: toHistorySearch(next), resetScroll: false });
  const shown = useQuery(revisionQuery(organizationId, artifactId, selection.revision));
  const other = useQuery({
    ...revisionQuery(organizationId, artifactId, selection.compare ?? 0),
    ...(selection.compare === null ? { enabled: false } : {}),
  });
  const error = shown.error ?? (selection.compare === null ? null : other.error);
  const retry = () => void Promise.all([shown.refetch(), selection.compare === null ? null : other.refetch()]);
  return (
    <div className="min-w-0 flex-1">
      <div className="mb-6 flex flex-wrap items-center gap-2 border-b border-line-subtle pb-3">
        {isListHidden && (
          <Button size="sm" variant="ghost" onClick={() => go({ revision: null, compare: null })}>
            All revisions
          </Button>
        )}
        {artifact.revision > 1 && (
          <SegmentedControl
            label="View"
            options={[
              { value: "text", label: "As it was" },
              { value: "changes", label: "Changes" },
            ]}
            value={selection.compare === null ? "text" : "changes"}
            onValueChange={(view) =>
              go({
                ...selection,
                compare: view === "text" ? null : selection.revision === 1 ? 2 : selection.revision - 1,
              })
            }
          />
        )}
        {selection.compare !== null && (
          <div className="w-64 max-w-full">
            <Suspense fallback={<div className="control" />}>
              <Select
                label="Compared with"
                isLabelHidden
                options={revisions
                  .filter(({ revision }) => revision !== selection.revision)
                  .map((one) => ({
                    value: String(one.revision),
                    label: `since ${one.revision}: ${formatDateTime(one.createdAt)}`,
                  }))}
                value={String(selection.compare)}
                onValueChange={(compare) => go({ ...selection, compare: Number(compare) })}
              />
            </Suspense>
          </div>
        )}
        <span className="flex-1" />
        {selection.revision !== artifact.revision && shown.data && (
          <RestoreButton
            organizationId={organizationId}
            artifactId={artifactId}
            revision={selection.revision}
            whenText={`as of ${formatDateTime(shown.data.createdAt)}`}
            onRestored={() => void navigate({ to: address })}
          />
        )}
      </div>
      {error && <ErrorState message={errorMessage(error)} onRetry={retry} />}
      {!error && (!shown.data || (selection.compare !== null && !other.data)) && (
        <Loading what="revision">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-3 h-32 max-w-[72ch]" />
        </Loading>
      )}
      {!error && shown.data && (selection.compare === null || other.data) && (
        <>
          <div className="mb-6">
            <h2 className="text-2xl font-semibold text-balance wrap-anywhere">{shown.data.title}</h2>
            <p className="mt-1 text-sm text-ink-3">
              {[`Revision ${selection.revision}`, describeRevision(shown.data), ...listWriters(shown.data)].join(" · ")}
            </p>
          </div>
          <Suspense>
            {other.data && selection.compare !== null ? (
              // The earlier revision comes first.
              selection.compare < selection.revision ? (
                <RevisionComparison before={other.data} after={shown.data} />
              ) : (
                <RevisionComparison before={shown.data} after={other.data} />
              )
            ) : (
              <RevisionText project={project} revision={shown.data} />
            )}
          </Suspense>
        </>
      )}
    </div>
  );
}
