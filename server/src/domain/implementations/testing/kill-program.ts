/**
 * A worker of one run in a process of its own, which ends itself as `kill -9` would: at the n-th moment that a
 * transaction begins or has ended, or after so many milliseconds.
 */
import { randomUUID } from "node:crypto";

import { scopeOf, type Actor } from "#server/ctx.ts";
import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { workOnRun } from "#server/domain/implementations/runs/work-on-run.ts";
import { openRunProduct } from "#server/main/start/run-product.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { readSecretKey } from "#server/platform/secrets/read-secret-key.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { noticed } from "./noticed-database.ts";

export interface KillOrder {
  connectionString: string;
  role: string | null;
  dataDirectory: string;
  ticket: string;
  /** Null never. */
  atMoment: number | null;
  afterMs: number | null;
  /** Settings of the language model and of coding agents; null where the run needs none. */
  modelEnv: Record<string, string> | null;
}

const order = JSON.parse(process.argv[2] ?? "") as KillOrder;
const databases = openDatabases(order.connectionString, { role: order.role, max: 3, onError: () => undefined });
const end = () => process.kill(process.pid, "SIGKILL");

let moment = 0;
function pass(): void {
  moment += 1;
  if (moment === order.atMoment) end();
}

/** Of a product whose people wrote nothing. */
const host: RunHost = {
  tools: [],
  useTool: async () => "",
  readBrief: async () => "# FB-1 Low tide is 0.4",
};

const lease = await claimRun({ wholeDb: databases.wholeDb, now: () => new Date() }, order.ticket);
if (lease !== null) {
  const actor: Actor = { kind: "system", organizationId: lease.organizationId };
  const settings = parseSettings({ DATA_DIR: order.dataDirectory, ...order.modelEnv });
  const model = connectModel(settings.models);
  if (order.afterMs !== null) setTimeout(end, order.afterMs);
  const egress = createEgress({ allow: settings.limits.egressAllow });
  const run = {
    actor,
    db: noticed(databases.scopedTo(scopeOf(actor)), pass),
    settings,
    log: silentLogger,
    egress,
    secrets: createSecretBox(await readSecretKey(settings.server)),
    github: null,
    mirrors: createMirrorFolder(settings.server.dataDir),
    sandbox: createSandbox({ ...testWalls, dataDirectory: order.dataDirectory }),
    signal: new AbortController().signal,
    now: () => new Date(),
    newId: randomUUID,
    loadAgent: async () => {
      if (model === null) throw new Error("no model");
      return { model, host, pausesMs: [] };
    },
  };
  const product = await openRunProduct({ run, databases, egress });
  const ctx = { ...run, product: { ...product, openCtx: async () => product.ctx } };
  process.stdout.write(`${await workOnRun(ctx, lease)} ${moment}`);
}
process.exit(0);
