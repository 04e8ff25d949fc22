import type { RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { ResultFileList } from "./result-file-list.tsx";
import { NoResults } from "./search-hints.tsx";
import type { SearchState } from "./search-state.ts";
import { formatCount } from "./search-summary.ts";
import { isRefused } from "./search.api.ts";
import type { SearchOutcome } from "./use-search.ts";
import { useTopicTitles } from "./use-topic-titles.ts";

interface SearchResultsProps {
  project: ProjectKey;
  state: SearchState;
  outcome: SearchOutcome;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Requests more files; undefined when there are no more. */
  onMore: (() => void) | undefined;
}

/** The search results. Previous results stay while the next answer loads, and while the query is invalid. */
export function SearchResults({ project, state, outcome, inputRef, onMore }: SearchResultsProps) {
  const { files, error, isFetching, notice, matchedFiles } = outcome;
  const titleOf = useTopicTitles(project, files?.some(({ topicId }) => topicId !== null) ?? false);
  // Errors in the query are shown at the search field.
  const failure = error && !isRefused(error) && !isFetching ? error : null;
  if (failure && !files) return <ErrorState message={errorMessage(failure)} onRetry={outcome.retry} />;
  if (!files && error && !isFetching) return null;
  if (!files) {
    return (
      <Loading what="results">
        <SkeletonRows count={6} className="h-24" />
      </Loading>
    );
  }
  const isOld = isFetching || error !== null;
  return (
    <div className="flex flex-col gap-3">
      <SummaryLine outcome={outcome} />
      {failure && (
        <Banner
          tone="danger"
          title="Could not search"
          action={
            <Button size="sm" onClick={outcome.retry}>
              Retry
            </Button>
          }
        >
          {errorMessage(failure)}
        </Banner>
      )}
      {notice && !isOld && <p className="text-sm text-warning-text">{notice}</p>}
      {files.length === 0 && !isOld && <NoResults state={state} freshness={outcome.freshness} />}
      {files.length > 0 && (
        <div className="flex flex-col gap-3">
          <ResultFileList project={project} files={files} titleOf={titleOf} inputRef={inputRef} />
          {files.length < matchedFiles && (
            <div className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
              {files.length} of {formatCount(matchedFiles, "file")} are shown.
              {onMore && (
                <Button size="sm" onClick={onMore}>
                  Show more files
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Describes the last answer, also while the next one loads. */
function SummaryLine({ outcome: { files, error, isFetching, summary, freshness } }: { outcome: SearchOutcome }) {
  const text = () => {
    if (error && !isFetching) return "These are the results of the search before.";
    // NoResults shows this below, with suggestions.
    if (files?.length === 0) return <span className="sr-only">Nothing found</span>;
    return [summary, freshness].filter(Boolean).join(" · ");
  };
  return (
    <div className="flex min-h-5 items-center gap-2 text-sm text-ink-2 tabular-nums">
      <output>{text()}</output>
      {isFetching && <Spinner />}
    </div>
  );
}
