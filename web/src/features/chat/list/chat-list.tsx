import type { ChatSummary } from "@cairn/contract/chat";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";

import { useDeleteChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { useChatPages } from "./chat-list.api.ts";
import { ChatRow } from "./chat-row.tsx";
import { groupChats } from "./group-chats.ts";

/** With more chats than this a filter is shown. */
const maxUnfiltered = 8;

interface ChatListProps {
  project: ProjectKey;
  openSessionId: string | undefined;
  /** A chat was chosen, or a new one started. */
  onChoose?: () => void;
}

/** The user's chats about a product. */
export function ChatList({ project, openSessionId, onChoose }: ChatListProps) {
  const pages = useChatPages(project);
  const navigate = useNavigate();
  const remove = useDeleteChat(project.organizationId);
  const [chatToDelete, setChatToDelete] = useState<ChatSummary | null>(null);
  const [filter, setFilter] = useState("");
  const listRef = useRef<HTMLElement>(null);
  const chatHref = href("chat", { ...project });
  const chats = pages.data?.pages.flatMap(({ content }) => content) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  const filterText = filter.trim().toLowerCase();
  const shown = chats.filter(({ title }) => title.toLowerCase().includes(filterText));
  const isSearching = useLoadAllPages(pages, filterText !== "");

  const onDelete = () => {
    if (!chatToDelete) return;
    const next = nextSessionId(shown, chatToDelete.sessionId);
    remove.mutate(chatToDelete.sessionId, {
      onSuccess: () => {
        if (chatToDelete.sessionId === openSessionId) void navigate({ to: chatHref });
        // The row that had the focus no longer exists.
        focusRow(listRef.current, next);
      },
      onSettled: () => setChatToDelete(null),
    });
  };
  return (
    <nav ref={listRef} aria-label="Chats" className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 tabIndex={-1} className="text-sm font-medium text-ink-2">
          Chats
        </h2>
        <Link
          href={chatHref}
          aria-label="New chat"
          onClick={onChoose}
          {...tooltip("New chat")}
          className="grid size-8 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
        >
          <PlusIcon className="size-4" />
        </Link>
      </div>
      {total > maxUnfiltered && (
        // Full width: by default the field is as narrow as above a list of a whole screen.
        <div className="shrink-0 px-2 pb-2 *:w-full!">
          <FilterField label="Filter chats" value={filter} onValueChange={setFilter} />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {pages.isPending && (
          <Loading what="chats">
            <SkeletonRows count={4} />
          </Loading>
        )}
        {pages.isError && !pages.data && (
          <div className="px-2">
            <InlineError message={errorMessage(pages.error)} onRetry={() => void pages.refetch()} />
          </div>
        )}
        {pages.data && total === 0 && (
          <p className="px-2 py-1 text-sm text-ink-3">Your questions will be listed here.</p>
        )}
        {groupChats(shown).map((group) => (
          <ChatGroupRows key={group.label} label={group.label}>
            {group.chats.map((chat) => (
              <ChatRow
                key={chat.sessionId}
                chat={chat}
                chatHref={chatHref}
                isOpen={chat.sessionId === openSessionId}
                onChoose={onChoose}
                onDelete={() => setChatToDelete(chat)}
              />
            ))}
          </ChatGroupRows>
        ))}
        <output className="block px-2 py-1 text-sm text-ink-3 empty:hidden">
          {isSearching && "Looking through older chats…"}
          {chats.length > 0 && shown.length === 0 && !isSearching && "No chat has this title."}
        </output>
        {pages.hasNextPage && filterText === "" && (
          <Button
            size="sm"
            variant="ghost"
            className="mt-1 w-full"
            isBusy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show older chats
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={chatToDelete !== null}
        onOpenChange={(isOpen) => !isOpen && setChatToDelete(null)}
        title="Delete this chat?"
        description={
          chatToDelete && (
            <>
              “{chatToDelete.title}” and its answers will be gone for good.
              {chatToDelete.isStreaming && " The answer that is being written is stopped."}
            </>
          )
        }
        confirmLabel="Delete chat"
        isBusy={remove.isPending}
        onConfirm={onDelete}
      />
    </nav>
  );
}

/** Loads all pages while a filter is set; returns whether that is still going on. */
function useLoadAllPages(pages: ReturnType<typeof useChatPages>, isFiltering: boolean): boolean {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isLoadingAll = isFiltering && hasNextPage && !isError;
  useEffect(() => {
    if (isLoadingAll && !isFetching) void fetchNextPage();
  }, [isLoadingAll, isFetching, fetchNextPage]);
  return isLoadingAll;
}

/** Chats of one period under its label. */
function ChatGroupRows({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId();
  return (
    <section aria-labelledby={labelId} className="not-first:mt-3">
      <h3 id={labelId} className="px-2 py-1 text-xs text-ink-3">
        {label}
      </h3>
      <ul className="flex flex-col gap-px">{children}</ul>
    </section>
  );
}

/** The chat that gets the focus when a row is removed: the next one, or the previous one of the last. */
function nextSessionId(chats: readonly ChatSummary[], sessionId: string): string | null {
  const index = chats.findIndex((chat) => chat.sessionId === sessionId);
  return (chats[index + 1] ?? chats[index - 1])?.sessionId ?? null;
}

function focusRow(list: HTMLElement | null, sessionId: string | null): void {
  const row = sessionId === null ? null : list?.querySelector<HTMLElement>(`[data-chat="${sessionId}"]`);
  (row ?? list?.querySelector<HTMLElement>("h2"))?.focus();
}
