import { copyDemo, getDemo } from "@cairn/contract/demo";
import { getOrganization, listOrganizations } from "@cairn/contract/organizations";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const copy = { organizationId: "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009", slug: "northquay-demo", product: "ferry-board" };
const making = { ...copy, state: "making" as const, progress: 29 };
const ready = { ...copy, state: "ready" as const, progress: 100 };
const explore = () => page.getByRole("button", { name: "Explore the demo" });

/** A server whose copy is ready once `state.isReady` says so. */
function serve(api: FakeApi, state: { isAsked: boolean; isReady: boolean }): void {
  api.adjust(getOrganization, { slug: copy.slug });
  api.reply(getDemo, () => ({ isInstalled: true, copy: state.isAsked ? (state.isReady ? ready : making) : null }));
  api.reply(copyDemo, () => {
    state.isAsked = true;
    return making;
  });
}

it("makes a newcomer's copy without another press, says how far it is, and opens it", async () => {
  const state = { isAsked: false, isReady: false };
  const api = await openScreen("/demo", {
    api: (fake) => {
      fake.replyList(listOrganizations, []);
      serve(fake, state);
    },
  });
  await expect.element(page.getByText(/Making your copy: 29 %/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Begin with your own code" }))
    .toHaveAttribute("href", "/onboarding");
  state.isReady = true;
  await expect.poll(() => location.pathname).toBe("/o/northquay-demo/p/ferry-board");
  expect(api.received(copyDemo)).toHaveLength(1);
});

it("makes nothing for whoever has an organization until they ask for it", async () => {
  const state = { isAsked: false, isReady: true };
  const api = await openScreen("/demo", { api: (fake) => serve(fake, state) });
  await expect.element(explore()).toBeVisible();
  expect(api.received(copyDemo)).toEqual([]);
  await explore().click();
  await expect.poll(() => location.pathname).toBe("/o/northquay-demo/p/ferry-board");
});

it("leads at once to the copy that somebody has", async () => {
  const api = await openScreen("/demo", { api: (fake) => serve(fake, { isAsked: true, isReady: true }) });
  await expect.poll(() => location.pathname).toBe("/o/northquay-demo/p/ferry-board");
  expect(api.received(copyDemo)).toEqual([]);
});

it("says why a newcomer gets none, and tries again", async () => {
  const api = await openScreen("/demo", {
    api: (fake) => {
      fake.replyList(listOrganizations, []);
      fake.reply(getDemo, { isInstalled: true, copy: null });
      fake.refuse(copyDemo, "conflict", "This server makes no more copies");
    },
  });
  await expect.element(page.getByText("This server makes no more copies").first()).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => api.received(copyDemo)).toHaveLength(2);
});

it("leads on where there is no demo", async () => {
  await openScreen("/demo", {
    api: (fake) => {
      fake.replyList(listOrganizations, []);
      fake.reply(getDemo, { isInstalled: false, copy: null });
    },
  });
  await expect.element(page.getByText(/There is no demo on this server/)).toBeVisible();
  expect(explore().elements()).toEqual([]);
  await expect
    .element(page.getByRole("link", { name: "Begin with your own code" }))
    .toHaveAttribute("href", "/onboarding");
});
