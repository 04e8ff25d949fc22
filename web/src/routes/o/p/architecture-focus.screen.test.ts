import { getArchitecture } from "@cairn/contract/architecture";
import type { ArchitectureEdge } from "@cairn/contract/architecture";
import { analyseArchitecture } from "@cairn/contract/architecture-analysis";
import { getProject } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const phone = { width: 375, height: 740 };

const drifting: ArchitectureEdge = {
  sourceId: sampleId(1),
  targetId: sampleId(2),
  stance: "allowed",
  derived: null,
  drift: "unused",
  broughtBy: null,
};
const fresh = {
  repositoryId: sampleId(70),
  repositorySlug: "ferries",
  state: "fresh" as const,
  commit: "3fa9c1e",
  indexedAt: null,
};

async function open({
  edges = [drifting],
  hasCode = true,
  names: [first, second] = ["board", "harbour"],
  viewport,
}: {
  edges?: ArchitectureEdge[];
  hasCode?: boolean;
  names?: [string, string];
  viewport?: typeof phone;
} = {}): Promise<void> {
  await openScreen(address, {
    viewport,
    api: (fake) => {
      const services = [makeService(1, { name: first }), makeService(2, { name: second, type: "api" })];
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services });
      fake.reply(getArchitecture, {
        nodes: [],
        edges,
        baselineAt: null,
        hasContract: edges.some(({ drift }) => drift !== null),
        index: { isFresh: true, repositories: hasCode ? [fresh] : [] },
        isCutOff: false,
      });
      fake.reply(analyseArchitecture, { findings: [], isFresh: true, isCutOff: false });
    },
  });
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const panel = (name: string) => page.getByRole("complementary", { name, exact: true });
const drift = () => page.getByRole("region", { name: "Code and lines" });

describe("the panel of a connection gives the focus back", () => {
  it("to the row of the list that it was opened from", async () => {
    await open();
    await drift()
      .getByRole("button", { name: /harbour/ })
      .click();
    await expect.element(panel("Connection").getByRole("button", { name: "Close Connection" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(drift().getByRole("button", { name: /harbour/ })).toHaveFocus();
  });

  it("to the node whose panel it was opened from", async () => {
    await open();
    await node("harbour, Api").click();
    await panel("Settings").getByRole("button", { name: /board/ }).click();
    await expect.element(panel("Connection")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(node("harbour, Api")).toHaveFocus();
  });

  it("to its row also below a narrow window's sheet", async () => {
    await open({ viewport: phone });
    await page
      .getByRole("button", { name: /^board .*harbour/ })
      .last()
      .click();
    await expect.element(page.getByRole("dialog", { name: "Connection" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute("data-connection-row")).toBeTruthy();
  });
});

it("the panel that takes changes in words gives the focus back to what opened it", async () => {
  await open();
  await page.getByRole("button", { name: "Edit with AI" }).click();
  await expect.element(page.getByRole("complementary", { name: "Edit with AI" })).toBeVisible();
  await page.getByRole("button", { name: "Close Edit with AI" }).click();
  await expect.element(page.getByRole("button", { name: "Edit with AI" })).toHaveFocus();
});

it("templates stand above the list of what differs", async () => {
  await open();
  await expect.element(drift()).toBeVisible();
  const text = panel("Add Node").element().textContent;
  expect(text.indexOf("New Frontend")).toBeLessThan(text.indexOf("Code and lines"));
});

it("without code nothing is said of what was found in it: what to do instead is", async () => {
  const planned = { ...drifting, drift: null };
  await open({ edges: [planned], hasCode: false });
  await expect.element(drift()).toMatchTextContent(/No service here has code yet\. Draw and describe what you plan/);
  await expect.element(drift()).not.toMatchTextContent(/were found|Allow them/);
  await expect.element(drift().getByRole("button", { name: "Allow what is there today" })).not.toBeInTheDocument();
});

it("a list beside the open panel keeps names in one line, and what is looked for tells what it looks at", async () => {
  await open({ names: ["recommendationservice", "productcatalogservice"] });
  await page.getByText("List", { exact: true }).click();
  const table = page.getByRole("table", { name: "Nodes" });
  const name = table.getByRole("button", { name: "recommendationservice", exact: true });
  await expect.element(name).toBeVisible();
  expect(name.element().getClientRects()).toHaveLength(1);
  expect(name.element().getBoundingClientRect().height).toBeLessThan(32);
  await page.getByRole("button", { name: "Look at the architecture" }).click();
  await expect
    .element(page.getByRole("region", { name: "What stands out" }))
    .toMatchTextContent(/Nothing stands out in the code\. Lines without code are not looked at\./);
});
