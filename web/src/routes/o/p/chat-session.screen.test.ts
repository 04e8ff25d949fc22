import { getChat } from "@cairn/contract/chat";
import type { ChatMessage } from "@cairn/contract/chat";
import { getFile } from "@cairn/contract/code-browsing";
import { getProject } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { chatOf, nextConnection, receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { answers, chatAddress, questionField, sendButton } from "#web/features/chat/testing/chat-parts.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const commit = "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887";
const source = { repositoryId: sampleId(), path: "src/delay.ts", startLine: 2, endLine: 3, commit, hash: "0" };
const code = "/o/payments/p/payments/repositories/payments/b";
const alert = () => page.getByRole("alert");

/** Opens a chat that the server has. */
async function openChat(session = chatOf(["Why?", "So."]), viewport?: { width: number; height: number }) {
  const api = await openScreen(`${chatAddress}/${session.sessionId}`, {
    ...(viewport && { viewport }),
    api: (fake) => fake.reply(getChat, session),
  });
  return { api, session };
}

/** A chat with one answer of these properties. */
function answeredWith(change: Partial<ChatMessage>) {
  const session = chatOf(["Why?", ""]);
  const answer = { ...makeMessage("assistant", "Delay is actual minus planned [1]."), sources: [source], ...change };
  return { ...session, messages: [makeMessage("user", "Why?"), answer] };
}

describe("opening a chat", () => {
  it("shows its title and its messages, and asks on in it with its lens", async () => {
    const session = chatOf(["Why?", "So."], { context: { lens: "non-technical" } });
    const { api } = await openChat(session);
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("Delays");
    await expect.element(answers()).toMatchTextContent("So.");
    expect(api.received(getChat)).toEqual([{ organizationId: "payments", sessionId: session.sessionId }]);
    await questionField().fill("And then?");
    await sendButton().click();
    const requested = await receiveQuestion();
    expect(requested.request).toMatchObject({
      sessionId: session.sessionId,
      context: { projectId: sampleId(), lens: "non-technical" },
    });
  });

  it("says that it is missing, and starts a new one with the next question", async () => {
    const sessionId = crypto.randomUUID();
    await openScreen(`${chatAddress}/${sessionId}`, { api: (fake) => fake.refuse(getChat, "not_found") });
    await expect
      .element(alert())
      .toMatchTextContent("Chat not found: The chat you are trying to access does not exist");
    await expect.element(alert().getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
    await questionField().fill("Why?");
    await sendButton().click();
    const requested = await receiveQuestion();
    expect(requested.request.sessionId).not.toBe(sessionId);
    await expect.poll(() => location.search).toBe(`?session=${requested.request.sessionId}`);
  });

  it("says that a chat without messages is invalid", async () => {
    await openChat(chatOf([]));
    await expect.element(alert()).toMatchTextContent("Session is invalid");
  });

  it("says why it could not be loaded, and loads it on Retry", async () => {
    const session = chatOf(["Why?", "So."]);
    const fail = (fake: FakeApi) => fake.refuse(getChat, "internal", "The disk is full");
    const api = await openScreen(`${chatAddress}/${session.sessionId}`, { api: fail });
    await expect.element(alert()).toMatchTextContent("Could not fetch data :(The disk is full");
    api.reply(getChat, session);
    await alert().getByRole("button", { name: "Retry" }).click();
    await expect.element(answers()).toMatchTextContent("So.");
    await expect.element(alert()).not.toBeInTheDocument();
  });

  it("goes on with an answer that is being written", async () => {
    const { session } = await openChat(chatOf(["Why?", "Half"], { isStreaming: true, isComplete: false }));
    const socket = await nextConnection();
    socket.accept();
    const { sessionId } = session;
    const append = { sessionId, path: "/messages/1/content", operation: "append", value: " and whole" };
    socket.send("message_operation", append);
    await expect.element(answers()).toMatchTextContent("Half and whole");
    socket.send("message_completed", { sessionId });
    await expect.element(sendButton()).toBeVisible();
  });

  it("leads to the product that the chat belongs to", async () => {
    const session = chatOf(["Why?", "So."], { context: { lens: "technical", projectId: sampleId(7) } });
    const sampled = sampleOf(getProject.response, "usual") as Project;
    await openScreen(`${chatAddress}/${session.sessionId}`, {
      api: (fake) => {
        fake.reply(getChat, session);
        fake.reply(getProject, ({ projectId }) =>
          projectId === "payments" ? sampled : { ...sampled, projectId: sampleId(7) },
        );
      },
    });
    await expect
      .poll(() => location.pathname + location.search)
      .toBe(`/o/payments/p/${sampleId(7)}/chat?session=${session.sessionId}`);
    await expect.element(answers()).toMatchTextContent("So.");
  });

  it("links the lines that it is about", async () => {
    const selection = { repositoryId: sampleId(), path: "src/delay.ts", startLine: 4, endLine: 9 };
    await openChat(chatOf(["Why?", "So."], { context: { lens: "technical", selection } }));
    const subject = page.getByRole("link", { name: "delay.ts lines 4–9" });
    await expect.element(subject).toHaveAttribute("href", `${code}/main/src/delay.ts#L4-L9`);
  });
});

describe("an answer", () => {
  it("opens its cited lines at their commit, and previews them", async () => {
    const { api } = await openChat(answeredWith({}));
    api.adjust(getFile, { path: source.path, content: "one\nconst delay =\n  actual - planned;\nfour" });
    const chip = answers().getByRole("link", { name: "Source 1, delay.ts lines 2 to 3" });
    await expect.element(chip).toHaveAttribute("href", `${code}/${commit}/src/delay.ts#L2-L3`);
    await chip.hover();
    await expect.element(page.getByText("src/delay.ts:2-3")).toBeVisible();
    await expect.element(page.getByText("actual - planned;")).toBeVisible();
    await expect.element(page.getByText("four")).not.toBeInTheDocument();
    expect(api.received(getFile)).toMatchObject([{ branchName: commit, path: "src/delay.ts" }]);
  });

  it("has its sources listed beside it", async () => {
    await openChat(answeredWith({}));
    const panel = page.getByRole("complementary", { name: "Sources" });
    await expect.element(panel.getByRole("heading", { name: "Sources (1)" })).toBeVisible();
    await expect.element(panel.getByRole("link", { name: /Source 1, L2.3 of delay\.ts/ })).toBeVisible();
  });

  it("has them in a sheet on a phone", async () => {
    await openChat(answeredWith({}), { width: 375, height: 700 });
    await page.getByRole("button", { name: "Sources (1)" }).click();
    const sheet = page.getByRole("dialog", { name: "Sources" });
    await expect.element(sheet.getByRole("link", { name: /of delay\.ts/ })).toBeVisible();
  });

  it("says who wrote it, from which commit, what it cost, and what was left out", async () => {
    const basis = [{ repositoryId: sampleId(), repository: "payments", branch: "main", commit }];
    const usage = { inputTokens: 1_000, outputTokens: 234, costUsd: 0.012 };
    await openChat(answeredWith({ writtenBy: "Tide 3", basis, usage, droppedCitations: 2 }));
    await expect.element(answers().getByText("Tide 3")).toBeVisible();
    await expect
      .element(answers().getByText("1,234 tokens · $0.012"))
      .toHaveAttribute("title", "1,000 read, 234 written");
    await expect
      .element(answers().getByRole("link", { name: "main @ 4f2a9c1" }))
      .toHaveAttribute("href", `${code}/${commit}/`);
    await expect.element(answers().getByText("2 citations could not be verified and were left out")).toBeVisible();
  });

  it("is copied with its sources as footnotes", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await openChat(answeredWith({}));
    await answers().getByRole("button", { name: "Copy answer" }).click();
    expect(write).toHaveBeenCalledWith("Delay is actual minus planned [^1].\n\n[^1]: `src/delay.ts:2-3 @ 4f2a9c1`");
  });

  it("is asked for again with the same question", async () => {
    const { session } = await openChat(answeredWith({}));
    await answers().getByRole("button", { name: "Ask again" }).click();
    const requested = await receiveQuestion();
    expect(requested.request).toMatchObject({
      sessionId: session.sessionId,
      request: { type: "text", content: "Why?" },
    });
  });

  it("offers next questions, which a press asks", async () => {
    await openChat(answeredWith({ suggestions: ["What does `charge()` do?"] }));
    await page.getByRole("list", { name: "Suggested questions" }).getByRole("button").click();
    const requested = await receiveQuestion();
    expect(requested.request.request).toMatchObject({ content: "What does `charge()` do?" });
  });

  it("without a word says so", async () => {
    await openChat(answeredWith({ content: "", sources: [] }));
    await expect.element(answers().getByText("No answer was written.")).toBeVisible();
  });
});
