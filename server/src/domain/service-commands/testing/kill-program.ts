/** A worker of one check in a process of its own, for tests that end it as `kill -9` does. */
import { randomUUID } from "node:crypto";

import { scopeOf, type Actor, type Ctx } from "#server/ctx.ts";
import { runCommandCheck } from "#server/domain/service-commands/checking/run-command-check.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

export interface CheckOrder {
  connectionString: string;
  role: string | null;
  dataDirectory: string;
  organizationId: string;
  serviceId: string;
}

const order = JSON.parse(process.argv[2] ?? "") as CheckOrder;
const { organizationId, serviceId } = order;
const databases = openDatabases(order.connectionString, { role: order.role, max: 3, onError: () => undefined });
const settings = parseSettings({ DATA_DIR: order.dataDirectory });
const actor: Actor = { kind: "system", organizationId };
const used: Partial<Ctx> = {
  actor,
  db: databases.scopedTo(scopeOf(actor)),
  settings,
  log: silentLogger,
  mirrors: createMirrorFolder(order.dataDirectory),
  sandbox: createSandbox({ ...testWalls, dataDirectory: order.dataDirectory }),
  signal: new AbortController().signal,
  now: () => new Date(),
  newId: randomUUID,
};
await runCommandCheck(used as Ctx, { organizationId, serviceId });
process.exit(0);
