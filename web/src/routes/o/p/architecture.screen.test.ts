import { getProject } from "@cairn/contract/projects";
import { createService, deleteService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen, reloadScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const key = { organizationId: "payments", projectId: "shop" };
const phone = { width: 375, height: 740 };

interface ArchitectureOptions extends OpenOptions {
  services?: Service[];
}

/** Opens the editor; what is saved through it is there when the product is loaded again. */
async function open({ services = [makeService(1)], api, ...options }: ArchitectureOptions = {}): Promise<FakeApi> {
  const stored = [...services];
  return openScreen(address, {
    ...options,
    api: (fake) => {
      fake.adjust(getProject, {
        slug: "shop",
        name: "Ferry Board",
        setupComplete: true,
        get services() {
          return [...stored];
        },
      });
      fake.reply(createService, ({ name, description, type }) => {
        const made = makeService(stored.length + 1, { name, description, type, repository: null });
        stored.push(made);
        return made;
      });
      fake.reply(updateService, ({ serviceId, name = "", description = "", type = "api" }) => {
        const at = stored.findIndex((service) => service.serviceId === serviceId);
        stored[at] = { ...stored[at]!, name, description, type };
        return stored[at];
      });
      fake.reply(deleteService, ({ serviceId }) => {
        stored.splice(
          stored.findIndex((service) => service.serviceId === serviceId),
          1,
        );
        return undefined;
      });
      api?.(fake);
    },
  });
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const panel = (title: string) => page.getByRole("complementary", { name: title });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const save = () => page.getByRole("button", { name: "Save", exact: true });
const add = (label: string) => page.getByRole("button", { name: new RegExp(`^${label}`) });

/** Fills in the node that was just added. */
async function describeNode(name: string): Promise<void> {
  await field("Name").fill(name);
  await field("Description").fill(`Does what ${name} is there for`);
}

async function addNode(template: string, name: string): Promise<void> {
  await add(template).click();
  await describeNode(name);
  await userEvent.keyboard("{Escape}");
}

describe("the canvas", () => {
  it("shows the services of the product, without a state", async () => {
    await open({ services: [makeService(1), makeService(2, { name: "harbour", type: "api" })] });
    await expect.element(node("board, Frontend")).toBeVisible();
    await expect.element(node("harbour, Api")).toBeVisible();
    await expect.element(panel("Add Node")).toBeVisible();
    await expect.element(page.getByText("Need Changes?")).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^Architecture · /);
  });

  it("leads from nothing to the import or a template", async () => {
    await open({ services: [] });
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Import from repository" }))
      .toHaveAttribute("href", `${address}/import`);
    await add("New Database").click();
    await expect.element(node("New Database, Database, Unconfigured")).toBeVisible();
    await expect.element(field("Name")).toHaveFocus();
  });

  it("tells the state of a node while it is described", async () => {
    await open();
    await add("New Backend").click();
    await expect.element(panel("Settings")).toBeVisible();
    await expect.element(node("New Backend, Api, Unconfigured")).toBeVisible();
    await expect.element(save()).toHaveAttribute("aria-disabled", "true");
    await expect.element(save()).toHaveAccessibleDescription("1 node has errors");
    await field("Name").fill("harbour");
    await expect.element(node("harbour, Api, Invalid Configuration")).toBeVisible();
    await field("Description").fill("Serves the departures");
    await expect.element(node("harbour, Api, Unsaved")).toBeVisible();
    await expect.element(save()).not.toHaveAttribute("aria-disabled");
    await expect.element(page.getByText("1 unsaved")).toBeVisible();
  });

  it("lays nodes out anew when the type of one changes", async () => {
    await open({ services: [makeService(1), makeService(2, { name: "site" })] });
    const places = () => ["board", "site"].map((name) => placeOf(name));
    await expect.element(node("site, Frontend")).toBeVisible();
    expect(places()).toEqual([
      [0, 0],
      [400, 0],
    ]);
    await node("board, Frontend").click();
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Library" }).click();
    await expect.element(node("board, Library, Unsaved")).toBeVisible();
    await expect.poll(places).toEqual([
      [0, 720],
      [0, 0],
    ]);
  });
});

/** Where a node stands on the canvas. */
function placeOf(name: string): number[] {
  const elements = [...document.querySelectorAll<HTMLElement>(".react-flow__node")];
  const style = elements.find(({ ariaLabel }) => ariaLabel?.startsWith(`${name},`))?.style.transform ?? "";
  return [...style.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));
}

