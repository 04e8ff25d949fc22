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
import { readSecretKey } from "#server/platform/secrets/read-secret-key.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";
import { parseSettings, type SettingsOverrides } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { openSandbox } from "./open-sandbox.ts";
import { openThreadQuestions, type HostAnswer, type HostQuestion } from "./run-host-messages.ts";
import type { OpenedProduct } from "./run-product.ts";

/** What a thread of runs is started with. */
export interface RunThreadData {
  env: Record<string, string | undefined>;
  overrides: SettingsOverrides;
  connectionString: string;
  /** What statements run as; null for the connection's own user. */
  role: string | null;
}

/** One run that it is to work on, beside others. */
export interface RunOrder {
  kind: "begin";
  /** By which this process tells its runs apart. */
  number: number;
  lease: RunLease;
  /** What is known of the model by now; null where none is set. */
  contextTokens: number | null;
  /** A failure now is final. */
  isLastTry: boolean;
}

type ThreadMessage = RunOrder | { kind: "stop"; number: number } | { kind: "close" } | HostAnswer;

/** What it answers in the end; without an outcome the run is worth another try. */
export interface RunThreadEnd {
  kind: "end";
  number: number;
  outcome: WorkedRun | null;
}

/** For each run: its statements, and the look at its lease beside them. They are opened as they are needed. */
const connectionsPerRun = 3;
/** Of a thread; an embedded database has sixty for everybody. */
const mostConnections = 24;

/** Before a model is asked again that did not answer. */
const vendorPausesMs = [5_000, 20_000, 60_000];

const { env, overrides, connectionString, role } = workerData as RunThreadData;
const settings = parseSettings(env, overrides);
const log = createLogger({ ...settings.log, secrets: listSecrets(settings) });
const databases = openDatabases(connectionString, {
  role,
  max: Math.min(connectionsPerRun * settings.runs.parallel, mostConnections),
  onError: (error) => log.warn({ error }, "a database connection of runs was lost"),
});
const egress = createEgress({ allow: settings.limits.egressAllow });
const shared = {
  settings,
  mirrors: createMirrorFolder(settings.server.dataDir),
  egress,
  // For the credentials of the repositories that a change is pushed to.
  secrets: createSecretBox(await readSecretKey(settings.server)),
  github: connectGithub(settings.github),
  sandbox: openSandbox(settings, egress),
  now: () => new Date(),
  newId: randomUUID,
};

/** How each run is told to stop, by number. */
const running = new Map<number, AbortController>();
const asked = openThreadQuestions(post);
parentPort?.on("message", (message: ThreadMessage) => {
  if (message.kind === "begin") void begin(message);
  else if (message.kind === "stop") running.get(message.number)?.abort();
  else if (message.kind === "close") void close();
  else asked.take(message);
});

function post(message: RunThreadEnd | HostQuestion): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}

async function begin(order: RunOrder): Promise<void> {
  const { number } = order;
  const stopping = new AbortController();
  running.set(number, stopping);
  // Others are worked on in this thread: nothing of one run may end it.
  const outcome = await workOn(order, stopping.signal).catch((error: unknown) => {
    log.error({ error }, "a run could not be given up");
    return null;
  });
  running.delete(number);
  if (running.size === 0) releaseAllObjects();
  post({ kind: "end", number, outcome });
}

async function close(): Promise<void> {
  await databases.close();
  parentPort?.close();
}

async function workOn(
  { lease, contextTokens, isLastTry }: RunOrder,
  signal: AbortSignal,
): Promise<RunThreadEnd["outcome"]> {
  const actor: Actor = { kind: "system", organizationId: lease.organizationId };
  const own = {
    ...shared,
    actor,
    db: databases.scopedTo(scopeOf(actor)),
    log: log.child({ implementationId: lease.implementationId }),
    signal,
    loadAgent: () => loadAgent(contextTokens),
  };
  const ctx: RunCtx = { ...own, product: openLater(own) };
  try {
    return await workOnRun(ctx, lease);
  } catch (error) {
    if (!signal.aborted) ctx.log.error({ error }, "a run was cut off");
    if (isLastTry && !signal.aborted) await giveUpRun(ctx, lease);
    return null;
  }
}

/** Only runs that need them load a model and all tools. */
async function loadAgent(contextTokens: number | null): Promise<AgentParts> {
  const [{ connectModel }, { tools }] = await Promise.all([
    import("#server/platform/models/connect-model.ts"),
    import("./edges.ts"),
  ]);
  const model = connectModel(settings.models);
  if (model === null) throw new AppError("conflict", { message: "No language model is set on this server any more." });
  const known = contextTokens === null ? {} : { contextTokens: () => contextTokens };
  return { model: { ...model, ...known }, host: { ...asked.host, tools }, pausesMs: vendorPausesMs };
}

/** The product as one run may read it, opened when it is asked for. */
function openLater(run: Omit<RunCtx, "product">): NonNullable<RunCtx["product"]> {
  let opened: Promise<OpenedProduct> | null = null;
  const open = async (): Promise<OpenedProduct> => {
    const { openRunProduct } = await import("./run-product.ts");
    return openRunProduct({ run, databases, egress });
  };
  return {
    async openCtx() {
      opened ??= open();
      return (await opened).ctx;
    },
    serveTools(connection, guest) {
      opened ??= open();
      opened
        .then((found) => found.serveTools(connection, guest))
        .catch((error: unknown) => {
          run.log.error({ error }, "the tools of a run were not opened");
          connection.destroy();
        });
    },
  };
}
