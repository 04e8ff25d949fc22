import { getArchitecture, setArchitectureEdge } from "@cairn/contract/architecture";
import type { Architecture, ArchitectureEdge } from "@cairn/contract/architecture";
import { getProject } from "@cairn/contract/projects";
import { createService, updateService } from "@cairn/contract/services";
import type { Service, ServiceType } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { queryClient } from "#web/lib/api/query-client.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeIndexedService, makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const phone = { width: 375, height: 740 };

interface FaultOptions extends OpenOptions {
  services: Service[];
  edges?: ArchitectureEdge[];
}

async function open({ services, edges = [], api, ...options }: FaultOptions): Promise<FakeApi> {
  return await openScreen(address, {
    ...options,
    api: (fake) => {
      fake.adjust(getProject, {
        slug: "shop",
        name: "Ferry Board",
        setupComplete: true,
        get services() {
          return [...services];
        },
      });
      const index = { isFresh: true, repositories: [] };
      fake.reply(getArchitecture, (): Architecture => {
        const ids = new Set(services.map(({ serviceId }) => serviceId));
        return {
          nodes: services.map(({ serviceId, name, type }) => {
            const kind = "service" as const;
            return { nodeId: serviceId, kind, serviceId, name, type, technology: null, position: null, evidence: [] };
          }),
          edges: edges.filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId)),
          baselineAt: null,
          hasContract: false,
          index,
          isCutOff: false,
        };
      });
      api?.(fake);
    },
  });
}

const edge = (source: number, target: number): ArchitectureEdge => ({
  sourceId: sampleId(source),
  targetId: sampleId(target),
  stance: "allowed",
  derived: null,
  drift: null,
  broughtBy: null,
});
const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const types: readonly ServiceType[] = ["frontend", "api", "database", "library"];
const many = (count: number) =>
  Array.from({ length: count }, (_unused, at) =>
    makeService(at + 1, { name: `part ${at}`, type: types[at % types.length] ?? "api" }),
  );

/** Of 64 characters each, as people count them or as they are stored. */
const names = {
  "in Latin without a space": "n".repeat(64),
  Arabic: "خدمةالميناء".repeat(6).slice(0, 64),
  Chinese: "港湾管理系統".repeat(11).slice(0, 64),
  emoji: "⛴️🚢".repeat(16),
  combining: "e\u0302\u0301".repeat(21),
  markup: '<img src=x onerror="alert(1)">&amp;'.padEnd(64, "'"),
};

describe("names of 64 characters", () => {
  it.each(Object.entries(names))("stay within their cards and rows: %s", async (_script, name) => {
    const services = [makeService(1, { name }), makeService(2, { name: "harbour", type: "api" })];
    await open({ services, edges: [edge(1, 2)] });
    const card = node(`${name}, Frontend`);
    await expect.element(card).toBeVisible();
    const box = card.element().getBoundingClientRect();
    for (const text of card.element().querySelectorAll("p")) {
      expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(box.right);
    }
    await page.viewport(phone.width, phone.height);
    await expect
      .element(page.getByRole("table", { name: "Nodes" }).getByRole("button", { name }).first())
      .toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  });
});

describe("many nodes", () => {
  it("are drawn only where the window is, found by name, walked by Tab, and listed in parts and in order", async () => {
    await open({ services: many(1_000) });
    await expect.element(canvas().getByRole("group").first()).toBeVisible();
    expect(canvas().getByRole("group").elements().length).toBeLessThan(200);
    await userEvent.keyboard("/");
    await page.getByRole("combobox", { name: "Find a node" }).fill("part 87");
    await expect.element(page.getByRole("option")).toHaveLength(20);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(node("part 870, Database")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("part 870");
    await userEvent.keyboard("{Escape}");
    await page.getByText("List", { exact: true }).click();
    const rows = () => page.getByRole("table", { name: "Nodes" }).getByRole("button", { name: /^part / });
    await expect.element(rows().first()).toBeInTheDocument();
    expect(rows().elements().length).toBeLessThan(500);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect.element(rows().nth(2)).toHaveTextContent("part 2");
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect.element(rows().first()).toHaveTextContent("part 999");
    await userEvent.keyboard("/");
    await userEvent.keyboard("part 432");
    await expect.element(rows()).toHaveLength(1);
    await page.getByText("Canvas", { exact: true }).click();
    const shown = canvas().getByRole("group").first();
    await expect.element(shown).toBeVisible();
    (shown.element() as HTMLElement).focus();
    const before = document.activeElement;
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => document.activeElement !== before).toBe(true);
    await expect.poll(() => document.activeElement?.closest(".react-flow__node") !== null).toBe(true);
  });

  it("are all in the page up to sixty", async () => {
    await open({ services: many(60) });
    await expect.poll(() => canvas().getByRole("group").elements().length).toBe(60);
  });
});

