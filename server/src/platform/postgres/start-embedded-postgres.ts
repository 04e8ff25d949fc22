import { realpath, rm } from "node:fs/promises";
import path from "node:path";

import type { Logger } from "#server/platform/log/logger.ts";

import { type Cluster, databaseName, ensureCluster, makeSocketDirectory } from "./cluster-files.ts";
import { installPostgres } from "./install-postgres.ts";
import { lockDataDirectory } from "./lock-data-directory.ts";
import { findPostgresAccount } from "./postgres-account.ts";
import { supervisePostmaster, type UnexpectedExit } from "./supervise-postmaster.ts";

export interface EmbeddedPostgres {
  /** Stays the same over restarts of the server. */
  connectionString: string;
  /** Called when the server died by itself; it is being started again already. */
  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void;
  /** Closes all connections and ends the server within 21 s at most; a second call waits for the first. */
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL of our own on `<dataDirectory>/postgres`, reachable through a private unix socket only. Throws
 * `conflict` when another process uses the data directory, `disk_full`, or `unavailable` with the reason.
 */
export async function startEmbeddedPostgres(options: {
  dataDirectory: string;
  log: Logger;
}): Promise<EmbeddedPostgres> {
  const log = options.log.child({ part: "postgres" });
  const lock = await lockDataDirectory(options.dataDirectory);
  try {
    const cluster = await prepareCluster(options.dataDirectory);
    const removeSockets = () => rm(cluster.socketDirectory, { recursive: true, force: true });
    const supervisor = await supervisePostmaster(cluster, log).catch(async (error: unknown) => {
      await removeSockets();
      throw error;
    });
    const stop = async () => {
      await supervisor.stop();
      await removeSockets();
      await lock.release();
    };
    let stopped: Promise<void> | undefined;
    return {
      connectionString: `postgresql://${databaseName}@localhost/${databaseName}?host=${encodeURIComponent(cluster.socketDirectory)}`,
      onUnexpectedExit: (listener) => supervisor.onUnexpectedExit(listener),
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function prepareCluster(dataDirectory: string): Promise<Cluster> {
  const directory = path.join(await realpath(dataDirectory), "postgres");
  const account = await findPostgresAccount(directory);
  const programs = await installPostgres(account);
  await ensureCluster({ programs, directory, account });
  return { programs, directory, account, socketDirectory: await makeSocketDirectory(directory, account) };
}
