import { openPool, type Database } from "./open-db.ts";
import { scopeDatabase, wholeDatabase, type RowScope } from "./scope-database.ts";

/** The product's tables, as all of the product sees them and as one scope does. */
interface Databases {
  wholeDb: Database;
  scopedTo(scope: RowScope): Database;
  close(): Promise<void>;
}

/** Requests and jobs hold a connection for one statement or one transaction. */
const scopedConnections = 15;
/** Sign-in, limits and clearing up. */
const wholeConnections = 8;

/**
 * Two pools, so that an operation that holds a scoped connection and looks across organizations waits for no
 * connection that one like it holds. `role` is what statements run as; null leaves the connection's own user.
 */
export function openDatabases(
  connectionString: string,
  options: { role: string | null; onError: (error: Error) => void; max?: number; waitMs?: number },
): Databases {
  const { role, onError, max, waitMs } = options;
  const asRole: Record<string, string> = role === null ? {} : { role };
  const common = { onError, ...(waitMs !== undefined && { waitMs }) };
  const scoped = openPool(connectionString, { ...common, max: max ?? scopedConnections, settings: asRole });
  const whole = openPool(connectionString, {
    ...common,
    max: max ?? wholeConnections,
    settings: { ...asRole, "cairn.scope": "all" },
  });
  return {
    wholeDb: wholeDatabase(whole),
    scopedTo: (scope) => scopeDatabase(scoped, scope),
    close: async () => {
      await Promise.all([scoped.end(), whole.end()]);
    },
  };
}
