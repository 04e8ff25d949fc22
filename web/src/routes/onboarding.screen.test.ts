import { copyDemo, getDemo, takeDemoRepository } from "@cairn/contract/demo";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  organizationExists,
} from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { createProject, listProjects } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";

const copy = { organizationId: "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009", slug: "northquay-demo", product: "ferry-board" };
const making = { ...copy, state: "making" as const, progress: 43 };
const ready = { ...copy, state: "ready" as const, progress: 100 };
const step = () => page.getByRole("list", { name: "Steps" }).getByRole("listitem");
const open = (search = "", options: OpenOptions = {}) => openScreen(`/onboarding${search}`, options);

describe("the onboarding", () => {
  it("makes an organization first, then its product, each with the focus on what comes next", async () => {
    const api = await open("", {
      api: (fake) => {
        fake.reply(organizationExists, { exists: false });
        fake.adjust(createOrganization, { slug: "northquay" });
        fake.adjust(createProject, { slug: "ferry-board" });
      },
    });
    await expect.element(page.getByRole("heading", { name: "Name your organization" })).toBeVisible();
    await expect.element(step().first()).toHaveAttribute("aria-current", "step");
    await page.getByRole("textbox", { name: "Organization name" }).fill("Northquay");
    await page.getByRole("button", { name: "Create Organization" }).click();
    await expect.element(page.getByRole("textbox", { name: "Product name" })).toHaveFocus();
    expect(location.search).toBe("?organization=northquay");
    await page.getByRole("textbox", { name: "Product name" }).fill("Ferry Board");
    await page.getByRole("button", { name: "Create Product" }).click();
    await expect.element(page.getByRole("textbox", { name: "Repository address" })).toHaveFocus();
    expect(api.received(createOrganization)).toEqual([{ name: "Northquay", slug: "northquay" }]);
    expect(api.received(createProject)).toEqual([
      { organizationId: "northquay", name: "Ferry Board", slug: "ferry-board", repository: { type: "existing" } },
    ]);
    expect(document.title).toBe("Connect a repository · Cairn");
  });

  it("that is refused stays at its step, with what was typed", async () => {
    await open("", { api: (fake) => fake.refuse(createOrganization, "conflict", "This slug is taken") });
    const name = page.getByRole("textbox", { name: "Organization name" });
    await name.fill("Northquay");
    await page.getByRole("button", { name: "Create Organization" }).click();
    await expect.element(page.getByText("This slug is taken")).toBeVisible();
    await expect.element(name).toHaveValue("Northquay");
    await expect.element(step().first()).toHaveAttribute("aria-current", "step");
  });

  it.each([
    ["", "/"],
    ["?organization=northquay", "/o/northquay/projects"],
    ["?organization=northquay&project=ferry", "/o/northquay/p/ferry"],
  ])("goes on after a reload of “%s”, and may be left for later", async (search, later) => {
    await open(search);
    await expect.element(page.getByRole("link", { name: "Do this later" })).toHaveAttribute("href", later);
  });

  it("explains why a repository is connected, and the focus returns", async () => {
    await open("?organization=northquay&project=ferry");
    await page.getByRole("button", { name: "Why connect a repository?" }).click();
    const dialog = page.getByRole("dialog", { name: "Why you need to connect your repos?" });
    await expect.element(dialog).toMatchTextContent("Nothing in it is run.");
    await dialog.getByRole("button").last().click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Why connect a repository?" })).toHaveFocus();
  });

  it("leads to the demo product where there is one", async () => {
    const demo: Organization = {
      organizationId: "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009",
      slug: "demo",
      name: "Demo",
      credits: 0,
      role: "editor",
      isDemo: true,
    };
    await open("?organization=northquay&project=ferry", {
      api: (fake) => {
        fake.replyList(listOrganizations, [demo]);
        fake.reply(getDemo, { isInstalled: true, copy: null });
      },
    });
    await expect
      .element(page.getByRole("link", { name: "Open the demo product" }))
      .toHaveAttribute("href", "/o/demo/p/payments");
  });

  it("makes a copy of the demo by one press, and opens it when it is ready", async () => {
    let isAsked = false;
    let isReady = false;
    const api = await open("", {
      api: (fake) => {
        fake.replyList(listOrganizations, []);
        // The address is settled to the slug that the organization itself tells.
        fake.adjust(getOrganization, { slug: copy.slug });
        fake.reply(getDemo, () => ({ isInstalled: true, copy: isAsked ? (isReady ? ready : making) : null }));
        fake.reply(copyDemo, () => {
          isAsked = true;
          return making;
        });
      },
    });
    const explore = page.getByRole("button", { name: "Explore the demo" });
    await explore.click();
    await expect.element(explore).toHaveAttribute("aria-busy", "true");
    await expect.element(page.getByText(/Making your copy: 43 %\. .*You may go on meanwhile/)).toBeVisible();
    isReady = true;
    await expect.poll(() => location.pathname).toBe("/o/northquay-demo/p/ferry-board");
    expect(api.received(copyDemo)).toHaveLength(1);
  });

  it("says why no copy can be made, and tries again", async () => {
    const api = await open("", {
      api: (fake) => {
        fake.replyList(listOrganizations, []);
        fake.reply(getDemo, { isInstalled: true, copy: null });
        fake.refuse(copyDemo, "conflict", "This server makes no more copies");
      },
    });
    await page.getByRole("button", { name: "Explore the demo" }).click();
    await expect.element(page.getByText("This server makes no more copies").first()).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => api.received(copyDemo)).toHaveLength(2);
  });

  it("leads to the copy that somebody has", async () => {
    await open("", { api: (fake) => fake.reply(getDemo, { isInstalled: true, copy: ready }) });
    await expect
      .element(page.getByRole("link", { name: "Open your copy" }))
      .toHaveAttribute("href", "/o/northquay-demo/p/ferry-board");
  });

  it("takes the code of the demo for a product of one's own", async () => {
    const api = await open("?organization=northquay&project=ferry", {
      api: (fake) => fake.reply(getDemo, { isInstalled: true, copy: null }),
    });
    await expect.element(page.getByRole("button", { name: "Use the demo repository" })).toBeVisible();
    // One offer of the demo is enough.
    await expect.element(page.getByText("Just looking?")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Use the demo repository" }).click();
    await expect.poll(() => location.pathname).toMatch(/\/setup\/architecture\/import$/);
    expect(api.received(takeDemoRepository)).toEqual([{ organizationId: "northquay", projectId: "ferry" }]);
  });

  it("offers no demo where there is none", async () => {
    const api = await open("?organization=northquay&project=ferry", {
      api: (fake) => {
        fake.replyList(listOrganizations, []);
        fake.reply(getDemo, { isInstalled: false, copy: null });
      },
    });
    await expect.element(page.getByRole("link", { name: "Do this later" })).toBeVisible();
    await expect.element(page.getByText("Just looking?")).not.toBeInTheDocument();
    await expect.element(page.getByRole("link", { name: "Open the demo product" })).not.toBeInTheDocument();
    expect(api.received(listProjects)).toEqual([]);
  });
});
