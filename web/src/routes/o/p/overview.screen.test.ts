import { getArchitecture } from "@cairn/contract/architecture";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { listDocumentChanges } from "@cairn/contract/document-changes";
import { getOrganization } from "@cairn/contract/organizations";
import { listArtifacts } from "@cairn/contract/pages";
import { getIndexingStats, getInitialSetup, getProject } from "@cairn/contract/projects";
import type { Project, SetupProgress } from "@cairn/contract/projects";
import type { Role } from "@cairn/contract/roles";
import { reindexService } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeIndexedService, makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";
import { whenLoaded } from "#web/testing/screens.ts";

const address = "/o/payments/p/shop";
const ready: SetupProgress = {
  progress: 100,
  label: null,
  repositoryCount: 1,
  readCount: 1,
  reading: null,
  begunAt: null,
  elapsedMs: null,
  hasRepository: true,
  hasDescription: true,
  setupComplete: true,
};
const main = () => page.getByRole("main");

interface OverviewOptions {
  project?: Partial<Project>;
  setup?: Partial<SetupProgress>;
  role?: Role;
  api?: (fake: FakeApi) => void;
}

const open = ({ project, setup, role = "admin", api }: OverviewOptions = {}) =>
  openScreen(address, {
    api: (fake) => {
      fake.adjust(getOrganization, { role, slug: "payments" });
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", services: [], setupComplete: true, ...project });
      fake.reply(getInitialSetup, { ...ready, ...setup });
      api?.(fake);
    },
  });

