import { getRevision } from "@cairn/contract/page-history";
import { getArtifact, listArtifacts } from "@cairn/contract/pages";
import type { Artifact, ArtifactSummary } from "@cairn/contract/pages";
import { projectNamespacePrefix } from "@cairn/contract/project-changes";
import type { ProjectChange } from "@cairn/contract/project-changes";
import { getProject } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { makePage, pageId, writtenSection } from "#web/features/pages/testing/make-page.ts";
import { openPage } from "#web/features/pages/testing/open-page.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

let product: Project;
let number = 0;

// The tab remembers how far it has followed a product, so each test has one of its own.
beforeEach(() => {
  number += 1;
  product = { ...(sampleOf(getProject.response, "usual") as Project), projectId: sampleId(4_000 + number) };
});

const serveProduct = (fake: FakeApi) => fake.reply(getProject, product);
const section = (name: string) => page.getByRole("region", { name, exact: true });
const overview = (text: string, change: Partial<Artifact> = {}) =>
  makePage([writtenSection(1, "Purpose", { content: text })], { projectId: product.projectId, ...change });

/** The connection over which the screen follows the product, the number-th it opens; it has read up to 1 then. */
async function follow(count = 1): Promise<FakeSocket> {
  const namespace = `${projectNamespacePrefix}${product.projectId}`;
  const feeds = () => sockets.filter((one) => one.namespace === namespace && !one.isClosed);
  await expect.poll(feeds).toHaveLength(1);
  const socket = feeds()[0] as FakeSocket;
  socket.accept();
  socket.send("reload", { sequence: count });
  return socket;
}

function sendChange(socket: FakeSocket, sequence: number, change: Pick<ProjectChange, "type" | "id" | "operation">) {
  socket.send("changes", { sequence, changes: [{ sequence, ...change }] });
}

const pageUpdated = { type: "artifact" as const, id: pageId(0), operation: "updated" as const };

describe("an open page", () => {
  it("shows a new text as soon as it is published", async () => {
    const api = await openPage(overview("Fees are charged once."), { api: serveProduct });
    const feed = await follow();
    // On connecting everything is loaded once more; only what comes after that is due to the change.
    await expect.poll(() => api.received(getArtifact).length).toBeGreaterThan(1);
    api.reply(getArtifact, overview("Fees are charged per day.", { revision: 4 }));
    sendChange(feed, 2, pageUpdated);
    await expect.element(section("Purpose")).toMatchTextContent("Fees are charged per day.");
  });

  it("is not loaded again for a change of another page", async () => {
    const api = await openPage(overview("Fees are charged once."), { api: serveProduct });
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const atFirst = api.received(getArtifact).length;
    const feed = await follow();
    await expect.poll(() => api.received(getArtifact).length).toBeGreaterThan(atFirst);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const [loads, lists] = [api.received(getArtifact).length, api.received(listArtifacts).length];
    sendChange(feed, 2, { ...pageUpdated, id: pageId(7) });
    await expect.poll(() => api.received(listArtifacts).length).toBeGreaterThan(lists);
    expect(api.received(getArtifact)).toHaveLength(loads);
  });

  it("is loaded again once a lost connection is back", async () => {
    const api = await openPage(overview("Fees are charged once."), { api: serveProduct });
    (await follow()).drop();
    api.reply(getArtifact, overview("Fees are charged per day.", { revision: 4 }));
    window.dispatchEvent(new Event("online"));
    await follow(5);
    await expect.element(section("Purpose")).toMatchTextContent("Fees are charged per day.");
  });

  it("keeps what is being edited, and says who published meanwhile", async () => {
    const api = await openPage(overview("Fees are charged once."), { api: serveProduct });
    const feed = await follow();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "Page title" }).fill("System map");
    const mateo = { userId: sampleId(9), firstName: "Mateo", lastName: "Ruiz" };
    api.adjust(getRevision, { createdBy: mateo, sections: [] });
    api.reply(getArtifact, overview("Fees are charged per day.", { revision: 4 }));
    sendChange(feed, 2, pageUpdated);
    await expect.element(page.getByText("Mateo Ruiz published a change").first()).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Page title" })).toHaveValue("System map");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Published while you were editing" });
    await expect.element(dialog.getByRole("region", { name: "Now" })).toMatchTextContent("Fees are charged per day.");
  });
});

describe("all documents", () => {
  it("list a page that was just created", async () => {
    const summaryOf = ({ sections: _sections, ...summary }: Artifact): ArtifactSummary => summary;
    const api = await openScreen("/o/payments/p/payments/context", {
      api: (fake) => {
        serveProduct(fake);
        fake.replyList(listArtifacts, [summaryOf(overview("Fees"))]);
      },
    });
    const feed = await follow();
    const created = overview("Steps", { artifactId: pageId(2), title: "Runbook" });
    api.replyList(listArtifacts, [summaryOf(overview("Fees")), summaryOf(created)]);
    sendChange(feed, 2, { type: "artifact", id: pageId(2), operation: "created" });
    await expect.element(page.getByRole("main").getByRole("link", { name: "Runbook" })).toBeVisible();
  });
});
