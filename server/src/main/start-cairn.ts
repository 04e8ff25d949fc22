import { authenticateBearer } from "../domain/auth/authenticate-bearer.ts";
import { createApp } from "../http/create-app.ts";
import { listen, type Listening } from "../http/listen.ts";
import { createOidcListener } from "../http/oidc/oidc-listener.ts";
import { mountTokenRoutes } from "../http/oidc/token-routes.ts";
import type { Services } from "../http/request-ctx.ts";
import { purgeOidcRecords } from "../platform/oidc/oidc-adapter.ts";
import { readSettings, type SettingsOverrides } from "../platform/settings/read-settings.ts";
import { buildServices, type BuiltServices } from "./build-services.ts";
import { checkReadiness } from "./check-readiness.ts";
import { jobs, listeners, routes } from "./rooms.ts";
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
  const settings = readSettings(options.env, options.overrides);
  const built = await buildServices(settings);
  try {
    const listening = options.parts.server ? await startServer(built, options.webDirectory) : null;
    if (options.parts.worker) await startWork(built.queue, { jobs, listeners }, built.services);
    const cleaning = setInterval(() => void cleanUp(built.services), cleaningIntervalMs).unref();
    let stopped: Promise<void> | null = null;
    const stop = () => {
      clearInterval(cleaning);
      return (stopped ??= stopAll(built, listening));
    };
    return { ...built, address: settings.addresses.clientHost, stop };
  } catch (error) {
    await built.close();
    throw error;
  }
}

async function startServer(built: BuiltServices, webDirectory: string | null): Promise<Listening> {
  const { services, secretKey } = built;
  const { server, addresses } = services.settings;
  const isBuiltInSignIn = addresses.authHost.startsWith(`${addresses.apiHost}/`);
  const app = createApp({
    services,
    routes,
    authenticate: (authorization) => authenticateBearer(services, authorization),
    mounts: [(hono) => mountTokenRoutes(hono, services)],
    webDirectory,
    checkReadiness: () => checkReadiness(services),
  });
  const oidc = isBuiltInSignIn ? await createOidcListener(services, secretKey) : null;
  return await listen({ host: server.host, port: server.port, app, oidc });
}

const cleaningIntervalMs = 3_600_000;

/** What nobody needs any more: codes, sessions and tokens that are over. */
async function cleanUp(services: Services): Promise<void> {
  await purgeOidcRecords(services.db, services.now()).catch((error: unknown) =>
    services.log.warn({ error }, "old sign-in records could not be removed"),
  );
}

async function stopAll(built: BuiltServices, listening: Listening | null): Promise<void> {
  await listening?.close();
  await built.close();
}

const forcedExitMs = 30_000;

/** Stops in order on the first SIGINT or SIGTERM; the second one, or half a minute, ends the process as it is. */
export function stopOnSignals(running: RunningCairn): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), forcedExitMs).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
