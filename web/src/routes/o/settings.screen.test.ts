import {
  deleteOrganization,
  getOrganization,
  resetOrganizationContext,
  updateOrganization,
} from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { getUsualRunBudget, setUsualRunBudget } from "@cairn/contract/run-budgets";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const northquay: Organization = {
  organizationId: sampleId(),
  slug: "payments",
  name: "Northquay",
  credits: 0,
  role: "owner",
  isDemo: false,
};
const open = (api?: (fake: FakeApi) => void) =>
  openScreen("/o/payments/settings", {
    api: (fake) => {
      fake.reply(getOrganization, northquay);
      api?.(fake);
    },
  });
const card = (name: string) => page.getByRole("region", { name });
const field = (name: string) => page.getByRole("textbox", { name });
const save = (name: string) => card(name).getByRole("button", { name: "Save" });

describe("the name of an organization", () => {
  const title = "Organization Name";

  it("is saved by Ctrl and Enter, and the way back to it shows the new one", async () => {
    const renamed = { ...northquay, name: "Southquay" };
    const api = await open((fake) => fake.reply(updateOrganization, renamed));
    await expect.element(save(title)).toHaveAccessibleDescription("Nothing has changed");
    await field(title).fill("Southquay");
    api.reply(getOrganization, renamed);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("Organization name updated")).toBeVisible();
    expect(api.received(updateOrganization)).toEqual([{ organizationId: sampleId(), name: "Southquay" }]);
    await expect.element(page.getByRole("navigation", { name: "Breadcrumb" })).toMatchTextContent("Southquay");
    expect(document.title).toBe("Settings · Cairn");
  });

  it("is limited, softly by a hint and hard by a message", async () => {
    const api = await open();
    await expect.element(page.getByText("Please use 32 characters at maximum")).toBeVisible();
    await field(title).fill("a".repeat(51));
    await save(title).click();
    await expect.element(field(title)).toHaveAccessibleDescription("Name can't be longer than 50 characters");
    await field(title).fill("a");
    await expect.element(field(title)).toHaveAccessibleDescription("Name is too short");
    expect(api.received(updateOrganization)).toEqual([]);
  });

  it("that is refused says why, and stays typed", async () => {
    await open((fake) => fake.refuse(updateOrganization, "internal", "The disk is full"));
    await field(title).fill("Southquay");
    await save(title).click();
    await expect.element(page.getByText("Could not update organization name")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(field(title)).toHaveValue("Southquay");
  });
});

describe("the slug of an organization", () => {
  const title = "Organization Slug";

  it("leads on to the new address", async () => {
    const moved = { ...northquay, slug: "southquay" };
    const api = await open((fake) => fake.reply(updateOrganization, moved));
    await field(title).fill("southquay");
    api.reply(getOrganization, moved);
    await save(title).click();
    await expect.element(page.getByText("Organization slug updated")).toBeVisible();
    expect(location.pathname).toBe("/o/southquay/settings");
    await expect.element(field(title)).toHaveValue("southquay");
  });

  it("keeps to its letters, and to what is not an address of ours", async () => {
    const api = await open();
    await field(title).fill("South Quay");
    await save(title).click();
    await expect
      .element(field(title))
      .toHaveAccessibleDescription("Slug can only contain lowercase letters, numbers, and dashes");
    await field(title).fill("settings");
    await expect.element(field(title)).toHaveAccessibleDescription("This slug is reserved");
    expect(api.received(updateOrganization)).toEqual([]);
  });

  it("that is taken says so", async () => {
    await open((fake) => fake.refuse(updateOrganization, "conflict", "This slug is taken"));
    await field(title).fill("southquay");
    await save(title).click();
    await expect.element(page.getByText("Could not update organization slug")).toBeVisible();
    await expect.element(page.getByText("This slug is taken")).toBeVisible();
    expect(location.pathname).toBe("/o/payments/settings");
  });
});

