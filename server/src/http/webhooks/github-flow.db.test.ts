import { readdir, readFile, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { checkRepository } from "#server/domain/indexing/check-repository.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { connectIntegration } from "#server/domain/integrations/connect-integration.ts";
import { deleteConnection } from "#server/domain/integrations/delete-connection.ts";
import { finishIntegration } from "#server/domain/integrations/finish-integration.ts";
import { getFile } from "#server/domain/repositories/browsing/get-file.ts";
import { getRepository } from "#server/domain/repositories/catalog/get-repository.ts";
import { createService } from "#server/domain/services/create-service.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { createLogger } from "#server/platform/log/logger.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { mountWebhooks } from "./mount-webhooks.ts";

let github: GithubServer;
let world: TestWorld;
let listening: Listening;
let source: TestRepository;
let logFile: string;
let webhookUrl: string;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  logFile = path.join(world.dataDirectory, "log.jsonl");
  world.ctx.log = createLogger({ level: "trace", destination: logFile });
  source = await createTestRepository();
  await source.commit("change", { "src/board.ts": "export const board = 1;\n" });
  const app = createApp({
    services: world.ctx,
    routes: [],
    authenticate: async () => null,
    mounts: [(hono, limits) => mountWebhooks(hono, { services: world.ctx, limits })],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  const { port } = listening.server.address() as AddressInfo;
  webhookUrl = `http://127.0.0.1:${port}/v1/integrations/github/webhook`;
});
afterAll(async () => {
  await listening.close();
  await world.close();
  await github.close();
  await source.remove();
});

const firstTry = { isLastTry: false };

/** An account with the app and a private repository, connected, and a product with a service on it. */
async function setUp() {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const installationId = github.install("acme");
  const bare = await github.addRepository(installationId, { name: "acme/shop", from: source.path, readers: ["ada"] });
  const { data } = await connectIntegration(ctx, { organizationId, integrationName: "github" });
  const state = new URL(data.url).searchParams.get("state") ?? "";
  const code = github.authorize("ada");
  const { connection } = await finishIntegration(ctx, { integrationName: "github", code, installationId, state });
  const service = await createService(ctx, {
    organizationId,
    projectId,
    name: "shop",
    description: "Sells tickets to passengers",
    type: "api",
    repository: { connection: { type: "github", owner: "acme", repo: "shop" } },
  });
  const repositoryId = service.repository?.repositoryId ?? "";
  return { ...project, installationId, bare, connection, key: { organizationId, repositoryId }, repositoryId };
}

it("follows a private repository on GitHub from the first connection to the last, and leaves no secret anywhere", async () => {
  const { ctx, system, key, bare, installationId, connection, ...project } = await setUp();
  const input = { organizationId: key.organizationId, projectId: project.projectId, repositoryId: key.repositoryId };
  const answers: unknown[] = [];
  const show = async () => {
    const shown = await getRepository(ctx, input);
    answers.push(shown);
    return shown;
  };
  await indexRepository(system, key, firstTry);
  const first = await show();
  expect(first).toMatchObject({
    connection: { type: "github", owner: "acme", repo: "shop" },
    isReadOnly: true,
    indexing: { state: "ready", error: null },
  });

  // A push, told by webhook.
  const commit = await source.commit("change", { "src/board.ts": "export const board = 2;\n" });
  await source.git("push", "--quiet", bare, "main");
  const installation = { id: Number(installationId) };
  const named = (name: string) => ({ installation, repository: { name, owner: { login: "acme" } } });
  world.enqueued.length = 0;
  expect(await github.sendWebhook(webhookUrl, "push", { ref: "refs/heads/main", ...named("shop") })).toBe(204);
  expect(world.enqueued).toMatchObject([{ job: "check-repository", data: key }]);
  await checkRepository(system, key, firstTry);
  expect(world.enqueued.at(-1)).toMatchObject({ job: "index-repository", data: key });
  await indexRepository(system, key, firstTry);
  expect(await show()).toMatchObject({ indexing: { state: "ready", commit } });

  // A new name there.
  await github.renameRepository("acme/shop", "acme/store");
  const changes = { repository: { name: { from: "shop" } } };
  await github.sendWebhook(webhookUrl, "repository", { action: "renamed", changes, ...named("store") });
  await checkRepository(system, key, firstTry);
  expect(await show()).toMatchObject({ connection: { repo: "store" }, indexing: { state: "ready" } });

  // Suspended, resumed, disconnected: what was indexed stays readable.
  github.suspend(installationId, true);
  await github.sendWebhook(webhookUrl, "installation", { action: "suspend", installation });
  await expect(checkRepository(system, key, firstTry)).rejects.toThrow("suspended on the GitHub account acme");
  expect(await show()).toMatchObject({ indexing: { state: "failed", error: expect.stringMatching("suspended") } });
  github.suspend(installationId, false);
  await checkRepository(system, key, firstTry);
  await deleteConnection(ctx, { organizationId: key.organizationId, connectionId: connection.connectionId });
  await expect(checkRepository(system, key, firstTry)).rejects.toThrow("The GitHub account acme was disconnected");
  expect((await show()).indexing.error).toMatch("The GitHub account acme was disconnected");
  expect(await getFile(ctx, { ...input, branchName: "main", path: "src/board.ts" })).toMatchObject({ commit });

  const places = { answers: JSON.stringify(answers), database: await readTables(), disk: await readDisk() };
  expect(places.database).toContain("acme");
  expect(places.disk).toContain("bare = true");
  const secrets = github.secrets.flatMap((secret) => [
    secret,
    Buffer.from(`x-access-token:${secret}`).toString("base64"),
  ]);
  expect(secrets.length).toBeGreaterThan(12);
  for (const [location, text] of Object.entries(places)) {
    expect(secrets.filter((secret) => text.includes(secret)).map((secret) => [location, secret])).toEqual([]);
  }
});

it("tells nothing secret in the log, whatever fails", async () => {
  const { ctx, system, key } = await setUp();
  const faults = [{ status: 500 }, { status: 401 }, { status: 403 }, "cut"] as const;
  for (const on of [/access_token/, /\.git\//, /user\/installations/]) {
    for (const answer of faults) {
      github.fault = { on, answer };
      const { data } = await connectIntegration(ctx, { organizationId: key.organizationId, integrationName: "github" });
      const state = new URL(data.url).searchParams.get("state") ?? "";
      const code = github.authorize("ada");
      const finishing = finishIntegration(ctx, { integrationName: "github", code, installationId: "1", state });
      for (const failing of await Promise.allSettled([finishing, indexRepository(system, key, firstTry)])) {
        ctx.log.error({ error: failing.status === "rejected" ? failing.reason : null }, "tried");
      }
    }
  }
  github.fault = null;
  ctx.log.info({}, "the end of the log");
  await expect.poll(() => readFile(logFile, "utf8")).toContain("the end of the log");
  const text = await readFile(logFile, "utf8");
  expect(text).toMatch(/was answered 500|out of order/);
  for (const secret of github.secrets) expect(text).not.toContain(secret);
});

/** Everything in every table, as text. */
async function readTables(): Promise<string> {
  const { rows } = await world.ctx.db.execute<{ name: string }>(
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  let text = "";
  for (const { name } of rows) {
    const all = await world.ctx.db.execute(sql`select t::text as row from ${sql.raw(name)} t`);
    text += all.rows.map(({ row }) => String(row)).join("\n");
  }
  return text;
}

/** Everything in the data directory. */
async function readDisk(): Promise<string> {
  const names = await readdir(world.dataDirectory, { recursive: true });
  const read = names.map(async (name) => {
    const file = path.join(world.dataDirectory, name);
    return (await stat(file)).isFile() ? await readFile(file, "latin1") : "";
  });
  return (await Promise.all(read)).join("\n");
}
