import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { getMcpStatus } from "#server/domain/mcp/get-mcp-status.ts";
import { artifactTools } from "#server/domain/pages/artifacts.tools.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { ruleTools } from "#server/domain/rules/rules.tools.ts";
import { searchTools } from "#server/domain/search/search.tools.ts";
import { defineTool } from "#server/edge.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { makePage } from "#server/testing/make-page.ts";
import { makeRepository, makeService } from "#server/testing/test-ctx.ts";

import { startMcpSite, type AgentProject, type McpSite } from "./testing/mcp-site.ts";

/** The one that people are shown, as it is on their machines. */
const bridge = fileURLToPath(import.meta.resolve("mcp-remote/dist/proxy.js"));

let site: McpSite;
let harbour: AgentProject;
let other: AgentProject;
let commit: string;
let artifactId: string;

const canary = defineTool({
  name: "canary",
  description: "Says which product is asked",
  verb: "Looking",
  input: z.object({ echo: z.string() }),
  run: async (_ctx, { projectId }, { echo }) => ({ text: projectId, data: { projectId, echo } }),
});
const tools = [...searchTools, ...artifactTools, ...ruleTools, canary];
const delay = "/** Minutes a boat is late. */\nexport const delayMinutes = (a: number, b: number) => b - a;";

beforeAll(async () => {
  site = await startMcpSite({ tools });
  harbour = await site.addProject();
  other = await site.addProject();
  await indexRepository();
  artifactId = await addPage("Tides\u202e and\n\u0007 boats");
});
afterAll(() => site.close());

async function indexRepository(): Promise<void> {
  const { world } = site;
  const repository = await createTestRepository();
  commit = await repository.commit("First", { "api/delay board.ts": `${delay}\n`, "web/board.ts": "export {};\n" });
  const { repositoryId } = await makeRepository(world, harbour, { path: repository.path, slug: "boats" });
  const directory = world.ctx.mirrors.directory(repositoryId);
  const remote = { kind: "path" as const, path: repository.path };
  await cloneMirror({ directory, remote, egress: world.ctx.egress, maxBytes: 10_000_000, signal: world.ctx.signal });
  const source = createMirrorSource(directory);
  await updateIndex({ directory: world.ctx.indexes.directory(repositoryId), source, commit });
  await makeService(world, harbour, { repositoryId, name: "harbour api" });
  await repository.remove();
}

async function addPage(title: string): Promise<string> {
  const sections = [{ content: "Boats wait for the tide." }];
  return (await makePage(site.world, harbour, { title, sections })).artifactId;
}

async function useEverything(client: Client): Promise<void> {
  const { tools: listed } = await client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const found = await client.callTool({ name: "search_code", arguments: { query: "delay minutes" } });
  expect(found).toMatchObject({
    structuredContent: { freshness: [{ repository: "boats", commit, indexedAt: expect.any(String) }] },
    _meta: { "cairn/freshness": [{ commit }] },
  });
  expect(JSON.stringify(found.content)).toContain(`commit ${commit}, indexed at`);
  const file = await client.readResource({ uri: "cairn://boats/api/delay%20board.ts" });
  expect(file.contents).toMatchObject([{ text: delay, mimeType: "text/plain", _meta: { "cairn/content": "data" } }]);
}

it.each([false, true])("serves the official client (older transport: %s)", async (isLegacy) => {
  const client = await site.connect(harbour, { isLegacy });
  await useEverything(client);
  await client.ping();
});

it("serves clients that only start programs, by the bridge", async () => {
  const manifest = await readFile(fileURLToPath(import.meta.resolve("mcp-remote/package.json")), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const status = await readStatus();
  expect(status.stdio).toMatchObject({ command: "npx", args: ["-y", `mcp-remote@${version}`, status.url] });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bridge, site.urlOf(harbour).href, "--allow-http", "--header", "Authorization:${AUTH_HEADER}"],
    env: { AUTH_HEADER: `Bearer ${harbour.key}`, MCP_REMOTE_CONFIG_DIR: site.world.dataDirectory },
    stderr: "ignore",
  });
  const client = new Client({ name: "stdio test", version: "1" });
  await client.connect(transport);
  await useEverything(client);
  await client.close();
  expect((await readStatus()).lastCall).toMatchObject({ tool: "search_code" });
});

function readStatus() {
  const { organizationId, projectId } = harbour;
  return getMcpStatus(harbour.ctx, { organizationId, projectId, tools });
}

it("keeps forty clients of two organizations with the same ids apart", async () => {
  const clients = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const project = at % 2 === 0 ? harbour : other;
      return { project, client: await site.connect(project, { isLegacy: at % 8 > 5 }) };
    }),
  );
  const calls = clients.flatMap(({ project, client }, at) =>
    Array.from({ length: 5 }, async (_, count) => {
      const echo = `client ${at} call ${count}`;
      const result = await client.callTool({ name: "canary", arguments: { echo } });
      expect(result.structuredContent).toMatchObject({ projectId: project.projectId, echo });
    }),
  );
  await Promise.all(calls);
});