describe("what implementations may take", () => {
  const title = "Tokens of an Implementation";
  const openBudget = (tokenLimit: number | null) =>
    open((fake) => {
      fake.reply(getUsualRunBudget, { tokenLimit, serverTokenLimit: 2_000_000 });
      fake.reply(setUsualRunBudget, (input) => ({ tokenLimit: input.tokenLimit, serverTokenLimit: 2_000_000 }));
    });

  it("is saved as it is typed, and says what holds where nothing is chosen", async () => {
    const api = await openBudget(null);
    await expect.element(card(title)).toMatchTextContent("Empty: this server's limit of 2,000,000.");
    await field(title).fill("500.000");
    await save(title).click();
    await expect.element(page.getByText("Limit of implementations updated")).toBeVisible();
    expect(api.received(setUsualRunBudget)).toEqual([{ organizationId: sampleId(), tokenLimit: 500_000 }]);
  });

  it("is left to the server again, and what is no number says so", async () => {
    const api = await openBudget(500_000);
    await expect.element(field(title)).toHaveValue("500,000");
    await field(title).fill("a lot");
    await save(title).click();
    await expect
      .element(field(title))
      .toHaveAccessibleDescription("Must be a number from 1,000 to 1,000,000,000,000, or nothing");
    await field(title).fill("");
    await save(title).click();
    await expect
      .poll(() => api.received(setUsualRunBudget))
      .toEqual([{ organizationId: sampleId(), tokenLimit: null }]);
  });
});

describe("resetting and deleting an organization", () => {
  it("are each done after their words were typed", async () => {
    const api = await open();
    await page.getByRole("button", { name: "Reset Organization Context" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset the context of Northquay?" });
    await expect.element(dialog).toMatchTextContent("Code, chats and settings stay.");
    await dialog.getByRole("textbox", { name: "Type “reset” to confirm" }).fill("reset");
    await dialog.getByRole("button", { name: "Reset Organization Context" }).click();
    await expect.element(page.getByText("Organization context has been reset")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.received(resetOrganizationContext)).toEqual([{ organizationId: sampleId() }]);
  });

  it("lead, once it is deleted, to the other organizations", async () => {
    const api = await open();
    await page.getByRole("button", { name: "Delete Organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Northquay?" });
    const confirm = dialog.getByRole("button", { name: "Delete Northquay" });
    await dialog.getByRole("textbox").fill("northquay");
    await expect.element(confirm).toHaveAccessibleDescription("Type Northquay first");
    await dialog.getByRole("textbox").fill("Northquay");
    await confirm.click();
    await expect.poll(() => location.pathname).toBe("/user/organizations");
    await expect.element(page.getByText("Organization deleted")).toBeVisible();
    expect(api.received(deleteOrganization)).toEqual([{ organizationId: sampleId() }]);
  });

  it("that are refused say why, and the question stays", async () => {
    await open((fake) => fake.refuse(deleteOrganization, "conflict", "An index is running"));
    await page.getByRole("button", { name: "Delete Organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Northquay?" });
    await dialog.getByRole("textbox").fill("Northquay");
    await dialog.getByRole("button", { name: "Delete Northquay" }).click();
    await expect.element(page.getByText("Organization could not be deleted")).toBeVisible();
    await expect.element(page.getByText("An index is running")).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});

describe("the settings of an organization", () => {
  it("are only read by an Admin, who sees neither the audit log nor what destroys", async () => {
    await open((fake) => fake.reply(getOrganization, { ...northquay, role: "admin" }));
    await expect.element(field("Organization Name")).toHaveAttribute("readonly");
    await expect.element(page.getByText("Only an Owner can change this").first()).toBeVisible();
    for (const name of ["Save", "Reset Organization Context", "Delete Organization"]) {
      await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
    }
    await expect.element(page.getByRole("link", { name: "Open audit log" })).not.toBeInTheDocument();
  });

  it("lead an Owner to the audit log, and hold the id to copy", async () => {
    await open();
    await expect
      .element(page.getByRole("link", { name: "Open audit log" }))
      .toHaveAttribute("href", "/o/payments/settings/audit-log");
    await expect.element(field("Organization ID")).toHaveValue(sampleId());
    await expect.element(page.getByRole("button", { name: "Copy Organization ID" })).toBeVisible();
  });

  it("of an organization that is out of reach say so, with its address and the way home", async () => {
    await open((fake) => fake.refuse(getOrganization, "not_found", "No such organization"));
    await expect
      .element(page.getByText(/Please ensure this organization exists and you have access to it/))
      .toBeVisible();
    await expect.element(page.getByText("payments", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
  });
});
