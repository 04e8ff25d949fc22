import { setTimeout as wait } from "node:timers/promises";

import type { ChatSession } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";

export type Change = Pick<MessageOperation, "path" | "operation" | "value">;

/** Changes a session while its answer is written. */
export interface SessionWriter {
  /** Everything changed so far, told or not. */
  readonly session: ChatSession;
  /** What listeners have. */
  readonly told: ChatSession;
  change(...changes: Change[]): void;
  /** Resolves when every change so far is written and told. */
  flush(): Promise<void>;
}

export interface WriterParts {
  session: ChatSession;
  /** Writes the session; false when it is no longer ours to write. */
  save(session: ChatSession): Promise<boolean>;
  tell(operations: readonly MessageOperation[]): void;
  /** Called once: with null when the session is no longer ours, with the error when it cannot be written. */
  onLost(cause: unknown): void;
}

/** Changes wait this long for others, so that a fast stream is not one write a word. */
const coalesceMs = 40;
const saveTries = 5;
const saveRetryMs = 500;

/**
 * First written, then told: whoever reads the session never sees less than any listener, and the operations told,
 * applied in order, give exactly what is written.
 */
export function createSessionWriter(parts: WriterParts): SessionWriter {
  let session = parts.session;
  let told = parts.session;
  let waiting: MessageOperation[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let isLost = false;

  const write = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0 || isLost) return;
    const operations = waiting;
    const state = session;
    waiting = [];
    const saved = await saveWithRetries(() => parts.save(state));
    if (!saved.isOurs) {
      isLost = true;
      parts.onLost(saved.error);
      return;
    }
    told = state;
    parts.tell(operations);
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    get session() {
      return session;
    },
    get told() {
      return told;
    },
    change(...changes) {
      for (const one of changes) {
        const operation = { sessionId: session.sessionId, ...one, value: storable(one.value) };
        session = applyOperation(session, operation);
        waiting = join(waiting, operation);
      }
      timer ??= setTimeout(() => void flush(), coalesceMs);
    },
    flush,
  };
}

async function saveWithRetries(save: () => Promise<boolean>): Promise<{ isOurs: boolean; error: unknown }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { isOurs: await save(), error: null };
    } catch (error) {
      if (tries === saveTries) return { isOurs: false, error };
      await wait(saveRetryMs);
    }
  }
}

/** Text appended to the same place twice in a row is one operation. */
function join(waiting: MessageOperation[], next: MessageOperation): MessageOperation[] {
  const last = waiting.at(-1);
  const isSamePlace = last?.operation === "append" && next.operation === "append" && last.path === next.path;
  if (!isSamePlace || typeof last.value !== "string" || typeof next.value !== "string") return [...waiting, next];
  return [...waiting.slice(0, -1), { ...next, value: last.value + next.value }];
}

/** The database holds neither NUL nor half a character; both are replaced before anybody sees them. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\u0000", "\uFFFD") as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, storable(one)])) as T;
}
