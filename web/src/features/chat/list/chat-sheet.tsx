import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import { ChatList } from "./chat-list.tsx";

interface ChatSheetProps {
  project: ProjectKey;
  /** The chat that is open; absent in a new one. */
  openSessionId: string | undefined;
  onClose: () => void;
}

/** The list of chats on narrow screens, over the conversation. Choosing a chat closes it. */
export function ChatSheet({ project, openSessionId, onClose }: ChatSheetProps) {
  return (
    <Sheet isOpen onOpenChange={onClose} title="Chat" isTitleHidden side="left">
      <ChatList project={project} openSessionId={openSessionId} onChoose={onClose} />
    </Sheet>
  );
}
