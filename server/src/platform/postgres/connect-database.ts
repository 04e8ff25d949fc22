import type { Logger } from "#server/platform/log/logger.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";

export interface OpenedDatabase {
  /** Holds the password when the database is not embedded: never log it. */
  connectionString: string;
  isEmbedded: boolean;
  /** Ends an embedded server; another one is left alone. */
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, or else the embedded one, started on the data directory. */
export async function openDatabase(settings: Settings, log: Logger): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = settings.server;
  if (databaseUrl !== null) {
    return { connectionString: databaseUrl.reveal(), isEmbedded: false, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: dataDir, log });
  return { connectionString: postgres.connectionString, isEmbedded: true, stop: () => postgres.stop() };
}
