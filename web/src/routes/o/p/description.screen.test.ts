import { getDescriptionChat, listChats } from "@cairn/contract/chat";
import type { ChatSession, ChatSummary } from "@cairn/contract/chat";
import { getProject, updateProjectData } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { chatOf, receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";
import { whenLoaded } from "#web/testing/screens.ts";

const address = "/o/payments/p/payments/description";
const saved = "Ferry Board shows departures of ferries. ".repeat(4).trim();
const written = "Ferry Board tells crews and passengers when their ferry leaves. ".repeat(3).trim();
const field = () => page.getByRole("textbox", { name: "Product Description" });
const save = () => page.getByRole("button", { name: "Save", exact: true });
const message = () => page.getByRole("textbox", { name: "Your message" });
const review = () => page.getByRole("region", { name: /^The assistant (is changing|changed) the text$/ });

let number = 0;

/** A product of its own, because its last conversation is remembered for the tab. */
function productWith(description: string | null): Project {
  number += 1;
  return { ...(sampleOf(getProject.response, "usual") as Project), projectId: sampleId(3_000 + number), description };
}

async function open(description: string | null = saved, options: OpenOptions & { search?: string } = {}) {
  const product = productWith(description);
  const api = await openScreen(address + (options.search ?? ""), {
    ...options,
    api: (fake) => {
      fake.reply(getProject, product);
      fake.replyList(listChats, []);
      options.api?.(fake);
    },
  });
  // An answer on its way would bring what a test lets be saved.
  await whenLoaded();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  return { api, product };
}

/** Types at the end of the text. */
async function type(text: string) {
  await field().click();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard(`{Control>}{End}{/Control}${text}`);
}

async function openChat(session: ChatSession, description: string | null = saved) {
  return open(description, {
    search: `?session=${session.sessionId}`,
    api: (fake) => fake.reply(getDescriptionChat, session),
  });
}

describe("the description", () => {
  it("is saved with the text that it replaces, and said to be saved", async () => {
    const { api, product } = await open();
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await type(" And it warns of fog.");
    const text = `${saved} And it warns of fog.`;
    api.reply(updateProjectData, { ...product, description: text });
    api.reply(getProject, { ...product, description: text });
    await save().click();
    await expect.element(page.getByText("Description saved")).toBeInTheDocument();
    expect(api.received(updateProjectData)).toEqual([
      { organizationId: "payments", projectId: "payments", description: text, replaces: saved },
    ]);
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
  });

  it("that the engine took from the code says so, until it is changed", async () => {
    await open(saved, { api: (fake) => fake.adjust(getProject, { description: saved, isDescriptionProposed: true }) });
    const note = page.getByText("Taken from your code by the built-in engine");
    await expect.element(note).toBeVisible();
    await type(" Fog too.");
    await expect.element(note).not.toBeInTheDocument();
  });

  it("is saved by Control and Enter", async () => {
    const { api } = await open();
    await type(" Fog too.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.received(updateProjectData)).toHaveLength(1);
  });

  it("that is too short says so below the text, and is not sent", async () => {
    const { api } = await open("Short.");
    await expect.element(page.getByText("6 of 5000 characters, at least 100")).toBeVisible();
    await type(" Still.");
    await save().click();
    await expect.element(page.getByText("Description is too short").first()).toBeVisible();
    await expect.element(field()).toHaveAttribute("aria-invalid", "true");
    expect(api.received(updateProjectData)).toEqual([]);
  });

  it("that is refused says why, and keeps the text", async () => {
    const { api } = await open();
    api.refuse(updateProjectData, "internal", "The disk is full");
    await type(" Fog too.");
    await save().click();
    await expect.element(page.getByText("Could not update project description")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(field()).toMatchTextContent("Fog too.");
  });

  it("goes back to what is saved on Discard, after a question", async () => {
    await open();
    await type(" Fog too.");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await expect.element(field()).not.toMatchTextContent("Fog too.");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.element(field()).toMatchTextContent("Fog too.");
  });

  it("asks before unsaved work is left, and offers it again", async () => {
    await open();
    await type(" Fog too.");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Leave", exact: true }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/payments");
    await expect.element(field()).not.toBeInTheDocument();
    window.history.back();
    await expect.element(page.getByText(/^Unsaved changes from/)).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect.element(field()).toMatchTextContent("Fog too.");
  });
});

describe("unsaved work that is left", () => {
  const leave = () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  const dialog = () => page.getByRole("dialog", { name: "Leave without saving?" });
  const saveAndGo = () => dialog().getByRole("button", { name: "Save and continue" });

  it("is saved on the way, in one press", async () => {
    const { api, product } = await open();
    await type(" Fog too.");
    const text = `${saved} Fog too.`;
    api.reply(updateProjectData, { ...product, description: text });
    await leave();
    await saveAndGo().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/payments");
    expect(api.received(updateProjectData)).toMatchObject([{ description: text, replaces: saved }]);
    window.history.back();
    await expect.element(field()).toBeVisible();
    await expect.element(page.getByText(/^Unsaved changes from/)).not.toBeInTheDocument();
  });

  it("stays where it cannot be saved, and is not offered to be where it is too short", async () => {
    const { api } = await open();
    api.refuse(updateProjectData, "internal", "The disk is full");
    await type(" Fog too.");
    await leave();
    await saveAndGo().click();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    expect(location.pathname).toBe(address);
    await dialog().getByRole("button", { name: "Keep editing" }).click();
    await expect.element(field()).toMatchTextContent("Fog too.");
    await field().fill("Short.");
    await leave();
    await expect.element(dialog().getByRole("button", { name: "Leave", exact: true })).toBeVisible();
    await expect.element(saveAndGo()).not.toBeInTheDocument();
  });
});

describe("a product without a description", () => {
  it("offers to draft it from the code", async () => {
    const { product } = await open(null);
    await expect.element(page.getByRole("heading", { name: "No description yet" })).toBeVisible();
    await page.getByRole("button", { name: "Draft it from the code" }).click();
    const requested = await receiveQuestion();
    expect(requested.event).toBe("/v1/chat/project-metadata-assistant");
    expect(requested.request).toMatchObject({
      request: { type: "text", content: "Write a description" },
      data: { text: "", before: null },
      context: { projectId: product.projectId },
    });
    await expect.poll(() => location.search).toBe(`?session=${requested.request.sessionId}`);
  });

  it("can be described by hand", async () => {
    await open(null);
    await page.getByRole("button", { name: "Write it yourself" }).click();
    await expect.element(field()).toHaveFocus();
  });
});

describe("the assistant", () => {
  /** Asks for a change; the answer changes the text to this. */
  async function changeText(text: string) {
    await message().fill("Say who uses it");
    await userEvent.keyboard("{Enter}");
    const requested = await receiveQuestion();
    requested.start().set("data", text);
    return requested;
  }

  it("gets the text as it stands, and what it changes waits for a decision", async () => {
    await open();
    await type(" Fog too.");
    const requested = await changeText(written);
    expect(requested.request.data).toEqual({ text: `${saved} Fog too.`, before: null });
    await expect.element(review()).toMatchTextContent("The assistant is changing the text");
    await expect.element(save()).toHaveAccessibleDescription("Wait until it is written, or stop it first");
    requested.write("Done.").complete();
    await expect.element(review()).toMatchTextContent("The assistant changed the text");
    await expect.element(field()).toMatchTextContent("tells crews and passengers");
    await page.getByRole("button", { name: "Accept change" }).click();
    await expect.element(review()).not.toBeInTheDocument();
    await expect.element(field()).toMatchTextContent("tells crews and passengers");
  });

  it("has its change taken back", async () => {
    await open();
    (await changeText(written)).write("Done.").complete();
    await page.getByRole("button", { name: "Undo change" }).click();
    await expect.element(review()).not.toBeInTheDocument();
    await expect.element(field()).toMatchTextContent("shows departures of ferries.");
    await expect.element(field()).not.toMatchTextContent("tells crews and passengers");
  });

  it("says why it failed, and the question can be asked again", async () => {
    await open();
    await message().fill("Say who uses it");
    await userEvent.keyboard("{Enter}");
    const requested = await receiveQuestion();
    requested.start();
    requested.fail("The model is overloaded");
    await expect.element(page.getByRole("alert")).toMatchTextContent("The model is overloaded");
    await expect.element(page.getByRole("alert").getByRole("button", { name: "Retry" })).toBeVisible();
    await expect.element(field()).toMatchTextContent("shows departures of ferries.");
  });

  it("offers the text of a conversation that ended elsewhere", async () => {
    const session = chatOf(["Say who uses it", "Done."], { data: written });
    await openChat(session);
    await expect.element(page.getByText("This conversation ended with another text")).toBeVisible();
    await expect.element(field()).toMatchTextContent("shows departures of ferries.");
    await page.getByRole("button", { name: "Use it" }).click();
    await expect.element(field()).toMatchTextContent("tells crews and passengers");
  });

  it("asks what the code does not tell, and gets the answers with the text", async () => {
    const questions = {
      toolId: crypto.randomUUID(),
      questions: [{ questionId: "who", text: "Who uses it?", options: ["Crews", "Passengers"], isMultiple: false }],
    };
    const session = chatOf([], { data: saved });
    const request = { ...makeMessage("assistant", ""), type: "questions-request" as const, questions };
    await openChat({ ...session, messages: [makeMessage("user", "Say who uses it"), request] });
    await page.getByRole("radio", { name: "Crews" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    const requested = await receiveQuestion();
    expect(requested.request).toMatchObject({
      request: { type: "questions-result", answers: [{ questionId: "who", values: ["Crews"] }] },
      data: { text: saved },
    });
  });

  it("is shown instead of the text on a phone once something was asked", async () => {
    await open(saved, { viewport: { width: 375, height: 700 } });
    await expect.element(field()).toBeVisible();
    await page.getByRole("group", { name: "Show" }).getByText("Chat").click();
    await page.getByRole("list", { name: "Examples" }).getByRole("button", { name: "Make it shorter" }).click();
    const requested = await receiveQuestion();
    requested.start().set("data", written);
    requested.write("Done.").complete();
    await page.getByRole("button", { name: "See the change" }).click();
    await expect.element(review()).toBeVisible();
  });
});

describe("a description that somebody else saved meanwhile", () => {
  const theirs = "Ferry Board is for harbour masters, who plan berths with it. ".repeat(3).trim();

  /** Tries to save an own change over their text. */
  async function saveOver() {
    const { api, product } = await open();
    await type(" Fog too.");
    api.refuse(updateProjectData, "conflict", "Changed meanwhile");
    api.reply(getProject, { ...product, description: theirs });
    await save().click();
    const dialog = page.getByRole("dialog", { name: "The description was changed meanwhile" });
    await expect.element(dialog).toBeVisible();
    return { api, product, dialog };
  }

  it("is replaced only by decision", async () => {
    const { api, product, dialog } = await saveOver();
    const mine = `${saved} Fog too.`;
    api.reply(updateProjectData, { ...product, description: mine });
    api.reply(getProject, { ...product, description: mine });
    await dialog.getByRole("button", { name: "Save mine over it" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.received(updateProjectData).at(-1)).toMatchObject({ description: mine, replaces: theirs });
  });

  it("can be taken", async () => {
    const { dialog } = await saveOver();
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect.element(field()).toMatchTextContent("harbour masters");
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
  });
});

describe("conversations about the description", () => {
  const summaryOf = ({ sessionId, title, isStreaming, isError, updatedAt }: ChatSession): ChatSummary => ({
    sessionId,
    title,
    isStreaming,
    isError,
    updatedAt,
  });

  it("are listed, and opened from the list", async () => {
    const session = chatOf(["Shorter", "Done."], { title: "Shorter please", data: saved });
    const { api } = await open(saved, {
      api: (fake) => {
        fake.replyList(listChats, [summaryOf(session)]);
        fake.reply(getDescriptionChat, session);
      },
    });
    await page.getByRole("button", { name: "Conversations" }).click();
    await page.getByRole("menuitem", { name: /^Shorter please/ }).click();
    await expect.element(page.getByRole("article", { name: "Answer" })).toMatchTextContent("Done.");
    expect(location.search).toBe(`?session=${session.sessionId}`);
    expect(api.received(listChats).map(({ assistant }) => assistant)).toContain("project-metadata-assistant");
  });

  it("are deleted after a question; the description stays", async () => {
    const session = chatOf(["Shorter", "Done."], { data: saved });
    await openChat(session);
    await expect.element(page.getByRole("article", { name: "Answer" })).toBeVisible();
    await page.getByRole("button", { name: "Delete conversation" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this conversation?" });
    await expect.element(dialog).toMatchTextContent("The description stays as it is.");
    await dialog.getByRole("button", { name: "Delete conversation" }).click();
    await expect.element(page.getByText("Chat deleted", { exact: true })).toBeVisible();
    await expect.poll(() => location.search).toBe("");
    await expect.element(field()).toMatchTextContent("shows departures of ferries.");
  });
});
