import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";

import { AppError } from "@cairn/contract/errors";

import { scopeOf, type Actor } from "#server/ctx.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import type { AgentParts } from "#server/domain/implementations/phases/run-host.ts";
import { giveUpRun, workOnRun, type WorkedRun } from "#server/domain/implementations/runs/work-on-run.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { releaseAllObjects } from "#server/platform/git/objects/object-reader.ts";
import { connectGithub } from "#server/platform/github/connect-github.ts";
import { createLogger } from "#server/platform/log/logger.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";
import { parseSettings, type SettingsOverrides } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { openSandbox } from "./open-sandbox.ts";
import { openThreadQuestions, type HostAnswer } from "./run-host-messages.ts";
import type { OpenedProduct } from "./run-product.ts";

/** What the thread of one run is given. */
export interface RunThreadData {
  env: Record<string, string | undefined>;
  overrides: SettingsOverrides;
  connectionString: string;
  /** What statements run as; null for the connection's own user. */
  role: string | null;
  lease: RunLease;
  /** What is known of the model by now; null where none is set. */
  contextTokens: number | null;
  /** A failure now is final. */
  isLastTry: boolean;
}

/** What it answers in the end; without an outcome the run is worth another try. */
export interface RunThreadAnswer {
  kind: "end";
  outcome: WorkedRun | null;
}

/** Statements of the run, and the look at its lease beside them. */
const connections = 3;

/** Before a model is asked again that did not answer. */
const vendorPausesMs = [5_000, 20_000, 60_000];

const { env, overrides, connectionString, role, lease, contextTokens, isLastTry } = workerData as RunThreadData;
const settings = parseSettings(env, overrides);
const log = createLogger({ ...settings.log, secrets: listSecrets(settings) }).child({
  implementationId: lease.implementationId,
});
const databases = openDatabases(connectionString, {
  role,
  max: connections,
  onError: (error) => log.warn({ error }, "a database connection of a run was lost"),
});
const stopping = new AbortController();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const asked = openThreadQuestions((question) => parentPort?.postMessage(question));
parentPort?.on("message", (message: "stop" | HostAnswer) => {
  if (message === "stop") stopping.abort();
  else asked.take(message);
});

/** Only runs that need them load a model and all tools. */
async function loadAgent(): Promise<AgentParts> {
  const [{ connectModel }, { tools }] = await Promise.all([
    import("#server/platform/models/connect-model.ts"),
    import("./edges.ts"),
  ]);
  const model = connectModel(settings.models);
  if (model === null) throw new AppError("conflict", { message: "No language model is set on this server any more." });
  const known = contextTokens === null ? {} : { contextTokens: () => contextTokens };
  return { model: { ...model, ...known }, host: { ...asked.host, tools }, pausesMs: vendorPausesMs };
}

const egress = createEgress({ allow: settings.limits.egressAllow });
const actor: Actor = { kind: "system", organizationId: lease.organizationId };
const own: Omit<RunCtx, "product"> = {
  actor,
  db: databases.scopedTo(scopeOf(actor)),
  settings,
  log,
  mirrors: createMirrorFolder(settings.server.dataDir),
  egress,
  github: connectGithub(settings.github),
  sandbox: openSandbox(settings, egress),
  signal: stopping.signal,
  now: () => new Date(),
  newId: randomUUID,
  loadAgent,
};

let opened: Promise<OpenedProduct> | null = null;
async function openProduct(): Promise<OpenedProduct> {
  const { openRunProduct } = await import("./run-product.ts");
  return openRunProduct({ run: own, databases, egress });
}
const product: NonNullable<RunCtx["product"]> = {
  async openCtx() {
    opened ??= openProduct();
    return (await opened).ctx;
  },
  serveTools(connection, guest) {
    opened ??= openProduct();
    opened
      .then((found) => found.serveTools(connection, guest))
      .catch((error: unknown) => {
        log.error({ error }, "the tools of a run were not opened");
        connection.destroy();
      });
  },
};
const ctx: RunCtx = { ...own, product };

const answer: RunThreadAnswer = { kind: "end", outcome: null };
try {
  answer.outcome = await workOnRun(ctx, lease);
} catch (error) {
  if (!stopping.signal.aborted) log.error({ error }, "a run was cut off");
  if (isLastTry && !stopping.signal.aborted) await giveUpRun(ctx, lease);
}
releaseAllObjects();
await databases.close();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer);
parentPort?.close();
