import { getChat } from "@cairn/contract/chat";
import type { ChatMessage, ChatQuestion } from "@cairn/contract/chat";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { chatOf, nextConnection, receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { chatAddress } from "#web/features/chat/testing/chat-parts.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const one: ChatQuestion = { questionId: "who", text: "For whom?", options: ["Crews", "Harbour"], isMultiple: false };
const many: ChatQuestion = { questionId: "what", text: "About what?", options: ["Delays", "Tides"], isMultiple: true };
const free: ChatQuestion = { questionId: "why", text: "Why?", options: [], isMultiple: false };

const form = () => page.getByRole("region", { name: "Questions to you" });
const sendAnswers = () => form().getByRole("button", { name: "Send answers" });

/** A chat whose assistant asks these questions; what came after may follow. */
function chatAsking(requested: readonly ChatQuestion[], after: readonly ChatMessage[] = []) {
  // Answers that are being given are kept by this id.
  const questions = { toolId: crypto.randomUUID(), questions: [...requested] };
  const request: ChatMessage = { ...makeMessage("assistant", "First:"), type: "questions-request", questions };
  return { ...chatOf([]), messages: [makeMessage("user", "Write a guide"), request, ...after] };
}

async function openQuestions(requested: readonly ChatQuestion[] = [one, many, free]) {
  const session = chatAsking(requested);
  const api = await openScreen(`${chatAddress}/${session.sessionId}`, { api: (fake) => fake.reply(getChat, session) });
  return { api, session, toolId: session.messages[1]?.questions?.toolId };
}

describe("clarifying questions", () => {
  it("are sent together, without those that were not answered", async () => {
    const { toolId, session } = await openQuestions();
    await expect.element(form().getByRole("group", { name: /1\. *For whom\?/ })).toBeVisible();
    await expect.element(sendAnswers()).toHaveAttribute("aria-disabled", "true");
    await expect.element(sendAnswers()).toHaveAccessibleDescription("Answer at least one question");
    await form().getByRole("radio", { name: "Harbour" }).click();
    await form().getByRole("checkbox", { name: "Tides" }).click();
    await form().getByRole("checkbox", { name: "Delays" }).click();
    await sendAnswers().click();
    const requested = await receiveQuestion();
    const given = [
      { questionId: "who", values: ["Harbour"] },
      { questionId: "what", values: ["Delays", "Tides"] },
    ];
    expect(requested.request).toMatchObject({
      sessionId: session.sessionId,
      request: { type: "questions-result", toolId, answers: given },
    });
    await expect.element(form().getByRole("radio", { name: "Crews" })).toBeDisabled();
    const result = { toolId: toolId ?? "", answers: given };
    const reply: ChatMessage = { ...makeMessage("user", "**For whom?** Harbour"), type: "questions-result", result };
    requested.start([...session.messages, reply, makeMessage("assistant", "")]);
    requested.write("The guide", 3).complete();
    await expect.element(form().getByText("Answered", { exact: true })).toBeVisible();
    await expect.element(form().getByRole("radio", { name: "Harbour" })).toBeChecked();
    await expect.element(form().getByText("No answer given")).toBeVisible();
    await expect.element(page.getByRole("article", { name: "Your question" })).toMatchTextContent("Write a guide");
  });

  it("take own words in place of one choice, and beside several", async () => {
    const { toolId } = await openQuestions();
    await form().getByRole("radio", { name: "Crews" }).click();
    await form().getByRole("textbox", { name: "Own answer to: For whom?" }).fill("Passengers");
    await expect.element(form().getByRole("radio", { name: "Crews" })).not.toBeChecked();
    await form().getByRole("checkbox", { name: "Tides" }).click();
    await form().getByRole("textbox", { name: "Own answer to: About what?" }).fill("Prices");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const requested = await receiveQuestion();
    expect(requested.request.request).toEqual({
      type: "questions-result",
      toolId,
      answers: [
        { questionId: "who", values: ["Passengers"] },
        { questionId: "what", values: ["Tides", "Prices"] },
      ],
    });
  });

  it("keep what was chosen while another chat was open", async () => {
    const { session, api } = await openQuestions([one]);
    const single = page.getByRole("region", { name: "Question to you" });
    await single.getByRole("textbox").fill("Passengers");
    await page.getByRole("link", { name: "New chat" }).click();
    await expect.element(single).not.toBeInTheDocument();
    api.reply(getChat, session);
    window.history.back();
    await expect.element(single.getByRole("textbox")).toHaveValue("Passengers");
    await expect.element(single.getByRole("button", { name: "Send answer" })).not.toHaveAttribute("aria-disabled");
  });

  it("are closed where the conversation went on without an answer", async () => {
    const session = chatAsking([one, free], [makeMessage("user", "Never mind"), makeMessage("assistant", "Fine.")]);
    await openScreen(`${chatAddress}/${session.sessionId}`, { api: (fake) => fake.reply(getChat, session) });
    await expect.element(form().getByText("Not answered: the conversation went on")).toBeVisible();
    await expect.element(form().getByRole("radio", { name: "Crews" })).toBeDisabled();
    await expect.element(sendAnswers()).not.toBeInTheDocument();
  });

  it("say below them why the answers could not be sent, and can be sent again", async () => {
    const { session } = await openQuestions();
    await form().getByRole("radio", { name: "Crews" }).click();
    await sendAnswers().click();
    (await receiveQuestion()).fail("Somebody answered already");
    await expect.element(form().getByRole("alert")).toMatchTextContent("Somebody answered already");
    await expect.element(form().getByRole("radio", { name: "Crews" })).toBeChecked();
    await form().getByRole("radio", { name: "Harbour" }).click();
    await sendAnswers().click();
    const again = await receiveQuestion();
    expect(again.request).toMatchObject({
      sessionId: session.sessionId,
      request: { answers: [{ values: ["Harbour"] }] },
    });
  });

  it("show another person's answers when the chat is loaded again", async () => {
    const { api, session, toolId = "" } = await openQuestions([one, free]);
    await form().getByRole("radio", { name: "Crews" }).click();
    await sendAnswers().click();
    (await receiveQuestion()).fail("Somebody answered already");
    const result = { toolId, answers: [{ questionId: "who", values: ["Harbour"] }] };
    const theirs: ChatMessage = { ...makeMessage("user", "Harbour"), type: "questions-result", result };
    const messages = [...session.messages, theirs, makeMessage("assistant", "The guide.")];
    api.reply(getChat, { ...session, messages });
    await form().getByRole("button", { name: "Load the chat again" }).click();
    await expect.element(form().getByText("Answered", { exact: true })).toBeVisible();
    await expect.element(form().getByRole("radio", { name: "Harbour" })).toBeChecked();
  });

  it("wait, locked, until the server admits the connection", async () => {
    await openQuestions();
    await form().getByRole("radio", { name: "Crews" }).click();
    await sendAnswers().click();
    const socket = await nextConnection();
    await expect.element(sendAnswers()).toHaveAttribute("aria-busy", "true");
    await expect.element(form().getByRole("radio", { name: "Harbour" })).toBeDisabled();
    expect(socket.sent).toEqual([]);
    socket.accept();
    expect(socket.sent).toHaveLength(1);
  });
});