describe("saving", () => {
  it("sends only what is not saved, one after another, and loads the product again", async () => {
    const api = await open();
    await addNode("New Backend", "harbour");
    await addNode("New Library", "tides");
    await save().click();
    await expect.element(page.getByText("2 services saved")).toBeVisible();
    await expect.element(node("harbour, Api, Saved")).toBeVisible();
    await expect.element(node("tides, Library, Saved")).toBeVisible();
    await expect.element(node("board, Frontend")).toBeVisible();
    expect(api.received(createService)).toEqual([
      { ...key, name: "harbour", description: "Does what harbour is there for", type: "api" },
      { ...key, name: "tides", description: "Does what tides is there for", type: "library" },
    ]);
    expect(api.received(updateService)).toEqual([]);
    await expect.element(page.getByText("Need Changes?")).toBeVisible();
  });

  it("stops at the first failure, which the node tells, and goes on from there", async () => {
    const refused = { isOn: true };
    const api = await open({
      api: (fake) =>
        fake.reply(createService, ({ name, description, type }) => {
          if (refused.isOn && name === "tides") throw new Refusal("conflict", "This name is taken");
          return makeService(name === "tides" ? 8 : 9, { name, description, type, repository: null });
        }),
    });
    await addNode("New Backend", "harbour");
    await addNode("New Library", "tides");
    await addNode("New Database", "log");
    await save().click();
    await expect.element(page.getByText("Could not save service")).toBeVisible();
    await expect.element(page.getByText("tides: This name is taken")).toBeVisible();
    await expect.element(node("tides, Library, Error")).toBeVisible();
    await expect.element(node("log, Database, Unsaved")).toBeVisible();
    expect(api.received(createService).map(({ name }) => name)).toEqual(["harbour", "tides"]);
    await node("tides, Library, Error").click();
    await expect.element(panel("Settings").getByRole("alert")).toMatchTextContent("This name is taken");
    refused.isOn = false;
    await save().click();
    await expect.element(page.getByText("2 services saved")).toBeVisible();
    expect(api.received(createService).map(({ name }) => name)).toEqual(["harbour", "tides", "tides", "log"]);
  });

  it("changes a service with what was changed of it", async () => {
    const api = await open();
    await node("board, Frontend").click();
    await field("Name").fill("boards");
    await expect.element(node("boards, Frontend, Unsaved")).toBeVisible();
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.element(page.getByText("Service saved")).toBeVisible();
    expect(api.received(updateService)).toMatchObject([{ serviceId: sampleId(1), name: "boards" }]);
    await expect.element(node("boards, Frontend, Saved")).toBeVisible();
  });

  it("is not possible while a node has errors, which Ctrl+S shows", async () => {
    const api = await open();
    await add("New Backend").click();
    await userEvent.keyboard("{Escape}{Control>}s{/Control}");
    await expect.element(field("Name")).toHaveFocus();
    await expect.element(field("Name")).toHaveAccessibleDescription("Name is too short");
    await expect
      .element(field("Description"))
      .toHaveAccessibleDescription(/Description is too short. Describe the role of this service in your system/);
    expect(api.received(createService)).toEqual([]);
  });
});

describe("deleting", () => {
  it("takes a node that is only here away at once, and brings it back", async () => {
    const api = await open();
    await addNode("New Backend", "harbour");
    await node("harbour, Api, Unsaved").click();
    await panel("Settings").getByRole("button", { name: "Delete" }).click();
    await expect.element(node("harbour, Api, Unsaved")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.element(node("harbour, Api, Unsaved")).toBeVisible();
    expect(api.received(deleteService)).toEqual([]);
  });

  it("of a saved service asks for its name", async () => {
    const api = await open();
    await node("board, Frontend").click();
    await userEvent.keyboard("{Delete}");
    const dialog = page.getByRole("dialog", { name: "Delete board?" });
    await dialog.getByRole("textbox").fill("board");
    await dialog.getByRole("button", { name: "Delete board" }).click();
    await expect.element(page.getByText("Service deleted")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "What is this product made of?" })).toBeVisible();
    expect(api.received(deleteService)).toEqual([{ ...key, serviceId: sampleId(1) }]);
  });
});

