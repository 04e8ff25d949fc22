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
import { keepRowFocus, List, ListRow } from "#web/ui/list/list.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { loadPublishedDrafts } from "./published-drafts.ts";

/** Pages that were begun in a conversation; nothing where none was. */
export function DraftList({ project }: { project: ProjectKey }) {
  const [published] = useState(() => new Set(loadPublishedDrafts().map(({ sessionId }) => sessionId)));
  const drafts = useQuery(chatsQuery(project, "artifact-data-assistant"));
  const remove = useDeleteChat(project.organizationId);
  const [doomed, setDoomed] = useState<ChatSummary | null>(null);
  const [restoreFocus, setRestoreFocus] = useState<() => void>(() => () => {});
  const [isDoneShown, setIsDoneShown] = useState(false);
  if (drafts.data?.total === 0) return null;
  // What was published is a page now; who wants to go on with its conversation still finds it.
  const { open = [], done = [] } = Object.groupBy(drafts.data?.content ?? [], ({ sessionId }) =>
    published.has(sessionId) ? "done" : "open",
  );
  const onDelete = () => {
    if (!doomed) return;
    remove.mutate(doomed.sessionId, { onSuccess: restoreFocus, onSettled: () => setDoomed(null) });
  };
  const toRow = (draft: ChatSummary) => (
    <ListRow
      key={draft.sessionId}
      href={href("createSession", { ...project, sessionId: draft.sessionId })}
      title={draft.title}
      meta={
        <>
          {draft.isStreaming && <Badge tone="ai">Writing</Badge>}
          {published.has(draft.sessionId) && <Badge tone="success">Published</Badge>}
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
            setDoomed(draft);
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
      {drafts.isError && !drafts.data && <p className="text-sm text-danger-text">{errorMessage(drafts.error)}</p>}
      {drafts.data && (
        <>
          {open.length > 0 && <List label="Recent drafts">{open.map(toRow)}</List>}
          {done.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isDoneShown}
              onClick={() => setIsDoneShown(!isDoneShown)}
              className={open.length > 0 ? "mt-3 -ml-2.5" : "-ml-2.5"}
            >
              {isDoneShown ? "Hide" : "Show"} {done.length === 1 ? "1 draft" : `${done.length} drafts`} that became
              pages
            </Button>
          )}
          {isDoneShown && done.length > 0 && <List label="Published drafts">{done.map(toRow)}</List>}
        </>
      )}
      <Dialog
        isOpen={doomed !== null}
        onOpenChange={(isOpen) => !isOpen && setDoomed(null)}
        title="Delete this draft?"
        footer={
          <>
            <Button variant="ghost" onClick={() => setDoomed(null)}>
              Cancel
            </Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={onDelete}>
              Delete draft
            </Button>
          </>
        }
      >
        <p className="text-base wrap-anywhere text-ink-2">
          “{doomed?.title}” and its conversation will be gone for good. Pages that were published from it stay.
        </p>
      </Dialog>
    </section>
  );
}
