import { getAnswerer, getChat } from "@cairn/contract/chat";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { chatOf, nextConnection, receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import {
  answers,
  askFirst,
  chatAddress,
  questionField,
  questions,
  sendButton,
  stopButton,
} from "#web/features/chat/testing/chat-parts.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const alert = () => page.getByRole("alert");
const retry = () => alert().getByRole("button", { name: "Retry" });

/** Asks over connections that the server refuses, as often as the screen tries. */
async function askInVain(text: string) {
  const api = await openScreen(chatAddress, { api: (fake) => fake.refuse(getChat, "not_found") });
  await questionField().fill(text);
  await sendButton().click();
  for (let attempt = 1; attempt <= 3; attempt += 1) (await nextConnection()).refuse();
  await expect.element(alert()).toMatchTextContent("Failed to answer your request");
  return api;
}

describe("an answer that fails", () => {
  it("says why, keeps the text so far, and asks again on Retry", async () => {
    const requested = await askFirst("Why?", { api: (fake) => fake.refuse(getChat, "not_found") });
    requested.start().write("It begins");
    requested.fail("The model is overloaded");
    await expect.element(alert()).toMatchTextContent("Failed to answer your requestThe model is overloaded");
    await expect.element(answers()).toMatchTextContent("It begins");
    await retry().click();
    const again = await receiveQuestion();
    expect(again.request).toMatchObject({ sessionId: requested.request.sessionId, request: { content: "Why?" } });
    again.start().write("So.").complete();
    await expect.element(answers()).toMatchTextContent("So.");
    await expect.element(alert()).not.toBeInTheDocument();
  });

  it("is shown instead of asked again where the server has the answer meanwhile", async () => {
    let session = chatOf(["Why?", "Because."]);
    const requested = await askFirst("Why?", { api: (fake) => fake.reply(getChat, () => session) });
    requested.start();
    session = { ...session, sessionId: requested.request.sessionId };
    requested.fail("Socket exception");
    await retry().click();
    await expect.element(answers()).toMatchTextContent("Because.");
    await expect.element(alert()).not.toBeInTheDocument();
  });

  it("that nothing was written for offers no Edit, because the server has the question", async () => {
    const requested = await askFirst("Why?");
    requested.start().fail("");
    await expect.element(alert()).toMatchTextContent("Socket exception");
    await expect.element(alert().getByRole("button", { name: "Edit question" })).not.toBeInTheDocument();
  });
});

describe("a server that cannot be reached", () => {
  it("is tried three times; the question can then be edited", async () => {
    await askInVain("What now?");
    await expect.element(alert()).toMatchTextContent("Connection error");
    await expect.element(questions()).toMatchTextContent("What now?");
    await alert().getByRole("button", { name: "Edit question" }).click();
    await expect.element(questionField()).toHaveValue("What now?");
    await expect.element(questionField()).toHaveFocus();
    await expect.element(questions()).not.toBeInTheDocument();
    await expect.element(alert()).not.toBeInTheDocument();
    await questionField().fill("");
  });

  it("gets the question on Retry", async () => {
    await askInVain("What now?");
    await retry().click();
    const requested = await receiveQuestion();
    expect(requested.request.request).toMatchObject({ content: "What now?" });
    requested.start().write("This.").complete();
    await expect.element(answers()).toMatchTextContent("This.");
  });
});

describe("a connection that is lost", () => {
  it("is said while nothing can be reached, and the answer can be stopped", async () => {
    const requested = await askFirst("Why?", { api: (fake) => fake.stall(getChat) });
    requested.start().write("Half");
    await expect.element(answers()).toMatchTextContent("Half");
    requested.socket.drop();
    await expect.element(page.getByText("Connection lost. Trying to reach the server")).toBeVisible();
    await stopButton().click();
    await expect.element(sendButton()).toBeVisible();
    await expect.element(answers()).toMatchTextContent("Half");
  });

  it("brings what was written meanwhile, and then the rest", async () => {
    const texts = ["Why?", "Half of it"];
    let sessionId = crypto.randomUUID() as string;
    const requested = await askFirst("Why?", {
      api: (fake) => fake.reply(getChat, () => chatOf(texts, { sessionId, isStreaming: true, isComplete: false })),
    });
    sessionId = requested.request.sessionId;
    requested.start().write("Half");
    requested.socket.drop();
    await expect.element(answers()).toMatchTextContent("Half of it");
    const watching = await nextConnection();
    watching.accept();
    expect(watching.sent).toEqual([]);
    const rest = requested.over(watching);
    rest.write(", and the rest").complete();
    await expect.element(answers()).toMatchTextContent("Half of it, and the rest");
    await expect.element(page.getByText("Answer ready", { exact: true })).toBeInTheDocument();
  });
});

describe("who answers", () => {
  const answerer = { name: "Tide 3", isBuiltIn: false, readsImages: false, contextTokens: null };

  it("is named below the field", async () => {
    await openScreen(chatAddress, {
      api: (fake) => fake.reply(getAnswerer, { ...answerer, state: "ready", reasons: [] }),
    });
    await expect.element(page.getByText("Answers: Tide 3", { exact: true })).toBeVisible();
  });

  it("has its limits said, the others on demand", async () => {
    const reasons = ["It has no tools.", "It reads little at once."];
    await openScreen(chatAddress, {
      api: (fake) => fake.reply(getAnswerer, { ...answerer, state: "degraded", reasons }),
    });
    await expect.element(page.getByText("Tide 3 answers with limits.")).toBeVisible();
    await expect.element(page.getByText(/It has no tools\./)).toBeVisible();
    await expect.element(page.getByText(/It reads little at once\./)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "More reasons" }).click();
    await expect.element(page.getByText(/It reads little at once\./)).toBeVisible();
  });

  it("is said to be out of reach, and what becomes of a question", async () => {
    await openScreen(chatAddress, {
      api: (fake) => fake.reply(getAnswerer, { ...answerer, state: "unreachable", reasons: [] }),
    });
    await expect.element(page.getByText("Tide 3 cannot be reached.")).toBeVisible();
    await expect.element(page.getByText(/Nothing can be answered until it is back\./)).toBeVisible();
  });
});
