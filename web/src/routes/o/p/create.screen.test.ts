import { deleteChat, listChats } from "@cairn/contract/chat";
import type { ChatSummary } from "@cairn/contract/chat";
import { createArtifact } from "@cairn/contract/pages";
import { applyTemplate, listBuiltInTemplates, listTemplates } from "@cairn/contract/templates";
import type { Template } from "@cairn/contract/templates";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion, waitingConnections } from "#web/features/chat/testing/chat-connection.ts";
import { makePage, pageId } from "#web/features/pages/testing/make-page.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/create";
const prompt = () => page.getByRole("textbox", { name: "What the page is about" });
const generate = () => page.getByRole("button", { name: "Generate" });
const templates = () => page.getByRole("list", { name: "Templates" });

function template(title: string, change: Partial<Template> = {}): Template {
  const instructions = { prompt: "How to run it", output: "markdown" as const };
  return {
    templateId: crypto.randomUUID(),
    title,
    createdAt: "2026-03-02T09:30:00.000Z",
    isBuiltIn: true,
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [
        { title: "Start", instructions },
        { title: "Stop", instructions },
      ],
    },
    ...change,
  };
}

const runbook = template("Runbook");

function draft(title: string, change: Partial<ChatSummary> = {}): ChatSummary {
  const sessionId = crypto.randomUUID();
  return { sessionId, title, isStreaming: false, isError: false, updatedAt: "2026-03-02T09:30:00.000Z", ...change };
}

function open(
  { drafts = [], search = "" }: { drafts?: ChatSummary[]; search?: string } = {},
  setUp?: (fake: FakeApi) => void,
) {
  return openScreen(address + search, {
    api: (fake) => {
      fake.replyList(listChats, drafts);
      fake.replyList(listTemplates, []);
      fake.replyList(listBuiltInTemplates, [runbook]);
      setUp?.(fake);
    },
  });
}

describe("a page from a prompt", () => {
  it("begins a conversation with the assistant of pages, beside its draft", async () => {
    await open();
    await prompt().fill("  Write about how delays are computed ");
    await userEvent.keyboard("{Enter}");
    const requested = await receiveQuestion();
    expect(requested.event).toBe("/v1/chat/artifact-data-assistant");
    expect(requested.request).toMatchObject({
      organizationId: "payments",
      request: { type: "text", content: "Write about how delays are computed" },
      context: { projectId: sampleId(), lens: "technical" },
    });
    await expect.poll(() => location.pathname).toBe(`${address}/${requested.request.sessionId}`);
  });

  it("that is too short says so beside the field, and keeps what was typed", async () => {
    await open();
    await prompt().fill("Delays");
    await generate().click();
    await expect.element(prompt()).toHaveAccessibleDescription("Prompt is too short");
    await expect.element(prompt()).toHaveValue("Delays");
    expect(waitingConnections()).toEqual([]);
    await prompt().fill("Write about how delays are computed");
    await expect.element(page.getByText("Prompt is too short")).not.toBeInTheDocument();
  });

  it("is begun from an example, which can be changed first", async () => {
    await open();
    await page.getByRole("button", { name: "Write a runbook for operating it" }).click();
    await expect.element(prompt()).toHaveValue("Write a runbook for operating it");
    expect(waitingConnections()).toEqual([]);
  });

  it("has lines by Shift and Enter", async () => {
    await open();
    await prompt().click();
    await userEvent.keyboard("Write about delays{Shift>}{Enter}{/Shift}and fees");
    await expect.element(prompt()).toHaveValue("Write about delays\nand fees");
    expect(waitingConnections()).toEqual([]);
  });
});

describe("a page by hand", () => {
  it("is opened in the editor under an id of its own", async () => {
    await open();
    const link = page.getByRole("link", { name: "Open editor" });
    await expect.element(link).toBeVisible();
    expect(link.element().getAttribute("href")).toMatch(/^\/o\/payments\/p\/payments\/create\/[0-9a-f-]{36}\/editor$/);
  });
});

