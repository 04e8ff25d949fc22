import { z } from "zod";

import { chatContextSchema, maxChatFiles, maxQuestionLength, questionsResultSchema } from "./chat.ts";
import { slugOrId } from "./slugs.ts";

/** Socket.IO namespace of all chats; websocket transport only, the access token in `auth.token`. */
export const chatNamespace = "/v1/chat";
export const chatPathPrefix = "/v1/chat/";

/** What a client emits, on the event named after the chat path. */
export const chatRequestSchema = z.object({
  organizationId: slugOrId,
  sessionId: z.uuid(),
  request: z.discriminatedUnion("type", [
    z.object({
      type: z.literal("text"),
      content: z.string().trim().min(1, "Type a question").max(maxQuestionLength, "The question is too long"),
      /** Names that an upload answered. */
      files: z.array(z.string().max(100)).max(maxChatFiles, "A message can hold up to 10 files").optional(),
    }),
    questionsResultSchema.extend({ type: z.literal("questions-result") }),
  ]),
  data: z.unknown().optional(),
  context: chatContextSchema.optional(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const cancelRequestSchema = z.object({ organizationId: slugOrId.optional(), sessionId: z.uuid() });

/** One change of the session object: `path` is a JSON Pointer; `append` concatenates text or pushes an element. */
export interface MessageOperation {
  sessionId: string;
  path: string;
  operation: "update" | "append";
  value: unknown;
}

export interface ChatFailure {
  sessionId?: string;
  message: string;
}

export interface ChatServerEvents {
  initialized: () => void;
  message_operation: (operation: MessageOperation) => void;
  message_completed: (end: { sessionId: string }) => void;
  exception: (failure: ChatFailure) => void;
  error: (failure: ChatFailure) => void;
}

/**
 * Applies one operation to a copy of the session and returns the copy; both sides use it, so what a listener shows is
 * what a later GET returns. Throws when the path does not exist or is not an own property (no prototype tricks).
 */
export function applyOperation<T extends object>(
  session: T,
  operation: Pick<MessageOperation, "path" | "operation" | "value">,
): T {
  const keys = operation.path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (keys.length === 0) throw new Error("Patch error");
  return change(session, keys, operation) as T;
}

function change(node: unknown, keys: string[], operation: Pick<MessageOperation, "operation" | "value">): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return operation.operation === "append" ? append(node, operation.value) : operation.value;
  if (Array.isArray(node)) return changeElement(node, key, rest, operation);
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) throw new Error("Patch error");
  return { ...node, [key]: change((node as Record<string, unknown>)[key], rest, operation) };
}

function changeElement(
  list: unknown[],
  key: string,
  rest: string[],
  operation: Pick<MessageOperation, "operation" | "value">,
): unknown[] {
  const index = Number(key);
  if (!/^\d+$/.test(key) || index >= list.length) throw new Error("Patch error");
  return list.with(index, change(list[index], rest, operation));
}

function append(target: unknown, value: unknown): unknown {
  if (typeof target === "string" && typeof value === "string") return target + value;
  if (Array.isArray(target)) return [...target, value];
  throw new Error("Patch error");
}
