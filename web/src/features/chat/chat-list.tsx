import type { ChatSummary } from "@cairn/contract/chat";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { humanDate } from "#web/lib/dates.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";
import { tooltip } from "#web/ui/tooltip.ts";

import { chatsQuery, useDeleteChat } from "./chat.api.ts";

/** The caller's chats about a product. */
export function ChatList({ project, openSessionId }: { project: ProjectKey; openSessionId: string | undefined }) {
  const chats = useQuery(chatsQuery(project));
  const navigate = useNavigate();
  const remove = useDeleteChat(project.organizationId);
  const [doomed, setDoomed] = useState<ChatSummary | null>(null);
  const chatHref = href("chat", { ...project });

  const onDelete = () => {
    if (!doomed) return;
    remove.mutate(doomed.sessionId, {
      onSuccess: () => doomed.sessionId === openSessionId && void navigate({ to: chatHref }),
      onSettled: () => setDoomed(null),
    });
  };
  return (
    <nav aria-label="Chats" className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="text-sm font-medium text-ink-2">Chats</h2>
        <Link
          href={chatHref}
          aria-label="New chat"
          {...tooltip("New chat")}
          className="grid size-8 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
        >
          <PlusIcon className="size-4" />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {chats.isPending && (
          <Loading what="chats">
            <SkeletonRows count={4} />
          </Loading>
        )}
        {chats.isError && !chats.data && <p className="px-2 text-sm text-danger-text">{errorMessage(chats.error)}</p>}
        {chats.data?.total === 0 && <p className="px-2 py-1 text-sm text-ink-3">Your questions will be listed here.</p>}
        <ul className="flex flex-col gap-px">
          {chats.data?.content.map((chat) => (
            <ChatRow
              key={chat.sessionId}
              chat={chat}
              chatHref={chatHref}
              isOpen={chat.sessionId === openSessionId}
              onDelete={() => setDoomed(chat)}
            />
          ))}
        </ul>
      </div>
      <Dialog
        isOpen={doomed !== null}
        onOpenChange={(isOpen) => !isOpen && setDoomed(null)}
        title="Delete this chat?"
        footer={
          <>
            <Button variant="ghost" onClick={() => setDoomed(null)}>
              Cancel
            </Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={onDelete}>
              Delete chat
            </Button>
          </>
        }
      >
        <p className="text-base break-words text-ink-2">“{doomed?.title}” and its answers will be gone for good.</p>
      </Dialog>
    </nav>
  );
}

interface ChatRowProps {
  chat: ChatSummary;
  chatHref: string;
  isOpen: boolean;
  onDelete: () => void;
}

function ChatRow({ chat, chatHref, isOpen, onDelete }: ChatRowProps) {
  return (
    <li
      className={cx(
        "group relative flex h-9 items-center gap-2 rounded-md pr-1 pl-2 hover:bg-surface-3 pointer-coarse:h-11",
        isOpen && "bg-surface-4",
      )}
    >
      {chat.isStreaming && (
        <span className="pulse-when-reduced size-2 shrink-0 animate-pulse rounded-full bg-ai-text">
          <span className="sr-only">Answering: </span>
        </span>
      )}
      <Link
        href={chatHref}
        search={{ session: chat.sessionId }}
        aria-current={isOpen ? "page" : undefined}
        title={`${chat.title} · ${humanDate(chat.updatedAt)}`}
        className={cx(
          "min-w-0 flex-1 truncate text-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
          isOpen ? "font-medium text-ink" : "text-ink-2",
        )}
      >
        {chat.title}
      </Link>
      {chat.isError && (
        <>
          <WarningCircleIcon aria-hidden className="size-4 shrink-0 text-danger-text" />
          <span className="sr-only">Failed</span>
        </>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Actions for ${chat.title}`}
            hasTooltip={false}
            size="sm"
            icon={<DotsThreeIcon weight="bold" className="size-4" />}
            className="relative opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[popup-open]:opacity-100 pointer-coarse:opacity-100"
          />
        }
      >
        <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
