import { getSession } from "@cairn/contract/auth";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { paths } from "#web/lib/navigation/paths.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { screens, setUpScreen, whenLoaded } from "#web/testing/screens.ts";

const phone = { width: 375, height: 800 };
const retry = page.getByRole("button", { name: "Retry" });
const failure = page.getByText("The disk is full");
/** Of such messages; other things that failed, as an index, may have such a button too. */
const retryFailure = page.getByRole("alert").filter({ has: failure }).getByRole("button", { name: "Retry" });
const skeletons = () => document.querySelectorAll("[data-skeleton]").length;
const ofOrganization = screens.filter(([name]) => paths[name].startsWith("/o/"));
const ofProduct = screens.filter(([name]) => paths[name].startsWith("/o/$organizationId/p/"));

/** The user, the organization and the product are there; nothing else is. */
function refuseContent(api: FakeApi): void {
  api.refuseAll("internal", "The disk is full");
  for (const endpoint of [getSession, getOrganization, getProject]) api.adjust(endpoint, {});
}

// The form of invitations covers the members, whose screen is tested without it.
it.each(screens.filter(([name]) => name !== "invite"))(
  "%s says why something could not be loaded, and loads it on demand",
  async (name, address) => {
    const api = await openScreen(address, { api: refuseContent });
    await whenLoaded();
    // Each message that something could not be loaded has a button that loads it.
    await expect.poll(() => failure.elements().length - retryFailure.elements().length).toBe(0);
    api.answerAll();
    setUpScreen(name, api);
    for (let left = failure.elements().length; left > 0; left = failure.elements().length) {
      await retryFailure.first().click();
      await expect.poll(() => failure.elements().length).toBeLessThan(left);
    }
  },
);

it.each(screens)("%s fits a phone with long texts", async (name, address) => {
  await openScreen(address, {
    viewport: phone,
    api: (api) => {
      api.size = "long";
      setUpScreen(name, api);
    },
  });
  await whenLoaded();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(phone.width);
});

it.each(ofOrganization)("%s is closed to whoever may not see the organization", async (_name, address) => {
  await openScreen(address, { api: (api) => api.refuse(getOrganization, "not_found", "Organization not found") });
  await expect.element(page.getByRole("heading", { name: "No access" })).toBeVisible();
  await expect
    .element(page.getByText("Please ensure this organization exists and you have access to it"))
    .toBeVisible();
  await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
});

it.each(ofProduct)("%s is closed to whoever may not see the product", async (_name, address) => {
  await openScreen(address, { api: (api) => api.refuse(getProject, "forbidden", "You have no access") });
  await expect.element(page.getByText("Please ensure this project exists and you have access to it")).toBeVisible();
  await expect.element(page.getByRole("main").getByText("shop", { exact: true })).toBeVisible();
});

it.each(ofOrganization)("%s shows what it looks like while it loads", async (_name, address) => {
  await openScreen(address, { api: (api) => api.stallAll() });
  await expect.poll(skeletons).toBeGreaterThan(0);
  expect(retry.elements()).toEqual([]);
});

it("an organization that could not be loaded is loaded on demand, not denied", async () => {
  const api = await openScreen("/o/acme", {
    api: (fake) => fake.refuse(getOrganization, "internal", "The disk is full"),
  });
  await expect.element(page.getByText("The disk is full")).toBeVisible();
  expect(page.getByText("No access").elements()).toEqual([]);
  api.adjust(getOrganization, { slug: "acme" });
  await retry.click();
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
});
