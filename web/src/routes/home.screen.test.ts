import { listNeeds } from "@cairn/contract/attention-items";
import type { Need } from "@cairn/contract/attention-items";
import { getSession } from "@cairn/contract/auth";
import { getDemo } from "@cairn/contract/demo";
import { deleteOrganization, getOrganization, listOrganizations } from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { getIndexingStats, getProject, listProjects } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { saveLastProject } from "#web/lib/browser/storage.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const sampled = sampleOf(getProject.response, "usual") as Project;
const place = { organizationId: sampleId(), slug: "northquay", name: "Northquay" };
const ferry: Project = {
  ...sampled,
  organization: place,
  slug: "ferry",
  name: "Ferry Board",
  services: [],
  setupComplete: true,
};
const quay: Project = { ...ferry, projectId: sampleId(1), slug: "quay", name: "Quay Signs" };

function makeOrganization(number: number, name: string, change: Partial<Organization> = {}): Organization {
  const slug = name.toLowerCase().replace(" ", "-");
  return { organizationId: sampleId(number), slug, name, credits: 0, role: "owner", isDemo: false, ...change };
}

const northquay = makeOrganization(0, "Northquay");
const products = (of: string) => page.getByRole("region", { name: `Products of ${of}` });

interface HomeOptions extends OpenOptions {
  organizations?: Organization[];
  needs?: Need[];
}

const open = ({ organizations = [northquay], needs = [], ...options }: HomeOptions = {}) =>
  openScreen("/", {
    ...options,
    api: (fake) => {
      fake.replyList(listOrganizations, organizations);
      fake.replyList(listProjects, [ferry, quay]);
      fake.reply(listNeeds, { content: needs, total: needs.length });
      options.api?.(fake);
    },
  });

describe("home", () => {
  it("greets by the first name, and lists the products", async () => {
    await open();
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent(/^Good \w+, Ada$/);
    await expect
      .element(products("Northquay").getByRole("link", { name: "Ferry Board" }))
      .toHaveAttribute("href", "/o/northquay/p/ferry");
    expect(document.title).toBe("Home · Cairn");
  });

  it("of somebody without an organization leads through the first steps", async () => {
    await open({ organizations: [] });
    await expect.element(page.getByRole("heading", { name: "No Organizations yet" })).toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Begin with your own code" }))
      .toHaveAttribute("href", "/onboarding");
  });

  it("throws a copy of the demo away after one question, and offers a new one", async () => {
    const copy = {
      organizationId: sampleId(2),
      slug: "northquay-demo",
      state: "ready" as const,
      progress: 100,
      product: "ferry",
    };
    const mine = makeOrganization(2, "Northquay demo", { isDemo: true });
    let isGone = false;
    const api = await open({
      organizations: [northquay],
      api: (fake) => {
        fake.reply(listOrganizations, () => {
          const content = isGone ? [northquay] : [northquay, mine];
          return { content, page: 1, limit: 100, total: content.length };
        });
        fake.reply(getDemo, () => ({ isInstalled: true, copy: isGone ? null : copy }));
        fake.reply(deleteOrganization, () => {
          isGone = true;
          return undefined;
        });
      },
    });
    const throwAway = page.getByRole("button", { name: "Throw this copy away" });
    await throwAway.click();
    const dialog = page.getByRole("dialog", { name: "Throw this copy away?" });
    await expect.element(dialog).toMatchTextContent("Everything in “Northquay demo” is deleted");
    await dialog.getByRole("button", { name: "Throw away" }).click();
    await expect.element(page.getByRole("button", { name: "Explore the demo" })).toBeVisible();
    await expect.element(throwAway).not.toBeInTheDocument();
    expect(api.received(deleteOrganization)).toEqual([{ organizationId: sampleId(2) }]);
  });

  it("opens products by their numbers", async () => {
    await open({
      api: (fake) => {
        fake.reply(getOrganization, northquay);
        fake.reply(getProject, quay);
      },
    });
    await expect.element(products("Northquay")).toBeVisible();
    await userEvent.keyboard("2");
    await expect.poll(() => location.pathname).toBe("/o/northquay/p/quay");
  });

  it("opens three organizations, and lists the others", async () => {
    const names = ["Alpha", "Beta", "Gamma", "Delta"];
    await open({ organizations: names.map((name, index) => makeOrganization(index, name)) });
    await expect.element(products("Gamma")).toBeVisible();
    await expect.element(products("Delta")).not.toBeInTheDocument();
    const others = page.getByRole("main").getByRole("list", { name: "Other organizations" });
    await expect.element(others.getByRole("link", { name: "Delta" })).toHaveAttribute("href", "/o/delta/projects");
  });

  it("asks for a first product in a large way once only", async () => {
    await open({
      organizations: [northquay, makeOrganization(1, "Beta")],
      api: (fake) => fake.replyList(listProjects, []),
    });
    await expect.element(page.getByRole("heading", { name: "No Products yet" })).toBeVisible();
    await expect.element(products("Beta").getByText("No Products yet")).toBeVisible();
    await expect.element(products("Beta").getByRole("link", { name: "Create Product" })).toBeVisible();
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await open({ api: (fake) => fake.refuse(listOrganizations, "internal", "The disk is full") });
    await expect.element(page.getByRole("main").getByText("The disk is full")).toBeVisible();
    api.replyList(listOrganizations, [northquay]);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(products("Northquay")).toBeVisible();
  });

  it("shows what it has when one part fails, and that part is tried again by itself", async () => {
    const api = await open({ api: (fake) => fake.refuse(listNeeds, "internal", "The queue is down") });
    await expect.element(products("Northquay").getByRole("link", { name: "Ferry Board" })).toBeVisible();
    const needs = page.getByRole("region", { name: "Needs you" });
    await expect.element(needs).toMatchTextContent("The queue is down");
    api.reply(listNeeds, { content: [], total: 0 });
    await needs.getByRole("button", { name: "Retry" }).click();
    await expect.element(needs).toMatchTextContent("Nothing waits for you");
  });

  it("on its way is announced, and greets already", async () => {
    await open({ api: (fake) => fake.stall(listProjects) });
    await expect.element(page.getByText("Loading your products")).toBeInTheDocument();
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("Ada");
  });
});

