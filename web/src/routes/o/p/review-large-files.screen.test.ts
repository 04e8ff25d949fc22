import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { Refusal } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];

function makeFile(path: string, change: Partial<ReviewedFile> = {}): ReviewedFile {
  return {
    path,
    oldPath: null,
    status: "modified",
    additions: 1,
    deletions: 0,
    oldMode: "100644",
    newMode: "100644",
    isBinary: false,
    isTruncated: false,
    hunks: [],
    flags: [],
    version: "1",
    ...change,
  };
}

function withLines(...contents: string[]): Partial<ReviewedFile> {
  const lines = contents.map((content, at) => ({ type: "added" as const, content, oldLine: null, newLine: at + 1 }));
  return { hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, heading: "", lines }] };
}

const large = page.getByRole("region", { name: "data/tides.csv", exact: true });
const load = large.getByRole("button", { name: "Load more of this file" });

/** `alone`: what the file is answered with by itself. */
async function open(given: Partial<ReviewedFile>, alone: () => ReviewedFile) {
  const files = [makeFile("a.ts", withLines("first")), makeFile("data/tides.csv", { isTruncated: true, ...given })];
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head })]);
      api.reply(getImplementationDiff, ({ path }) => ({
        base,
        head,
        isTruncated: false,
        files: path === undefined ? files : [alone()],
      }));
    },
  });
}

it("loads the rest of one large file by itself, and tries that file alone again where it failed", async () => {
  const state = { isFull: true };
  const oldPath = "data/ebb.csv";
  const api = await open({ ...withLines("high"), status: "renamed", oldPath }, () => {
    if (state.isFull) throw new Refusal("internal", "The disk is full");
    return makeFile("data/tides.csv", withLines("high", "low"));
  });
  await expect.element(large).toMatchTextContent("More of its lines are changed.");
  load.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(large.getByRole("alert")).toMatchTextContent("The disk is full");
  await expect.element(page.getByRole("region", { name: "a.ts", exact: true })).toMatchTextContent("first");
  state.isFull = false;
  await large.getByRole("button", { name: "Retry" }).click();
  await expect.element(large.getByRole("table")).toMatchTextContent(/high.*low/s);
  await expect.element(large).toMatchTextContent(`From ${oldPath}`);
  await expect.element(load).not.toBeInTheDocument();
  const asked = api.received(getImplementationDiff).filter((one) => one.path !== undefined);
  expect(asked.length).toBeGreaterThan(1);
  for (const one of asked) expect(one).toMatchObject({ path: "data/tides.csv", oldPath });
});

it("says so where even by itself a file is too large", async () => {
  await open({}, () => makeFile("data/tides.csv", { isTruncated: true }));
  await expect.element(large).toMatchTextContent("Its lines were not loaded with the others.");
  await load.click();
  await expect.element(large).toMatchTextContent("It is too large for its lines to be compared.");
  await expect.element(load).not.toBeInTheDocument();
});