describe("the keyboard", () => {
  it("walks the nodes, moves, opens, zooms and adds", async () => {
    await open({ services: [makeService(1), makeService(2, { name: "harbour", type: "api" })] });
    await expect.element(node("board, Frontend")).toBeVisible();
    node("board, Frontend").element().focus();
    await userEvent.keyboard("{Tab}");
    await expect.element(node("harbour, Api")).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowDown}{/Shift}");
    await expect.poll(() => placeOf("harbour")).toEqual([10, 290]);
    await expect.element(page.getByText("harbour moved to 10, 290")).toBeInTheDocument();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => placeOf("harbour")).toEqual([10, 240]);
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
    await expect.element(node("board, Frontend")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Name")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(node("board, Frontend")).toHaveFocus();
    await userEvent.keyboard("n");
    await expect.element(add("New Frontend")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Name")).toHaveFocus();
  });

  it("zooms in steps of 0.2 and fits", async () => {
    await open();
    await expect.element(node("board, Frontend")).toBeVisible();
    await expect.poll(zoom).toBe(1);
    await userEvent.keyboard("-");
    await expect.poll(zoom).toBe(0.8);
    await userEvent.keyboard("++");
    await expect.poll(zoom).toBe(1.2);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(zoom).toBe(1);
    await userEvent.keyboard("-{Shift>}1{/Shift}");
    await expect.poll(zoom).toBe(1);
  });
});

const zoom = () =>
  Number(
    /scale\(([\d.]+)\)/.exec(document.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform ?? "")?.[1],
  );

describe("the list", () => {
  it("does what the canvas does", async () => {
    const api = await open();
    await page.getByText("List", { exact: true }).click();
    const table = page.getByRole("table", { name: "Nodes" });
    await table.getByRole("button", { name: "board", exact: true }).click();
    await expect.element(field("Name")).toHaveFocus();
    await field("Name").fill("boards");
    await expect.element(table.getByText("Unsaved")).toBeVisible();
    await save().click();
    await expect.element(table.getByText("Saved")).toBeVisible();
    expect(api.received(updateService)).toHaveLength(1);
    await table.getByRole("button", { name: "Delete boards" }).click();
    await expect.element(page.getByRole("dialog", { name: "Delete boards?" })).toBeVisible();
  });

  it("comes first on a phone, with the form over the whole window", async () => {
    await open({ viewport: phone });
    await page.getByRole("table", { name: "Nodes" }).getByRole("button", { name: "board", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Settings" });
    await expect.element(sheet).toBeVisible();
    await expect.poll(() => sheet.element().getBoundingClientRect().width).toBe(phone.width);
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Add Node" }).first().click();
    await page
      .getByRole("dialog", { name: "Add Node" })
      .getByRole("button", { name: /^New Library/ })
      .click();
    await expect.element(field("Name")).toHaveFocus();
    await page.getByText("Canvas", { exact: true }).click({ force: true });
  });
});

describe("leaving", () => {
  it("with unsaved nodes asks, and they are there when the person comes back", async () => {
    await open();
    await addNode("New Backend", "harbour");
    await page.getByRole("link", { name: "Overview" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await expect.poll(() => location.pathname).toBe(address);
    await page.getByRole("link", { name: "Overview" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/shop");
    await page.getByRole("link", { name: "Architecture" }).click();
    await expect.element(node("harbour, Api, Unsaved")).toBeVisible();
    await expect.element(page.getByText("One node that you had not saved is back.")).toBeVisible();
    await reloadScreen();
    await expect.element(node("harbour, Api, Unsaved")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.element(node("harbour, Api, Unsaved")).not.toBeInTheDocument();
  });
});
