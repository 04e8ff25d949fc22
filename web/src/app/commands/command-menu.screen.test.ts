import { listOrganizations } from "@cairn/contract/organizations";
import { searchContext } from "@cairn/contract/pages";
import { getProject, listProjects } from "@cairn/contract/projects";
import { searchCode, searchFiles, searchSymbols } from "@cairn/contract/search";
import type { FileHit, SymbolHit } from "@cairn/contract/search";
import { searchTasks, taskReferenceSchema } from "@cairn/contract/tasks";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { makePage } from "#web/features/pages/testing/make-page.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeOrganization, makeProject } from "#web/testing/make-organization.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

beforeEach(() => {
  document.cookie = "sidebar=open; path=/";
});

const product = "/o/payments/p/payments";
const rules = `${product}/rules`;
const box = () => page.getByRole("combobox", { name: "Search or Ask" });
const options = () => page.getByRole("listbox", { name: "Results" }).getByRole("option");
const option = (name: string | RegExp) => page.getByRole("option", { name });
const texts = () =>
  options()
    .elements()
    .map((one) => one.textContent);

const file: FileHit = {
  repositoryId: sampleId(),
  repositorySlug: "board",
  branch: "main",
  path: "src/tides/charge.ts",
};
const symbol: SymbolHit = {
  ...file,
  name: "charge",
  kind: "method",
  parent: "Fees",
  signature: "charge(): void",
  startLine: 4,
  endLine: 9,
};

function setUp(fake: FakeApi): void {
  fake.adjust(getProject, { slug: "payments", setupComplete: true });
  fake.replyList(searchContext, []);
  fake.adjust(searchCode, { content: [] });
  fake.reply(searchFiles, { files: [] });
  fake.reply(searchSymbols, { symbols: [] });
  fake.reply(searchTasks, { content: [] });
  fake.replyList(listOrganizations, [makeOrganization(0, { name: "Harbour" }), makeOrganization(1, { name: "Rail" })]);
  fake.replyList(listProjects, [makeProject(0), makeProject(1, { name: "Tide tables" })]);
}

async function openMenu(address: string, api: (fake: FakeApi) => void = () => {}): Promise<FakeApi> {
  const fake = await openScreen(address, {
    api: (one) => {
      setUp(one);
      api(one);
    },
  });
  await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(box()).toHaveFocus();
  return fake;
}

describe("the command menu", () => {
  it("opens a file that it found", async () => {
    await openMenu(rules, (fake) => fake.reply(searchFiles, { files: [file] }));
    await box().fill("charge");
    await option(/charge\.ts/).click();
    await expect.poll(() => location.pathname).toBe(`${product}/repositories/board/b/main/src/tides/charge.ts`);
    await expect.element(box()).not.toBeInTheDocument();
  });

  it("opens a declaration at its lines", async () => {
    await openMenu(rules, (fake) => fake.reply(searchSymbols, { symbols: [symbol] }));
    await box().fill("charge");
    await expect.element(option(/Fees\.charge/)).toMatchTextContent("method · src/tides/charge.ts:4");
    await option(/Fees\.charge/).click();
    await expect.poll(() => location.pathname + location.hash).toMatch(/charge\.ts#L4-L9$/);
  });

  it("shows a page once, with the section that fits best", async () => {
    const { sections: _sections, ...artifact } = makePage([], { title: "Fees of the harbour" });
    const hit = (sectionTitle: string) => ({ artifact, sectionTitle, excerpt: "…" });
    const api = await openMenu(rules, (fake) => fake.replyList(searchContext, [hit("Discounts"), hit("Seasons")]));
    await box().fill("fees");
    await expect.element(option(/Fees of the harbour/)).toMatchTextContent("Discounts");
    expect(api.received(searchContext).at(-1)).toMatchObject({ query: "fees", projectId: sampleId() });
    await option(/Fees of the harbour/).click();
    await expect.poll(() => location.pathname).toBe(`${product}/artifacts/${artifact.artifactId}`);
  });

  it("searches less often than letters are typed, and at last for the whole word", async () => {
    const api = await openMenu(rules);
    await userEvent.keyboard("charge");
    await expect.element(page.getByText("No results found.")).toBeVisible();
    const queries = api.received(searchFiles).map(({ query }) => query);
    expect(queries.at(-1)).toBe("charge");
    // On a busy machine letters come with pauses of their own.
    expect(queries.length).toBeLessThan("charge".length);
  });

  it("asks what is typed, and opens the chat with the answer on its way", async () => {
    await openMenu(rules);
    await box().fill("How are fees computed?");
    await option("Ask “How are fees computed?”").click();
    await expect.poll(() => location.pathname).toBe(`${product}/chat`);
    const { request } = await receiveQuestion();
    expect(request).toMatchObject({
      request: { content: "How are fees computed?" },
      context: { projectId: sampleId() },
    });
    expect(new URLSearchParams(location.search).get("session")).toBe(request.sessionId);
  });

  it("opens a task by what people call it and Enter", async () => {
    const api = await openMenu(rules, (fake) =>
      fake.reply(searchTasks, { content: [taskReferenceSchema.parse(makeTask(9, { title: "Show tides" }))] }),
    );
    await box().fill("FB-9");
    await expect.element(option(/Show tides FB-9 · Todo/)).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe(`${product}/tasks/${sampleId(9)}`);
    expect(api.received(searchTasks)[0]).toMatchObject({ query: "FB-9" });
  });

  it("creates a task with the title that is typed", async () => {
    await openMenu(rules);
    await expect.element(option(/^Create task …/)).toBeVisible();
    await box().fill("Show tides");
    await option(/^Create task “Show tides”/).click();
    await expect.poll(() => location.pathname).toBe(`${product}/tasks/create`);
    await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveValue("Show tides");
  });

  it("hands what is typed over to the search of code", async () => {
    await openMenu(rules);
    await box().fill("fee table");
    await option("Search code for “fee table”").click();
    await expect.poll(() => location.pathname).toBe(`${product}/search`);
    expect(new URLSearchParams(location.search).get("q")).toBe("fee table");
  });

  it("goes to another product and another organization by name", async () => {
    await openMenu(rules);
    await box().fill("tide");
    await expect.element(option(/Tide tables/)).toMatchTextContent("Product");
    await option(/Tide tables/).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/product-1");
    await userEvent.keyboard("{Control>}k{/Control}");
    await box().fill("rail");
    await expect.element(option(/Rail/)).toMatchTextContent("Organization");
  });

  it("offers no question and no search where no product is open", async () => {
    await openMenu("/o/payments/members");
    await expect.element(option(/^Members/)).toBeVisible();
    expect(texts().filter((text) => /^(?:Ask|Search code)/.test(text ?? ""))).toEqual([]);
  });
});

describe("the keys that go to a screen", () => {
  it.each([
    ["r", "/repositories"],
    ["a", "/chat"],
    ["m", "/mcp"],
    ["o", ""],
  ])("g %s opens %s of the product", async (letter, rest) => {
    await openScreen(rules, { api: setUp });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await userEvent.keyboard(`g${letter}`);
    await expect.poll(() => location.pathname).toBe(product + rest);
  });

  it("are letters like others in a field", async () => {
    await openScreen(`${product}/rules/create`, { api: setUp });
    const field = page.getByRole("textbox").first();
    await field.click();
    await userEvent.keyboard("gr?");
    await expect.element(field).toHaveValue("gr?");
    expect(location.pathname).toBe(`${product}/rules/create`);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
