import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { demoPerson, expect, setting, signIn, test } from "./fixtures.ts";

test("an agent reads the product with a key made in the interface", async ({ page }) => {
  await signIn(page, demoPerson(), "/user/settings/api-keys");
  await page.getByRole("link", { name: "Add API Key" }).click();
  await page.getByLabel("Name").fill("Story agent");
  await page.getByRole("button", { name: "Add API Key" }).click();
  const secret = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "I stored it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Story agent" });
  await expect(row).toContainText(secret.slice(-4));
  await expect(page.getByText(secret)).toHaveCount(0);

  const agent = await connect(secret);
  const { tools } = await agent.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining(["search_code", "find_symbol", "read_file", "list_pages", "read_page", "ask"]),
  );
  expect(await use(agent, "search_code", { query: "delay" })).toMatch(/delay\.ts/);
  expect(await use(agent, "read_file", { path: "package.json" })).toContain('"name": "ferry-board"');
  const pages = await use(agent, "list_pages");
  const [, artifactId] = /System overview \(([0-9a-f-]{36})\)/.exec(pages) ?? [];
  expect(await use(agent, "read_page", { artifactId })).toMatch(
    /^# System overview$[^]*\[1\] \S+:\d+-\d+ at [0-9a-f]{10}/m,
  );
  expect(await use(agent, "ask", { question: "How are delays computed?" })).toMatch(/\[1\]/);
  await agent.close();

  await expect(connect(`${secret.slice(0, -1)}x`)).rejects.toMatchObject({ code: 401 });
  await row.getByRole("button", { name: "Delete Story agent" }).click();
  await page.getByLabel("Type “Story agent” to confirm").fill("Story agent");
  await page.getByRole("dialog").getByRole("button", { name: "Delete Story agent" }).click();
  await expect(page.getByText("API Key deleted successfully")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(connect(secret)).rejects.toMatchObject({ code: 401 });
});

test("an agent changes tasks while an Owner lets it, and the board shows it as it happens", async ({ page }) => {
  await signIn(page, demoPerson(), "/user/settings/api-keys/new");
  await page.getByRole("button", { name: "Add API Key" }).click();
  const agent = await connect((await page.getByLabel("API key", { exact: true }).textContent()) ?? "");
  const title = "Say when the tide turns";
  const refused = await agent.callTool({ name: "create_task", arguments: { title } });
  expect(JSON.stringify(refused)).toContain("An Owner or Admin can let them");

  const product = "/o/northquay/p/ferry-board";
  await page.goto(`${product}/mcp`);
  const agentsChangeTasks = page.getByRole("switch", { name: "Agents change tasks" });
  await agentsChangeTasks.press("Space");
  await expect(page.getByText(/^Switched on by .* ago\.$/)).toBeVisible();
  await page.goto(`${product}/tasks`);
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  const created = await use(agent, "create_task", { title, acceptanceCriteria: ["High water"], state: "todo" });
  const [, task = ""] = /^- ([A-Z]+-\d+) Say when/m.exec(created) ?? [];
  await page.getByText(title).first().click();
  await use(agent, "update_criterion", { task, criterion: 1 });
  await use(agent, "move_task", { task, state: "in-progress" });
  await expect(page.getByRole("checkbox", { name: "High water" })).toBeChecked();
  await expect(page.getByText("moved it from Todo to In Progress")).toBeVisible();
  await expect(page.getByText("by an agent").first()).toBeVisible();

  await page.goto(`${product}/mcp`);
  await agentsChangeTasks.press("Space");
  await expect(page.getByText(/^Switched off by .* ago\.$/)).toBeVisible();
  expect(await agent.callTool({ name: "move_task", arguments: { task, state: "todo" } })).toMatchObject({
    isError: true,
  });
  // Other stories find the product as it was.
  await page.goBack();
  await page.getByRole("button", { name: `Actions for ${task}` }).click();
  await page.getByRole("menuitem", { name: `Delete ${task}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Delete ${task}` })
    .click();
  await expect(page.getByText("Task was deleted")).toBeVisible();
  const listed = await use(agent, "list_tasks", { text: title });
  expect(listed).toContain("There are no such tasks.");
  await agent.close();
});

/** An official client at the product's address. */
async function connect(secret: string): Promise<Client> {
  const client = new Client({ name: "story", version: "1.0.0" });
  const address = new URL("/v1/o/northquay/p/ferry-board/context", setting("STORY_ADDRESS"));
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

/** The text a tool answers with. */
async function use(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const answer = await client.callTool({ name, arguments: input });
  const content = answer.content as { type: string; text: string }[];
  expect(answer.isError, content[0]?.text).toBeFalsy();
  return content[0]?.text ?? "";
}
