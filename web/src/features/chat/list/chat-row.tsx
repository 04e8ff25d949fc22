import type { ChatSummary } from "@cairn/contract/chat";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { formatDate } from "#web/lib/text/dates.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface ChatRowProps {
  chat: ChatSummary;
  chatHref: string;
  isOpen: boolean;
  onChoose?: () => void;
  onDelete: () => void;
}

/** One chat in the list: its title, its state and its actions. */
export function ChatRow({ chat, chatHref, isOpen, onChoose, onDelete }: ChatRowProps) {
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
        data-chat={chat.sessionId}
        onClick={onChoose}
        aria-current={isOpen ? "page" : undefined}
        title={`${chat.title} · ${formatDate(chat.updatedAt)}`}
        className={cx(
          "min-w-0 flex-1 truncate text-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none",
          "focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
          isOpen ? "font-medium text-ink" : "text-ink-2",
        )}
      >
        <bdi>{chat.title}</bdi>
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
