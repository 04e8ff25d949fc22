import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { createOrganization } from "@cairn/contract/organizations";
import { updateServiceCommands } from "@cairn/contract/service-commands";
import { createService } from "@cairn/contract/services";

import {
  agentEnvironment,
  installTestAgent,
} from "../../../server/src/domain/implementations/acp/testing/agent-world.ts";
import { type ApiClient, signInAsClient } from "../../../server/src/main/seed/api-client.ts";
import { openDatabases } from "../../../server/src/platform/db/open-databases.ts";
import type { Db } from "../../../server/src/platform/db/open-db.ts";
import { silentLogger } from "../../../server/src/platform/log/logger.ts";
import { startEmbeddedPostgres } from "../../../server/src/platform/postgres/start-embedded-postgres.ts";
import type { ModelServer } from "../../../server/src/testing/fakes/model-server.ts";
import { findFreePort } from "../../../server/src/testing/find-free-port.ts";
import { root } from "../../run.ts";
import { git } from "../git.ts";
import { addHostedProduct } from "../hosted-product.ts";
import { person } from "../sign-in.ts";
import type { PlannedKill } from "./plan-kills.ts";
import { killHard, listProcesses, listSandboxed } from "./processes.ts";
import { startScriptedModel } from "./scripted-model.ts";

/** The product as several processes on a PostgreSQL of its own, all of which may be killed, and a model that lives. */
export interface KillSite {
  /** Signed in a short while ago. */
  client: ApiClient;
  /** Signs in once more: an access token does not last for as long as all kills. */
  renewClient(): Promise<void>;
  db: Db;
  model: ModelServer;
  apiHost: string;
  dataDirectory: string;
  project: { organizationId: string; projectId: string; repositoryId: string; serviceId: string };
  /** Ends what is planned, and starts it again as a supervisor would. False where there was nothing to end. */
  kill(planned: PlannedKill): Promise<boolean>;
  stop(): Promise<void>;
}

/** How many runs are worked on at once. */
export const runsAtOnce = 4;
/** Each is there to be killed in. */
const commands = {
  build: "sleep 0.2; test -f src/tides.ts",
  test: "sleep 0.3; grep -q 0.4 src/tides.ts",
  lint: "true",
};

export async function startSite(folder: string): Promise<KillSite> {
  const dataDirectory = path.join(folder, "data");
  const postgres = await startEmbeddedPostgres({ dataDirectory: path.join(folder, "database"), log: silentLogger });
  const model = await startScriptedModel();
  const installed = await installTestAgent();
  const port = await findFreePort();
  const apiHost = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(folder, "compiled"),
    TMPDIR: process.env.TMPDIR,
    DATA_DIR: dataDirectory,
    DATABASE_URL: postgres.connectionString,
    PORT: String(port),
    SSH_PORT: "0",
    LOG_LEVEL: "silent",
    RATE_LIMITS: "off",
    RUN_PARALLEL: String(runsAtOnce),
    ...agentEnvironment(installed.folder, model),
    MODEL_MAX_OUTPUT_TOKENS: "1000",
  };
  const api = superviseProgram("server/src/main/api.ts", env);
  let worker: SupervisedProgram | null = null;
  const databases = openDatabases(postgres.connectionString, { role: null, max: 4, onError: () => undefined });
  const stop = async () => {
    await Promise.all([api.stop(), worker?.stop()]);
    await databases.close();
    await postgres.stop();
    await model.close();
    await installed.remove();
  };
  const addresses = { apiHost, authHost: `${apiHost}/oidc`, clientHost: apiHost, authClientId: "cairn-web" };
  const signIn = () => signInAsClient(addresses, person);
  try {
    // Whoever comes first writes the server's keys.
    await untilAnswers(apiHost);
    const started = superviseProgram("server/src/main/worker.ts", env);
    worker = started;
    const client = await signIn();
    const project = await makeProduct(client, folder);
    const cluster = path.join(folder, "database", "postgres");
    const site: KillSite = {
      client,
      db: databases.wholeDb,
      model,
      apiHost,
      dataDirectory,
      project,
      async renewClient() {
        site.client = await signIn();
      },
      kill: (planned) => kill(planned, { api, worker: started, cluster }),
      stop,
    };
    return site;
  } catch (error) {
    await stop();
    throw error;
  }
}

interface SupervisedProgram {
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Starts a program of the server, and again whenever it ends. */
function superviseProgram(file: string, env: Record<string, string | undefined>): SupervisedProgram {
  let isStopping = false;
  let child: ChildProcess;
  const start = () => {
    child = spawn(process.execPath, [path.join(root, file)], { env, stdio: ["ignore", "ignore", "inherit"] });
    child.once("exit", () => {
      if (!isStopping) start();
    });
  };
  start();
  return {
    pid: () => child.pid,
    async stop() {
      isStopping = true;
      const exited = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await exited;
    },
  };
}

/** Waits until the API answers. */
export async function untilAnswers(apiHost: string): Promise<void> {
  while (
    !(await fetch(`${apiHost}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(20);
}

const tides = "export const high = 1;\nexport const low = 2;\nexport const slack = 3;\n";

async function makeProduct(client: ApiClient, folder: string): Promise<KillSite["project"]> {
  const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: "Northquay" } });
  const source = path.join(folder, "source");
  await git(["init", "--quiet", "--initial-branch=main", source], folder);
  await mkdir(path.join(source, "src"));
  await writeFile(path.join(source, "src/tides.ts"), tides);
  await git(["add", "--all"], source);
  await git(["commit", "--quiet", "-m", "Begin"], source);
  const { params } = await addHostedProduct(client, { organizationId, name: "Ferry Board", source: `${source}/.git` });
  const { projectId, repositoryId } = params;
  const { serviceId } = await client.call(createService, {
    params: { organizationId, projectId },
    body: {
      name: "Tides",
      description: "Tells the board when the tides are high and low",
      type: "api",
      repository: { repositoryId },
    },
  });
  const use = (command: string) => ({ use: "command" as const, command });
  await client.call(updateServiceCommands, {
    params: { organizationId, projectId, serviceId },
    body: { install: { use: "none" }, build: use(commands.build), test: use(commands.test), lint: use(commands.lint) },
  });
  return { organizationId, projectId, repositoryId, serviceId };
}

const sandboxWaitMs = 60_000;

async function kill(
  { target, draw }: PlannedKill,
  { api, worker, cluster }: { api: SupervisedProgram; worker: SupervisedProgram; cluster: string },
): Promise<boolean> {
  const choose = (pids: readonly number[]) => pids[Math.floor(draw * pids.length)];
  if (target === "api") return killHard(api.pid());
  if (target === "worker") return killHard(worker.pid());
  if (target === "sandbox" || target === "agent") {
    // Between two commands there is none for a moment.
    for (const end = performance.now() + sandboxWaitMs; performance.now() < end; await wait(5)) {
      const { commands: ofCommands, agents } = await listSandboxed(worker.pid() ?? 0);
      const pids = target === "agent" ? agents : ofCommands;
      if (pids.length > 0 && killHard(choose(pids))) return true;
    }
    return false;
  }
  const postmaster = Number(
    (await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0],
  );
  if (target === "database") return postmaster > 0 && killHard(postmaster);
  // One of its processes, such as a connection's or the one that writes to the disk: PostgreSQL then begins anew by itself.
  return killHard(choose((await listProcesses()).filter(({ parent }) => parent === postmaster).map(({ pid }) => pid)));
}
