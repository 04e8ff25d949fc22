import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { demoPerson, expect, signIn, test } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";
const condition = "A new kind of ticket is sold at the quay";

test("what a team tells agents reaches them, and the set-up turns green on their first call", async ({ page }) => {
  await signIn(page, demoPerson(), `${product}/rules`);
  await page.getByRole("link", { name: "Create Rule" }).click();
  await page.getByRole("textbox", { name: "If" }).fill("Too short");
  await page.getByRole("button", { name: "Create Rule" }).click();
  await expect(page.getByText("Condition is too short")).toBeVisible();
  await expect(page.getByText("Instruction is too short")).toBeVisible();
  await page.getByRole("textbox", { name: "If" }).fill(condition);
  await page.getByRole("textbox", { name: "Then" }).fill("Ask the harbour office for its number range first");
  await page.getByRole("combobox", { name: "Holds for" }).click();
  await page.getByRole("option", { name: "Departures API" }).click();
  await page.getByRole("button", { name: "Create Rule" }).click();
  await expect(page.getByRole("link", { name: `If ${condition}` })).toBeVisible();

  await page.getByRole("link", { name: "External Context" }).click();
  await page.getByRole("link", { name: "Add Topic" }).click();
  await page.getByLabel("Written by hand").check();
  await page.getByLabel("Title").fill("Night ferry");
  await page
    .getByLabel("Content")
    .fill("# Night ferry\n\nFrom June on the zwielicht ferry leaves at 23:40 from berth nine.\n");
  await page.getByRole("button", { name: "Add Topic" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Night ferry" })).toBeVisible();
  await expect(page.getByText("Indexing")).toHaveCount(0);

  await page.getByRole("link", { name: "MCP Server" }).click();
  await expect(page.getByText("Reachable", { exact: true })).toBeVisible();
  const address = await page.getByRole("textbox", { name: "Address" }).inputValue();
  await page.getByRole("link", { name: "Cursor" }).click();
  await expect(page.getByRole("link", { name: "Add to Cursor" })).toHaveAttribute("href", /^cursor:\/\//);
  await page.getByRole("button", { name: "Create API key" }).click();
  const secret = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await expect(page.getByRole("group", { name: "json code" })).not.toContainText(secret);
  await page.getByRole("switch", { name: "Put the new key into it" }).check();
  await expect(page.getByRole("group", { name: "json code" })).toContainText(secret);
  await expect(page.getByText("Waiting for the first call")).toBeVisible();

  const agent = new Client({ name: "story-agent", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  const use = async (name: string, input: object) =>
    JSON.stringify(await agent.callTool({ name, arguments: { ...input } }));
  expect(await use("get_rules", { service: "departures api" })).toContain(condition);
  expect(await use("get_rules", { service: "Database" })).not.toContain(condition);
  expect(await use("search_code", { query: "zwielicht" })).toContain("berth nine");
  await agent.close();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  // Whichever call was the last when the page looked; it looks no more once there was one.
  await expect(page.getByText(/story-agent used (get_rules|search_code)/)).toBeVisible();

  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("link", { name: `If ${condition}` }).click();
  await page.getByRole("button", { name: "Delete Rule" }).click();
  await page.getByLabel(/to confirm/).fill(condition.slice(0, 15));
  await page.getByRole("dialog").getByRole("button", { name: "Delete Rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
  await expect(page.getByRole("link", { name: `If ${condition}` })).toHaveCount(0);
});
