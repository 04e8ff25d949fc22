import type { ChatSession } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";

const fields = "title messages data context isStreaming isComplete isError error loadingText updatedAt".split(" ");

/** The session that a listener has who began with nothing and heard these operations. */
export function rebuildSession(operations: readonly MessageOperation[], sessionId: string): ChatSession {
  const empty = { sessionId, ...Object.fromEntries(fields.map((name) => [name, null])) } as unknown as ChatSession;
  return operations.reduce((session, operation) => applyOperation(session, operation), empty);
}
