import { getArchitecture, newDrawnNodeId } from "@cairn/contract/architecture";
import type { ArchitectureNode } from "@cairn/contract/architecture";
import type { CanvasViewer } from "@cairn/contract/presence";
import { getProject } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const phone = { width: 375, height: 740 };

const somebody = (number: number, firstName: string, place: Partial<CanvasViewer> = {}): CanvasViewer => ({
  userId: sampleId(4_700 + number),
  firstName,
  lastName: "Okafor",
  nodeId: null,
  isEditing: false,
  ...place,
});
const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const here = () => page.getByRole("list", { name: "Also here" });

const drawnUuid = sampleId(4_900);
const drawn: ArchitectureNode = {
  nodeId: newDrawnNodeId(drawnUuid),
  kind: "store",
  serviceId: null,
  name: "Sailings",
  type: null,
  technology: null,
  position: null,
  evidence: [],
};

/** Opens the editor of a product that nothing else follows, with the socket of its changes. */
async function open(number: number, viewport?: typeof phone, gone: readonly string[] = []): Promise<FakeSocket> {
  const projectId = sampleId(4_800 + number);
  await openScreen(address, {
    viewport,
    api: (fake) => {
      const all = [makeService(1), makeService(2, { name: "harbour", type: "api" })];
      fake.adjust(getProject, {
        projectId,
        slug: "shop",
        name: "Ferry Board",
        setupComplete: true,
        get services() {
          return all.filter(({ serviceId }) => !gone.includes(serviceId));
        },
      });
      fake.reply(getArchitecture, () => ({
        nodes: gone.includes(drawn.nodeId) ? [] : [drawn],
        edges: [],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories: [] },
        isCutOff: false,
      }));
    },
  });
  const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
  await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
  const feed = sockets.find(isFeed)!;
  feed.accept();
  feed.send("reload", { sequence: 4 });
  return feed;
}

const tell = (feed: FakeSocket, ...viewers: CanvasViewer[]) =>
  feed.send("presence", { canvas: "architecture", viewers });
const said = (nodeId: string | null, isEditing = false) => ["presence", { canvas: "architecture", nodeId, isEditing }];

describe("others on the canvas", () => {
  it("are shown with what they have chosen and what they edit, until the connection is lost", async () => {
    const feed = await open(1);
    await expect.element(node("board, Frontend")).toBeVisible();
    await expect.element(here()).not.toBeInTheDocument();
    tell(feed, somebody(1, "Ada", { nodeId: sampleId(2), isEditing: true }), somebody(2, "Lena"));
    await expect.element(here()).toMatchTextContent("Ada Okafor is editing harbourLena Okafor is here");
    await expect.element(node("harbour, Api, edited by Ada Okafor")).toBeVisible();
    await expect.element(node("harbour, Api, edited by Ada Okafor").getByText("Ada Okafor")).toBeVisible();
    tell(feed, somebody(1, "Ada", { nodeId: sampleId(1) }));
    await expect.element(node("board, Frontend, chosen by Ada Okafor")).toBeVisible();
    await expect.element(node("harbour, Api")).toBeVisible();
    feed.drop();
    await expect.element(node("board, Frontend")).toBeVisible();
    await expect.element(here()).not.toBeInTheDocument();
  });

  it("are told what is chosen and edited here, and that the canvas is left", async () => {
    const feed = await open(2);
    await expect.poll(() => feed.sent.at(-1)).toEqual(said(null));
    await node("harbour, Api").click();
    await expect.poll(() => feed.sent.at(-1)).toEqual(said(sampleId(2)));
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("harbour 2");
    await expect.poll(() => feed.sent.at(-1)).toEqual(said(sampleId(2), true));
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => feed.sent.at(-1)).toEqual(said(null));
    // Others do not have it yet, so that only its being made can be told.
    await page.getByRole("button", { name: /^New Library/ }).click();
    await expect.poll(() => feed.sent.at(-1)).toEqual(said(null, true));
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Overview", exact: true }).first().click();
    await expect.poll(() => feed.sent.at(-1)).toEqual(["presence", { taskId: null, field: null }]);
  });

  it("who edit the same node are named beside its settings", async () => {
    const feed = await open(3);
    await node("harbour, Api").click();
    tell(feed, somebody(1, "Ada", { nodeId: sampleId(2) }));
    await expect.element(node("harbour, Api, chosen by Ada Okafor")).toBeVisible();
    const note = page.getByText(/editing this node too/);
    await expect.element(note).not.toBeInTheDocument();
    tell(feed, somebody(1, "Ada", { nodeId: sampleId(2), isEditing: true }));
    await expect.element(note).toMatchTextContent(/^Ada Okafor is editing this node too/);
  });

  it("and nobody else's nodes are shown: one that is gone, or one's own other tab", async () => {
    const feed = await open(4);
    tell(feed, somebody(1, "Ada", { nodeId: "drawn:gone" }));
    await expect.element(here()).toMatchTextContent("Ada Okafor is here");
    tell(feed, somebody(1, "Ada", { isEditing: true }));
    await expect.element(here()).toMatchTextContent("Ada Okafor is adding a node");
  });

  it("who deleted what is edited here is named", async () => {
    const gone: string[] = [];
    const feed = await open(6, undefined, gone);
    await node("harbour, Api").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("harbour 2");
    gone.push(sampleId(2));
    const [change, by] = [{ sequence: 5, type: "service", operation: "deleted" }, somebody(1, "Ada")];
    feed.send("changes", { sequence: 5, changes: [{ ...change, id: sampleId(2), by }] });
    await expect
      .element(page.getByRole("complementary", { name: "Settings" }).getByRole("alert"))
      .toMatchTextContent(/^Ada Okafor deleted harbour 2\. What you changed is not saved yet\./);
  });

  it("who deleted what was drawn and is edited here is named too", async () => {
    const gone: string[] = [];
    const feed = await open(7, undefined, gone);
    await node("Sailings, Store").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Sailings 2");
    gone.push(drawn.nodeId);
    const change = { sequence: 5, type: "architecture", id: sampleId(4_807), operation: "updated" };
    const deletion = { sequence: 6, type: "drawn-node", id: drawnUuid, operation: "deleted", by: somebody(1, "Ada") };
    feed.send("changes", { sequence: 6, changes: [change, deletion] });
    await expect
      .element(page.getByRole("complementary", { name: "Settings" }).getByRole("alert"))
      .toMatchTextContent(/^Ada Okafor deleted Sailings 2\./);
  });

  it("are named in the list, also on a narrow screen", async () => {
    const feed = await open(5, phone);
    tell(feed, somebody(1, "Ada", { nodeId: sampleId(2), isEditing: true }));
    await expect.element(page.getByRole("row", { name: /harbour.*edited by Ada Okafor/ })).toBeVisible();
    await expect.element(here()).toBeVisible();
  });
});
