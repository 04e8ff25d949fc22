/**
 * Merges an implementation in a process of its own, which ends itself as `kill -9` would: at the n-th moment that a
 * transaction begins or has ended, or after so many milliseconds.
 */
import { randomUUID } from "node:crypto";

import { scopeOf, type Actor, type Ctx } from "#server/ctx.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { noticed } from "./noticed-database.ts";

export interface MergeKillOrder {
  connectionString: string;
  role: string | null;
  dataDirectory: string;
  userId: string;
  target: { organizationId: string; projectId: string; taskId: string; implementationId: string; head: string };
  /** Null never. */
  atMoment: number | null;
  afterMs: number | null;
}

const order = JSON.parse(process.argv[2] ?? "") as MergeKillOrder;
const databases = openDatabases(order.connectionString, { role: order.role, max: 3, onError: () => undefined });
const end = () => process.kill(process.pid, "SIGKILL");
let moment = 0;
const pass = () => {
  moment += 1;
  if (moment === order.atMoment) end();
};
const databaseFor = (actor: Actor) => noticed(databases.scopedTo(scopeOf(actor)), pass);
const actor: Actor = { kind: "user", userId: order.userId };
const settings = parseSettings({ DATA_DIR: order.dataDirectory });
// What merging uses of a request.
const ctx = {
  actor,
  db: databaseFor(actor),
  wholeDb: databases.wholeDb,
  databaseFor,
  settings,
  log: silentLogger,
  mirrors: createMirrorFolder(settings.server.dataDir),
  indexes: createIndexFolder(settings.server.dataDir),
  signal: new AbortController().signal,
  now: () => new Date(),
  newId: randomUUID,
  enqueue: () => Promise.resolve(),
} as unknown as Ctx;
if (order.afterMs !== null) setTimeout(end, order.afterMs);
const { state } = await mergeImplementation(ctx, order.target);
process.stdout.write(`${state} ${moment}`);
process.exit(0);
