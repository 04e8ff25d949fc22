import type { ChatSession } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";

import { storable } from "#server/text/storable.ts";

import type { SessionChange } from "./chats.store.ts";
import { withRetries, type OperationBatch } from "./operation-batch.ts";

/** Changes a session while its answer is written. */
export interface SessionWriter {
  /** With all changes so far, sent or not. */
  readonly session: ChatSession;
  /** What listeners have. */
  readonly sent: ChatSession;
  /** The buffer is full: the caller must wait for `flush` before the next change. */
  readonly isFull: boolean;
  change(...changes: SessionChange[]): void;
  /** Resolves when every change so far is stored and sent, or the session was lost. */
  flush(): Promise<void>;
  /**
   * The last changes: the whole session is stored instead of its operations, and sent. False when it is no longer
   * ours. Throws when it cannot be stored.
   */
  end(...changes: SessionChange[]): Promise<boolean>;
}

export interface WriterParts {
  session: ChatSession;
  batch: OperationBatch;
  /** Writes the whole session at the end; false when it is no longer ours to write. */
  finish(session: ChatSession): Promise<boolean>;
  report(operations: readonly MessageOperation[]): void;
  /** Called once: with null when the session is no longer ours, with the error when it cannot be written. */
  onLost(cause: unknown): void;
}

/** Characters that may wait for a slow database. */
const maxWaitingLength = 200_000;

/**
 * First stored, then sent: a reader of the session never sees less than any listener, and the operations sent,
 * applied in order, give exactly what is stored.
 */
export function createSessionWriter(parts: WriterParts): SessionWriter {
  const { sessionId } = parts.session;
  const line = createLine(parts.session);
  let reported = parts.session;
  let sequence = 0;
  let writing: Promise<void> | null = null;
  let isLost = false;

  const report = ({ changes, state }: Taken): void => {
    reported = state;
    parts.report(changes.map((change) => ({ sessionId, ...change })));
  };
  const lose = (cause: unknown): void => {
    isLost = true;
    parts.onLost(cause);
  };
  const writeOn = async (): Promise<void> => {
    try {
      while (!line.isEmpty) {
        let taken: Taken = { changes: [], state: reported };
        const isOurs = await parts.batch.write(() => {
          taken = line.take();
          sequence += 1;
          return { sessionId, sequence, operations: taken.changes };
        });
        if (!isOurs) return lose(null);
        report(taken);
      }
    } catch (error) {
      lose(error);
    } finally {
      writing = null;
    }
  };

  return {
    get session() {
      return line.session;
    },
    get sent() {
      return reported;
    },
    get isFull() {
      return line.length > maxWaitingLength;
    },
    change(...changes) {
      if (isLost) return;
      line.add(changes);
      writing ??= writeOn();
    },
    flush: () => writing ?? Promise.resolve(),
    async end(...changes) {
      await writing;
      if (isLost) return false;
      line.add(changes);
      const last = line.take();
      if (!(await withRetries(() => parts.finish(last.state)))) return false;
      report(last);
      return true;
    },
  };
}

/** Changes that are stored and sent together, and the session after them. */
interface Taken {
  changes: SessionChange[];
  state: ChatSession;
}

/** Changes of a session that wait to be written. */
function createLine(from: ChatSession) {
  let session = from;
  let waiting: SessionChange[] = [];
  let length = 0;
  return {
    /** After all changes, taken or not. */
    get session() {
      return session;
    },
    /** In characters. */
    get length() {
      return length;
    },
    get isEmpty() {
      return waiting.length === 0;
    },
    add(changes: readonly SessionChange[]): void {
      for (const one of changes) {
        const change = { ...one, value: storable(one.value) };
        session = applyOperation(session, change);
        waiting = join(waiting, change);
        length += lengthOf(change.value);
      }
    },
    take(): Taken {
      const taken = { changes: waiting, state: session };
      waiting = [];
      length = 0;
      return taken;
    },
  };
}

/** Text appended to the same path twice in a row is one operation. */
function join(waiting: SessionChange[], next: SessionChange): SessionChange[] {
  const last = waiting.at(-1);
  const isSameLocation = last?.operation === "append" && next.operation === "append" && last.path === next.path;
  if (!isSameLocation || typeof last.value !== "string" || typeof next.value !== "string") return [...waiting, next];
  return [...waiting.slice(0, -1), { ...next, value: last.value + next.value }];
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : JSON.stringify(value).length;
}
