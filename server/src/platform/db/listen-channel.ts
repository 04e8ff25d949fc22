import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

import type { Logger } from "#server/platform/log/logger.ts";

interface ChannelListenerParts {
  connectionString: string;
  log: Logger;
  /** Channel of PostgreSQL's NOTIFY. */
  channel: string;
  /** What is listened to, in words for the operator; also in the name of the connection. */
  subject: string;
  /** Called after the transaction that sent it was committed. Must not throw. */
  onPayload(payload: string): void;
  /** The connection was lost and is back: nobody knows what was missed. Must not throw. */
  onReopened(): void;
}

/** One connection that listens. */
interface Line {
  /** Settles when the connection is of no use any more. */
  lost: Promise<void>;
  close(): Promise<void>;
}

const firstRetryMs = 50;
const longestRetryMs = 2_000;
/** A peer that is gone without a word is noticed by asking. */
const heartbeatMs = 5_000;
const answerTimeoutMs = 2_000;

/**
 * Listens to a channel of the database on a connection of its own. A lost connection is opened again for as long as it
 * takes. Throws when the first connection cannot be made.
 */
export async function listenChannel(parts: ChannelListenerParts): Promise<{ close(): Promise<void> }> {
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
      else parts.onReopened();
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
async function reopenLine(parts: ChannelListenerParts, stopped: AbortSignal): Promise<Line | null> {
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
    await wait(retryMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
    if (stopped.aborted) return null;
    try {
      return await openLine(parts);
    } catch (error) {
      parts.log.warn({ error }, `${parts.subject} cannot be heard: the database cannot be reached`);
    }
  }
}

async function openLine(parts: ChannelListenerParts): Promise<Line> {
  const { connectionString, log, channel, subject } = parts;
  const client = new Client({
    connectionString,
    application_name: `cairn ${subject}`,
    keepAlive: true,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  const lost = Promise.withResolvers<void>();
  client.on("end", () => lost.resolve());
  client.on("error", (error) => {
    log.warn({ error }, `the connection that hears ${subject} was lost`);
    lost.resolve();
  });
  client.on("notification", ({ payload }) => parts.onPayload(payload ?? ""));
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
