import { page, userEvent } from "vitest/browser";

import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";

import { receiveQuestion } from "./chat-connection.ts";
import type { ReceivedQuestion } from "./chat-connection.ts";

/** The parts of the Ask screen that its tests press and look at. */
export const chatAddress = "/o/payments/p/payments/chat";
export const questionField = () => page.getByRole("textbox", { name: "Your question" });
export const sendButton = () => page.getByRole("button", { name: "Send", exact: true });
export const stopButton = () => page.getByRole("button", { name: "Stop", exact: true });
export const answers = () => page.getByRole("article", { name: "Answer" });
export const questions = () => page.getByRole("article", { name: "Your question" });

/** Sends a first question in a new chat; afterwards the server has received it, and has not answered. */
export async function askFirst(
  text = "How are delays computed?",
  options: OpenOptions = {},
): Promise<ReceivedQuestion> {
  await openScreen(chatAddress, options);
  await questionField().fill(text);
  await userEvent.keyboard("{Enter}");
  return receiveQuestion();
}
