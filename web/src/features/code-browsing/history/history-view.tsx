import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { historyQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { useRowKeys } from "#web/ui/list/list.tsx";

import { CommitRow } from "./commit-row.tsx";
import { dayTitle, groupByDay } from "./group-by-day.ts";

interface CommitHistoryProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  links: CodeLinks;
}

function HistoryHeader({ codeLocation, links }: Pick<CommitHistoryProps, "codeLocation" | "links">) {
  return (
    <div className="mb-4 flex min-h-7 items-center gap-3 text-sm text-ink-3">
      <p className="min-w-0 truncate">
        History of <span className="font-medium text-ink">{codeLocation.path || "the whole branch"}</span>
      </p>
      <ButtonLink href={links.hrefOf(codeLocation.path)} size="sm" className="ml-auto">
        Browse
      </ButtonLink>
    </div>
  );
}

/** The commits of a branch, a folder or a file by day, newest first. */
export function HistoryView(props: CommitHistoryProps) {
  return (
    <>
      <HistoryHeader codeLocation={props.codeLocation} links={props.links} />
      <CommitList {...props} />
    </>
  );
}

function CommitList({ repository, codeLocation, links }: CommitHistoryProps) {
  const history = useInfiniteQuery(historyQuery(repository, codeLocation));
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
                path={commit.path ?? codeLocation.path}
                currentPath={codeLocation.path}
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
