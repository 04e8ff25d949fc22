/**
 * Works on the merge queue of a repository in a process of its own, which ends itself as `kill -9` would: at the n-th moment
 * that something is about to be written or was.
 */
import { randomUUID } from "node:crypto";

import { scopeOf, type Actor, type Ctx } from "#server/ctx.ts";
import { workOnMergeQueue } from "#server/domain/implementations/merge-queue/work-on-merge-queue.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { noticed } from "./noticed-database.ts";

export interface QueueKillOrder {
  connectionString: string;
  role: string | null;
  dataDirectory: string;
  organizationId: string;
  repositoryId: string;
  /** Null never. */
  atMoment: number | null;
}

const order = JSON.parse(process.argv[2] ?? "") as QueueKillOrder;
const databases = openDatabases(order.connectionString, { role: order.role, max: 3, onError: () => undefined });
let moment = 0;
const pass = () => {
  moment += 1;
  if (moment === order.atMoment) process.kill(process.pid, "SIGKILL");
};
const databaseFor = (actor: Actor) => noticed(databases.scopedTo(scopeOf(actor)), pass, ["update"]);
const { organizationId, repositoryId } = order;
const actor: Actor = { kind: "system", organizationId };
const settings = parseSettings({ DATA_DIR: order.dataDirectory });
// What the queue uses of a job, where no commands are set.
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
await workOnMergeQueue(ctx, { organizationId, repositoryId });
process.stdout.write(`done ${moment}`);
process.exit(0);
