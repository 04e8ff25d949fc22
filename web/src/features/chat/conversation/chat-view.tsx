import { lazy, Suspense } from "react";

import type { ChatViewProps } from "./chat-view-props.ts";

const loadChatPanel = () => import("./chat-panel.tsx");
// Loaded as soon as a screen with a chat is loaded; it is a chunk of its own, so that other screens do not load it.
loadChatPanel().catch(() => {
  // It is loaded again when it is rendered, and that failure is shown.
});
const ChatPanel = lazy(() => loadChatPanel().then((module) => ({ default: module.ChatPanel })));

/** The messages of a chat and the field to ask in. */
export function ChatView(props: ChatViewProps) {
  return (
    <Suspense fallback={<div className="flex h-full min-h-0 flex-col">{props.header}</div>}>
      <ChatPanel {...props} />
    </Suspense>
  );
}
