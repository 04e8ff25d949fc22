import { resumeContext } from "#server/domain/external-context/resume-context.ts";
import { sweepUploads } from "#server/domain/files/sweep-uploads.ts";
import { resumeIndexing } from "#server/domain/indexing/resume-indexing.ts";
import { resumePages } from "#server/domain/pages/writing/resume-pages.ts";
import { makeMissingProjectKeys } from "#server/domain/repositories/connecting/project-key.ts";
import { resumeCommandChecks } from "#server/domain/service-commands/checking/resume-command-checks.ts";
import { findMissingCommands } from "#server/domain/service-commands/finding/find-missing-commands.ts";
import { parseSettings, type SettingsOverrides } from "#server/platform/settings/parse-settings.ts";

import { buildServices, type BuiltServices } from "./build-services.ts";
import { jobs } from "./edges.ts";
import { startHooks } from "./start-hooks.ts";
import { startLetters } from "./start-letters.ts";
import { startPolling } from "./start-polling.ts";
import { startRuns } from "./start-runs.ts";
import { startServer } from "./start-server.ts";
import { leftUploadMs, startSweeping } from "./start-sweeping.ts";
import { startWarming } from "./start-warming.ts";
import { startWork } from "./work.ts";

export interface StartOptions {
  env: Record<string, string | undefined>;
  overrides?: SettingsOverrides;
  /** Folder of the built web app; null serves the API alone. */
  webDirectory: string | null;
  /** Which parts this process runs: the server that answers, the worker that does jobs, or both. */
  parts: { server: boolean; worker: boolean };
}

export interface RunningCairn extends BuiltServices {
  /** Where people open it. */
  address: string;
  /** Lets requests and jobs end, then stops; a second call waits for the first. */
  stop(): Promise<void>;
}

/** Starts the product in this process. Throws with a sentence for the operator when it cannot. */
export async function startCairn(options: StartOptions): Promise<RunningCairn> {
  const settings = parseSettings(options.env, options.overrides);
  const built = await buildServices(settings);
  try {
    await makeMissingProjectKeys(built.services);
    // Nobody uploads to an embedded installation before it listens.
    await sweepUploads(built.services, { minAgeMs: built.isEmbedded ? 0 : leftUploadMs });
    const server = options.parts.server ? await startServer(built, options.webDirectory) : null;
    if (built.isEmbedded) await resumeCutOffWork(built);
    if (options.parts.worker) await startWork(built.queue, jobs, built.services);
    const runs = options.parts.worker
      ? await startRuns(built, { env: options.env, overrides: options.overrides ?? {} })
      : null;
    const polling = options.parts.worker ? startPolling(built.services) : null;
    const sweeping = options.parts.worker ? startSweeping(built.services) : null;
    const letters = options.parts.worker ? startLetters(built.services) : null;
    const hooks = options.parts.worker ? startHooks(built.services) : null;
    const warming = options.parts.server ? startWarming(built.services) : null;
    const stopWatching = watchModel(built);
    let stopped: Promise<void> | null = null;
    const stopAll = async () => {
      stopWatching();
      await runs?.stop();
      await polling?.stop();
      await sweeping?.stop();
      await letters?.stop();
      await hooks?.stop();
      await warming?.stop();
      await server?.close();
      await built.close();
    };
    return { ...built, address: settings.addresses.clientHost, stop: () => (stopped ??= stopAll()) };
  } catch (error) {
    await built.close();
    throw error;
  }
}

/** Finds out in the background what the model can do; answers how to stop. Nothing waits for it. */
function watchModel({ model, services }: Pick<BuiltServices, "model" | "services">): () => void {
  if (model === null) return () => undefined;
  return model.watch(({ state, reasons }) => {
    const level = state === "ready" ? "info" : "warn";
    services.log[level]({ model: model.name, state, reasons }, "what the model can do was looked at");
  });
}

/** The queue hands jobs back by itself; this finds work whose last try was cut off by a kill. */
async function resumeCutOffWork({ services }: BuiltServices): Promise<void> {
  await resumeIndexing(services);
  await resumePages(services);
  await resumeContext(services);
  await resumeCommandChecks(services);
  await findMissingCommands(services);
}

const forcedExitMs = 30_000;

/** Stops in order on the first SIGINT or SIGTERM; half a minute later the process ends as it is. */
export function stopOnSignals(running: RunningCairn): void {
  const onSignal = () => {
    setTimeout(() => process.exit(1), forcedExitMs).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
}
