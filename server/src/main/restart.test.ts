import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { getChat } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { listArtifacts } from "@cairn/contract/pages";
import { createProject, getInitialSetup, listProjects } from "@cairn/contract/projects";
import { createService, listServices } from "@cairn/contract/services";
import { io as connect } from "socket.io-client";
import { afterEach, beforeEach, expect, it } from "vitest";

import { signInAsClient, type ApiClient } from "#server/main/seed/api-client.ts";
import { unpackBundle } from "#server/platform/git/hosting/unpack-bundle.ts";
import { startModelServer, type ModelReply } from "#server/testing/fakes/model-server.ts";
import { findFreePort } from "#server/testing/find-free-port.ts";
import { startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";

/** Starts the server and the worker in a process of its own, which can be killed as a whole. */
const program = `
  import { startCairn, stopOnSignals } from ${JSON.stringify(new URL("./start/start-cairn.ts", import.meta.url).href)};
  stopOnSignals(await startCairn({ env: process.env, webDirectory: null, parts: { server: true, worker: true } }));
  process.stdout.write("ready");
`;

let folder: string;
let gitHost: GitHttpServer;
let port: number;
const processes = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-restart-"));
  const bundle = new URL("../../demo/ferry-board.bundle", import.meta.url).pathname;
  await unpackBundle(bundle, path.join(folder, "repositories", "ferry-board.git"));
  gitHost = await startGitHttpServer({ root: path.join(folder, "repositories"), host: "127.0.0.1" });
  port = await findFreePort();
});

afterEach(async () => {
  for (const child of processes) await kill(child, "SIGTERM");
  await gitHost.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<ChildProcess> {
  const env = {
    ...settings,
    PATH: process.env.PATH,
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    DATA_DIR: path.join(folder, "data"),
    PORT: String(port),
    EGRESS_ALLOW: gitHost.endpoint,
    LOG_LEVEL: "error",
    // Who waits here asks again and again, for long where the machine is slow.
    RATE_LIMITS: "off",
  };
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.add(child);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  processes.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

async function signIn(): Promise<ApiClient> {
  const apiHost = `http://localhost:${port}`;
  const addresses = { apiHost, authHost: `${apiHost}/oidc`, clientHost: apiHost, authClientId: "cairn-web" };
  const account = { email: "ada@example.test", password: "Analytical1", firstName: "Ada", lastName: "Lovelace" };
  return await signInAsClient(addresses, account);
}

async function connectFerryBoard(client: ApiClient) {
  const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: "Northquay" } });
  const { projectId } = await client.call(createProject, { params: { organizationId }, body: { name: "Ferry Board" } });
  const params = { organizationId, projectId };
  await client.call(createService, {
    params,
    body: {
      name: "Departures API",
      description: "Serves departures to the board",
      type: "api",
      repository: { connection: { type: "url", url: `${gitHost.origin}/ferry-board.git` } },
    },
  });
  return params;
}

const pollMs = 25;

/** Asks until the answer satisfies; the test's own time limit ends it. */
async function until<T>(ask: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isEnough(answer)) return answer;
    await wait(pollMs);
  }
}

it.each(["clone", "index", "pages"])(
  "goes on after kill -9 in the middle of the %s, and nothing is lost or doubled",
  async (moment) => {
    if (moment === "clone") gitHost.behaviour.dripMs = 300;
    const first = await start();
    const client = await signIn();
    const params = await connectFerryBoard(client);
    const setup = () => client.call(getInitialSetup, { params });
    if (moment === "clone")
      await until(
        async () => gitHost.requests.length,
        (count) => count >= 2,
      );
    // A machine that looks rarely may find it passed, which is as good a moment.
    const reaches = (wanted: string) =>
      until(setup, ({ label, progress }) => (label ?? "").startsWith(wanted) || progress === 100);
    if (moment === "index") await reaches("Analyzing architecture");
    if (moment === "pages") await reaches("Writing page");
    await kill(first, "SIGKILL");
    gitHost.behaviour.dripMs = 0;

    await start();
    const again = await signIn();
    const done = await until(
      () => again.call(getInitialSetup, { params }),
      ({ progress }) => progress === 100,
    );
    expect(done).toMatchObject({ hasRepository: true, hasDescription: true });
    const pages = await until(
      () => again.call(listArtifacts, { params, query: { projectId: params.projectId } }),
      ({ content }) => content.length > 0 && content.every((page) => !page.isUpdating),
    );
    expect(new Set(pages.content.map((page) => page.title)).size).toBe(pages.total);
    expect((await again.call(listOrganizations, { params: {} })).total).toBe(1);
    expect((await again.call(listProjects, { params })).total).toBe(1);
    const services = await again.call(listServices, { params });
    expect(services.content.map((service) => service.repository?.indexing.state)).toEqual(["ready"]);
  },
);

it.each(["SIGKILL", "SIGTERM"] as const)(
  "gives a whole answer to a question in the middle of which the process got %s",
  async (signal) => {
    const model = await startModelServer();
    const settings = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "slow", MODEL_BASE_URL: model.baseUrl };
    const pieces = Array.from({ length: 40 }, (_, at) => `Word ${at} of the whole answer. `);
    const content = "How late is a ferry?";
    // Pages are planned and written with the model as well.
    const scriptAnswer = (reply: ModelReply) =>
      model.script(({ body }) =>
        JSON.stringify(body.messages).includes(content) ? reply : { kind: "text", pieces: ["Nothing."] },
      );
    scriptAnswer({ kind: "stall-after", pieces: pieces.slice(0, 20) });
    const first = await start(settings);
    const client = await signIn();
    const { organizationId, projectId } = await connectFerryBoard(client);
    await until(
      () => client.call(getInitialSetup, { params: { organizationId, projectId } }),
      ({ progress }) => progress === 100,
    );
    const sessionId = randomUUID();
    const socket = connect(`http://localhost:${port}/v1/chat`, {
      transports: ["websocket"],
      auth: { token: client.accessToken },
      reconnection: false,
    });
    const isHalf = Promise.withResolvers<void>();
    socket.on("message_operation", ({ value }: MessageOperation) => {
      if (JSON.stringify(value).includes("Word 18")) isHalf.resolve();
    });
    const request = { organizationId, sessionId, request: { type: "text", content }, context: { projectId } };
    socket.emit("/v1/chat/organization-chat-assistant", request);
    await isHalf.promise;
    scriptAnswer({ kind: "text", pieces });
    await kill(first, signal);
    socket.close();

    await start(settings);
    const again = await signIn();
    const chat = await until(
      () => again.call(getChat, { params: {}, query: { organizationId, sessionId } }),
      ({ isStreaming }) => !isStreaming,
    );
    expect(chat).toMatchObject({ isComplete: true, isError: false, error: null });
    expect(chat.messages).toMatchObject([{ role: "user", content }, { role: "assistant" }]);
    expect(chat.messages[1]?.content.trim()).toBe(pieces.join("").trim());
    await model.close();
  },
);

it("stops in order on SIGTERM and refuses a second start on the same data", async () => {
  const first = await start();
  const second = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, "data"), PORT: String(port + 1) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  second.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(second, "exit");
  expect(output).toMatch(/Another Cairn \(process \d+\) is using this data directory/);
  await kill(first, "SIGTERM");
  await expect(readFile(path.join(folder, "data", "postgres", "postmaster.pid"))).rejects.toMatchObject({
    code: "ENOENT",
  });
});
