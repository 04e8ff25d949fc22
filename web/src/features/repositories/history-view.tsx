import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { errorMessage } from "#web/lib/query-client.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { useRowKeys } from "#web/ui/list.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

import type { CodeLinks } from "./code-links.ts";
import { CommitRow } from "./commit-row.tsx";
import { dayTitle, groupByDay } from "./group-by-day.ts";
import { historyQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface HistoryViewProps {
  repository: RepositoryKey;
  place: CodePlace;
  links: CodeLinks;
}

function HistoryHeader({ place, links }: Pick<HistoryViewProps, "place" | "links">) {
  return (
    <div className="mb-4 flex min-h-7 items-center gap-3 text-sm text-ink-3">
      <p className="min-w-0 truncate">
        History of <span className="font-medium text-ink">{place.path || "the whole branch"}</span>
      </p>
      <ButtonLink href={links.hrefOf(place.path)} size="sm" className="ml-auto">
        Browse
      </ButtonLink>
    </div>
  );
}

/** The commits of a branch, a folder or a file by day, newest first. */
export function HistoryView(props: HistoryViewProps) {
  return (
    <>
      <HistoryHeader place={props.place} links={props.links} />
      <CommitList {...props} />
    </>
  );
}

function CommitList({ repository, place, links }: HistoryViewProps) {
  const history = useInfiniteQuery(historyQuery(repository, place));
  const listRef = useRef<HTMLDivElement>(null);
  useRowKeys(listRef);
  if (history.isPending) {
    return (
      <Loading what="history">
        <SkeletonRows className="h-14" />
      </Loading>
    );
  }
  if (history.isError && !history.data) {
    return <ErrorState message={errorMessage(history.error)} onRetry={() => void history.refetch()} />;
  }
  const commits = history.data.pages.flatMap((page) => page.content);
  if (commits.length === 0) {
    return (
      <EmptyState
        icon={<ClockCounterClockwiseIcon className="size-5" />}
        title="No commits"
        text="Nothing has been committed at this path."
      />
    );
  }
  return (
    <div ref={listRef} className="flex flex-col gap-6">
      {groupByDay(commits, (commit) => commit.committedAt).map(({ day, items }) => (
        <section key={`${day}-${items[0]?.oid}`} aria-label={`Commits on ${dayTitle(day)}`}>
          <h2 className="mb-2 text-sm font-medium text-ink-2">
            Commits on <time dateTime={day}>{dayTitle(day)}</time>
          </h2>
          <ul className="divide-y divide-line-subtle overflow-clip rounded-lg border border-line bg-surface-2">
            {items.map((commit) => (
              <CommitRow
                key={commit.oid}
                commit={commit}
                path={commit.path ?? place.path}
                currentPath={place.path}
                links={links}
              />
            ))}
          </ul>
        </section>
      ))}
      {history.isFetchNextPageError && (
        <p role="alert" className="text-center text-sm text-danger-text">
          {errorMessage(history.error)}
        </p>
      )}
      {history.hasNextPage && (
        <Button
          className="self-center"
          isBusy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}