describe("the overview of a product", () => {
  it("names the product, and leads to its chat and to inviting", async () => {
    await open({ project: { description: "**Boards** of ferries" } });
    await expect.element(main().getByRole("heading", { level: 1 })).toMatchTextContent("Ferry Board");
    await expect.element(main().getByText("Boards of ferries")).toBeVisible();
    await expect
      .element(main().getByRole("link", { name: "Ask about this product" }))
      .toHaveAttribute("href", `${address}/chat`);
    await expect
      .element(main().getByRole("link", { name: "Invite Team" }))
      .toHaveAttribute("href", "/o/payments/invite");
    await expect.poll(() => document.title).toMatch(/^Overview · Ferry Board/);
  });

  it("offers an Editor no inviting", async () => {
    await open({ role: "editor" });
    await expect.element(main().getByRole("link", { name: "Ask about this product" })).toBeVisible();
    await expect.element(main().getByRole("link", { name: "Invite Team" })).not.toBeInTheDocument();
  });

  it("shows the figures of the code, and when it was indexed", async () => {
    const statistics = [
      { label: "Files", value: 1_234, highlighted: true },
      { label: "Lines", value: 0, highlighted: false },
    ];
    await open({
      api: (fake) => fake.reply(getIndexingStats, { statistics, lastIndexedAt: "2020-03-02T09:30:00.000Z" }),
    });
    const figures = page.getByRole("region", { name: "Statistics" });
    await expect.element(figures).toMatchTextContent(/Files\s*1,234\s*Lines\s*0\s*Last index Mon 2\. Mar at \d\d:\d\d/);
  });

  it("shows the rest when its figures cannot be read, and Retry reads them", async () => {
    const api = await open({ api: (fake) => fake.refuse(getIndexingStats, "internal", "The disk is full") });
    await expect.element(main().getByText("The disk is full")).toBeVisible();
    await expect.element(main().getByRole("heading", { name: "Services" })).toBeVisible();
    api.reply(getIndexingStats, { statistics: [], lastIndexedAt: null });
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(main().getByText("The disk is full")).not.toBeInTheDocument();
  });

  it("shows its first six services, and the way to all", async () => {
    const services = Array.from({ length: 7 }, (_unused, index) => makeService(index, { name: `part ${index + 1}` }));
    await open({ project: { services } });
    const rows = () => main().getByRole("list", { name: "Services", exact: true }).getByRole("listitem");
    await expect.element(rows().nth(5)).toMatchTextContent("part 6");
    expect(rows().elements()).toHaveLength(6);
    await expect
      .element(main().getByRole("link", { name: "All 7 services" }))
      .toHaveAttribute("href", `${address}/services`);
    // Indexing again is for the product as a whole here, and for each of them in the list of services.
    await expect.element(main().getByRole("button", { name: "Reindex", exact: true })).toBeVisible();
    await expect.element(main().getByRole("button", { name: /^Reindex part/ })).not.toBeInTheDocument();
  });

  it("starts an index of each repository that may have one, and says when the others may", async () => {
    const services = [makeService(1), makeService(2)];
    const api = await open({ project: { services } });
    await main().getByRole("button", { name: "Reindex", exact: true }).click();
    await expect.element(page.getByText("Indexing started")).toBeVisible();
    const repositories = new Set(services.map(({ repository }) => repository?.repositoryId));
    expect(api.received(reindexService)).toHaveLength(repositories.size);
  });

  it("shows the architecture as a picture that opens it, and what pushes changed", async () => {
    await open({
      project: { services: [makeService(1, { name: "web" }), makeService(2, { name: "api", type: "api" })] },
      api: (fake) => {
        fake.reply(getArchitecture, {
          nodes: [],
          edges: [],
          baselineAt: null,
          hasContract: false,
          index: { isFresh: true, repositories: [] },
          isCutOff: false,
        });
        fake.reply(listDocumentChanges, {
          content: [
            {
              repositoryId: sampleId(1),
              repositorySlug: "ferry-board",
              commit: "0123456789".repeat(4),
              author: "Ada",
              subject: "Show tides",
              writtenAt: new Date().toISOString(),
              pages: [
                { artifactId: sampleId(2), title: "Overview", sections: ["Purpose"], writtenBy: "Built-in engine" },
              ],
            },
          ],
        });
      },
    });
    const picture = main().getByRole("link", { name: "Open the architecture: 2 nodes, 0 connections" });
    await expect.element(picture).toHaveAttribute("href", `${address}/setup/architecture`);
    const changes = main().getByRole("region", { name: "What pushes changed" });
    await expect
      .element(changes)
      .toMatchTextContent(/Show tides 0123456.*Ada · ferry-board.*Overview: Purpose.*Written by Built-in engine/);
  });

  it("tells connections that a push brought and nobody allowed, with commit, author and lines", async () => {
    const place = { repositoryId: sampleId(71), repositorySlug: "shop", branch: "main", commit: "c".repeat(40) };
    await open({
      api: (fake) => {
        fake.reply(listDocumentChanges, { content: [] });
        fake.replyList(listArchitectureChanges, [
          {
            changeId: sampleId(70),
            change: "appeared",
            sourceId: sampleId(72),
            targetId: sampleId(73),
            sourceName: "web",
            targetName: "billing",
            kinds: ["import"],
            drift: "forbidden",
            repositoryId: sampleId(71),
            repositorySlug: "shop",
            commit: "c".repeat(40),
            isCommitKnown: true,
            sinceCommit: null,
            author: "Mara Quay",
            subject: "Pay by card",
            evidence: [{ ...place, path: "apps/web/src/pay.ts", startLine: 4, endLine: 4 }],
            foundAt: "2026-03-02T10:00:00.000Z",
          },
        ]);
      },
    });
    const changes = main().getByRole("region", { name: "What pushes changed" });
    await expect
      .element(changes)
      .toMatchTextContent(
        /Pay by card ccccccc.*Mara Quay · shop.*New: web imports code of billing apps\/web\/src\/pay\.ts:4 Forbidden, but in the code/,
      );
    await expect
      .element(changes.getByRole("link", { name: "web imports code of billing" }))
      .toHaveAttribute("href", `${address}/setup/architecture`);
  });

  it("says of documents that no push has changed yet when that is so", async () => {
    await open({
      api: (fake) => {
        fake.reply(listDocumentChanges, { content: [] });
        fake.replyList(listArchitectureChanges, []);
      },
    });
    await expect.element(main().getByText(/^No push has changed a document yet/)).toBeVisible();
  });
});

