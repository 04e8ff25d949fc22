import { getArchitecture, saveDrawnNode, setArchitectureEdge } from "@cairn/contract/architecture";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { editArchitecture, suggestArchitecture } from "@cairn/contract/architecture-edits";
import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import { previewArchitectureImport } from "@cairn/contract/architecture-import";
import { getProject } from "@cairn/contract/projects";
import { createService, deleteService, updateService } from "@cairn/contract/services";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const address = "/o/payments/p/shop/setup/architecture";
const web = makeService(1, { name: "web" });
const api = makeService(2, { name: "api", type: "api" });
const reason = null;
const billing: ArchitectureEdit[] = [
  {
    kind: "added",
    nodeId: "proposed-1",
    form: "api",
    name: "billing",
    description: "Sends invoices to customers",
    reason,
  },
  { kind: "joined", sourceId: web.serviceId, targetId: "proposed-1", stance: "allowed", reason: "The goal names it." },
];

interface Asked {
  edits?: ArchitectureEdit[];
  notes?: string[];
  api?: (fake: FakeApi) => void;
  viewport?: { width: number; height: number };
}

async function open({ edits = billing, notes = [], api: adjust, viewport }: Asked = {}) {
  const asked = vi.fn();
  const made = vi.fn();
  const joined = vi.fn();
  const stored = [web, api];
  await openScreen(address, {
    viewport,
    api: (fake) => {
      fake.adjust(getProject, {
        slug: "shop",
        name: "Ferry Board",
        setupComplete: true,
        get services() {
          return [...stored];
        },
      });
      fake.reply(getArchitecture, {
        nodes: [],
        edges: [],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories: [] },
        isCutOff: false,
      });
      fake.reply(editArchitecture, (body) => {
        asked(body);
        return { edits, notes, writtenBy: "Built-in engine" };
      });
      fake.reply(createService, ({ name, description, type }) => {
        made(name);
        const service = makeService(stored.length + 1, { name, description, type, repository: null });
        stored.push(service);
        return service;
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
      fake.reply(setArchitectureEdge, (body) => {
        joined(body);
        return undefined;
      });
      adjust?.(fake);
    },
  });
  return { asked, made, joined };
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const proposals = () => page.getByRole("region", { name: "Proposed changes" });
const field = () => page.getByRole("textbox", { name: "What to change" });

async function askFor(words: string): Promise<void> {
  await button("Edit with AI").click();
  await field().fill(words);
  await userEvent.keyboard("{Enter}");
}

it("shows on the canvas what is asked for, and saves nothing before it is accepted", async () => {
  const { asked, made, joined } = await open({ notes: ["I left the database out."] });
  await askFor("add a backend called billing");
  await expect.element(node("billing, Api, Unsaved, Proposed")).toBeVisible();
  await expect.element(page.getByText("2 changes proposed.", { exact: true })).toBeVisible();
  await expect.element(page.getByText("I left the database out.")).toBeVisible();
  await expect.element(proposals()).toMatchTextContent(/Connect “web” to “billing”.*The goal names it\./);
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    request: "add a backend called billing",
    draft: {
      nodes: [
        { name: "web", form: "frontend" },
        { name: "api", form: "api" },
      ],
      edges: [],
    },
  });
  await expect.element(button("Save")).not.toBeInTheDocument();

  await button("Accept all").click();
  await expect.element(node("billing, Api, Unsaved")).toBeVisible();
  await expect.element(field()).toHaveFocus();
  expect(made).not.toHaveBeenCalled();

  await button("Save").click();
  await expect.element(page.getByText("Service and connection saved")).toBeVisible();
  expect(made).toHaveBeenCalledExactlyOnceWith("billing");
  // With the id that the server gave the new service.
  expect(joined.mock.calls[0]?.[0]).toMatchObject({
    sourceId: web.serviceId,
    targetId: makeService(3).serviceId,
    stance: "allowed",
  });
});

it("takes a change back after it was accepted", async () => {
  await open();
  await askFor("add a backend called billing");
  await button("Accept all").click();
  await button("Undo").click();
  await expect.element(node("billing, Api, Unsaved")).not.toBeInTheDocument();
  await expect.element(page.getByText("Need Changes?")).toBeVisible();
});

