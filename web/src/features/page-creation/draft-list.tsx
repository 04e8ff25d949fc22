import type { ChatSummary } from "@cairn/contract/chat";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { chatsQuery, useDeleteChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { keepRowFocus, List, ListRow } from "#web/ui/list/list.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { loadPublishedDrafts } from "./published-drafts.ts";

/** The drafts of pages from conversations; nothing where there are none. */
export function DraftList({ project }: { project: ProjectKey }) {
  const [publishedIds] = useState(() => new Set(loadPublishedDrafts().map(({ sessionId }) => sessionId)));
  const drafts = useQuery(chatsQuery(project, "artifact-data-assistant"));
  const remove = useDeleteChat(project.organizationId);
  const [draftToDelete, setDraftToDelete] = useState<ChatSummary | null>(null);
  const [restoreFocus, setRestoreFocus] = useState<() => void>(() => () => {});
  const [arePublishedShown, setArePublishedShown] = useState(false);
  if (drafts.data?.total === 0) return null;
  // Published drafts are folded: their conversations can still be continued.
  const { open: openDrafts = [], published: publishedDrafts = [] } = Object.groupBy(
    drafts.data?.content ?? [],
    ({ sessionId }) => (publishedIds.has(sessionId) ? "published" : "open"),
  );
  const onDelete = () => {
    if (!draftToDelete) return;
    remove.mutate(draftToDelete.sessionId, { onSuccess: restoreFocus, onSettled: () => setDraftToDelete(null) });
  };
  const toRow = (draft: ChatSummary) => (
    <ListRow
      key={draft.sessionId}
      href={href("createSession", { ...project, sessionId: draft.sessionId })}
      title={draft.title}
      meta={
        <>
          {draft.isStreaming && <Badge tone="ai">Writing</Badge>}
          {publishedIds.has(draft.sessionId) && <Badge tone="success">Published</Badge>}
          {draft.isError && <Badge tone="danger">Failed</Badge>}
          <span>{formatDate(draft.updatedAt)}</span>
        </>
      }
      actions={
        <IconButton
          size="sm"
          label={`Delete ${draft.title}`}
          icon={<TrashIcon className="size-4" />}
          onClick={(event) => {
            const restore = keepRowFocus(event.currentTarget);
            setRestoreFocus(() => restore);
            setDraftToDelete(draft);
          }}
        />
      }
    />
  );
  return (
    <section aria-labelledby="recent-drafts" className="mt-8">
      <h2 id="recent-drafts" className="mb-3 text-base font-semibold">
        Recent drafts
      </h2>
      {drafts.isPending && (
        <Loading what="drafts">
          <SkeletonRows count={2} />
        </Loading>
      )}
      {drafts.isError && !drafts.data && (
        <InlineError message={errorMessage(drafts.error)} onRetry={() => void drafts.refetch()} />
      )}
      {drafts.data && (
        <>
          {openDrafts.length > 0 && <List label="Recent drafts">{openDrafts.map(toRow)}</List>}
          {publishedDrafts.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={arePublishedShown}
              onClick={() => setArePublishedShown(!arePublishedShown)}
              className={openDrafts.length > 0 ? "mt-3 -ml-2.5" : "-ml-2.5"}
            >
              {arePublishedShown ? "Hide" : "Show"}{" "}
              {publishedDrafts.length === 1 ? "1 draft" : `${publishedDrafts.length} drafts`} that became pages
            </Button>
          )}
          {arePublishedShown && publishedDrafts.length > 0 && (
            <List label="Published drafts">{publishedDrafts.map(toRow)}</List>
          )}
        </>
      )}
      <Dialog
        isOpen={draftToDelete !== null}
        onOpenChange={(isOpen) => !isOpen && setDraftToDelete(null)}
        title="Delete this draft?"
        footer={
          <>
            <Button variant="ghost" onClick={() => setDraftToDelete(null)}>
              Cancel
            </Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={onDelete}>
              Delete draft
            </Button>
          </>
        }
      >
        <p className="text-base wrap-anywhere text-ink-2">
          “{draftToDelete?.title}” and its conversation will be gone for good. Pages that were published from it stay.
        </p>
      </Dialog>
    </section>
  );
}
