import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";

import { searchTools } from "#server/domain/search/search.tools.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import type { CreateAgentServer } from "./agent-connection.ts";
import { createAgentServer } from "./agent-server.ts";
import { createMcpEndpoint, type McpEndpoint } from "./mcp-endpoint.ts";
import { createConformanceServer } from "./testing/conformance-server.ts";

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const run = promisify(execFile);
const timeout = 100_000;

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
const opened: { mcp: McpEndpoint; listening: Listening }[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
});
afterAll(async () => {
  for (const { mcp, listening } of opened) {
    await mcp.close();
    await listening.close();
  }
  await world.close();
});

/** Our endpoint as it is, but for an agent that needs no credential: the suite brings none. */
async function serve(createServer: CreateAgentServer): Promise<string> {
  const agent = { userId: project.owner.userId, grantId: null };
  const mcp = createMcpEndpoint({ services: world.ctx, authenticate: async () => agent, createServer });
  const app = new Hono();
  mcp.mount(app);
  const listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  opened.push({ mcp, listening });
  const { port } = listening.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1/o/${project.slug}/p/${project.projectSlug}/context`;
}

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Everything the suite found out, by scenario. It ends with an error where something failed. */
async function runSuite(options: readonly string[]): Promise<Map<string, Check[]>> {
  const results = await mkdtemp(path.join(os.tmpdir(), "cairn-conformance-"));
  try {
    await run(process.execPath, [suite, "server", ...options, "--output-dir", results], { timeout }).catch(
      () => undefined,
    );
    const folders = await readdir(results);
    const found = folders.map(async (folder): Promise<[string, Check[]]> => {
      const checks = await readFile(path.join(results, folder, "checks.json"), "utf8");
      return [folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""), JSON.parse(checks) as Check[]];
    });
    return new Map(await Promise.all(found));
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** What did not succeed outright; notes are what the suite saw on the way. */
function troubles(found: Map<string, Check[]>): string[] {
  return [...found].flatMap(([scenario, checks]) => [
    ...(checks.some(({ status }) => status === "SUCCESS") ? [] : [`${scenario}: nothing was checked`]),
    ...checks
      .filter(({ status }) => status !== "SUCCESS" && status !== "INFO")
      .map(({ id, status, errorMessage }) => `${scenario}: ${id} ${status} ${errorMessage ?? ""}`),
  ]);
}

it("passes every server scenario of the official suite", async () => {
  const listed = await run(process.execPath, [suite, "list", "--server"]);
  const scenarios = [...listed.stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  expect(scenarios.length).toBeGreaterThan(30);
  const url = await serve(createConformanceServer);
  const found = await runSuite(["--url", url, "--suite", "all"]);
  expect(troubles(found)).toEqual([]);
  expect(new Set(found.keys())).toEqual(new Set(scenarios));
  // Where a server cannot do this the suite only takes note of it.
  const polling = found.get("server-sse-polling")?.filter(({ status }) => status === "SUCCESS");
  expect(polling?.map(({ id }) => id)).toEqual([
    "server-sse-priming-event",
    "server-sse-retry-field",
    "server-sse-disconnect-resume",
  ]);
});

it.each([
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "completion-complete",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
])("passes %s with the product's own tools", async (scenario) => {
  const url = await serve(createAgentServer(searchTools));
  const found = await runSuite(["--url", url, "--scenario", scenario]);
  expect(troubles(found)).toEqual([]);
  expect(found.size).toBe(1);
});
