import { listComments } from "@cairn/contract/implementation-comments";
import {
  discardImplementation,
  getImplementationDiff,
  getImplementationLog,
  listImplementations,
  startImplementation,
  type Implementation,
} from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const done = makeImplementation({ implementationId: sampleId(8), projectImplementationId: 5 });
const at = "2026-11-21T09:30:00.000Z";
const discarded: Implementation = {
  ...done,
  state: "discarded",
  canMerge: false,
  mergeObstacles: [{ kind: "decided", message: "This implementation was discarded" }],
  comments: { total: 1, open: 1 },
  events: [
    ...done.events,
    {
      type: "implementation-cancelled",
      state: "success",
      startedAt: at,
      completedAt: at,
      summary: "Discarded by Lena Brandt. The branch cairn/9-show-tides stays.",
    },
  ],
  task: { ...done.task, state: "todo" },
};

async function open(
  implementation: Implementation,
  { api, viewport }: { api?: (fake: FakeApi) => void; viewport?: { width: number; height: number } } = {},
): Promise<FakeApi> {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    ...(viewport ? { viewport } : {}),
    api(fake) {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      fake.reply(getTask, { ...task, state: implementation.task.state });
      fake.replyList(listImplementations, [implementation]);
      fake.reply(getImplementationLog, { entries: [], hasMore: false });
      fake.reply(listComments, { content: [] });
      fake.reply(getImplementationDiff, { base: "a".repeat(40), head: "b".repeat(40), isTruncated: false, files: [] });
      fake.reply(startImplementation, implementation);
      api?.(fake);
    },
  });
}

const details = page.getByRole("complementary", { name: "Details" });
const dialog = page.getByRole("dialog", { name: "Discard implementation 5?" });

it("asks before it discards, by keys alone, and says what stays", async () => {
  const api = await open(done, { api: (fake) => fake.reply(discardImplementation, discarded) });
  const button = details.getByRole("button", { name: "Discard" });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).toMatchTextContent(/It can never be merged, and FB-9 can be implemented anew\./);
  await expect.element(dialog).toMatchTextContent(/so does its branch cairn\/9-show-tides/);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  expect(api.received(discardImplementation)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  fakeAnswer(api);
  await dialog.getByRole("button", { name: "Discard implementation" }).click();
  await expect.poll(() => api.received(discardImplementation).length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Summary" })).toMatchTextContent(/Discarded by Lena Brandt/);
  await expect.element(details.getByRole("button", { name: "Discard" })).not.toBeInTheDocument();
});

/** From here on it is discarded. */
function fakeAnswer(api: FakeApi): void {
  api.replyList(listImplementations, [discarded]);
}

it("says where it asks why it could not be discarded, and lets one try again", async () => {
  const message = "It is being merged at the moment.";
  await open(done, { api: (fake) => fake.refuse(discardImplementation, "conflict", message) });
  await details.getByRole("button", { name: "Discard" }).click();
  await dialog.getByRole("button", { name: "Discard implementation" }).click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(message);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await details.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
});

it("is not offered while it runs, and says why", async () => {
  await open(makeImplementation({ ...done, running: true, outcome: null }));
  const button = details.getByRole("button", { name: "Discard" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveAccessibleDescription("Stop it before you discard it");
});

it("asks for no revision and no merge once it is discarded, but offers to begin anew", async () => {
  await open(discarded);
  await expect.element(page.getByRole("button", { name: "Start fresh" })).toBeVisible();
  const summary = page.getByRole("region", { name: "Summary" });
  // What it was discarded for stays to read.
  await expect.element(summary).toMatchTextContent(/Discarded.*Build and Test pass/s);
  await expect.element(summary).not.toMatchTextContent("open comment");
  for (const name of ["Request revision", "Merge", "Go on from here", "Discard"])
    await expect.element(page.getByRole("button", { name, exact: true })).not.toBeInTheDocument();
});

it("is found on a telephone among the facts of the implementation", async () => {
  await open(done, { viewport: { width: 375, height: 740 } });
  await page.getByRole("group", { name: "What is shown" }).getByText("Implementation", { exact: true }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).toBeVisible();
});