describe("a page from an address", () => {
  const dialog = () => page.getByRole("dialog", { name: "From url" });
  const fillForm = async (title: string, url: string) => {
    await page.getByRole("button", { name: "Enter address" }).click();
    await dialog().getByRole("textbox", { name: "Title" }).fill(title);
    await dialog().getByRole("textbox", { name: "Address" }).fill(url);
    await dialog().getByRole("button", { name: "Create page" }).click();
  };

  it("is created with https where no scheme was typed, and opened", async () => {
    const api = await open({}, (fake) => fake.reply(createArtifact, makePage([], { title: "Harbour rules" })));
    await fillForm("Harbour rules", "example.org/rules");
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/payments/artifacts/${pageId(0)}`);
    expect(api.received(createArtifact)).toMatchObject([
      { mode: "url", title: "Harbour rules", projectId: sampleId(), crawl: { url: "https://example.org/rules" } },
    ]);
  });

  it("says beside each field what is wrong, and sends nothing", async () => {
    const api = await open();
    await fillForm("H", "not an address");
    await expect.element(dialog().getByRole("textbox", { name: "Title" })).toHaveFocus();
    await expect.element(dialog().getByText("Title is too short")).toBeVisible();
    await expect.element(dialog().getByText("Enter a valid URL")).toBeVisible();
    expect(api.received(createArtifact)).toEqual([]);
  });

  it("keeps what was typed where the server refuses, and says why", async () => {
    const api = await open({}, (fake) => fake.refuse(createArtifact, "unprocessable", "Nothing answers there"));
    await fillForm("Harbour rules", "https://example.org/rules");
    await expect.element(page.getByText("Could not create artifact")).toBeVisible();
    await expect.element(page.getByText("Nothing answers there")).toBeVisible();
    await expect.element(dialog().getByRole("textbox", { name: "Address" })).toHaveValue("https://example.org/rules");
    expect(api.received(createArtifact)).toHaveLength(1);
  });
});

describe("recent drafts", () => {
  const list = () => page.getByRole("list", { name: "Recent drafts" });

  it("lead back to their conversation, and say how they stand", async () => {
    const drafts = [draft("Delays", { isStreaming: true }), draft("Fees", { isError: true })];
    const api = await open({ drafts });
    await expect
      .element(list().getByRole("link", { name: "Delays" }))
      .toHaveAttribute("href", `${address}/${drafts[0]?.sessionId}`);
    await expect.element(list().getByRole("listitem").nth(0)).toMatchTextContent("Writing");
    await expect.element(list().getByRole("listitem").nth(1)).toMatchTextContent("Failed");
    expect(api.received(listChats).map(({ assistant }) => assistant)).toContain("artifact-data-assistant");
  });

  it("are deleted after a question, and the focus goes to the next", async () => {
    const drafts = [draft("Delays"), draft("Fees")];
    const api = await open({ drafts });
    await page.getByRole("button", { name: "Delete Delays" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this draft?" });
    await expect
      .element(dialog)
      .toMatchTextContent(
        "“Delays” and its conversation will be gone for good. Pages that were published from it stay.",
      );
    expect(api.received(deleteChat)).toEqual([]);
    api.replyList(listChats, drafts.slice(1));
    await dialog.getByRole("button", { name: "Delete draft" }).click();
    await expect.element(page.getByText("Chat deleted", { exact: true })).toBeVisible();
    await expect.element(list().getByRole("link", { name: "Delays" })).not.toBeInTheDocument();
    await expect.element(list().getByRole("link", { name: "Fees" })).toHaveFocus();
  });

  it("that became pages are folded", async () => {
    const published = draft("Delays");
    const entry = { sessionId: published.sessionId, artifactId: pageId(0), fingerprint: "1:1" };
    localStorage.setItem("published-drafts", JSON.stringify([entry]));
    await open({ drafts: [published, draft("Fees")] });
    await expect.element(list().getByRole("link", { name: "Fees" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Delays" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Show 1 draft that became pages" }).click();
    await expect.element(page.getByRole("list", { name: "Published drafts" })).toMatchTextContent("DelaysPublished");
  });

  it("are not mentioned while there are none", async () => {
    await open();
    await expect.element(templates()).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Recent drafts" })).not.toBeInTheDocument();
  });
});

describe("a page from a template", () => {
  it("is chosen among the organization's own and the built-in ones, without child templates", async () => {
    await open({}, (fake) =>
      fake.replyList(listTemplates, [
        template("Release checklist", { isBuiltIn: false }),
        template("Part", { isBuiltIn: false, scope: { type: "child-template" } }),
      ]),
    );
    const rows = templates().getByRole("listitem");
    await expect.element(rows.nth(0)).toMatchTextContent("Release checklist");
    await expect.element(rows.nth(0)).toMatchTextContent("Yours");
    await expect.element(rows.nth(1)).toMatchTextContent("RunbookStart · Stop");
    expect(rows.elements()).toHaveLength(2);
  });

  it("is made in this product, and opened", async () => {
    const api = await open();
    const { sections: _sections, ...made } = makePage([]);
    api.adjust(applyTemplate, { artifacts: [made] });
    await page.getByRole("button", { name: "Use Runbook" }).click();
    await page.getByRole("dialog", { name: "Use “Runbook”" }).getByRole("button", { name: "Make page" }).click();
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/payments/artifacts/${pageId(0)}`);
    expect(api.received(applyTemplate)).toMatchObject([{ templateId: runbook.templateId, projectId: sampleId() }]);
  });

  it("that the address names is offered at once, and not again once closed", async () => {
    await open({ search: "?template=Runbook" });
    const dialog = page.getByRole("dialog", { name: "Use “Runbook”" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("says why the templates could not be loaded, and loads them on Retry", async () => {
    const api = await open({}, (fake) => fake.refuse(listBuiltInTemplates, "internal", "The disk is full"));
    await expect.element(page.getByRole("alert")).toMatchTextContent("The disk is full");
    api.replyList(listBuiltInTemplates, [runbook]);
    await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
    await expect.element(templates()).toMatchTextContent("Runbook");
  });
});
