import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";

/** Where a stop that is on its way outlives a reload of the page, for this tab and person. */
export interface PendingStopStore {
  isStopping: () => boolean;
  keep: (isStopping: boolean) => void;
}

/** `userId` is asked each time: whoever signs in next in this tab stops nothing of somebody else's. */
export function createPendingStopStore(sessionId: string, userId: () => string | undefined): PendingStopStore {
  const place = () => `${userId() ?? ""}:stopping:${sessionId}`;
  return {
    isStopping: () => loadChatDraft(place()) !== null,
    keep: (isStopping) => saveChatDraft(place(), isStopping ? "yes" : null),
  };
}
