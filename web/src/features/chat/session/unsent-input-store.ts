import type { ChatContext } from "@cairn/contract/chat";

import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";

import type { ChatInput } from "./chat-state.ts";

/** An input that was sent and has not arrived, with everything needed to send it again. */
export interface UnsentInput {
  input: ChatInput;
  context: ChatContext;
  /** What the assistant works on, where the person changed it; absent otherwise. */
  data?: unknown;
  /** When the last message before it was written; null where there was none. */
  after: string | null;
}

/** Keeps an input that is being sent over a reload of the page; for this tab and person. */
export interface UnsentInputStore {
  load: () => UnsentInput | null;
  /** Null removes it. */
  save: (unsent: UnsentInput | null) => void;
}

/** `userId` is read each time, so that the next person who signs in in this tab does not send another person's input. */
export function createUnsentInputStore(sessionId: string, userId: () => string | undefined): UnsentInputStore {
  const key = () => `${userId() ?? ""}:unsent:${sessionId}`;
  return {
    load: () => parseUnsentInput(loadChatDraft(key())),
    save: (unsent) => saveChatDraft(key(), unsent && JSON.stringify(unsent)),
  };
}

/** Null for text that is not an unsent input. */
function parseUnsentInput(text: string | null): UnsentInput | null {
  if (text === null) return null;
  try {
    const parsed = JSON.parse(text) as Partial<UnsentInput> | null;
    const isWhole =
      typeof parsed?.input?.content === "string" && Array.isArray(parsed.input.attachments) && parsed.context;
    return isWhole ? (parsed as UnsentInput) : null;
  } catch {
    return null;
  }
}
