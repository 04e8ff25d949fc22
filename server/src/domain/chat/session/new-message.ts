import type { ChatMessage } from "@cairn/contract/chat";

/** A message of which only this much is known yet. */
export function newMessage(
  given: Pick<ChatMessage, "role" | "content" | "writtenBy" | "createdAt"> & Partial<ChatMessage>,
): ChatMessage {
  return {
    type: "text",
    files: [],
    attachments: [],
    questions: null,
    result: null,
    suggestions: [],
    usage: null,
    basis: [],
    thoughts: [],
    sources: [],
    droppedCitations: 0,
    ...given,
  };
}
