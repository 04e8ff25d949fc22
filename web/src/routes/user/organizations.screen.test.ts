import {
  createOrganization,
  getOrganization,
  listOrganizations,
  organizationExists,
} from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const northquay: Organization = {
  organizationId: sampleId(),
  slug: "northquay",
  name: "Northquay",
  credits: 0,
  role: "owner",
  isDemo: false,
};
const sandbox: Organization = {
  ...northquay,
  organizationId: sampleId(1),
  slug: "sandbox",
  name: "Sandbox",
  role: "editor",
  isDemo: true,
};

describe("my organizations", () => {
  const rows = () => page.getByRole("list", { name: "Organizations" }).getByRole("listitem");
  const open = (api?: (fake: FakeApi) => void) =>
    openScreen("/user/organizations", {
      api: (fake) => {
        fake.replyList(listOrganizations, [northquay, sandbox]);
        api?.(fake);
      },
    });

  it("tell the own role, and lead to products and, for an Owner, settings", async () => {
    await open();
    await expect.element(rows().first()).toMatchTextContent(/^NNorthquaynorthquayOwner|^Northquaynorthquay.*Owner/);
    await expect.element(rows().nth(1)).toMatchTextContent(/Sandbox.*sandbox.*Demo.*Editor/);
    await expect
      .element(rows().getByRole("link", { name: "Northquay", exact: true }))
      .toHaveAttribute("href", "/o/northquay/projects");
    await expect
      .element(page.getByRole("link", { name: "Settings of Northquay" }))
      .toHaveAttribute("href", "/o/northquay/settings");
    await expect.element(page.getByRole("link", { name: "Settings of Sandbox" })).not.toBeInTheDocument();
    expect(document.title).toBe("My Organizations · Cairn");
  });

  it("are none at first, and the first one is offered", async () => {
    await open((fake) => fake.replyList(listOrganizations, []));
    await expect.element(page.getByRole("heading", { name: "No Organizations yet" })).toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Create Organization" }))
      .toHaveAttribute("href", "/user/organizations/create");
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await open((fake) => fake.refuse(listOrganizations, "internal", "The disk is full"));
    await expect.element(page.getByRole("main").getByText("The disk is full")).toBeVisible();
    api.replyList(listOrganizations, [northquay]);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toMatchTextContent("Northquay");
  });
});

describe("a new organization", () => {
  const name = () => page.getByRole("textbox", { name: "Organization name" });
  const slug = () => page.getByRole("textbox", { name: "Slug" });
  const submit = () => page.getByRole("main").getByRole("button", { name: "Create Organization" });
  const open = (api?: (fake: FakeApi) => void) => openScreen("/user/organizations/create", { api });

  it("says whether its slug is free, and leads to its products", async () => {
    const api = await open((fake) => {
      fake.reply(organizationExists, ({ organizationId }) => ({ exists: organizationId === "northquay" }));
      fake.reply(createOrganization, { ...northquay, slug: "northquay-2" });
      fake.adjust(getOrganization, { slug: "northquay-2" });
    });
    await name().fill("Northquay");
    await expect.element(slug()).toHaveAccessibleDescription("cairn.example.com/o/northquay · already taken");
    await slug().fill("northquay-2");
    await expect.element(slug()).toHaveAccessibleDescription("cairn.example.com/o/northquay-2 · free");
    await submit().click();
    await expect.poll(() => location.pathname).toBe("/o/northquay-2/projects");
    expect(api.received(createOrganization)).toEqual([{ name: "Northquay", slug: "northquay-2" }]);
  });

  it("that is refused says why, and what was typed stays", async () => {
    await open((fake) => fake.refuse(createOrganization, "conflict", "This slug is taken"));
    await name().fill("Northquay");
    await submit().click();
    await expect.element(page.getByRole("textbox", { name: "Slug" })).toHaveAccessibleDescription("This slug is taken");
    await expect.element(name()).toHaveValue("Northquay");
  });

  it("does not ask about a slug that cannot be one", async () => {
    const api = await open();
    await slug().fill("North Quay");
    await submit().click();
    await expect
      .element(slug())
      .toHaveAccessibleDescription(/Slug can only contain lowercase letters, numbers, and dashes/);
    expect(api.received(organizationExists).map(({ organizationId }) => organizationId)).not.toContain("North Quay");
    expect(api.received(createOrganization)).toEqual([]);
  });
});
