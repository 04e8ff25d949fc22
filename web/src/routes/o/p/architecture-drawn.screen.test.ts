import { getArchitecture, removeDrawnNode, saveDrawnNode, setArchitectureEdge } from "@cairn/contract/architecture";
import type { Architecture, ArchitectureNode } from "@cairn/contract/architecture";
import { getProject } from "@cairn/contract/projects";
import { createService } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const key = { organizationId: "payments", projectId: "shop" };
const nodeId = "drawn:7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
const cards: ArchitectureNode = {
  nodeId,
  kind: "outside",
  serviceId: null,
  name: "cards",
  type: null,
  technology: "Stripe",
  position: null,
  evidence: [],
};

/** Opens the editor; what is drawn in it is there when the architecture is loaded again. */
async function open(drawn: ArchitectureNode[] = [], refuse: () => void = () => {}): Promise<FakeApi> {
  const nodes = [...drawn];
  const architecture = (): Architecture => ({
    nodes: [...nodes],
    edges: [],
    baselineAt: null,
    hasContract: false,
    index: { isFresh: true, repositories: [] },
    isCutOff: false,
  });
  return openScreen("/o/payments/p/shop/setup/architecture", {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services: [makeService(1)] });
      fake.reply(getArchitecture, architecture);
      fake.reply(saveDrawnNode, ({ nodeId: id, kind, name, technology }) => {
        refuse();
        const at = nodes.findIndex((node) => node.nodeId === id);
        nodes.splice(at === -1 ? nodes.length : at, 1, { ...cards, nodeId: id, kind, name, technology });
        return undefined;
      });
      fake.reply(removeDrawnNode, ({ nodeId: id }) => {
        nodes.splice(
          nodes.findIndex((node) => node.nodeId === id),
          1,
        );
        return undefined;
      });
    },
  });
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const save = () => page.getByRole("button", { name: "Save", exact: true });
const template = (label: string) => page.getByRole("button", { name: new RegExp(`^${label}`) });

describe("stores, queues and outside services", () => {
  it("are drawn with a name, connected, and saved apart from services", async () => {
    const api = await open();
    await template("New Store").click();
    await expect.element(node("New Store, Store, Unconfigured")).toBeVisible();
    await expect.element(field("Name")).toHaveFocus();
    await expect.element(save()).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("tides");
    await field("Technology").fill("PostgreSQL");
    await expect.element(node("tides, Store, Unsaved")).toBeVisible();
    await page.getByRole("button", { name: "Connect to…: Choose a node" }).click();
    await page.getByRole("option", { name: "board" }).click();
    await save().click();
    await expect.element(node("tides, Store, Saved")).toBeVisible();
    const [sent] = api.received(saveDrawnNode);
    expect(sent).toMatchObject({ ...key, kind: "store", name: "tides", technology: "PostgreSQL" });
    expect(api.received(createService)).toEqual([]);
    expect(api.received(setArchitectureEdge)).toEqual([
      { ...key, sourceId: sent?.nodeId, targetId: sampleId(1), stance: "allowed" },
    ]);
  });

  it("are renamed, become another kind, and go with a way back", async () => {
    const api = await open([cards]);
    await node("cards, Outside service").click();
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Queue" }).click();
    await expect.element(node("cards, Queue, Unsaved")).toBeVisible();
    await page.getByRole("button", { name: "Revert" }).click();
    await expect.element(node("cards, Outside service")).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.element(node("cards, Outside service")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await node("cards, Outside service").click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    expect(api.received(removeDrawnNode)).toEqual([]);
    await save().click();
    await expect.poll(() => api.received(removeDrawnNode)).toEqual([{ ...key, nodeId }]);
    expect(api.received(saveDrawnNode)).toEqual([]);
  });

  it("that could not be saved say why where they are, and are saved again", async () => {
    let isFull = true;
    await open([cards], () => {
      if (isFull) throw new Refusal("unprocessable", "There are too many");
    });
    await node("cards, Outside service").click();
    await field("Name").fill("card payments");
    await save().click();
    await expect.element(page.getByText("card payments: There are too many")).toBeVisible();
    await expect.element(node("card payments, Outside service, Error")).toBeVisible();
    await expect.element(page.getByText("Could not save node: There are too many")).toBeVisible();
    isFull = false;
    await save().click();
    await expect.element(node("card payments, Outside service, Saved")).toBeVisible();
    await expect.element(page.getByText("Could not save node: There are too many")).not.toBeInTheDocument();
    await field("Name").fill("card payments 2");
    await expect.element(node("card payments 2, Outside service, Unsaved")).toBeVisible();
  });

  it("are in the list with what can be done with them", async () => {
    await open([cards]);
    await page.getByText("List", { exact: true }).click();
    await page.getByRole("button", { name: "Delete cards" }).click();
    await expect.element(page.getByRole("button", { name: "Delete cards" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.element(page.getByRole("button", { name: "Delete cards" })).toBeVisible();
  });
});
