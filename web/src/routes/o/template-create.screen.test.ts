import { getOrganization } from "@cairn/contract/organizations";
import { createTemplate, getTemplate, listBuiltInTemplates, listTemplates } from "@cairn/contract/templates";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeTemplate } from "#web/testing/make-template.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const builtIn = makeTemplate(2, { title: "Overview", isBuiltIn: true });
const main = () => page.getByRole("main");
const title = () => page.getByRole("textbox", { name: "Title" }).first();
const section = (number: number, count: number) => page.getByRole("group", { name: `Section ${number} of ${count}` });
const create = () => main().getByRole("button", { name: "Create Template" });

const open = (api?: (fake: FakeApi) => void, search = "") =>
  openScreen(`/o/payments/templates/create${search}`, {
    api: (fake) => {
      fake.adjust(getOrganization, { role: "editor" });
      fake.replyList(listTemplates, []);
      fake.reply(listBuiltInTemplates, { content: [builtIn] });
      api?.(fake);
    },
  });

async function fillSection(number: number, count: number, [name, prompt]: readonly [string, string]): Promise<void> {
  await section(number, count).getByRole("textbox", { name: "Title" }).fill(name);
  await section(number, count).getByRole("textbox", { name: "Instructions" }).fill(prompt);
}

describe("a new template", () => {
  it("is sent with its sections in their order, and leads to the others", async () => {
    const api = await open();
    await title().fill("Runbook");
    await fillSection(1, 1, ["Alarms", "Which alarms exist?"]);
    await main().getByRole("button", { name: "Add section" }).click();
    await expect.element(section(2, 2).getByRole("textbox", { name: "Title" })).toHaveFocus();
    await fillSection(2, 2, ["Backups", "Where are they kept?"]);
    await create().click();
    await expect.element(page.getByText("Template created successfully")).toBeVisible();
    await expect.poll(() => location.pathname).toBe("/o/payments/templates");
    expect(api.received(createTemplate)).toMatchObject([
      {
        title: "Runbook",
        scope: { type: "project" },
        content: {
          type: "sections",
          sections: [
            { title: "Alarms", instructions: { prompt: "Which alarms exist?", output: "markdown" } },
            { title: "Backups", instructions: { prompt: "Where are they kept?", output: "markdown" } },
          ],
        },
      },
    ]);
  });

  it("says at its fields what is missing, and sends nothing", async () => {
    const api = await open();
    await create().click();
    await expect.element(title()).toHaveAccessibleDescription("Title is required");
    await expect.element(title()).toHaveFocus();
    await expect
      .element(section(1, 1).getByRole("textbox", { name: "Instructions" }))
      .toHaveAccessibleDescription("Instructions are too short");
    expect(api.received(createTemplate)).toEqual([]);
  });

  it("of a service names at least one type", async () => {
    const api = await open();
    await title().fill("Runbook");
    await fillSection(1, 1, ["Alarms", "Which alarms exist?"]);
    await main().getByText("Service", { exact: true }).click();
    await create().click();
    await expect.element(page.getByText("Select a value")).toBeVisible();
    expect(api.received(createTemplate)).toEqual([]);
    await page.getByRole("checkbox", { name: "Library" }).click();
    await create().click();
    await expect
      .poll(() => api.received(createTemplate)[0]?.scope)
      .toEqual({ type: "service", serviceTypes: ["library"] });
    await expect.poll(() => location.pathname).toBe("/o/payments/templates");
  });

  it("of several pages takes the template of each", async () => {
    const api = await open();
    await title().fill("Every service");
    await main().getByText("Several pages").click();
    const instructions = page.getByRole("textbox", { name: "Instructions" });
    const child = page.getByRole("combobox", { name: "Each page is made from" });
    await create().click();
    await expect.element(instructions).toHaveAccessibleDescription(/Instructions are too short/);
    await expect.element(child).toHaveAccessibleDescription("Select a template");
    expect(api.received(createTemplate)).toEqual([]);
    await instructions.fill("One page for every service");
    await child.click();
    await page.getByRole("option", { name: "Overview" }).click();
    await create().click();
    await expect
      .poll(() => api.received(createTemplate)[0]?.content)
      .toEqual({ type: "pages", instructions: "One page for every service", templateId: sampleId(2) });
    await expect.poll(() => location.pathname).toBe("/o/payments/templates");
  });

  it("keeps its sections while several pages are considered", async () => {
    await open();
    await fillSection(1, 1, ["Alarms", "Which alarms exist?"]);
    await main().getByText("Several pages").click();
    await expect.element(section(1, 1)).not.toBeInTheDocument();
    await main().getByText("One page", { exact: true }).click();
    await expect.element(section(1, 1).getByRole("textbox", { name: "Title" })).toHaveValue("Alarms");
  });

  it("that is refused says why, and nothing typed is lost", async () => {
    await open((fake) => fake.refuse(createTemplate, "internal", "The disk is full"));
    await title().fill("Runbook");
    await fillSection(1, 1, ["Alarms", "Which alarms exist?"]);
    await create().click();
    await expect.element(page.getByText("Could not create template")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(title()).toHaveValue("Runbook");
  });

  it("is not left unsaved without a question", async () => {
    await open();
    await title().fill("Runbook");
    const question = vi.spyOn(window, "confirm").mockReturnValue(false);
    await page.getByRole("link", { name: "Members" }).click();
    await expect.poll(() => question.mock.calls).toEqual([["Leave without saving your changes?"]]);
    expect(location.pathname).toBe("/o/payments/templates/create");
  });
});

describe("the sections of a template", () => {
  const button = (name: string) => page.getByRole("button", { name });
  const titles = () =>
    page
      .getByRole("group", { name: /^Section \d of/ })
      .getByRole("textbox", { name: "Title" })
      .elements()
      .map((element) => (element as HTMLInputElement).value);

  async function openTwo(): Promise<void> {
    await open();
    await fillSection(1, 1, ["Alarms", "Which alarms exist?"]);
    await main().getByRole("button", { name: "Add section" }).click();
    await fillSection(2, 2, ["Backups", "Where are they kept?"]);
  }

  it("change places, and the focus goes with the one that was moved", async () => {
    await openTwo();
    await expect.element(button("Move section 1 up")).toHaveAccessibleDescription("It is the first section");
    await expect.element(button("Move section 2 down")).toHaveAccessibleDescription("It is the last section");
    await button("Move section 1 down").click();
    await expect.poll(titles).toEqual(["Backups", "Alarms"]);
    await expect.element(button("Move section 2 down")).toHaveFocus();
    await button("Move section 2 up").click();
    await expect.poll(titles).toEqual(["Alarms", "Backups"]);
  });

  it("are removed, and at least one is needed", async () => {
    await openTwo();
    await button("Remove section 1").click();
    await expect.poll(titles).toEqual(["Backups"]);
    await expect.element(section(1, 1).getByRole("textbox", { name: "Title" })).toHaveFocus();
    await button("Remove section 1").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("At least one section is required");
    await expect.element(button("Add section")).toHaveFocus();
  });
});

describe("a copy of a template", () => {
  it("begins with all of it, under a name of its own", async () => {
    await open((fake) => fake.reply(getTemplate, builtIn), `?from=${builtIn.templateId}`);
    await expect.element(title()).toHaveValue("Overview (copy)");
    await expect.element(section(1, 1).getByRole("textbox", { name: "Title" })).toHaveValue("Alarms");
  });

  it("waits for the original", async () => {
    await open((fake) => fake.stall(getTemplate), `?from=${builtIn.templateId}`);
    await expect.element(page.getByText("Loading the template")).toBeInTheDocument();
    await expect.element(title()).not.toBeInTheDocument();
  });
});
