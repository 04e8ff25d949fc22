import type { Duplex } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import { scopeOf, type Ctx } from "#server/ctx.ts";
import type { RunCtx, ToolGuest } from "#server/domain/implementations/phases/run-context.ts";
import { serveRunTools } from "#server/http/mcp/serve-run-tools.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { createCrawler } from "#server/platform/crawl/create-crawler.ts";
import type { openDatabases } from "#server/platform/db/open-databases.ts";
import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { createPasswordHasher } from "#server/platform/passwords/password-hasher.ts";

import { tools } from "./edges.ts";

export interface OpenedProduct {
  ctx: Ctx;
  serveTools(connection: Duplex, guest: ToolGuest): void;
}

interface RunThread {
  run: Omit<RunCtx, "product">;
  databases: ReturnType<typeof openDatabases>;
  egress: Egress;
}

/** The product as a run may read it, in the thread of that run. */
export async function openRunProduct({ run, databases, egress }: RunThread): Promise<OpenedProduct> {
  const { actor, settings, log, secrets, sandbox, mirrors, now, newId, signal } = run;
  const services: Services = {
    wholeDb: databases.wholeDb,
    databaseFor: (other) => databases.scopedTo(scopeOf(other)),
    settings,
    log,
    egress,
    secrets,
    passwords: createPasswordHasher(),
    model: null,
    mail: null,
    github: null,
    crawler: createCrawler({ egress }),
    sandbox,
    indexes: createIndexFolder(settings.server.dataDir),
    mirrors,
    now,
    newId,
    enqueue: refuse,
    publish: refuse,
  };
  return {
    ctx: createCtx(services, { actor, requestId: "run", signal }),
    serveTools: (connection, guest) => serveRunTools(services, tools, { connection, guest }),
  };
}

/** Nothing that is only read puts anything in line. */
async function refuse(): Promise<never> {
  throw new AppError("unavailable", { message: "This is not done within a run." });
}
