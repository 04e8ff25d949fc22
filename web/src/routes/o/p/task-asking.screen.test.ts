import { getProject } from "@cairn/contract/projects";
import { toTaskDocument } from "@cairn/contract/task-documents";
import {
  getTask,
  getTaskBoard,
  getTaskNeighbours,
  listMentionedTasks,
  listTaskEvents,
  taskReferenceSchema,
} from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { answers, askFirst, questionField } from "#web/features/chat/testing/chat-parts.ts";
import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show cancelled sailings", description: "Passengers must see it." });
const askField = () => page.getByRole("textbox", { name: "Ask about this task" });
const address = (number: number) => `/o/payments/p/shop/tasks/${sampleId(number)}`;

function replyTask(fake: FakeApi): void {
  fake.adjust(getProject, { slug: "shop", setupComplete: true, services: [] });
  fake.reply(getTask, ({ taskId }) => (taskId === task.taskId ? task : makeTask(10)));
  fake.reply(getTaskBoard, makeBoard([task, makeTask(10)]));
  fake.reply(getTaskNeighbours, { previous: null, next: taskReferenceSchema.parse(makeTask(10)) });
  fake.replyList(listTaskEvents, []);
  fake.reply(listMentionedTasks, { content: [taskReferenceSchema.parse(task)] });
}

it("a task is asked about from its page, and the chat says what it is about", async () => {
  await openScreen(address(9), { api: replyTask });
  await askField().fill("Where do I start?");
  await userEvent.keyboard("{Enter}");
  const asked = await receiveQuestion();
  expect(asked.request).toMatchObject({
    request: { content: "Where do I start?" },
    context: { projectId: sampleId(), taskId: task.taskId },
  });
  asked.start();
  const subject = page.getByRole("link", { name: "FB-9 Show cancelled sailings" });
  await expect.element(subject).toHaveAttribute("href", address(9));
});

it("what is typed about a task waits there for whoever leaves it", async () => {
  await openScreen(address(9), { api: replyTask });
  await askField().fill("Half a quest");
  await page.getByRole("textbox", { name: "Title" }).click();
  await page.getByRole("button", { name: "Next task" }).click();
  await expect.poll(() => location.pathname).toBe(address(10));
  await expect.element(askField()).toHaveValue("");
  history.back();
  await expect.poll(() => location.pathname).toBe(address(9));
  await expect.element(askField()).toHaveValue("Half a quest");
  await askField().fill("");
});

it("a task that an answer cites shows its lines, and is opened from there", async () => {
  const asked = await askFirst("What is FB-9 about?", { api: replyTask });
  const { path, version } = toTaskDocument(task);
  const source = { repositoryId: task.taskId, path, startLine: 6, endLine: 6, commit: version, hash: "0".repeat(64) };
  asked.start().set("messages/1/sources", [source]).write("Passengers see it [1].").complete();
  const chip = answers().getByRole("link", { name: "Source 1, FB-9 line 6" });
  await expect.element(chip).toHaveAttribute("href", expect.stringMatching(`/tasks/${task.taskId}`));
  await expect.element(questionField()).toBeVisible();
  await chip.hover();
  await expect.element(page.getByText("Passengers must see it.")).toBeVisible();
});
