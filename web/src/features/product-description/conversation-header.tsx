import { ChatsIcon } from "@phosphor-icons/react/dist/csr/Chats";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { chatsQuery, useDeleteChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatDate } from "#web/lib/text/dates.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface ConversationHeaderProps {
  project: ProjectKey;
  /** The open conversation; undefined before one has started. */
  sessionId: string | undefined;
  /** Opens a conversation; null begins a new one. */
  onOpen: (sessionId: string | null) => void;
}

const maxShown = 12;

/** The bar over the conversation, with a menu of the others. */
export function ConversationHeader({ project, sessionId, onOpen }: ConversationHeaderProps) {
  const chats = useQuery(chatsQuery(project, "project-metadata-assistant"));
  const remove = useDeleteChat(project.organizationId);
  const [isDeleting, setIsDeleting] = useState(false);
  const list = chats.data?.content.slice(0, maxShown) ?? [];
  const onDelete = () => {
    if (sessionId === undefined) return;
    remove.mutate(sessionId, { onSuccess: () => onOpen(null), onSettled: () => setIsDeleting(false) });
  };
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line-subtle pr-2 pl-4">
      <h2 className="min-w-0 flex-1 truncate text-sm font-medium">Product Description</h2>
      {list.length > 0 && (
        <Menu
          align="end"
          className="max-w-80"
          trigger={<IconButton label="Conversations" icon={<ChatsIcon className="size-4" />} hasTooltip={false} />}
        >
          {list.map((chat) => (
            <MenuItem key={chat.sessionId} onSelect={() => onOpen(chat.sessionId)}>
              <span className="min-w-0 flex-1 truncate">
                {chat.title}
                {chat.sessionId === sessionId && <span className="sr-only"> (open)</span>}
              </span>
              <span className="shrink-0 text-xs text-ink-3">
                {chat.isStreaming ? "Answering" : formatDate(chat.updatedAt)}
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {sessionId !== undefined && (
        <>
          <IconButton
            label="Delete conversation"
            icon={<TrashIcon className="size-4" />}
            onClick={() => setIsDeleting(true)}
          />
          <IconButton label="New conversation" icon={<PlusIcon className="size-4" />} onClick={() => onOpen(null)} />
        </>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this conversation?"
        description="What was said will be gone for good. The description stays as it is."
        confirmLabel="Delete conversation"
        isBusy={remove.isPending}
        onConfirm={onDelete}
      />
    </div>
  );
}
