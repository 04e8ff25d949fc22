import { setTimeout as wait } from "node:timers/promises";

import type { Db } from "#server/platform/db/open-db.ts";

import { insertOperations, type ChatOperationRow } from "./chats.store.ts";

/** Writes what all answers of one process do, with one statement for all that waits. */
export interface OperationBatch {
  /**
   * Calls `take` for an answer's changes when its turn has come. Resolves when they are stored; false when the chat is
   * not this process's any more. Rejects when they cannot be stored.
   */
  write(take: () => ChatOperationRow): Promise<boolean>;
}

interface PendingOperations {
  take(): ChatOperationRow;
  /** Null until it was taken. */
  row: ChatOperationRow | null;
  resolve(isOurs: boolean): void;
  reject(error: unknown): void;
}

/**
 * Pause between statements, so that words do not cost a statement each: longer when there are more answers, because
 * one alone should not wait for others. The first after a pause is sent at once.
 */
const [shortestPauseMs, longestPauseMs] = [15, 40];
const maxRows = 500;
/** A database that is started again takes some seconds; before the answer counts as silent, this is over. */
const maxWaitMs = 12_000;
const retryMs = 500;

export function createOperationBatch(db: Db, processId: string): OperationBatch {
  const waiting: PendingOperations[] = [];
  let isWriting = false;
  let lastAt = -Infinity;
  let pauseMs = shortestPauseMs;

  const writeOn = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      await wait(Math.max(0, lastAt + pauseMs - performance.now()));
      lastAt = performance.now();
      const due = waiting.splice(0, maxRows);
      pauseMs = Math.min(shortestPauseMs + due.length, longestPauseMs);
      const postponed = await writeTogether(due);
      waiting.push(...postponed);
    }
    isWriting = false;
  };

  /** Gives back those whose chat somebody else was about to change. */
  const writeTogether = async (due: readonly PendingOperations[]): Promise<PendingOperations[]> => {
    for (const one of due) one.row ??= one.take();
    const rows = due.flatMap(({ row }) => (row ? [row] : []));
    try {
      const owned = await withRetries(() => insertOperations(db, processId, rows));
      return due.filter((one) => {
        const isWritten = owned.get(one.row?.sessionId ?? "");
        if (isWritten === false) return true;
        one.resolve(isWritten === true);
        return false;
      });
    } catch (error) {
      if (isOfData(error) && due.length > 1) return (await Promise.all(due.map((one) => writeTogether([one])))).flat();
      for (const one of due) one.reject(error);
      return [];
    }
  };

  return {
    write(take) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      waiting.push({ take, row: null, resolve, reject });
      if (!isWriting) void writeOn();
      return promise;
    },
  };
}

/** Tries again what a database that is gone for a moment can take later. */
export async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  const triedSince = performance.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() - triedSince > maxWaitMs || isOfData(error)) throw error;
      await wait(retryMs);
    }
  }
}

/** What one answer did cannot be stored, which says nothing of the others. */
function isOfData(error: unknown): boolean {
  // Too deep to be made into text.
  if (error instanceof RangeError) return true;
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" && /^(22|54)/.test(code);
}
