import {
  getArchitecture,
  moveArchitectureNodes,
  removeArchitectureBaseline,
  removeArchitectureEdge,
  setArchitectureBaseline,
  setArchitectureEdge,
} from "@cairn/contract/architecture";
import type { Architecture, ArchitectureEdge, ArchitectureNode } from "@cairn/contract/architecture";
import { analyseArchitecture } from "@cairn/contract/architecture-analysis";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { exportArchitecture } from "@cairn/contract/architecture-export";
import { getProject } from "@cairn/contract/projects";
import { createRule, listRules } from "@cairn/contract/rules";
import type { Rule } from "@cairn/contract/rules";
import { createService, deleteService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { architectureQuery } from "#web/features/services/architecture/architecture.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen, reloadScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const key = { organizationId: "payments", projectId: "shop" };
const phone = { width: 375, height: 740 };

const noArchitecture: Architecture = {
  nodes: [],
  edges: [],
  baselineAt: null,
  hasContract: false,
  index: { isFresh: true, repositories: [] },
  isCutOff: false,
};

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
      fake.reply(getArchitecture, noArchitecture);
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
    await page.getByRole("button", { name: "Import a compose file or Structurizr DSL" }).click();
    await expect.element(page.getByRole("textbox", { name: "A compose file, or Structurizr DSL" })).toHaveFocus();
    await page.getByRole("button", { name: "Close Import" }).click();
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
    const said = page.getByRole("status").filter({ hasText: "One step taken back" });
    await expect.element(said).toHaveAttribute("aria-live", "polite");
    const first = said.element().textContent;
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => placeOf("harbour")).toEqual([0, 240]);
    // The same words are read again where they are not the same text.
    await expect.poll(() => said.element().textContent).not.toBe(first);
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
    await expect.element(page.getByText("1 node that you had not saved is back.")).toBeVisible();
    await reloadScreen();
    await expect.element(node("harbour, Api, Unsaved")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.element(node("harbour, Api, Unsaved")).not.toBeInTheDocument();
  });
});

const evidence = {
  repositoryId: sampleId(5),
  repositorySlug: "ferries",
  branch: "main",
  commit: "3fa9c1e",
  path: "src/board.ts",
  startLine: 7,
  endLine: 9,
};
const store: ArchitectureNode = {
  nodeId: "store:postgres",
  kind: "store",
  serviceId: null,
  name: "tides",
  type: null,
  technology: "PostgreSQL",
  position: null,
  evidence: [evidence],
};
const placed = (number: number, position: ArchitectureNode["position"]): ArchitectureNode => ({
  ...store,
  nodeId: sampleId(number),
  kind: "service",
  serviceId: sampleId(number),
  position,
});
const edge = (change: Partial<ArchitectureEdge> = {}): ArchitectureEdge => ({
  sourceId: sampleId(1),
  targetId: sampleId(2),
  stance: null,
  derived: { kinds: ["call"], count: 3, certainty: "resolved", evidence: [{ kind: "call", place: evidence }] },
  drift: null,
  broughtBy: null,
  ...change,
});
const two = [makeService(1), makeService(2, { name: "harbour", type: "api" })];
const openConnected = (architecture: Partial<Architecture>, options: ArchitectureOptions = {}) =>
  open({
    services: two,
    ...options,
    api: (fake) => {
      fake.reply(getArchitecture, { ...noArchitecture, ...architecture });
      options.api?.(fake);
    },
  });
const drift = () => page.getByRole("region", { name: "Code and lines" });