describe("a product that is being indexed", () => {
  it("says how far it is, and loads the figures anew once it is done", async () => {
    // The tab remembers how far it has followed a product, so this one is in no other test.
    const projectId = sampleId(4_500);
    const api = await open({
      project: { projectId },
      setup: { progress: 42.4, label: "Analyzing architecture" },
    });
    const bar = main().getByRole("progressbar", { name: "Indexing progress" });
    await expect.element(bar).toHaveAttribute("aria-valuetext", "42 %");
    await expect.element(main().getByText("Analyzing architecture", { exact: true })).toBeVisible();
    await expect.element(main().getByText("Analyzing architecture, 40 percent")).toBeInTheDocument();
    const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
    await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
    const feed = sockets.find(isFeed);
    feed?.accept();
    feed?.send("reload", { sequence: 1 });
    // On connecting everything is loaded once more.
    await expect.poll(() => api.received(getInitialSetup).length).toBeGreaterThan(1);
    await whenLoaded();
    const loads = api.received(getIndexingStats).length;
    api.reply(getInitialSetup, ready);
    const change = { sequence: 2, type: "project", id: projectId, operation: "updated" };
    feed?.send("changes", { sequence: 2, changes: [change] });
    await expect.element(bar).not.toBeInTheDocument();
    await expect.poll(() => api.received(getIndexingStats).length).toBeGreaterThan(loads);
  });

  it("never seems to be done while it runs", async () => {
    await open({ setup: { progress: 99.9, label: null } });
    const bar = main().getByRole("progressbar", { name: "Indexing progress" });
    await expect.element(bar).toHaveAttribute("aria-valuetext", "99 %");
    await expect.element(main().getByText("Indexing", { exact: true })).toBeVisible();
  });

  it("names each repository whose index failed, its address, its cause and how many services it has the code of", async () => {
    const failed = makeIndexedService(1, { state: "failed", error: "The host does not answer." });
    const services = [failed, { ...failed, serviceId: sampleId(2), name: "harbour" }, makeService(3)];
    await open({ project: { services } });
    const { owner, repo, url } = failed.repository!;
    const alerts = main().getByRole("alert");
    await expect
      .element(alerts)
      .toMatchTextContent(`The code of ${[owner, repo].filter(Boolean).join("/")} could not be indexed`);
    await expect.element(alerts).toMatchTextContent(/The host does not answer\. 2 services have their code there/);
    if (url !== null) await expect.element(alerts).toMatchTextContent(url);
    await expect
      .element(alerts.getByRole("link", { name: "Repositories" }))
      .toHaveAttribute("href", expect.stringMatching(/\/repositories$/));
  });
});

describe("where there is no document", () => {
  it.each([
    { name: "the code is being read", setup: { progress: 40 }, services: [], text: "Documents are being written" },
    { name: "nothing was read", setup: {}, services: [], text: "No documents yet" },
    {
      name: "the code is indexed",
      setup: {},
      services: [makeIndexedService(1, { state: "ready", commit: "a".repeat(40) })],
      text: "No document came from your code",
    },
  ])("says so as it is while $name", async ({ setup, services, text }) => {
    await open({ project: { services }, setup, api: (fake) => fake.replyList(listArtifacts, []) });
    await expect.element(main().getByText(text)).toBeVisible();
  });
});

describe("a product that is not set up yet", () => {
  const steps = () => main().getByRole("listitem");
  const openSetup = (setup: Partial<SetupProgress>, api?: (fake: FakeApi) => void) =>
    open({ project: { setupComplete: false }, setup: { setupComplete: false, ...setup }, api });

  it("begins with a repository", async () => {
    await openSetup({ hasRepository: false, hasDescription: false });
    await expect.element(main().getByRole("heading", { name: "Set up Ferry Board" })).toBeVisible();
    await expect.element(main().getByText("0 of 3 done")).toBeVisible();
    await expect.element(steps().first()).toHaveAttribute("aria-current", "step");
    await expect.element(main().getByRole("link", { name: "Ask about this product" })).not.toBeInTheDocument();
    await expect
      .element(main().getByRole("link", { name: "Continue setup" }))
      .toHaveAttribute("href", `${address}/setup`);
  });

  it("goes on with a description", async () => {
    await openSetup({ hasDescription: false });
    await expect.element(steps().first()).toMatchTextContent("Connect a repository, done");
    await expect.element(steps().nth(1)).toHaveAttribute("aria-current", "step");
    await main().getByRole("link", { name: "Continue setup" }).click();
    await expect.poll(() => location.pathname).toBe(`${address}/setup/description`);
  });
});
