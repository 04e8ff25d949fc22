import type { ArtifactSummary } from "@cairn/contract/pages";

import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { describePageFreshness } from "./freshness.ts";

/** At the end of a page's row: that it is being updated, or what has to be done and when it changed. */
export function PageState({ page }: { page: ArtifactSummary }) {
  if (page.isUpdating) {
    return (
      <Badge tone="ai" icon={<Spinner className="size-3" />}>
        Updating
      </Badge>
    );
  }
  const waiting = describePageFreshness(page);
  return (
    <span className="flex shrink-0 items-center justify-end gap-2 text-sm text-ink-3 tabular-nums sm:min-w-28 lg:w-44">
      {waiting !== null && (
        <Badge tone="warning">
          <span title={waiting}>{page.heldSections > 0 ? "Waits for you" : "Code changed"}</span>
          <span className="sr-only">: {waiting}</span>
        </Badge>
      )}
      <time
        dateTime={page.updatedAt}
        title={formatFullDate(page.updatedAt)}
        className={waiting === null ? undefined : "max-sm:hidden"}
      >
        {formatDate(page.updatedAt)}
      </time>
    </span>
  );
}
