import { getOrganization } from "@cairn/contract/organizations";
import { listBuiltInTemplates, listTemplates } from "@cairn/contract/templates";
import type { Template } from "@cairn/contract/templates";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeTemplate } from "#web/testing/make-template.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const runbook = makeTemplate(1, { title: "Runbook" });
const builtIn = makeTemplate(2, { title: "Overview", isBuiltIn: true });
const rows = (list = "Templates") => page.getByRole("list", { name: list }).getByRole("listitem");

interface TemplatesOptions extends OpenOptions {
  own?: Template[];
  search?: string;
}

const open = ({ own = [runbook], search = "", ...options }: TemplatesOptions = {}) =>
  openScreen(`/o/payments/templates${search}`, {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role: "editor" });
      fake.replyList(listTemplates, own);
      fake.reply(listBuiltInTemplates, { content: [builtIn] });
      options.api?.(fake);
    },
  });

describe("the templates", () => {
  it("tell what they make and for what, and lead to their pages", async () => {
    const sections = { prompt: "What is it?", output: "markdown" } as const;
    await open({
      own: [
        runbook,
        makeTemplate(3, {
          title: "Api",
          scope: { type: "service", serviceTypes: ["api", "library"] },
          content: {
            type: "sections",
            sections: ["A", "B"].map((title) => ({ title: `${title}s`, instructions: sections })),
          },
        }),
        makeTemplate(4, {
          title: "Every module",
          scope: { type: "organization" },
          content: { type: "pages", instructions: "One for each", templateId: runbook.templateId },
        }),
      ],
    });
    await expect.element(rows().first()).toMatchTextContent(/^RunbookPages of a product1 section/);
    await expect.element(rows().nth(1)).toMatchTextContent(/^ApiPages of a service: Api, Library2 sections/);
    await expect.element(rows().nth(2)).toMatchTextContent(/^Every modulePages of the organizationSeveral pages/);
    await expect
      .element(page.getByRole("link", { name: "Runbook" }))
      .toHaveAttribute("href", `/o/payments/templates/${sampleId(1)}`);
    expect(document.title).toBe("Templates · Cairn");
  });

  it("that come with the product stand below, without a date", async () => {
    await open();
    const row = rows("Templates that come with the product");
    await expect.element(row).toMatchTextContent(/^Overview/);
    await expect.element(row.getByRole("time")).not.toBeInTheDocument();
    await expect.element(rows().getByRole("time")).toBeVisible();
  });

  it("are none of the own at first, and the first one is offered", async () => {
    await open({ own: [] });
    await expect.element(page.getByRole("heading", { name: "No Templates yet" })).toBeVisible();
    await expect
      .element(page.getByText("Create your first template to standardize documentation across your organization"))
      .toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Create Template" }))
      .toHaveAttribute("href", "/o/payments/templates/create");
    await expect.element(rows("Templates that come with the product")).toBeVisible();
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await open({ api: (fake) => fake.refuse(listTemplates, "internal", "The disk is full") });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.replyList(listTemplates, [runbook]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toMatchTextContent("Runbook");
  });

  it("on their way are announced", async () => {
    await open({ api: (fake) => fake.stall(listTemplates) });
    await expect.element(page.getByText("Loading templates")).toBeInTheDocument();
  });

  it("come in pages", async () => {
    await open({
      search: "?page=2",
      api: (fake) =>
        fake.reply(listTemplates, ({ page: number }) => ({ content: [runbook], page: number, limit: 1, total: 2 })),
    });
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toMatchTextContent("Page 2 of 2");
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect.poll(() => location.search).toBe("?page=1");
  });

  it("fit a phone with the longest names", async () => {
    await openScreen("/o/payments/templates", {
      viewport: { width: 375, height: 700 },
      api: (fake) => {
        fake.size = "long";
      },
    });
    await expect.element(rows().first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});
