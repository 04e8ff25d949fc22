import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion, waitingConnections } from "#web/features/chat/testing/chat-connection.ts";
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
import { sampleId } from "#web/testing/sample.ts";

const examples = () => page.getByRole("list", { name: "Example questions" }).getByRole("button");

describe("a new chat", () => {
  it("greets by first name, says what the lens does, and offers four questions", async () => {
    await openScreen(chatAddress);
    await expect.element(page.getByText(/^Good (morning|afternoon|evening|night), Ada$/)).toBeVisible();
    await expect
      .element(page.getByText("Technical cites code: every statement shows the lines it rests on."))
      .toBeVisible();
    expect(examples().elements()).toHaveLength(4);
    await expect.element(questionField()).toHaveFocus();
    await expect.poll(() => document.title).toMatch(/^Ask · /);
  });

  it("sends an example question with one press", async () => {
    await openScreen(chatAddress);
    await expect.element(examples().first()).toBeVisible();
    const text = examples().first().element().textContent;
    await examples().first().click();
    const { request } = await receiveQuestion();
    expect(request.request).toEqual({ type: "text", content: text });
  });

  it("does not send an empty question, nor one of spaces", async () => {
    await openScreen(chatAddress);
    await questionField().fill("   ");
    await userEvent.keyboard("{Enter}");
    await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
    expect(waitingConnections()).toEqual([]);
    await questionField().fill("");
  });

  it("starts a new line with Shift and Enter, and sends all of them with Enter", async () => {
    await openScreen(chatAddress);
    await questionField().click();
    await userEvent.keyboard("One{Shift>}{Enter}{/Shift}Two");
    await expect.element(questionField()).toHaveValue("One\nTwo");
    await userEvent.keyboard("{Enter}");
    const { request } = await receiveQuestion();
    expect(request.request).toEqual({ type: "text", content: "One\nTwo" });
  });

  it("refuses a question that is too long, beside the field, and keeps it", async () => {
    await openScreen(chatAddress);
    const text = "x".repeat(20_001);
    await questionField().fill(text);
    await expect.element(page.getByRole("alert")).toMatchTextContent("The question is too long");
    await expect.element(questionField()).toHaveAccessibleDescription("The question is too long");
    await userEvent.keyboard("{Enter}");
    expect(waitingConnections()).toEqual([]);
    await expect.element(questionField()).toHaveValue(text);
    await questionField().fill("");
  });

  it("keeps what was typed while another screen was open", async () => {
    await openScreen(chatAddress);
    await questionField().fill("Half a quest");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await expect.element(questionField()).not.toBeInTheDocument();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Ask/ }).click();
    await expect.element(questionField()).toHaveValue("Half a quest");
    await questionField().fill("");
  });
});

describe("the question", () => {
  it("goes to the assistant with the product and the lens, and gets an address of its own", async () => {
    const requested = await askFirst("How are delays computed?");
    expect(requested.event).toBe("/v1/chat/organization-chat-assistant");
    expect(requested.request).toEqual({
      organizationId: "payments",
      sessionId: requested.request.sessionId,
      request: { type: "text", content: "How are delays computed?" },
      context: { projectId: sampleId(), lens: "technical" },
    });
    await expect.poll(() => location.search).toBe(`?session=${requested.request.sessionId}`);
    await expect.element(questions()).toMatchTextContent("How are delays computed?");
    await expect.element(questionField()).toHaveValue("");
  });

  it("is asked with the lens that was chosen, which the new chat explains", async () => {
    await openScreen(chatAddress);
    await page.getByRole("group", { name: "Lens" }).getByText("Non Technical").click();
    await expect.element(page.getByText("Non Technical explains in product terms, without code.")).toBeVisible();
    await questionField().fill("What is it for?");
    await sendButton().click();
    const { request } = await receiveQuestion();
    expect(request.context?.lens).toBe("non-technical");
    await expect.element(page.getByRole("radio", { name: "Non Technical" })).toBeChecked();
  });

  it("shows backticks as code and everything else as it was typed", async () => {
    await askFirst("What does `charge()` **do**?");
    await expect.element(questions().getByRole("code")).toMatchTextContent("charge()");
    await expect.element(questions()).toMatchTextContent("What does charge() **do**?");
  });

  it("folds beyond 500 px until the whole is wanted", async () => {
    const requested = await askFirst("A first line\n".repeat(60) + "The end");
    requested.start().write("So.").complete();
    const more = page.getByRole("button", { name: "Show full message" });
    await more.click();
    await expect.element(page.getByRole("button", { name: "Show less" })).toBeVisible();
    await page.getByRole("button", { name: "Show less" }).click();
    await expect.element(more).toBeVisible();
  });
});

