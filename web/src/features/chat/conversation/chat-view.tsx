import { lazy, Suspense } from "react";

import type { ChatViewProps } from "./chat-view-props.ts";

const loadChatPanel = () => import("./chat-panel.tsx");
// Asked for as soon as a screen with a chat is: several screens share it, and none of the others pays for it.
loadChatPanel().catch(() => {
  // It is asked for again when it is drawn, and what fails then is shown.
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
