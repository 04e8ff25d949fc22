import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "#server/platform/log/logger.ts";

import type { Cluster } from "./cluster-files.ts";
import { type Postmaster, type PostmasterExit, startPostmaster } from "./start-postmaster.ts";

export interface UnexpectedExit extends PostmasterExit {
  /** True once the server accepts connections again, false when we were stopped before. Never rejects. */
  restarted: Promise<boolean>;
}

export interface Supervisor {
  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void;
  /** Ends the server; no listener hears of it. */
  stop(): Promise<void>;
}

const firstDelayMs = 100;
/** Short enough to be back soon after somebody freed space on a full disk. */
const maxDelayMs = 5_000;
/** A server that ran this long is not in a crash loop. */
const stableMs = 60_000;

/** Starts the server and restarts it whenever it ends unexpectedly. Throws when the first start fails. */
export async function supervisePostmaster(cluster: Cluster, log: Logger): Promise<Supervisor> {
  const listeners: ((exit: UnexpectedExit) => void)[] = [];
  const stopping = new AbortController();
  let postmaster = await startPostmaster(cluster, log, stopping.signal);

  async function keepRunning(): Promise<void> {
    let delayMs = 0;
    for (;;) {
      const startedAt = performance.now();
      const exit = await postmaster.exited;
      if (stopping.signal.aborted) return;
      log.error(exit, "PostgreSQL ended unexpectedly and is started again");
      if (performance.now() - startedAt > stableMs) delayMs = 0;
      const restarted = restart(delayMs);
      for (const listener of listeners) listener({ ...exit, restarted: restarted.then((next) => next !== null) });
      const next = await restarted;
      if (next === null) return;
      postmaster = next;
      if (stopping.signal.aborted) return await postmaster.stop();
      delayMs = longer(delayMs);
    }
  }

  /** Null when stopped before a start succeeded. */
  async function restart(firstWaitMs: number): Promise<Postmaster | null> {
    for (let delayMs = firstWaitMs; !stopping.signal.aborted; delayMs = longer(delayMs)) {
      try {
        await wait(delayMs, undefined, { signal: stopping.signal });
        const next = await startPostmaster(cluster, log, stopping.signal);
        log.info({ pid: next.pid }, "PostgreSQL runs again");
        return next;
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ error }, "PostgreSQL could not be started; trying again");
      }
    }
    return null;
  }

  const finished = keepRunning();
  return {
    onUnexpectedExit: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort();
      await postmaster.stop();
      await finished;
    },
  };
}

function longer(delayMs: number): number {
  return Math.min(maxDelayMs, Math.max(firstDelayMs, delayMs * 2));
}
