import { getDraftChat } from "@cairn/contract/chat";
import { listIntegrations } from "@cairn/contract/integrations";
import { listTemplates } from "@cairn/contract/templates";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { paths } from "#web/lib/navigation/paths.ts";
import type { PathName } from "#web/lib/navigation/paths.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

/** Addresses that only lead on to another one. */
const redirects: readonly PathName[] = ["organization", "mcpSetup", "login", "signup", "authVerify", "githubCallback"];
const addresses = (Object.keys(paths) as PathName[])
  .filter((name) => !redirects.includes(name))
  // The page keeps chats that were open, so each screen has one of its own.
  .map((name, index) => [name, addressOf(name, sampleId(index))] as const);

/** What a screen needs beside samples. */
const setups: Partial<Record<PathName, (api: FakeApi) => void>> = {
  // A sampled chat is being answered, and its page is on its way as long.
  createSession: (api) => api.adjust(getDraftChat, { isStreaming: false, data: null }),
  integrations: (api) => api.replyList(listIntegrations, [{ type: "github", name: "GitHub", unavailableReason: null }]),
  // Templates of two lists are shown in one, so their samples must not be the same.
  create: (api) => api.replyList(listTemplates, []),
};

function addressOf(name: PathName, id: string): string {
  return paths[name]
    .replace("$organizationId", "acme")
    .replace("$projectId", "shop")
    .replace("$branchName/$", "main/src/charge.ts")
    .replaceAll(/\$\w+/g, id);
}

/** The screen has drawn what it has: nothing of it is loading. */
async function whenLoaded(): Promise<void> {
  await expect.element(page.getByRole("heading", { level: 1, includeHidden: true }).first()).toBeVisible();
  await expect.poll(() => document.querySelectorAll("[data-skeleton]").length).toBe(0);
}

/** What a theme can break. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Violations of these rules, or of all, with the elements that have them. */
async function findViolations(rules?: readonly string[]): Promise<[rule: string, targets: unknown[]][]> {
  const { violations } = await axe.run(document, rules ? { runOnly: [...rules] } : {});
  return violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ target }) => target)]);
}

describe.each(addresses)("%s", (name, address) => {
  const setUp = (api: FakeApi) => setups[name]?.(api);

  it("shows data without a violation", async () => {
    await openScreen(address, { api: setUp });
    await whenLoaded();
    expect(await findViolations()).toEqual([]);
    document.documentElement.dataset.theme = "light";
    expect(await findViolations(colourRules)).toEqual([]);
  });

  it("shows that there is nothing", async () => {
    await openScreen(address, { api: (api) => (api.size = "empty") });
    await whenLoaded();
  });
});
