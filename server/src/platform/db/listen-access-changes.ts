import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

import type { Logger } from "../log/logger.ts";

/** A right that may have gone: whoever all the ids given here apply to is to be asked about anew. */
export interface AccessChange {
  /** Nobody knows what changed: the line to the database was down for a while. */
  all?: true;
  /** A sign-in that ended. */
  grantId?: string;
  /** With an organization: a membership that ended or has another role. Alone: an account that is gone. */
  userId?: string;
  organizationId?: string;
  /** A project that is gone. */
  projectId?: string;
}

/** Somebody who holds something open. */
interface Holder {
  userId: string;
  /** Absent where it does not rest on one sign-in. */
  grantId?: string;
  /** What is held open shows something of these. */
  projects: readonly { organizationId: string; projectId: string }[];
}

/** Whether a change may be about this holder: each id it names is one of theirs. */
export function concerns(change: AccessChange, holder: Holder): boolean {
  const { grantId, userId, organizationId, projectId } = change;
  if (grantId !== undefined && grantId !== holder.grantId) return false;
  if (userId !== undefined && userId !== holder.userId) return false;
  if (organizationId === undefined) return true;
  return holder.projects.some(
    (held) => held.organizationId === organizationId && [undefined, held.projectId].includes(projectId),
  );
}

interface AccessListenerParts {
  connectionString: string;
  log: Logger;
  /** Called after the change was committed, by whichever process. Must not throw. */
  onChange(change: AccessChange): void;
}

/** One connection that listens. */
interface ListenConnection {
  /** Settles when the connection is of no use any more. */
  lost: Promise<void>;
  close(): Promise<void>;
}

const channel = "cairn_access";
const firstRetryMs = 50;
const longestRetryMs = 2_000;
/** A peer that is gone without a word is noticed by asking. */
const heartbeatMs = 5_000;
const answerTimeoutMs = 2_000;

/**
 * Tells what the database's triggers say of rights that went (migration 0003), on a connection of its own. A lost
 * connection is opened again for as long as it takes; since nobody knows what was missed, `{ all: true }` follows.
 * Throws when the first connection cannot be made.
 */
export async function listenAccessChanges(parts: AccessListenerParts): Promise<{ close(): Promise<void> }> {
  const stop = new AbortController();
  let line = await openLine(parts);
  const keepOpen = async (): Promise<void> => {
    for (;;) {
      await line.lost;
      await line.close();
      if (stop.signal.aborted) return;
      const next = await reopenLine(parts, stop.signal);
      if (next === null) return;
      line = next;
      if (stop.signal.aborted) await line.close();
      else parts.onChange({ all: true });
    }
  };
  const kept = keepOpen();
  return {
    async close() {
      stop.abort();
      await line.close();
      await kept;
    },
  };
}

/** Null when it was stopped before a connection could be made. */
async function reopenLine(parts: AccessListenerParts, stopped: AbortSignal): Promise<ListenConnection | null> {
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
    await wait(retryMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
    if (stopped.aborted) return null;
    try {
      return await openLine(parts);
    } catch (error) {
      parts.log.warn({ error }, "changes of rights cannot be heard: the database cannot be reached");
    }
  }
}

async function openLine(parts: AccessListenerParts): Promise<ListenConnection> {
  const { connectionString, log } = parts;
  const client = new Client({
    connectionString,
    application_name: "cairn access changes",
    keepAlive: true,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  const lost = Promise.withResolvers<void>();
  client.on("end", () => lost.resolve());
  client.on("error", (error) => {
    log.warn({ error }, "the connection that hears changes of rights was lost");
    lost.resolve();
  });
  client.on("notification", ({ payload }) => parts.onChange(JSON.parse(payload ?? "{}") as AccessChange));
  const heartbeat = setInterval(() => {
    client.query("select 1").catch(() => lost.resolve());
  }, heartbeatMs).unref();
  const close = async (): Promise<void> => {
    clearInterval(heartbeat);
    lost.resolve();
    await Promise.race([client.end().catch(() => undefined), wait(answerTimeoutMs, undefined, { ref: false })]);
  };
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { lost: lost.promise, close };
}