describe("what the code shows", () => {
  it("is drawn with names, and opens its lines", async () => {
    await openConnected({ nodes: [store], edges: [edge(), edge({ targetId: store.nodeId })] });
    await expect.element(node("tides, Store")).toBeVisible();
    await expect
      .element(canvas().getByRole("img", { name: "board calls harbour. In the code", exact: true }))
      .toBeInTheDocument();
    await node("tides, Store").click();
    await expect.element(panel("Settings")).toMatchTextContent("Store · PostgreSQL");
    await expect.element(panel("Settings").getByRole("button", { name: "Delete" })).not.toBeInTheDocument();
    await panel("Settings").getByRole("button", { name: "board calls tides" }).click();
    await expect.element(panel("Connection")).toMatchTextContent("In the code: 3 places");
    await expect
      .element(panel("Connection").getByRole("link", { name: "src/board.ts:7" }))
      .toHaveAttribute("href", "/o/payments/p/shop/repositories/ferries/b/3fa9c1e/src/board.ts#L7-L9");
  });

  it("is allowed as it stands, or taken line by line", async () => {
    const api = await openConnected({ edges: [edge()] });
    await drift().getByRole("button", { name: "Allow what is there today" }).click();
    await expect.poll(() => api.received(setArchitectureBaseline)).toHaveLength(1);
    await expect.element(page.getByText("What is there today is allowed")).toBeVisible();
  });

  it("that differs from what is said has a word and a place in the list, the worst first", async () => {
    await openConnected({
      nodes: [store],
      hasContract: true,
      edges: [
        edge({ stance: "allowed", derived: null, drift: "unused", targetId: store.nodeId }),
        edge({ stance: "forbidden", drift: "forbidden" }),
      ],
    });
    const rows = drift().getByRole("button", { name: /board/ });
    await expect.element(rows.nth(0)).toMatchTextContent("board calls harbourForbidden");
    await expect.element(rows.nth(1)).toMatchTextContent("board may use tidesUnused");
    await expect.element(canvas().getByText("Forbidden")).toBeVisible();
    await expect.element(canvas().getByText("Unused")).toBeVisible();
  });

  it("can be forbidden, and what was said can be taken back", async () => {
    const api = await openConnected({ edges: [edge({ stance: "allowed" })], hasContract: true });
    await node("board, Frontend").click();
    await panel("Settings").getByRole("button", { name: "board calls harbour" }).click();
    await panel("Connection").getByRole("button", { name: "Forbid" }).click();
    await panel("Connection").getByRole("button", { name: "Take back what was said" }).click();
    const ends = { ...key, sourceId: sampleId(1), targetId: sampleId(2) };
    await expect.poll(() => api.received(removeArchitectureEdge)).toEqual([ends]);
    expect(api.received(setArchitectureEdge)).toEqual([{ ...ends, stance: "forbidden" }]);
  });

  it("tells who said what of a connection and when", async () => {
    const by = { userId: sampleId(8), firstName: "Ada", lastName: "Okafor" };
    await openConnected({
      edges: [edge({ stance: "forbidden", drift: "forbidden", said: { by, at: new Date().toISOString() } })],
      hasContract: true,
    });
    await drift()
      .getByRole("button", { name: /^board calls harbour/ })
      .click();
    await expect.element(panel("Connection").getByText(/^Forbidden by Ada Okafor, /)).toBeVisible();
  });

  it("are one row where one press allowed them, with their number", async () => {
    const by = { userId: sampleId(8), firstName: "Ada", lastName: "Okafor" };
    const said = { by, at: "2026-03-01T10:00:00.000Z" };
    const architecture = {
      nodes: [store],
      edges: [
        edge({ stance: "allowed", said }),
        edge({ stance: "allowed", said, targetId: store.nodeId }),
        edge({
          stance: "forbidden",
          said: { by, at: "2026-03-02T10:00:00.000Z" },
          sourceId: sampleId(2),
          targetId: store.nodeId,
        }),
      ],
      hasContract: true,
    };
    await openConnected(architecture, { api: (fake) => fake.replyList(listArchitectureChanges, []) });
    await page.getByRole("button", { name: "Show what changed" }).click();
    const rows = page.getByRole("list", { name: "Allowed and forbidden" }).getByRole("listitem");
    await expect.element(rows.nth(0)).toMatchTextContent(/^Forbidden: harbour/);
    await expect.element(rows.nth(1)).toMatchTextContent(/^Allowed: 2 connections at onceAda Okafor/);
    await expect.element(rows.nth(2)).not.toBeInTheDocument();
  });

  it("is forbidden by a rule with one press, which is found again", async () => {
    const rules: Rule[] = [];
    const api = await openConnected(
      { edges: [edge({ drift: "undeclared" })], hasContract: true },
      {
        api: (fake) => {
          fake.reply(listRules, () => ({ content: rules, page: 1, limit: 100, total: rules.length }));
          fake.adjust(createRule, {});
        },
      },
    );
    const check = { kind: "forbidden-connection" as const, files: "**", isLineNeeded: true };
    const press = drift().getByRole("button", { name: "Forbid by a rule" });
    await expect.element(press).toBeVisible();
    rules.push({ ...(sampleOf(createRule.response, "usual") as Rule), ruleId: sampleId(9), serviceId: null, check });
    await press.click();
    await expect.poll(() => api.received(createRule)).toMatchObject([{ check, isRequired: true }]);
    await expect
      .element(drift().getByRole("link", { name: "a rule" }))
      .toHaveAttribute("href", `/o/payments/p/shop/rules/${sampleId(9)}`);
  });

  it("that could not be loaded leaves the services, and is loaded on demand", async () => {
    const api = await open({
      services: two,
      api: (fake) => fake.refuse(getArchitecture, "internal", "The disk is full"),
    });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(node("board, Frontend")).toBeVisible();
    api.reply(getArchitecture, { ...noArchitecture, edges: [edge()] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(drift()).toBeVisible();
  });
});

describe("what is said at once", () => {
  const undoToast = () => page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" });
  const mod = (keys: string) => userEvent.keyboard(`{Control>}${keys}{/Control}`);
  /** Opens the connection of the two, of which the server has what was said last. */
  const openLine = async (stance: ArchitectureEdge["stance"]) => {
    let said = stance;
    const api = await openConnected(
      {},
      {
        api: (fake) => {
          fake.reply(getArchitecture, () => ({
            ...noArchitecture,
            edges: [edge({ stance: said })],
            hasContract: true,
          }));
          fake.reply(setArchitectureEdge, (given) => {
            said = given.stance;
            return undefined;
          });
          fake.reply(removeArchitectureEdge, () => {
            said = null;
            return undefined;
          });
        },
      },
    );
    await node("board, Frontend").click();
    await panel("Settings").getByRole("button", { name: "board calls harbour" }).click();
    return { api, said: () => said };
  };

  it("is taken back to what was said before by the toast, once", async () => {
    const { api, said } = await openLine("forbidden");
    await panel("Connection").getByRole("button", { name: "Allow", exact: true }).click();
    await expect.poll(said).toBe("allowed");
    await undoToast().click();
    await expect.poll(said).toBe("forbidden");
    await expect.element(page.getByText("board calls harbour: forbidden")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
    await mod("z");
    expect(api.received(setArchitectureEdge)).toHaveLength(2);
  });

  it("keeps the focus in its panel, whose keys go on", async () => {
    const { said } = await openLine(null);
    const stances = panel("Connection");
    stances.getByRole("button", { name: "Forbid" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(said).toBe("forbidden");
    await expect.element(stances.getByRole("button", { name: "Forbid" })).not.toBeInTheDocument();
    await expect.poll(() => stances.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(stances).not.toBeInTheDocument();
  });

  it("is the step that Ctrl+Z takes back, before what was done to the draft, and can be done again", async () => {
    const { said } = await openLine(null);
    await userEvent.keyboard("{Escape}");
    await addNode("New Backend", "pier");
    await node("board, Frontend").click();
    await panel("Settings").getByRole("button", { name: "board calls harbour" }).click();
    await panel("Connection").getByRole("button", { name: "Forbid" }).click();
    await expect.element(undoToast()).toBeVisible();
    await mod("z");
    await expect.poll(said).toBeNull();
    await expect.element(undoToast()).not.toBeInTheDocument();
    await expect.element(page.getByText("board calls harbour: nothing is said of it")).toBeVisible();
    await expect.element(node("pier, Api, Unsaved")).toBeVisible();
    await mod("y");
    await expect.poll(said).toBe("forbidden");
    await expect.element(page.getByText("board calls harbour: forbidden")).toBeVisible();
    await mod("z");
    await expect.poll(said).toBeNull();
  });

  it("takes all back that was allowed at once, and again what was allowed anew", async () => {
    const moments = ["2026-05-04T08:00:00.000Z", "2026-05-04T09:00:00.000Z"];
    const api = await openConnected(
      { edges: [edge()] },
      {
        api: (fake) =>
          fake.reply(setArchitectureBaseline, () => ({
            baselineAt: moments[api.received(setArchitectureBaseline).length - 1]!,
            formerBaselineAt: null,
            allowed: 1,
          })),
      },
    );
    await drift().getByRole("button", { name: "Allow what is there today" }).click();
    await expect.element(undoToast()).toBeVisible();
    await mod("z");
    await expect.poll(() => api.received(removeArchitectureBaseline)).toEqual([{ ...key, baselineAt: moments[0] }]);
    await expect.element(page.getByText("What was allowed is taken back")).toBeVisible();
    await mod("y");
    await expect.poll(() => api.received(setArchitectureBaseline)).toHaveLength(2);
    await expect.element(page.getByText("What is there today is allowed")).toBeVisible();
    await mod("z");
    await expect
      .poll(() => api.received(removeArchitectureBaseline).map(({ baselineAt }) => baselineAt))
      .toEqual(moments);
  });

  it("that cannot be taken back says why, and stays a step", async () => {
    const { api, said } = await openLine(null);
    await panel("Connection").getByRole("button", { name: "Allow", exact: true }).click();
    await expect.poll(said).toBe("allowed");
    api.refuse(removeArchitectureEdge, "internal", "The disk is full");
    await undoToast().click();
    await expect.element(page.getByText("Could not change the connection")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Undo", exact: true })).toBeEnabled();
  });
});

describe("connecting", () => {
  it("draws a line by a choice from a list", async () => {
    const api = await openConnected({});
    await node("board, Frontend").click();
    await page.getByRole("button", { name: "Connect to…: Choose a node" }).click();
    await page.getByRole("option", { name: "harbour" }).click();
    await expect
      .poll(() => api.received(setArchitectureEdge))
      .toEqual([{ ...key, sourceId: sampleId(1), targetId: sampleId(2), stance: "allowed" }]);
    await expect.element(page.getByText("board connected to harbour")).toBeInTheDocument();
  });

  it("draws a line by dragging from one side of a card to anywhere on another, and none to where nothing is", async () => {
    const api = await openConnected({});
    await expect.element(node("board, Frontend")).toBeVisible();
    const from = node("board, Frontend").element().querySelector(".react-flow__handle-bottom");
    const nothing = document.querySelector(".react-flow__pane");
    await userEvent.dragAndDrop(page.elementLocator(from!), page.elementLocator(nothing!), {
      force: true,
      targetPosition: { x: 5, y: 5 },
    });
    await expect.element(page.getByText("Nothing was connected: the line ended on no node")).toBeInTheDocument();
    const own = node("board, Frontend").element().querySelector(".card-name");
    await userEvent.dragAndDrop(page.elementLocator(from!), page.elementLocator(own!), { force: true });
    const itself = "Nothing was connected: the line ended on the node it began at";
    await expect.element(page.getByText(itself)).toBeInTheDocument();
    const to = node("harbour, Api").element().querySelector(".card-name");
    await userEvent.dragAndDrop(page.elementLocator(from!), page.elementLocator(to!), { force: true });
    await expect
      .poll(() => api.received(setArchitectureEdge))
      .toEqual([{ ...key, sourceId: sampleId(1), targetId: sampleId(2), stance: "allowed" }]);
  });
});

describe("places", () => {
  it("are kept where somebody moved a node, and follow others", async () => {
    const api = await openConnected({ nodes: [placed(1, { x: 120, y: 60 }), placed(2, null)] });
    await expect.poll(() => placeOf("board")).toEqual([120, 60]);
    expect(placeOf("harbour")).toEqual([0, 240]);
    node("harbour, Api").element().focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    // On a slow machine the pause between the two presses is long enough for each to be saved alone.
    await expect
      .poll(() => api.received(moveArchitectureNodes).at(-1))
      .toEqual({ ...key, positions: [{ nodeId: sampleId(2), position: { x: 20, y: 240 } }] });
    const saves = api.received(moveArchitectureNodes).length;
    api.reply(getArchitecture, {
      ...noArchitecture,
      nodes: [placed(1, { x: 500, y: 0 }), placed(2, { x: 20, y: 240 })],
    });
    await queryClient.invalidateQueries({ queryKey: architectureQuery(key).queryKey });
    await expect.poll(() => placeOf("board")).toEqual([500, 0]);
    expect(placeOf("harbour")).toEqual([20, 240]);
    expect(api.received(moveArchitectureNodes)).toHaveLength(saves);
    // What is taken back is taken back for everybody.
    await userEvent.keyboard("{Control>}zz{/Control}");
    await expect
      .poll(() => api.received(moveArchitectureNodes).at(-1)?.positions)
      .toEqual([{ nodeId: sampleId(2), position: { x: 0, y: 240 } }]);
  });

  it("are sent again when the server was away", async () => {
    const api = await openConnected({ nodes: [placed(1, { x: 120, y: 60 }), placed(2, null)] });
    await expect.poll(() => placeOf("board")).toEqual([120, 60]);
    api.refuse(moveArchitectureNodes, "unavailable");
    node("harbour, Api").element().focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(() => api.received(moveArchitectureNodes).length).toBe(1);
    api.reply(moveArchitectureNodes, undefined);
    await expect.poll(() => api.received(moveArchitectureNodes).length).toBe(2);
    expect(api.received(moveArchitectureNodes)[1]?.positions).toEqual([
      { nodeId: sampleId(2), position: { x: 10, y: 240 } },
    ]);
    expect(document.body.textContent).not.toContain("Could not keep where nodes stand");
  });

  it("are worked out from the connections on request", async () => {
    await openConnected({ edges: [edge({ sourceId: sampleId(2), targetId: sampleId(1) })] });
    await expect.element(node("board, Frontend")).toBeVisible();
    await page.getByRole("button", { name: "Arrange" }).click();
    await expect.poll(() => (placeOf("harbour")[1] ?? 0) < (placeOf("board")[1] ?? 0)).toBe(true);
  });
});

describe("what stands out", () => {
  it("is looked for on demand, and shows its lines", async () => {
    await openConnected(
      { edges: [edge()] },
      {
        api: (fake) =>
          fake.reply(analyseArchitecture, {
            findings: [
              {
                kind: "hub",
                text: "Most services use harbour.",
                nodeIds: [sampleId(2)],
                edges: [{ sourceId: sampleId(1), targetId: sampleId(2) }],
                evidence: [evidence],
              },
            ],
            isFresh: true,
            isCutOff: false,
          }),
      },
    );
    const findings = page.getByRole("region", { name: "What stands out" });
    await findings.getByRole("button", { name: "Look at the architecture" }).click();
    await expect.element(findings.getByText("Most services use harbour.")).toBeVisible();
    await expect.element(findings.getByRole("link", { name: "src/board.ts:7" })).toBeVisible();
    // What is found of a node stands at it, and what is chosen stands out.
    await expect.element(node("harbour, Api, 1 finding")).toBeVisible();
    const finding = findings.getByRole("button", { name: "Most services use harbour." });
    const line = () =>
      canvas()
        .getByRole("img", { name: /^board calls harbour/ })
        .element();
    const width = () => line().querySelector<SVGPathElement>("path")?.style.strokeWidth;
    expect(width()).toBe("1.5");
    await finding.click();
    await expect.element(finding).toHaveAttribute("aria-pressed", "true");
    await expect.poll(width).toBe("4");
    await finding.click();
    await expect.poll(width).toBe("1.5");
    // However small the card, the mark covers no name, and what lines are drawn from can be hit.
    const card = node("harbour, Api, 1 finding").element() as HTMLElement;
    const part = (selector: string) => card.querySelector(selector)!.getBoundingClientRect();
    expect(part(".card-note").bottom).toBeLessThanOrEqual(part(".card-name").top);
    await userEvent.keyboard("---");
    await expect.poll(() => getComputedStyle(card.querySelector(".card-more")!).display).toBe("none");
    expect(part(".card-note").bottom).toBeLessThanOrEqual(part(".card-name").top);
    const handle = getComputedStyle(card.querySelector(".card-handle")!, "::after");
    const zoom = card.getBoundingClientRect().width / card.offsetWidth;
    expect(zoom).toBeLessThan(0.6);
    expect(Number.parseFloat(handle.width) * zoom).toBeGreaterThanOrEqual(10);
  });
});

describe("the picture", () => {
  it("is given as a file, drawn here or written by the server", async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const api = await openConnected(
      { edges: [edge()] },
      { api: (fake) => fake.replyFile(exportArchitecture, new Blob(["x"])) },
    );
    for (const format of ["SVG", "PNG", "Mermaid", "Structurizr DSL (C4)", "JSON"]) {
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: format }).click();
    }
    await expect
      .poll(() => names.toSorted())
      .toEqual(["dsl", "json", "mmd", "png", "svg"].map((ending) => `shop-architecture.${ending}`));
    expect(api.received(exportArchitecture).map(({ format }) => format)).toEqual(["mermaid", "structurizr", "json"]);
  });
});
