import { getDraftChat } from "@cairn/contract/chat";
import { getDemo } from "@cairn/contract/demo";
import { listIntegrations } from "@cairn/contract/integrations";
import { getPlan } from "@cairn/contract/plans";
import { listTemplates } from "@cairn/contract/templates";
import { expect } from "vitest";

import { queryClient } from "#web/lib/api/query-client.ts";
import { paths } from "#web/lib/navigation/paths.ts";
import type { PathName } from "#web/lib/navigation/paths.ts";

import type { FakeApi } from "./fake-api.ts";
import { sampleId } from "./sample.ts";

/** Addresses that only lead on to another one. */
const redirects: readonly PathName[] = [
  "organization",
  "setup",
  "mcpSetup",
  "login",
  "signup",
  "authVerify",
  "githubCallback",
];
/** Every screen of the app with an address of its own. */
export const screens = (Object.keys(paths) as PathName[])
  .filter((name) => !redirects.includes(name))
  .map((name) => [name, addressOf(name, sampleId())] as const);

/** What a screen needs beside samples. */
const setups: Partial<Record<PathName, (api: FakeApi) => void>> = {
  // A sampled chat is being answered, and its page is on its way as long.
  createSession: (api) => api.adjust(getDraftChat, { isStreaming: false, data: null }),
  integrations: (api) => api.replyList(listIntegrations, [{ type: "github", name: "GitHub", unavailableReason: null }]),
  // A sampled plan still waits for its tasks.
  plan: (api) => api.adjust(getPlan, { state: "ready", progress: null, error: null }),
  // A sampled copy of the demo is ready, which leads on to it.
  exploreDemo: (api) => api.reply(getDemo, { isInstalled: true, copy: null }),
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

/** Prepares the answers that a screen needs. */
export function setUpScreen(name: PathName, api: FakeApi): void {
  setups[name]?.(api);
}

/** How much of the screen is still on its way. What is below the window may wait until somebody scrolls to it. */
function countLoading(): number {
  const skeletons = [...document.querySelectorAll("[data-skeleton]")];
  const visible = skeletons.filter((one) => one.getBoundingClientRect().top < window.innerHeight);
  return visible.length + queryClient.isFetching();
}

/** The screen has drawn what it has: nothing of it is loading. */
export async function whenLoaded(): Promise<void> {
  await expect.poll(() => document.querySelector("main")?.textContent).toBeTruthy();
  await expect.poll(countLoading).toBe(0);
}
