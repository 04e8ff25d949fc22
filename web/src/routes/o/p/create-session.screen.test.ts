import { getDraftChat } from "@cairn/contract/chat";
import type { ChatSession } from "@cairn/contract/chat";
import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { createArtifact, listArtifacts } from "@cairn/contract/pages";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { chatOf, receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { makePage, makeSource, pageId, sectionId } from "#web/features/pages/testing/make-page.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/create";
const draftPanel = () => page.getByRole("region", { name: "Text of the draft" });
const publish = () => page.getByRole("button", { name: "Publish", exact: true });
const message = () => page.getByRole("textbox", { name: "Your message" });
const instructions = { prompt: "How delays are computed", output: "markdown" as const };

function draftOf(...titles: string[]): ArtifactDraft {
  return {
    title: "Delays",
    projectId: sampleId(),
    serviceId: null,
    parentArtifactId: null,
    sections: titles.map((title, index) => ({
      sectionId: sectionId(index + 1),
      title,
      instructions,
      content: `What ${title} says.`,
      sources: index === 0 ? [makeSource("src/delay.ts", 2, 3)] : [],
      writtenBy: "Tide 3",
    })),
  };
}

async function openDraft(data: unknown, options: OpenOptions & { session?: Partial<ChatSession> } = {}) {
  const session = chatOf(["Write about delays", "Here it is."], { title: "About delays", data, ...options.session });
  const api = await openScreen(`${address}/${session.sessionId}`, {
    ...options,
    api: (fake) => {
      fake.reply(getDraftChat, session);
      fake.replyList(listArtifacts, []);
      options.api?.(fake);
    },
  });
  return { api, session };
}

/** Sends a message about the draft, and begins its answer with this draft. */
async function change(session: ChatSession, data: ArtifactDraft) {
  await message().fill("Add the fees");
  await userEvent.keyboard("{Enter}");
  const requested = await receiveQuestion();
  const messages = [...session.messages, makeMessage("user", "Add the fees"), makeMessage("assistant", "")];
  return requested.start(messages).set("data", data);
}

describe("a draft", () => {
  it("stands beside its conversation, with its title, texts and sources", async () => {
    await openDraft(draftOf("Purpose", "Fees"));
    const purpose = draftPanel().getByRole("region", { name: "Purpose" });
    await expect.element(purpose).toMatchTextContent("Purpose1 sourceWhat Purpose says.");
    await expect.element(page.getByRole("article", { name: "Answer" })).toMatchTextContent("Here it is.");
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Delays");
    await expect.poll(() => document.title).toMatch(/^Delays · /);
  });

  it("without sections says how they come, and cannot be published", async () => {
    await openDraft(draftOf());
    await expect.element(draftPanel().getByRole("heading", { name: "No sections yet" })).toBeVisible();
    await expect.element(publish()).toHaveAccessibleDescription("At least one section is required");
    await expect.element(publish()).toHaveAttribute("aria-disabled", "true");
  });

  it("that is none yet says that there is nothing to publish", async () => {
    await openDraft(null);
    await expect.element(publish()).toHaveAccessibleDescription("There is nothing to publish yet");
  });

  it("is opened in the editor", async () => {
    const { session } = await openDraft(draftOf("Purpose"));
    await expect
      .element(page.getByRole("link", { name: "Open in editor" }))
      .toHaveAttribute("href", `${address}/${session.sessionId}/editor`);
  });

  it("of a missing conversation leads to a new page", async () => {
    await openScreen(`${address}/${crypto.randomUUID()}`, { api: (fake) => fake.refuse(getDraftChat, "not_found") });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Chat not found");
    await expect.element(page.getByRole("link", { name: "Begin a new page" })).toHaveAttribute("href", address);
  });

  it("is shown or its conversation on a phone", async () => {
    await openDraft(draftOf("Purpose"), { viewport: { width: 375, height: 700 } });
    await expect.element(message()).toBeVisible();
    await page.getByRole("group", { name: "Show" }).getByText("Draft").click();
    await expect.element(draftPanel()).toMatchTextContent("What Purpose says.");
    await expect.element(publish()).toBeVisible();
    await expect.element(message()).not.toBeInTheDocument();
  });
});

describe("changing a draft", () => {
  it("shows the sections that are being written, and is not published meanwhile", async () => {
    const { session } = await openDraft(draftOf("Purpose"));
    const next = draftOf("Purpose", "Fees");
    const requested = await change(session, next);
    expect(requested.event).toBe("/v1/chat/artifact-data-assistant");
    expect(requested.request).not.toHaveProperty("data");
    const call = { name: "write_section", target: "Fees", durationMs: null };
    requested.set("messages/3/thoughts", [{ text: "", functionCalls: [call] }]);
    const fees = draftPanel().getByRole("region", { name: "Fees" });
    await expect.element(fees).toHaveAttribute("aria-busy", "true");
    await expect.element(fees).toMatchTextContent("Writing");
    await expect.element(publish()).toHaveAccessibleDescription("Wait until it is written, or stop it first");
    await expect.element(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
    requested.write("Done.", 3).complete();
    await expect.element(publish()).not.toHaveAttribute("aria-disabled");
  });

  it("is one step back and forth, and the next message carries what is shown", async () => {
    const { session } = await openDraft(draftOf("Purpose"));
    const requested = await change(session, draftOf("Purpose", "Fees"));
    requested.write("Done.", 3).complete();
    const fees = draftPanel().getByRole("region", { name: "Fees" });
    await expect.element(fees).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(fees).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.element(fees).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await message().fill("Now the limits");
    await userEvent.keyboard("{Enter}");
    const { request } = await receiveQuestion();
    expect((request.data as ArtifactDraft).sections.map(({ title }) => title)).toEqual(["Purpose"]);
  });

  it("is stopped by Escape", async () => {
    const { session } = await openDraft(draftOf("Purpose"));
    const requested = await change(session, draftOf("Purpose", "Fees"));
    await expect.element(draftPanel().getByRole("region", { name: "Fees" })).toBeVisible();
    await message().click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => requested.socket.sent.at(-1)?.[0]).toBe("cancel");
    requested.complete();
    await expect.element(publish()).not.toHaveAttribute("aria-disabled");
  });

  it("that fails says why and keeps the draft", async () => {
    const { session } = await openDraft(draftOf("Purpose"));
    (await change(session, draftOf("Purpose"))).fail("The model is overloaded");
    await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to answer your request");
    await expect.element(page.getByRole("alert")).toMatchTextContent("The model is overloaded");
    await expect.element(draftPanel()).toMatchTextContent("What Purpose says.");
  });
});

describe("publishing a draft", () => {
  it("creates a page of its sections and opens it; the draft then leads to it", async () => {
    const { api, session } = await openDraft(draftOf("Purpose", "Fees"));
    api.reply(createArtifact, makePage([], { title: "Delays" }));
    const { sections: _sections, ...summary } = makePage([]);
    api.replyList(listArtifacts, [summary]);
    await publish().click();
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/payments/artifacts/${pageId(0)}`);
    expect(api.received(createArtifact)).toMatchObject([
      {
        title: "Delays",
        projectId: sampleId(),
        sections: [
          { title: "Purpose", instructions, content: "What Purpose says.", sources: [{ path: "src/delay.ts" }] },
          { title: "Fees", instructions, content: "What Fees says.", sources: [] },
        ],
      },
    ]);
    await expect.element(draftPanel()).not.toBeInTheDocument();
    window.history.back();
    await expect
      .element(page.getByRole("link", { name: "Open page" }))
      .toHaveAttribute("href", `/o/payments/p/payments/artifacts/${pageId(0)}`);
    await expect.element(publish()).not.toBeInTheDocument();
    expect(session.data).toEqual(draftOf("Purpose", "Fees"));
  });

  it("that is refused says why, and the draft stays", async () => {
    await openDraft(draftOf("Purpose"), {
      api: (fake) => fake.refuse(createArtifact, "forbidden", "Your role cannot write"),
    });
    await publish().click();
    await expect.element(page.getByText("Could not create artifact")).toBeVisible();
    await expect.element(page.getByText("Your role cannot write")).toBeVisible();
    await expect.element(draftPanel()).toMatchTextContent("What Purpose says.");
  });
});
