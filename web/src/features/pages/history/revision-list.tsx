import type { RevisionSummary } from "@cairn/contract/page-history";
import { useRef } from "react";

import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { useRowKeys } from "#web/ui/list/list.tsx";

import { describeChangedSections, describeRevision } from "./describe-revision.ts";
import { selectRevision, toHistorySearch } from "./history-search.ts";
import type { HistorySelection } from "./history-search.ts";

interface RevisionListProps {
  /** The address of the page. */
  href: string;
  revisions: readonly RevisionSummary[];
  selection: HistorySelection;
  shownRevision: number | null;
  currentRevision: number;
  /** Loads more revisions; undefined when all are loaded. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** The revisions of a page, newest first. J and K move the focus, Enter shows one. */
export function RevisionList({
  href,
  revisions,
  selection,
  shownRevision,
  currentRevision,
  ...more
}: RevisionListProps) {
  const listRef = useRef<HTMLOListElement>(null);
  useRowKeys(listRef);
  return (
    <>
      <ol ref={listRef} aria-label="Revisions" className="flex flex-col gap-px">
        {revisions.map((revision) => {
          const isShown = revision.revision === shownRevision;
          const changed = describeChangedSections(revision);
          return (
            <li key={revision.revision} data-row>
              <Link
                href={href}
                search={toHistorySearch(selectRevision(selection, revision.revision))}
                aria-current={isShown ? "true" : undefined}
                className={cx(
                  "relative block rounded-md px-3 py-2 text-sm hover:bg-surface-3 focus-visible:-outline-offset-2",
                  isShown &&
                    "bg-surface-4 before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full",
                  "before:bg-accent-text forced-colors:outline-1",
                )}
              >
                <span className="flex items-center gap-2">
                  <time
                    dateTime={revision.createdAt}
                    title={formatFullDate(revision.createdAt)}
                    className="font-medium text-ink tabular-nums"
                  >
                    {formatDateTime(revision.createdAt)}
                  </time>
                  {revision.revision === currentRevision && <Badge tone="accent">Now</Badge>}
                  <span className="ml-auto text-xs text-ink-3 tabular-nums">
                    <span className="sr-only">Revision </span>
                    {revision.revision}
                  </span>
                </span>
                <span className="mt-0.5 block text-ink-2 wrap-anywhere">{describeRevision(revision)}</span>
                {changed && <span className="block text-xs text-ink-3 wrap-anywhere">{changed}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
      {more.onMore && (
        <Button size="sm" className="mt-2 w-full" isBusy={more.isLoadingMore} onClick={more.onMore}>
          Show older ones
        </Button>
      )}
    </>
  );
}
