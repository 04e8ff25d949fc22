import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";

/** Remembers over a reload of the page that a stop is being sent; for this tab and person. */
export interface PendingStopStore {
  isStopping: () => boolean;
  save: (isStopping: boolean) => void;
}

/** `userId` is read each time, so that the next person who signs in in this tab does not stop another person's answer. */
export function createPendingStopStore(sessionId: string, userId: () => string | undefined): PendingStopStore {
  const key = () => `${userId() ?? ""}:stopping:${sessionId}`;
  return {
    isStopping: () => loadChatDraft(key()) !== null,
    save: (isStopping) => saveChatDraft(key(), isStopping ? "yes" : null),
  };
}
