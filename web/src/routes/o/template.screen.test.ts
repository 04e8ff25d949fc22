import { getOrganization } from "@cairn/contract/organizations";
import { listProjects } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import {
  applyTemplate,
  deleteTemplate,
  getTemplate,
  listBuiltInTemplates,
  listTemplates,
  updateTemplate,
} from "@cairn/contract/templates";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeTemplate } from "#web/testing/make-template.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const runbook = makeTemplate(1);
const builtIn = makeTemplate(2, { title: "Overview", isBuiltIn: true });
const [sampled] = (sampleOf(listProjects.response, "usual") as { content: [Project] }).content;
const [sampledService] = sampled.services;

const open = (template = runbook, options: OpenOptions = {}) =>
  openScreen(`/o/payments/templates/${template.templateId}`, {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role: "editor" });
      fake.reply(getTemplate, template);
      fake.replyList(listTemplates, [runbook]);
      fake.reply(listBuiltInTemplates, { content: [builtIn] });
      options.api?.(fake);
    },
  });

describe("an own template", () => {
  const title = () => page.getByRole("textbox", { name: "Title" }).first();
  const save = () => page.getByRole("button", { name: "Save" });

  it("is changed in its form", async () => {
    const api = await open();
    await expect.element(page.getByText("Pages of a product")).toBeVisible();
    await title().fill("Handbook");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Which alarms ring at night?");
    await save().click();
    await expect.element(page.getByText("Template updated")).toBeVisible();
    expect(api.received(updateTemplate)).toMatchObject([
      {
        templateId: runbook.templateId,
        title: "Handbook",
        scope: { type: "project" },
        content: {
          type: "sections",
          sections: [{ title: "Alarms", instructions: { prompt: "Which alarms ring at night?", output: "markdown" } }],
        },
      },
    ]);
    expect(document.title).toBe("Runbook · Cairn");
  });

  it("that cannot be saved says why, and what was typed stays", async () => {
    await open(runbook, { api: (fake) => fake.refuse(updateTemplate, "internal", "The disk is full") });
    await title().fill("Handbook");
    await save().click();
    await expect.element(page.getByText("Could not update template")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(title()).toHaveValue("Handbook");
  });

  it("is deleted by its title, which leads to the others", async () => {
    const api = await open();
    await page.getByRole("button", { name: "Delete Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this template?" });
    await expect.element(dialog).toMatchTextContent("Pages that were made from it stay. This cannot be undone.");
    await dialog.getByRole("textbox", { name: "Type “Runbook” to confirm" }).fill("Runbook");
    await dialog.getByRole("button", { name: "Delete Template" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/templates");
    await expect.element(page.getByText("Template deleted")).toBeVisible();
    expect(api.received(deleteTemplate)).toMatchObject([{ templateId: runbook.templateId }]);
  });

  it("that cannot be deleted says why, and stays", async () => {
    await open(runbook, { api: (fake) => fake.refuse(deleteTemplate, "conflict", "Another template uses it") });
    await page.getByRole("button", { name: "Delete Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this template?" });
    await dialog.getByRole("textbox").fill("Runbook");
    await dialog.getByRole("button", { name: "Delete Template" }).click();
    await expect.element(page.getByText("Could not delete template")).toBeVisible();
    await expect.element(page.getByText("Another template uses it")).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});

describe("a template", () => {
  it("that comes with the product is read, copied and used, and not changed", async () => {
    await open(builtIn);
    await expect.element(page.getByText("Pages of a product · comes with the product")).toBeVisible();
    await expect.element(page.getByRole("main").getByRole("listitem")).toMatchTextContent("AlarmsWhich alarms exist?");
    await expect
      .element(page.getByRole("link", { name: "Make a copy" }))
      .toHaveAttribute("href", `/o/payments/templates/create?from=${builtIn.templateId}`);
    await expect.element(page.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Delete Template" })).not.toBeInTheDocument();
  });

  it("of several pages shows the sections of each", async () => {
    const pages = makeTemplate(3, {
      isBuiltIn: true,
      content: { type: "pages", instructions: "One page for every service", templateId: builtIn.templateId },
    });
    await open(pages, {
      api: (fake) => fake.reply(getTemplate, ({ templateId }) => (templateId === pages.templateId ? pages : builtIn)),
    });
    await expect.element(page.getByText("One page for every service")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Each page: Overview" })).toBeVisible();
  });

  it("for other templates makes no page by itself", async () => {
    await open(makeTemplate(1, { scope: { type: "child-template" } }));
    await expect.element(page.getByText("Pages that another template makes")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Use template" })).not.toBeInTheDocument();
  });

  it("that is gone says so, and leads to the others", async () => {
    await open(runbook, { api: (fake) => fake.refuse(getTemplate, "not_found", "No such template") });
    await expect.element(page.getByRole("heading", { name: "Template not found" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "All templates" }))
      .toHaveAttribute("href", "/o/payments/templates");
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await open(runbook, { api: (fake) => fake.refuse(getTemplate, "internal", "The disk is full") });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.reply(getTemplate, runbook);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByRole("heading", { name: "Runbook", level: 1 })).toBeVisible();
  });

  it.each([true, false])("fits a phone with the longest names, built in: %s", async (isBuiltIn) => {
    const long = "Unbreakable".repeat(9);
    const instructions = { prompt: long, output: "mermaid" as const };
    const template = makeTemplate(1, {
      title: long,
      isBuiltIn,
      content: { type: "sections", sections: [{ title: long, instructions }] },
    });
    await open(template, { viewport: { width: 375, height: 700 } });
    await expect.element(page.getByRole("heading", { name: long, level: 1 })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
    await page.getByRole("button", { name: "Use template" }).click();
    await expect.element(page.getByRole("dialog", { name: `Use “${long}”` })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("using a template", () => {
  const ferry = { ...sampled, projectId: sampleId(10), slug: "ferry", name: "Ferry Board" };
  const quay = { ...sampled, projectId: sampleId(11), slug: "quay", name: "Quay Signs", services: [] };
  const dialog = () => page.getByRole("dialog", { name: "Use “Runbook”" });
  const make = () => dialog().getByRole("button", { name: "Make page" });

  async function use(template = runbook, projects: Project[] = [ferry, quay], setUp?: OpenOptions["api"]) {
    const api = await open(template, {
      api: (fake) => {
        fake.replyList(listProjects, projects);
        setUp?.(fake);
      },
    });
    await page.getByRole("button", { name: "Use template" }).click();
    await expect.element(dialog()).toBeVisible();
    return api;
  }

  async function choose(label: string, option: string): Promise<void> {
    await dialog().getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option }).click();
  }

  it("makes a page in the chosen product, and opens it", async () => {
    const api = await use();
    await expect.element(make()).toHaveAccessibleDescription("Select a product first");
    await choose("Product", "Ferry Board");
    await make().click();
    await expect.poll(() => location.pathname).toMatch(/^\/o\/payments\/p\/ferry\/artifacts\//);
    expect(api.received(applyTemplate)).toMatchObject([{ templateId: runbook.templateId, projectId: ferry.projectId }]);
  });

  it("knows the only product without a choice", async () => {
    await use(runbook, [ferry]);
    await expect.element(make()).not.toHaveAttribute("aria-disabled", "true");
  });

  it("of a service takes only services of its types", async () => {
    if (!sampledService) throw new Error("A sampled product has services");
    const other = sampledService.type === "api" ? "library" : "api";
    await use(makeTemplate(1, { scope: { type: "service", serviceTypes: [other] } }), [
      { ...ferry, services: [{ ...sampledService, name: "Board" }] },
    ]);
    await expect.element(dialog()).toMatchTextContent("“Ferry Board” has no service of a type this template is for.");
    await expect.element(make()).toHaveAccessibleDescription("No service of this product fits");
  });

  it("of the organization makes its page for all products", async () => {
    const api = await use(makeTemplate(1, { scope: { type: "organization" } }), [ferry]);
    await expect.element(dialog().getByRole("combobox", { name: "Open in product" })).toBeVisible();
    await make().click();
    await expect.poll(() => location.pathname).toMatch(/^\/o\/payments\/p\/ferry\/artifacts\//);
    expect(api.received(applyTemplate)[0]?.projectId).toBeUndefined();
  });

  it("that is refused says why, and the question stays", async () => {
    await use(runbook, [ferry], (fake) => fake.refuse(applyTemplate, "conflict", "Nothing is indexed yet"));
    await make().click();
    await expect.element(page.getByText("Could not create artifact")).toBeVisible();
    await expect.element(page.getByText("Nothing is indexed yet")).toBeVisible();
    await expect.element(dialog()).toBeVisible();
  });
});