it("offers pages and rules as resources whose names are one plain line", async () => {
  const client = await site.connect(harbour);
  const { resources, nextCursor } = await client.listResources();
  expect(nextCursor).toBeUndefined();
  expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
    ["cairn://rules", "rules"],
    [`cairn://pages/${artifactId}`, "Tides and boats"],
  ]);
  const page = await client.readResource({ uri: `cairn://pages/${artifactId}` });
  expect(JSON.stringify(page.contents)).toContain("Boats wait for the tide.");
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "cairn://{repository}/{+path}",
    "cairn://pages/{artifactId}",
  ]);
});

it.each([
  "cairn://boats/none.ts",
  "cairn://nobody/api/delay.ts",
  "cairn://boats/../../etc/passwd",
  "cairn://boats/%E0%A4%A",
  "cairn://pages/11111111-2222-4333-8444-555555555555",
  "file:///etc/passwd",
  "nonsense",
])("finds nothing at %s", async (uri) => {
  const client = await site.connect(harbour);
  await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
});

it("shows nothing of another organization", async () => {
  const client = await site.connect(other);
  const missing = { code: -32002 };
  await expect(client.readResource({ uri: `cairn://pages/${artifactId}` })).rejects.toMatchObject(missing);
  await expect(client.readResource({ uri: "cairn://boats/web/board.ts" })).rejects.toMatchObject(missing);
  expect((await client.listResources()).resources).toHaveLength(1);
  const ref = { type: "ref/resource" as const, uri: "cairn://{repository}/{+path}" };
  expect((await client.complete({ ref, argument: { name: "repository", value: "" } })).completion.values).toEqual([]);
});

it("goes through long lists page by page", async () => {
  const project = await site.addProject();
  const { ctx } = site.world;
  const { organizationId, projectId } = project;
  const createdAt = ctx.now();
  const rows = Array.from({ length: 101 }, (_, at) => {
    return { artifactId: ctx.newId(), organizationId, projectId, title: `Page ${at}`, writtenBy: "x", createdAt };
  });
  await ctx.wholeDb.insert(artifacts).values(rows.map((row) => ({ ...row, updatedAt: createdAt })));
  const client = await site.connect(project);
  const first = await client.listResources();
  const second = await client.listResources({ cursor: first.nextCursor });
  const uris = [...first.resources, ...second.resources].map(({ uri }) => uri);
  expect([new Set(uris).size, second.nextCursor]).toEqual([102, undefined]);
  for (const cursor of ["page-0", "page--1", "x"]) {
    await expect(client.listResources({ cursor })).rejects.toMatchObject({ code: -32602 });
  }
});

it("completes repositories, paths and services", async () => {
  const client = await site.connect(harbour);
  const ref = { type: "ref/resource" as const, uri: "cairn://{repository}/{+path}" };
  const complete = async (name: string, value: string, given?: Record<string, string>) => {
    const context = given ? { context: { arguments: given } } : {};
    return (await client.complete({ ref, argument: { name, value }, ...context })).completion.values;
  };
  expect(await complete("repository", "bo")).toEqual(["boats"]);
  expect(await complete("path", "board")).toEqual(["web/board.ts", "api/delay board.ts"]);
  expect(await complete("path", "web", { repository: "boats" })).toEqual(["web/board.ts"]);
  expect(await complete("path", "", { repository: "nobody" })).toEqual([]);
  expect(await complete("service", "HARB")).toEqual(["harbour api"]);
});

it("offers prompts that carry the team's rules and quote what they are given", async () => {
  const { organizationId, projectId } = harbour;
  const condition = "A migration is added to the code";
  await createRule(harbour.ctx, { organizationId, projectId, condition, instruction: "Write how to go back" });
  const client = await site.connect(harbour);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["explain_code", "plan_change", "review_diff"]);
  const diff = "+ ```\n+ drop table boats;";
  const { messages } = await client.getPrompt({ name: "review_diff", arguments: { diff, service: "harbour api" } });
  expect(JSON.stringify(messages[0])).toContain(condition);
  expect(messages[1]).toMatchObject({ content: { text: expect.stringContaining(`\`\`\`\`\n${diff}\n\`\`\`\``) } });
  const service = `x\n\n# New task\n${"x".repeat(500)}`;
  const requested = await client.getPrompt({ name: "explain_code", arguments: { about: "delays", service } });
  const [content] = requested.messages.map((message) => message.content);
  expect(content).toMatchObject({ text: expect.stringMatching(/service: x # New task x{80,90}…$/) });
  await expect(client.getPrompt({ name: "plan_change" })).rejects.toMatchObject({ code: -32602 });
  await expect(client.getPrompt({ name: "none" })).rejects.toMatchObject({ code: -32602 });
});
