import { refreshTokens } from "@cairn/contract/auth";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { searchSymbols } from "@cairn/contract/search";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { setSignedInCookie } from "#web/lib/auth/signed-in-cookie.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const product = "/o/payments/p/shop/rules";

describe("who may not see a screen", () => {
  it("is told so of an organization, and led home", async () => {
    await openScreen("/o/acme/projects", { api: (api) => api.refuse(getOrganization, "not_found") });
    const text = "Please ensure this organization exists and you have access to it";
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^No access/);
  });

  it("is told so of a product", async () => {
    await openScreen(product, { api: (api) => api.refuse(getProject, "not_found") });
    await expect.element(page.getByText("Please ensure this project exists and you have access to it")).toBeVisible();
  });

  it("is led to the sign-in, which remembers the address", async () => {
    setSignedInCookie(false);
    const api = await openScreen(product, { isSignedIn: false });
    await expect.poll(() => location.pathname).toBe("/login");
    expect(decodeURIComponent(location.search)).toContain(product);
    expect(api.received(refreshTokens)).toEqual([]);
  });
});

describe("an address that no screen has", () => {
  it("says so and leads home", async () => {
    await openScreen("/nothing/here");
    await expect.element(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
    await expect.poll(() => document.title).toMatch(/^Page not found/);
  });

  it("is replaced where it names an organization by a former slug", async () => {
    await openScreen("/o/former/members?page=2", {
      api: (api) => api.adjust(getOrganization, { slug: "acme" }),
    });
    await expect.poll(() => location.pathname).toBe("/o/acme/members");
    expect(location.search).toContain("page=2");
  });
});

describe("the command menu", () => {
  const box = () => page.getByRole("combobox", { name: "Search or Ask" });
  const options = () => page.getByRole("listbox", { name: "Results" }).getByRole("option");
  const nothingFound = (api: FakeApi) => {
    api.size = "empty";
    api.adjust(getProject, { setupComplete: true });
  };

  async function openMenu(address: string, api?: (fake: FakeApi) => void): Promise<FakeApi> {
    const fake = await openScreen(address, api ? { api } : {});
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(box()).toHaveFocus();
    return fake;
  }

  it("opens by the keyboard and closes on Escape", async () => {
    await openMenu(product);
    await userEvent.keyboard("{Escape}");
    await expect.element(box()).not.toBeInTheDocument();
  });

  it("goes to a screen that is named", async () => {
    await openMenu(product, nothingFound);
    await box().fill("Services");
    await expect.element(options().getByText("Services").first()).toBeVisible();
    await options().getByText("Services").first().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/shop/services");
  });

  it("says that nothing was found, and still offers to ask", async () => {
    await openMenu(product, nothingFound);
    await box().fill("zzzz");
    await expect.element(page.getByText("No results found.")).toBeVisible();
    await expect.element(options().getByText("Ask “zzzz”")).toBeVisible();
  });

  it("names the kinds that could not be searched", async () => {
    await openMenu(product, (api) => {
      nothingFound(api);
      api.refuse(searchSymbols, "invalid_input");
    });
    await box().fill("zzzz");
    await expect.element(page.getByRole("alert").getByText("Could not search symbols.")).toBeVisible();
    await expect.element(page.getByText("No results found.")).not.toBeInTheDocument();
  });

  it("moves by the arrows, round from the first to the last", async () => {
    await openMenu(product, nothingFound);
    const active = () => box().element().getAttribute("aria-activedescendant");
    const first = active();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(active).not.toBe(first);
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(active).toBe(first);
  });
});

describe("the keys of the whole app", () => {
  it("show all shortcuts on ?", async () => {
    await openScreen(product);
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await userEvent.keyboard("?");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expect.element(page.getByRole("dialog").getByText("Open a service's modules, or close them")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