describe("connections", () => {
  it("in a circle, there and back, and of a node with itself are drawn and named", async () => {
    const services = [1, 2, 3].map((number) => makeService(number, { name: `part ${number}`, type: "api" }));
    await open({ services, edges: [edge(1, 2), edge(2, 1), edge(2, 3), edge(3, 1), edge(3, 3)] });
    const lines = canvas().getByRole("img", { name: /may use/ });
    await expect
      .poll(() => lines.elements().map((line) => line.getAttribute("aria-label")?.split(".")[0]), { timeout: 10_000 })
      .toEqual([
        "part 1 may use part 2",
        "part 2 may use part 1",
        "part 2 may use part 3",
        "part 3 may use part 1",
        "part 3 may use part 3",
      ]);
    await page.getByRole("button", { name: "Arrange" }).click();
    await expect.element(page.getByText("All nodes were arranged")).toBeInTheDocument();
  });
});

it("keeps what is typed into a service whose repository is deleted meanwhile, and saves it", async () => {
  const services = [makeService(1)];
  const api = await open({
    services,
    api: (fake) =>
      fake.reply(updateService, ({ name = "" }) => {
        services[0] = { ...services[0]!, name };
        return services[0];
      }),
  });
  await node("board, Frontend").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("quay board");
  services[0] = { ...services[0]!, repository: null };
  await queryClient.invalidateQueries();
  await expect.element(node("quay board, Frontend, Unsaved")).toBeVisible();
  await expect.element(node("quay board, Frontend, Unsaved").getByText("ferries")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByText("Service saved")).toBeVisible();
  expect(api.received(updateService)).toMatchObject([{ name: "quay board" }]);
  expect(api.received(updateService)[0]).not.toHaveProperty("repository");
});

it("tells that somebody deleted a service that is edited here, and makes it again with its connections or drops it", async () => {
  const services = [makeService(1), makeService(2, { name: "harbour", type: "api" })];
  const [, harbour] = services;
  const api = await open({
    services,
    edges: [edge(1, 2)],
    api: (fake) => {
      fake.reply(createService, ({ name, description, type }) => {
        services.push(makeService(3, { name, description, type }));
        return services.at(-1)!;
      });
      fake.reply(setArchitectureEdge, undefined);
    },
  });
  const deleteHarbour = async (description: string) => {
    await node("harbour, Api").click();
    await page.getByRole("textbox", { name: "Description", exact: true }).fill(description);
    services.splice(
      services.findIndex(({ name }) => name === "harbour"),
      1,
    );
    await queryClient.invalidateQueries();
  };
  await deleteHarbour("Serves departures and tides");
  const note = page.getByRole("complementary", { name: "Settings" }).getByRole("alert");
  await expect
    .element(note)
    .toMatchTextContent(/Somebody deleted harbour\. .*Saving makes it again, with its connection\./);
  await page.getByRole("button", { name: "Drop it" }).click();
  await expect.element(node("board, Frontend")).toBeVisible();
  await expect.element(node("harbour, Api, Unsaved")).not.toBeInTheDocument();
  services.push(harbour!);
  await queryClient.invalidateQueries();
  await deleteHarbour("Serves departures and delays");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByText("Service and connection saved")).toBeVisible();
  expect(api.received(createService)).toMatchObject([{ description: "Serves departures and delays" }]);
  expect(api.received(setArchitectureEdge)).toMatchObject([
    { sourceId: sampleId(1), targetId: sampleId(3), stance: "allowed" },
  ]);
});

it("a repository that could not be read is named above the canvas and beside it, with what to do", async () => {
  const failed = makeIndexedService(1, { state: "failed", error: "There is no repository at this address." });
  const { repositoryId = "", slug = "" } = failed.repository ?? {};
  const old = { repositoryId, repositorySlug: slug, state: "stale" as const, commit: "a".repeat(40), indexedAt: null };
  await open({
    services: [failed, makeService(2)],
    edges: [edge(1, 2)],
    api: (fake) =>
      fake.adjust(getArchitecture, {
        nodes: [],
        edges: [edge(1, 2)],
        index: { isFresh: false, repositories: [old, { ...old, repositorySlug: "tides", state: "fresh" }] },
      }),
  });
  const alert = page.getByRole("main").getByRole("alert");
  await expect.element(alert).toMatchTextContent(/There is no repository at this address\./);
  await expect.element(alert.getByRole("link", { name: "Repositories" })).toBeVisible();
  await expect
    .element(page.getByText(`The index is older than the code of ${slug}: what it shows is not verified.`))
    .toBeVisible();
});