it("accepts and refuses one by one by keyboard, what rests on each with it", async () => {
  const edits: ArchitectureEdit[] = [...billing, { kind: "renamed", nodeId: web.serviceId, name: "site", reason }];
  await open({ edits });
  await askFor("add a backend called billing and rename web to site");
  await expect.element(node("site, Frontend, Unsaved, Change proposed")).toBeVisible();
  (button("Refuse: Add Api “billing”").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(node("billing, Api, Unsaved, Proposed")).not.toBeInTheDocument();
  await expect.element(button("Refuse: Connect “web” to “billing”")).not.toBeInTheDocument();
  await expect.element(button("Accept: Rename “web” to “site”")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(node("site, Frontend, Unsaved")).toBeVisible();
  await expect.element(proposals()).not.toBeInTheDocument();
  await expect.element(field()).toHaveFocus();
});

it("asks for the name of a service before it is deleted, once all is saved", async () => {
  const edits: ArchitectureEdit[] = [{ kind: "removed", nodeId: api.serviceId, reason }];
  await open({ edits });
  await askFor("remove api");
  await expect.element(node("api, Api, Removal proposed")).toBeVisible();
  await button("Accept: Remove “api”").click();
  await expect.element(node("api, Api, To be deleted")).toBeVisible();
  await button("Save").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("api");
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect.element(node("api, Api, To be deleted")).not.toBeInTheDocument();
});

it("keeps what was typed when it cannot be worked out, and says why", async () => {
  await open({
    api: (fake) =>
      fake.reply(editArchitecture, () => {
        throw new Refusal("rate_limited", "The tokens of this month are used up");
      }),
  });
  await askFor("make it better");
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The tokens of this month are used up/);
  await expect.element(field()).toHaveValue("make it better");
});

it("suggests parts for a goal, also in a narrow window", async () => {
  const asked = vi.fn();
  await open({
    viewport: { width: 375, height: 740 },
    api: (fake) =>
      fake.reply(suggestArchitecture, (body) => {
        asked(body);
        return { edits: billing, notes: [], writtenBy: "Built-in engine" };
      }),
  });
  await button("Edit with AI").click();
  await page.getByText("Suggest", { exact: true }).click();
  await page.getByRole("textbox", { name: "What you want to reach" }).fill("Customers pay online");
  await button("Propose").click();
  await expect.element(button("Accept: Add Api “billing”")).toBeVisible();
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ goal: "Customers pay online" });
  await button("Accept all").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "billing", exact: true })).toBeVisible();
});

it("imports a compose file as changes to accept, and tells what it left out", async () => {
  const asked = vi.fn();
  await open({
    api: (fake) =>
      fake.reply(previewArchitectureImport, (body) => {
        asked(body);
        const node = { technology: null, type: null, description: "", nodeId: null, line: 2 };
        return {
          nodes: [
            { ...node, key: "web", kind: "service" as const, name: "web", nodeId: web.serviceId },
            { ...node, key: "orders", kind: "service" as const, name: "orders" },
            { ...node, key: "berths", kind: "store" as const, name: "berths" },
            { ...node, key: "x", kind: "service" as const, name: "x" },
          ],
          edges: [
            { sourceKey: "web", targetKey: "orders", text: "", line: 4, stance: "allowed" as const, isDrawn: false },
            { sourceKey: "web", targetKey: "berths", text: "", line: 5, stance: "forbidden" as const, isDrawn: false },
          ],
          problems: [{ line: 1, reason: "Includes more.yaml, which is not followed" }],
        };
      }),
  });
  await button("Import a compose file or Structurizr DSL").click();
  await page.getByRole("textbox", { name: "A compose file, or Structurizr DSL" }).fill("services:\n  web: {}\n");
  await button("Propose").click();
  await expect.element(node("orders, Api, Invalid Configuration, Proposed")).toBeVisible();
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ format: "compose" });
  await expect.element(button("Accept: Connect “web” to “orders”")).toBeVisible();
  await expect.element(page.getByText("Line 1: Includes more.yaml, which is not followed.")).toBeVisible();
  await expect.element(page.getByText(/^Left out, .*“x”/)).toBeVisible();
  await expect.element(button("Accept: Draw Store “berths”")).toBeVisible();
  await button("Accept: Forbid “web” to use “berths”").click();
  // The line brought the store that it leads to.
  await expect.element(button("Accept: Draw Store “berths”")).not.toBeInTheDocument();
  await expect.element(node("berths, Store, Unsaved")).toBeVisible();
});

