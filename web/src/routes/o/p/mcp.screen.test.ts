import { createApiKey, listApiKeys } from "@cairn/contract/keys";
import type { ApiKey } from "@cairn/contract/keys";
import { getMcpStatus, switchAgentWriting } from "@cairn/contract/mcp";
import type { McpStatus } from "@cairn/contract/mcp";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/mcp";
const key = { organizationId: "payments", projectId: "shop" };
const url = "https://mcp.example.com/o/payments/p/shop/context";
const status: McpStatus = {
  url,
  sseUrl: `${url}/sse`,
  stdio: { command: "npx", args: ["-y", "bridge@1.0.0", url] },
  callsToday: 1,
  lastCall: null,
  agentWriting: { isOn: false, switched: null },
  tools: [
    { name: "search_code", description: "Searches the code", isWriting: false },
    { name: "move_task", description: "Moves a task", isWriting: true },
  ],
};
const main = () => page.getByRole("main");

/** What the public metadata of the server answers; null when nothing answers. */
function serveMetadata(answer: Response | null): void {
  const otherCalls = window.fetch;
  vi.stubGlobal("fetch", (target: RequestInfo | URL, init?: RequestInit) => {
    if (target !== "https://mcp.example.com/.well-known/oauth-protected-resource/o/payments/p/shop/context") {
      return otherCalls(target, init);
    }
    return answer ? Promise.resolve(answer.clone()) : Promise.reject(new TypeError("Failed to fetch"));
  });
}

const open = (rest = "", change: Partial<McpStatus> = {}, api?: (fake: FakeApi) => void) =>
  openScreen(address + rest, {
    api: (fake) => {
      serveMetadata(Response.json({}));
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board" });
      fake.reply(getMcpStatus, { ...status, ...change });
      fake.replyList(listApiKeys, []);
      api?.(fake);
    },
  });

const choose = (transport: string) => page.getByRole("group", { name: "Transport" }).getByText(transport).click();

describe("the MCP server of a product", () => {
  it("gives its address for each transport, and its tools", async () => {
    await open();
    await expect.element(page.getByRole("textbox", { name: "Address" })).toHaveValue(url);
    await choose("SSE");
    await expect.element(page.getByRole("textbox", { name: "Address" })).toHaveValue(`${url}/sse`);
    await choose("Stdio");
    await expect.element(page.getByRole("textbox", { name: "Command" })).toHaveValue(`npx -y bridge@1.0.0 ${url}`);
    await expect
      .element(page.getByRole("region", { name: "Tools" }))
      .toMatchTextContent("search_code Searches the codemove_taskChanges tasks · switched off Moves a task");
    await expect
      .element(page.getByRole("link", { name: "Claude Desktop" }))
      .toHaveAttribute("href", `${address}/setup/claudedesktop`);
    await expect.poll(() => document.title).toMatch(/^MCP Server · Ferry Board/);
  });

  const theSwitch = () => page.getByRole("switch", { name: "Agents change tasks" });
  const switched = { at: "2020-03-02T09:30:00.000Z", by: { userId: sampleId(1), firstName: "Ada", lastName: "Byron" } };

  it("lets an Owner switch on what agents change, and says who did", async () => {
    const api = await open();
    await expect.element(main()).toMatchTextContent("Nobody has switched it on so far.");
    api.reply(getMcpStatus, { ...status, agentWriting: { isOn: true, switched } });
    theSwitch().element().focus();
    await userEvent.keyboard(" ");
    await expect.element(theSwitch()).toBeChecked();
    expect(api.received(switchAgentWriting)).toMatchObject([{ ...key, isOn: true }]);
    await expect.element(main()).toMatchTextContent(/Switched on by Ada Byron \d+ years ago\./);
    await expect
      .element(page.getByRole("region", { name: "Tools" }))
      .toMatchTextContent("move_taskChanges tasks Moves a task");
  });

  it("takes the switch back where that was refused, and says why", async () => {
    await open("", {}, (fake) => fake.refuse(switchAgentWriting, "forbidden", "Your role does not allow this"));
    await theSwitch().click();
    await expect.element(page.getByText("Your role does not allow this")).toBeVisible();
    await expect.element(theSwitch()).not.toBeChecked();
  });

  it("shows an Editor the switch, why it can't be switched, and whose account is gone", async () => {
    const isOn = { agentWriting: { isOn: true, switched: { ...switched, by: null } } };
    const api = await open("", isOn, (fake) => fake.adjust(getOrganization, { role: "editor" }));
    await expect.element(theSwitch()).toBeChecked();
    await expect.element(theSwitch()).toHaveAccessibleDescription(/Only Owners and Admins can switch this\.$/);
    await theSwitch().click({ force: true });
    await expect.element(theSwitch()).toBeChecked();
    expect(api.received(switchAgentWriting)).toEqual([]);
    await expect.element(main()).toMatchTextContent(/Switched on by somebody who has left \d+ years ago\./);
  });

  it.each([
    [{ callsToday: 1, lastCall: null }, "1 call today"],
    [
      { callsToday: 0, lastCall: { at: "2020-03-02T09:30:00.000Z", tool: "search_code", client: null } },
      /^0 calls today · your last \d+ years ago$/,
    ],
  ] as const)("says how much it is used: %j", async (change, sentence) => {
    await open("", change);
    await expect.element(main().getByText(sentence)).toBeVisible();
  });

  it.each([
    { answer: Response.json({}), badge: "Reachable", problem: null },
    { answer: new Response(null, { status: 502 }), badge: "Not reachable", problem: `${url} answered with status 502` },
    { answer: null, badge: "Not reachable", problem: `${url} does not answer` },
  ])("says whether this browser reaches it: $badge, $problem", async ({ answer, badge, problem }) => {
    await open("", {}, () => serveMetadata(answer));
    await expect.element(main().getByText(badge, { exact: true })).toBeVisible();
    if (problem !== null) await expect.element(main().getByText(problem)).toBeVisible();
  });
});

