import { listMembers } from "@cairn/contract/members";
import { mentionAddress } from "@cairn/contract/mentions";
import { getProject } from "@cairn/contract/projects";
import { getTaskMentions } from "@cairn/contract/task-mentions";
import {
  getTask,
  getTaskBoard,
  listMentionedTasks,
  listTaskEvents,
  searchTasks,
  taskReferenceSchema,
  updateTask,
} from "@cairn/contract/tasks";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { answers, askFirst, chatAddress, questionField, questions } from "#web/features/chat/testing/chat-parts.ts";
import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const tides = makeTask(12, { title: "Show tides", state: "in-review" });
const reference = taskReferenceSchema.parse(tides);
const mention = (taskId: string, words: string) => `[${words}](${mentionAddress({ kind: "task", taskId })})`;
const description = () => page.getByRole("textbox", { name: "Description" });

const address = (taskId: string) => `/o/payments/p/payments/tasks/${taskId}`;

function replyTasks(fake: FakeApi): void {
  fake.reply(searchTasks, ({ query }) => ({ content: query === "tide" || query === "FB-12" ? [reference] : [] }));
  fake.reply(listMentionedTasks, ({ taskId, name }) => ({
    content: taskId.includes(tides.taskId) || name.includes("FB-12") ? [reference] : [],
  }));
}

async function openTask(text: string, more?: (fake: FakeApi) => void): Promise<FakeApi> {
  const task = makeTask(9, { description: text });
  const fake = await openScreen(`/o/payments/p/shop/tasks/${task.taskId}`, {
    api: (made) => {
      made.adjust(getProject, { slug: "shop", setupComplete: true, services: [] });
      made.reply(getTask, task);
      made.reply(getTaskBoard, makeBoard([task]));
      made.replyList(listTaskEvents, []);
      made.replyList(listMembers, []);
      made.reply(updateTask, task);
      replyTasks(made);
      more?.(made);
    },
  });
  await expect.element(description()).toBeVisible();
  return fake;
}

describe("the description of a task", () => {
  it("mentions another task that is chosen by a word of its title, with the keyboard", async () => {
    const fake = await openTask("");
    await description().click();
    await userEvent.keyboard("After @tide");
    await expect.element(page.getByRole("option", { name: /FB-12 Show tides/ })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(description().getByText("In Review")).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).click();
    await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(fake.received(updateTask)).toEqual([
      expect.objectContaining({ description: `After ${mention(tides.taskId, "FB-12 Show tides")}` }),
    ]);
  });

  it("says behind each mention what became of the task, and follows it", async () => {
    const fake = await openTask(`${mention(tides.taskId, "FB-12")} or ${mention(sampleId(77), "FB-77")}`);
    await expect.element(description()).toMatchTextContent("FB-12In Review or FB-77(task not found)");
    fake.reply(listMentionedTasks, { content: [{ ...reference, state: "done" }] });
    await queryClient.invalidateQueries({ queryKey: endpointKey(listMentionedTasks) });
    await expect.element(description()).toMatchTextContent("FB-12Done or FB-77(task not found)");
    await description().getByRole("link", { name: /FB-12/ }).click();
    await expect
      .element(page.getByRole("link", { name: "Open link in a new tab" }))
      .toHaveAttribute("href", `/o/payments/p/shop/tasks/${tides.taskId}`);
    expect(fake.received(updateTask)).toEqual([]);
  });
});

describe("what mentions a task", () => {
  it("is listed with what the task mentions itself, each leading there", async () => {
    const sessionId = sampleId(31);
    const artifactId = sampleId(32);
    await openTask("", (fake) =>
      fake.reply(getTaskMentions, {
        mentions: [{ ...reference, taskId: sampleId(14), name: "FB-14", title: "Sort by time" }],
        tasks: { content: [reference], total: 1 },
        pages: { content: [{ artifactId, title: "Harbour handbook" }], total: 3 },
        chats: { content: [{ sessionId, title: "What is next?" }], total: 1 },
      }),
    );
    const list = page.getByRole("list", { name: "Mentioned in" });
    const link = (name: RegExp | string) => list.getByRole("link", { name });
    const base = "/o/payments/p/shop";
    await expect.element(link(/FB-12\s*Show tides/)).toHaveAttribute("href", `${base}/tasks/${tides.taskId}`);
    await expect.element(link("Harbour handbook")).toHaveAttribute("href", `${base}/artifacts/${artifactId}`);
    await expect.element(link("What is next?")).toHaveAttribute("href", `${base}/chat/${sessionId}`);
    await expect.element(list.getByText("and 2 more")).toBeVisible();
    const own = page.getByRole("list", { name: "Mentions", exact: true });
    await expect.element(own.getByRole("link", { name: /FB-14/ })).toBeVisible();
  });

  it("takes no space where there is nothing", async () => {
    const none = { content: [], total: 0 };
    const fake = await openTask("", (made) =>
      made.reply(getTaskMentions, { mentions: [], tasks: none, pages: none, chats: none }),
    );
    await expect.poll(() => fake.received(getTaskMentions)).not.toHaveLength(0);
    await expect.element(page.getByRole("heading", { name: "Activity" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: /Mention/ })).not.toBeInTheDocument();
  });
});

describe("a chat", () => {
  it("offers tasks while a mention is typed; Escape closes the list and keeps the text", async () => {
    await openScreen(chatAddress, { api: replyTasks });
    await questionField().click();
    await userEvent.keyboard("Is @FB-12");
    await expect.element(page.getByRole("option", { name: /FB-12 Show tides/ })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("listbox", { name: "Mention a task" })).not.toBeInTheDocument();
    await expect.element(questionField()).toHaveValue("Is @FB-12");
    await userEvent.keyboard(" and @tide");
    await expect.element(page.getByRole("option", { name: /FB-12 Show tides/ })).toBeVisible();
    await userEvent.keyboard("{Enter}ready?{Enter}");
    const { request } = await receiveQuestion();
    expect(request.request).toEqual({ type: "text", content: "Is @FB-12 and @FB-12 ready?" });
  });

  it("links the tasks of questions and answers, and says which mentions lead nowhere", async () => {
    const asked = await askFirst("Is @FB-12 or @FB-77 about UTF-8?", { api: replyTasks });
    const link = (within: typeof questions, name: string | RegExp) => within().first().getByRole("link", { name });
    await expect.element(link(questions, /FB-12 Show tides In Review/)).toHaveAttribute("href", address(tides.taskId));
    await expect.element(questions().first()).toMatchTextContent("@FB-77 (task not found) about UTF-8?");
    asked
      .start()
      .write(`It is ${mention(tides.taskId, "FB-12")}.`)
      .complete();
    await expect.element(link(answers, "FB-12")).toHaveAttribute("href", address(tides.taskId));
  });
});