it("tells on demand what pushes changed between two commits", async () => {
  const change = {
    sourceId: web.serviceId,
    targetId: api.serviceId,
    sourceName: "web",
    targetName: "api",
    kinds: ["call" as const],
    drift: null,
    repositoryId: web.serviceId,
    repositorySlug: "shop",
    sinceCommit: null,
    evidence: [],
  };
  const known = { isCommitKnown: true, author: "Mara Quay", subject: "Pay by card" };
  const unknown = { isCommitKnown: false, author: null, subject: null };
  const forbidden = { change: "appeared" as const, drift: "forbidden" as const };
  const [older, newer] = ["a".repeat(40), "b".repeat(40)];
  await open({
    api: (fake) =>
      fake.replyList(listArchitectureChanges, [
        {
          ...change,
          ...unknown,
          changeId: api.serviceId,
          change: "vanished",
          commit: newer,
          foundAt: "2026-03-02T10:00:00.000Z",
        },
        {
          ...change,
          ...known,
          ...forbidden,
          changeId: web.serviceId,
          commit: older,
          foundAt: "2026-03-01T10:00:00.000Z",
        },
      ]),
  });
  await button("Show what changed").click();
  const list = page.getByRole("list", { name: "Changed connections" });
  // What came and went is told as well.
  await expect
    .element(list.getByRole("listitem").first())
    .toMatchTextContent(/Gone: web calls api.*With the push up to bbbbbbb/);
  await expect
    .element(list.getByRole("listitem").last())
    .toMatchTextContent(/New: web calls api.*Forbidden, but in the code.*Pay by card · Mara Quay · aaaaaaa/);
  await expect
    .element(page.getByRole("link", { name: "Commit aaaaaaa" }))
    .toHaveAttribute("href", `/o/payments/p/shop/repositories/shop/b/${older}/?view=changes`);
  await page.getByRole("combobox", { name: "From commit" }).click();
  await page.getByRole("option", { name: /^bbbbbbb/ }).click();
  await expect.element(page.getByText(/Gone: web calls api/)).toBeVisible();
  await expect.element(page.getByText(/New: web calls api/)).not.toBeInTheDocument();
});

it("draws a queue that is asked for, with its line, and saves both once they are accepted", async () => {
  const drawn = vi.fn();
  const { joined } = await open({
    edits: [
      { kind: "drawn", nodeId: "proposed-1", isNew: true, form: "queue", name: "jobs", technology: "Kafka", reason },
      { kind: "joined", sourceId: api.serviceId, targetId: "proposed-1", stance: "allowed", reason },
    ],
    api: (fake) =>
      fake.reply(saveDrawnNode, (body) => {
        drawn(body);
        return undefined;
      }),
  });
  await askFor("add a Kafka topic called jobs used by api");
  await expect.element(node("jobs, Queue, Unsaved, Proposed")).toBeVisible();
  await expect.element(proposals().getByText("Draw Queue “jobs” (Kafka)")).toBeVisible();
  await button("Accept all").click();
  await expect.element(node("jobs, Queue, Unsaved")).toBeVisible();
  expect(drawn).not.toHaveBeenCalled();
  await button("Save").click();
  await expect.poll(() => joined.mock.calls.length).toBe(1);
  const [[saved]] = drawn.mock.calls as [[{ nodeId: string }]];
  expect(saved).toMatchObject({ kind: "queue", name: "jobs", technology: "Kafka" });
  expect(joined.mock.calls[0]?.[0]).toMatchObject({ sourceId: api.serviceId, targetId: saved.nodeId });
});

it("shows a line while it is being saved, and says what it begins for all others of the code", async () => {
  const { promise: isSaved, resolve } = Promise.withResolvers<undefined>();
  const derived = { kinds: ["call" as const], count: 1, certainty: "resolved" as const, evidence: [] };
  const ends = { sourceId: web.serviceId, targetId: api.serviceId };
  await open({
    api: (fake) => {
      fake.reply(getArchitecture, {
        nodes: [],
        edges: [{ ...ends, stance: null, derived, drift: null, broughtBy: null }],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories: [] },
        isCutOff: false,
      });
      fake.reply(setArchitectureEdge, () => isSaved);
    },
  });
  await askFor("add a backend called billing");
  await button("Accept all").click();
  await expect.element(node("billing, Api, Unsaved")).toBeVisible();
  const words = () => [...document.querySelectorAll(".line-word")].map(({ textContent }) => textContent);
  expect(words()).toEqual(["Unsaved"]);
  await button("Save").click();
  await expect.poll(words).toEqual(["Saving"]);
  resolve(undefined);
  await expect.element(page.getByText("Service and connection saved")).toBeVisible();
  await expect
    .element(
      page.getByText(/^The other connection of the code is undeclared from now on\. “Allow what is there today”/),
    )
    .toBeVisible();
});

it("brings changes back that were all refused, and asks before the screen is left with some", async () => {
  await open();
  await askFor("add a backend called billing");
  await expect.element(node("billing, Api, Unsaved, Proposed")).toBeVisible();
  await button("Refuse all").click();
  await expect.element(node("billing, Api, Unsaved, Proposed")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.element(node("billing, Api, Unsaved, Proposed")).toBeVisible();
  await page.getByRole("link", { name: "Overview", exact: true }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(question.getByText("This browser does not keep your changes: they will be gone.")).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(node("billing, Api, Unsaved, Proposed")).toBeVisible();
});
