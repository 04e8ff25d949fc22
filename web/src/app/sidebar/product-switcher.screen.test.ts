import { getOrganization, listOrganizations } from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { getProject, listProjects } from "@cairn/contract/projects";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeOrganization, makeProject } from "#web/testing/make-organization.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";

const button = () => page.getByRole("button", { name: /Select Project$/ });
const popup = () => page.getByRole("dialog", { name: "Select Project" });
const column = (name: string) => popup().getByRole("combobox", { name });
const option = (name: string) => popup().getByRole("option", { name });
const options = (name: string) =>
  popup()
    .getByRole("listbox", { name })
    .getByRole("option")
    .elements()
    .map((one) => one.textContent);

const organizations = [
  makeOrganization(0, { name: "Harbour" }),
  makeOrganization(1, { name: "Rail", role: "editor" }),
  makeOrganization(2, { name: "Buses" }),
];
const projects: Record<string, string[]> = {
  payments: ["Ferry board", "Tide tables"],
  "organization-1": ["Timetable"],
};

function findOrganization(slug: string): Organization {
  const found = organizations.find((one) => one.slug === slug);
  if (!found) throw new Refusal("not_found");
  return found;
}

function setUp(fake: FakeApi): void {
  fake.reply(getOrganization, ({ organizationId }) => findOrganization(organizationId));
  fake.adjust(getProject, { name: "Ferry board", slug: "payments" });
  fake.replyList(listOrganizations, organizations);
  fake.reply(listProjects, ({ organizationId }) => {
    const names = projects[organizationId] ?? [];
    const content = names.map((name, number) => makeProject(number, { name }));
    return { content, page: 1, limit: 100, total: content.length };
  });
}

async function openSwitcher(options: OpenOptions = {}): Promise<FakeApi> {
  const api = await openScreen("/o/payments/p/payments/rules", { ...options, api: setUp });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return api;
}

beforeEach(() => {
  document.cookie = "sidebar=open; path=/";
});

describe("the product switcher", () => {
  it("names the product and its organization, and lists both of them", async () => {
    await openSwitcher();
    await expect.element(button()).toMatchTextContent("Ferry board");
    await expect.element(button()).toMatchTextContent("Harbour");
    await button().click();
    await expect.element(option("Tide tables")).toBeVisible();
    expect(options("Organizations")).toEqual(["Harbour", "Rail", "Buses"]);
    expect(options("Products")).toEqual(["Ferry board", "Tide tables"]);
    await expect.element(column("Organizations")).toHaveFocus();
  });

  it("goes to the organization and to the product that Enter chooses", async () => {
    await openSwitcher();
    await button().click();
    await expect.element(option("Tide tables")).toBeVisible();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
    await expect.poll(() => location.pathname).toBe("/o/payments/p/product-1");
    await expect.element(popup()).not.toBeInTheDocument();
    await button().click();
    await expect.element(option("Rail")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.poll(() => location.pathname).toBe("/o/organization-1/projects");
  });

  it("shows the products of the organization that is marked, and goes back by the arrow keys", async () => {
    await openSwitcher();
    await button().click();
    await expect.element(option("Tide tables")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(option("Timetable")).toBeVisible();
    expect(options("Products")).toEqual(["Timetable"]);
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(column("Products")).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(column("Organizations")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(popup().getByText("No Projects")).toBeVisible();
  });

  it("filters by what is typed, and says when nothing is left", async () => {
    await openSwitcher();
    await button().click();
    await expect.element(option("Rail")).toBeVisible();
    await userEvent.keyboard("ra");
    expect(options("Organizations")).toEqual(["Rail"]);
    await userEvent.keyboard("xx");
    await expect.element(popup().getByText("No Organizations")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(popup()).not.toBeInTheDocument();
    await expect.element(button()).toHaveFocus();
  });

  it("leads to the settings of what is marked, and to new ones where the role allows it", async () => {
    await openSwitcher();
    await button().click();
    await expect.element(option("Tide tables")).toBeVisible();
    await expect
      .element(popup().getByRole("link", { name: "Create Organization" }))
      .toHaveAttribute("href", "/user/organizations/create");
    await expect
      .element(popup().getByRole("link", { name: "Create Product" }))
      .toHaveAttribute("href", "/o/payments/projects/create");
    await expect
      .element(popup().getByRole("link", { name: "Settings of Ferry board" }))
      .toHaveAttribute("href", "/o/payments/p/payments/settings");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(option("Timetable")).toBeVisible();
    await expect.element(popup().getByRole("link", { name: "Create Product" })).not.toBeInTheDocument();
  });

  it("says why products could not be loaded, and loads them by Retry", async () => {
    const api = await openSwitcher();
    api.refuse(listProjects, "internal", "The database is away");
    await button().click();
    await expect.element(popup().getByRole("alert")).toMatchTextContent("The database is away");
    await expect.element(popup().getByText("Loading products")).not.toBeInTheDocument();
    setUp(api);
    await popup().getByRole("button", { name: "Retry" }).click();
    await expect.element(option("Tide tables")).toBeVisible();
    await expect.element(popup().getByRole("alert")).not.toBeInTheDocument();
  });

  it("shows one column after the other on a phone", async () => {
    await openSwitcher({ viewport: { width: 375, height: 740 } });
    await page.getByRole("button", { name: "Menu" }).click();
    await button().click();
    await expect.element(option("Rail")).toBeVisible();
    await expect.element(column("Products")).not.toBeInTheDocument();
    await option("Rail").click();
    await expect.element(option("Timetable")).toBeVisible();
    await expect.element(column("Products")).toHaveFocus();
    await popup().getByRole("button", { name: "Back from Rail" }).click();
    await expect.element(column("Organizations")).toHaveFocus();
    await option("Rail").click();
    await option("Timetable").click();
    await expect.poll(() => location.pathname).toBe("/o/organization-1/p/payments");
  });
});
