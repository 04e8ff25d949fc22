import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";

/** Remembers over a reload of the page that a stop is being sent; for this tab and person. */
export interface PendingStopStore {
  /** Which question of the chat, counted from 1, is not to be answered; null when no stop is being sent. */
  load: () => number | null;
  save: (questionNumber: number | null) => void;
}

/** `userId` is read each time, so that the next person who signs in in this tab does not stop another person's answer. */
export function createPendingStopStore(sessionId: string, userId: () => string | undefined): PendingStopStore {
  const key = () => `${userId() ?? ""}:stopping:${sessionId}`;
  return {
    load: () => Number(loadChatDraft(key())) || null,
    save: (questionNumber) => saveChatDraft(key(), questionNumber === null ? null : String(questionNumber)),
  };
}