describe("while an answer is written", () => {
  it("shows the text as it comes, and tells a screen reader only that it comes and is ready", async () => {
    const requested = await askFirst();
    await expect.element(page.getByText("Thinking")).toBeVisible();
    await expect.element(page.getByText("Answering", { exact: true })).toBeInTheDocument();
    requested.start().write("Delay is **actual");
    await expect.element(answers()).toMatchTextContent("Delay is actual");
    requested.write(" minus planned**.").complete();
    await expect.element(answers().getByText("actual minus planned", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Answer ready", { exact: true })).toBeInTheDocument();
    await expect.element(page.getByRole("log", { name: "Messages" })).toHaveAttribute("aria-live", "off");
  });

  it("lets the next question be typed, but not sent", async () => {
    const requested = await askFirst();
    requested.start().write("Delay");
    await questionField().fill("And then?");
    await userEvent.keyboard("{Enter}");
    await expect.element(questionField()).toHaveValue("And then?");
    expect(waitingConnections()).toEqual([]);
    requested.complete();
    await sendButton().click();
    const { request } = await receiveQuestion();
    expect(request).toMatchObject({ sessionId: requested.request.sessionId, request: { content: "And then?" } });
  });

  it("marks Ask in the navigation until the answer is there", async () => {
    const requested = await askFirst();
    requested.start();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect.element(navigation.getByRole("link", { name: /Ask.*answering/i })).toBeVisible();
    requested.write("So.").complete();
    await expect.element(navigation.getByRole("link", { name: "Ask", exact: true })).toBeVisible();
  });

  it("takes the title that the server gives the chat", async () => {
    const requested = await askFirst();
    await expect.poll(() => document.title).toMatch(/^How are delays computed\? · /);
    requested.start().set("title", "Delays of ferries").write("So.").complete();
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("Delays of ferries");
    await expect.poll(() => document.title).toMatch(/^Delays of ferries · /);
  });

  it("says the step that is being done, and folds the steps once the text begins", async () => {
    const requested = await askFirst();
    const call = { name: "read_file", target: "src/delay.ts", durationMs: null };
    requested.start().set("loadingText", "Reading the code");
    await expect.element(answers().getByRole("button", { name: "Reading the code" })).toBeVisible();
    requested.set("messages/1/thoughts", [{ text: "The rule may be in delay.ts", functionCalls: [call] }]);
    await expect.element(answers().getByText("The rule may be in delay.ts")).toBeVisible();
    await expect.element(answers().getByRole("listitem").last()).toMatchTextContent("Read filesrc/delay.ts…");
    const done = { ...call, durationMs: 1_400 };
    requested.set("messages/1/thoughts", [{ text: "The rule may be in delay.ts", functionCalls: [done] }]);
    requested.set("loadingText", null).write("It is.").complete();
    const summary = answers().getByRole("button", { name: "Thought for 1 s · 1 step" });
    await expect.element(summary).toHaveAttribute("aria-expanded", "false");
    await expect.element(answers().getByText("The rule may be in delay.ts")).not.toBeInTheDocument();
    await summary.click();
    await expect.element(answers().getByRole("listitem").last()).toMatchTextContent("Read filesrc/delay.ts1.4 s");
  });
});

describe("stopping", () => {
  it("keeps the text that is there and ignores what comes after", async () => {
    const requested = await askFirst();
    requested.start().write("Half of it");
    await expect.element(answers()).toMatchTextContent("Half of it");
    await stopButton().click();
    const { sessionId } = requested.request;
    expect(requested.socket.sent.at(-1)).toEqual(["cancel", { organizationId: "payments", sessionId }]);
    requested.write(" and more");
    requested.complete();
    await expect.element(page.getByText("Answer stopped", { exact: true })).toBeInTheDocument();
    await expect.element(answers()).not.toMatchTextContent("and more");
    await expect.element(sendButton()).toBeVisible();
  });

  it("is done by Escape from the field", async () => {
    const requested = await askFirst();
    requested.start().write("Half of it");
    await expect.element(answers()).toMatchTextContent("Half of it");
    await questionField().click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => requested.socket.sent.at(-1)?.[0]).toBe("cancel");
    requested.complete();
  });

  it("gives a question back that the server does not have yet", async () => {
    await askFirst("Too early");
    await stopButton().click();
    await expect.element(questionField()).toHaveValue("Too early");
    await expect.element(questions()).not.toBeInTheDocument();
    await questionField().fill("");
  });
});