describe("connecting an agent", () => {
  const testStep = () => main().getByRole("listitem").last();
  const robot: ApiKey = {
    ...(sampleOf(listApiKeys.response, "usual") as { content: [ApiKey] }).content[0],
    name: "Robot",
    lastFour: "a1b2",
  };

  it("begins with the first client when none is named", async () => {
    await open("/setup");
    await expect.poll(() => location.pathname).toBe(`${address}/setup/cursor`);
    await expect.element(page.getByRole("heading", { name: "Connect Cursor" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Cursor", exact: true }))
      .toHaveAttribute("aria-current", "true");
    await expect
      .element(page.getByRole("link", { name: "Add to Cursor" }))
      .toHaveAttribute("href", expect.stringMatching(/^cursor:/));
  });

  it("with a client that is not known begins with the first one too", async () => {
    await open("/setup/emacs");
    await expect.poll(() => location.pathname).toBe(`${address}/setup/cursor`);
  });

  it("gives a configuration without the new key, until that is wanted", async () => {
    const api = await open("/setup/cursor", {}, (fake) => fake.adjust(createApiKey, { key: "cairn_secret" }));
    await page.getByRole("button", { name: "Create API key" }).click();
    await expect.element(page.getByLabelText("API key", { exact: true })).toMatchTextContent("cairn_secret");
    expect(api.received(createApiKey)).toMatchObject([{ name: "Ferry Board in Cursor" }]);
    await expect.element(main()).toMatchTextContent(/Or copy this into ~\/\.cursor\/mcp\.json/);
    await expect.element(main()).not.toMatchTextContent("Bearer");
    await page.getByRole("switch", { name: "Put the new key into it" }).click();
    await expect.element(main()).toMatchTextContent(/"shop"[^]*"Authorization"\s*:\s*"Bearer cairn_secret"/);
  });

  it("keeps the new key while another client is looked at", async () => {
    await open("/setup/cursor", {}, (fake) => fake.adjust(createApiKey, { key: "cairn_secret" }));
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("link", { name: "Windsurf" }).click();
    await expect.poll(() => location.pathname).toBe(`${address}/setup/windsurf`);
    await expect.element(main()).toMatchTextContent(/Copy this into ~\/\.codeium\/windsurf\/mcp_config\.json/);
    await expect.element(page.getByLabelText("API key", { exact: true })).toMatchTextContent("cairn_secret");
  });

  it("names keys that can be used instead", async () => {
    const keys = [robot, { ...robot, name: null, lastFour: "c3d4" }, robot, robot].map((one, index) => ({
      ...one,
      keyId: sampleId(index),
    }));
    await open("/setup/others", {}, (fake) => fake.replyList(listApiKeys, keys));
    await expect.element(page.getByRole("heading", { name: "Connect an agent" })).toBeVisible();
    await expect
      .element(main())
      .toMatchTextContent("or use Robot ••••a1b2, Unnamed Key ••••c3d4, Robot ••••a1b2 or another");
    await expect
      .element(page.getByRole("link", { name: "another" }))
      .toHaveAttribute("href", "/user/settings/api-keys");
  });

  it("says why no key could be made, and offers it again", async () => {
    await open("/setup/cursor", {}, (fake) => fake.refuse(createApiKey, "rate_limited", "Wait an hour"));
    await page.getByRole("button", { name: "Create API key" }).click();
    await expect.element(page.getByText("Wait an hour")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Create API key" })).toBeVisible();
  });

  it("gives Claude Desktop the address alone, and a file for a program", async () => {
    await open("/setup/claudedesktop");
    await expect.element(page.getByRole("textbox", { name: "Address" })).toHaveValue(url);
    await expect.element(main()).toMatchTextContent("It connects from the internet");
    await choose("Stdio");
    await expect.element(main()).toMatchTextContent("Copy this into claude_desktop_config.json");
    await expect.element(main()).not.toMatchTextContent("It connects from the internet");
  });

  it("sees the first call of the agent by itself", async () => {
    const before = { at: "2020-03-02T09:30:00.000Z", tool: "search_code", client: "Cursor" };
    const api = await open("/setup/cursor", { lastCall: before });
    await expect.element(testStep()).toMatchTextContent("Waiting for the first call");
    await expect.element(testStep()).toMatchTextContent(/The last call before this one was \d+ years ago\./);
    const lastCall = { at: new Date().toISOString(), tool: "list_parts", client: "Cursor" };
    api.reply(getMcpStatus, { ...status, lastCall });
    await expect.element(testStep()).toMatchTextContent("Cursor used list_parts.");
    await expect.element(main().getByText("Connected", { exact: true })).toBeVisible();
    expect(api.received(getMcpStatus)[0]).toEqual(key);
  });
});
