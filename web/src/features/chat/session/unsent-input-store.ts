import type { ChatContext } from "@cairn/contract/chat";

import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";

import type { ChatInput } from "./chat-state.ts";

/** What was sent and has not arrived, with all that sending it again takes. */
export interface UnsentInput {
  input: ChatInput;
  context: ChatContext;
  /** What the assistant works on, where the person changed it; absent where they did not. */
  data?: unknown;
  /** When the last message before it was written; null where there was none. */
  after: string | null;
}

/** Where what is on its way outlives a reload of the page, for this tab and person. */
export interface UnsentInputStore {
  read: () => UnsentInput | null;
  /** Null forgets it. */
  keep: (unsent: UnsentInput | null) => void;
}

/** `userId` is asked each time: whoever signs in next in this tab never sends what somebody else had on its way. */
export function createUnsentInputStore(sessionId: string, userId: () => string | undefined): UnsentInputStore {
  const place = () => `${userId() ?? ""}:unsent:${sessionId}`;
  return {
    read: () => parseUnsentInput(loadChatDraft(place())),
    keep: (unsent) => saveChatDraft(place(), unsent && JSON.stringify(unsent)),
  };
}

/** Anything unreadable counts as nothing. */
function parseUnsentInput(text: string | null): UnsentInput | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<UnsentInput> | null;
    const isWhole = typeof kept?.input?.content === "string" && Array.isArray(kept.input.attachments) && kept.context;
    return isWhole ? (kept as UnsentInput) : null;
  } catch {
    return null;
  }
}
