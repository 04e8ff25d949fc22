import { useQuery } from "@tanstack/react-query";

import { droppedPagesQuery, useRestoreDroppedPage } from "#web/features/pages/api/outline.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { keepRowFocus } from "#web/ui/list/list.tsx";

interface DroppedPagesProps {
  organizationId: string;
  /** The id, not the slug. */
  productId: string;
}

/** What people took out of the outline, to be taken back; nothing while there is none. */
export function DroppedPages({ organizationId, productId }: DroppedPagesProps) {
  const dropped = useQuery(droppedPagesQuery(organizationId, productId));
  const restore = useRestoreDroppedPage(organizationId);
  if (dropped.isError && !dropped.data)
    return <ErrorState message={errorMessage(dropped.error)} onRetry={() => void dropped.refetch()} />;
  const pages = dropped.data?.content ?? [];
  if (pages.length === 0) return null;
  return (
    <details className="mt-8">
      <summary className="w-max rounded-sm py-1 text-sm text-ink-2 hover:text-ink pointer-coarse:py-3">
        Out of the outline ({pages.length})
      </summary>
      <p className="mt-1 mb-2 text-sm text-ink-3">No run writes these again. They are kept as they were.</p>
      <ul
        aria-label="Pages out of the outline"
        className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2"
      >
        {pages.map(({ droppedPageId, title, droppedAt, droppedBy }) => (
          <li key={droppedPageId} data-row className="flex items-center gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="text-base font-medium wrap-anywhere text-ink">{title}</p>
              <p className="text-sm wrap-anywhere text-ink-3">
                {droppedBy && `${nameOf(droppedBy)} · `}
                <RelativeTime date={droppedAt} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Take back ${title}`}
              isBusy={restore.isPending && restore.variables === droppedPageId}
              onClick={(event) => {
                const focusNext = keepRowFocus(event.currentTarget);
                restore.mutate(droppedPageId, { onSuccess: focusNext });
              }}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].filter(Boolean).join(" ") || "Somebody";
}