describe("the product opened last", () => {
  const user = sampleOf(getSession.response, "usual") as { userId: string };
  const openWithLast = (api?: OpenOptions["api"]) => {
    saveLastProject(user.userId, { organization: "northquay", project: "ferry" });
    return open({
      api: (fake) => {
        fake.reply(getProject, ferry);
        fake.reply(getIndexingStats, { statistics: [], lastIndexedAt: null });
        api?.(fake);
      },
    });
  };

  it("is continued from the top", async () => {
    await openWithLast();
    await expect.element(page.getByRole("heading", { name: "Ferry Board" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open product" }))
      .toHaveAttribute("href", "/o/northquay/p/ferry");
    await expect
      .element(page.getByRole("link", { name: "Documents" }))
      .toHaveAttribute("href", "/o/northquay/p/ferry/context");
  });

  it("can only be opened before its setup is finished", async () => {
    await openWithLast((fake) => fake.reply(getProject, { ...ferry, setupComplete: false }));
    await expect.element(page.getByRole("link", { name: "Open product" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Documents" })).not.toBeInTheDocument();
  });

  it("is forgotten once it is gone", async () => {
    await openWithLast((fake) => fake.refuse(getProject, "not_found", "No such product"));
    await expect.element(products("Northquay")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Open product" })).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem(`user-config:${user.userId}`)).not.toContain("ferry");
  });
});

describe("what needs somebody", () => {
  const project = { projectId: sampleId(), slug: "ferry", name: "Ferry Board" };
  const product = { organization: place, project };
  const needs = () => page.getByRole("region", { name: "Needs you" });
  const failed = (number: number): Need => ({
    ...product,
    kind: "page-failed",
    artifact: { artifactId: sampleId(number), title: `Page ${number}` },
  });

  it("says what it is, and leads to where it is done", async () => {
    await open({
      needs: [
        { ...product, kind: "setup", step: "description" },
        {
          ...product,
          kind: "index-failed",
          service: { serviceId: sampleId(3), name: "Board" },
          error: "No such branch",
        },
        failed(4),
      ],
    });
    const link = (name: string) => needs().getByRole("link", { name });
    await expect.element(link("Set up Ferry Board")).toHaveAttribute("href", "/o/northquay/p/ferry/settings");
    await expect
      .element(link("Index of Board failed"))
      .toHaveAttribute("href", `/o/northquay/p/ferry/services/${sampleId(3)}`);
    await expect
      .element(link("Page 4 is incomplete"))
      .toHaveAttribute("href", `/o/northquay/p/ferry/artifacts/${sampleId(4)}`);
    await expect.element(needs()).toMatchTextContent(/To do · Describe the product.*Failed · No such branch/);
  });

  it("is shown shortly at first, and wholly on demand", async () => {
    await open({ needs: Array.from({ length: 12 }, (_unused, number) => failed(number)) });
    const more = needs().getByRole("button", { name: "Show all 12" });
    const links = () => needs().getByRole("link").elements().length;
    await expect.element(more).toBeVisible();
    const shown = links();
    expect(shown).toBeLessThan(12);
    await more.click();
    await expect.poll(links).toBe(12);
    await needs().getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(links).toBe(shown);
  });
});
