import { getRawFile } from "@cairn/contract/code-browsing";
import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];
const svg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="9" height="9"/></svg>`;

const picture: ReviewedFile = {
  path: "docs/quay.svg",
  oldPath: "docs/pier.svg",
  status: "renamed",
  additions: 0,
  deletions: 0,
  oldMode: "100644",
  newMode: "100644",
  isBinary: true,
  isTruncated: false,
  hunks: [],
  flags: ["binary"],
  version: "1",
};

async function open(change: Partial<ReviewedFile> = {}, content = svg(20), width = 1280) {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    viewport: { width, height: 800 },
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head })]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [{ ...picture, ...change }] });
      api.replyFile(getRawFile, new Blob([content], { type: "image/svg+xml" }));
    },
  });
}

const before = page.getByRole("region", { name: "Before: docs/pier.svg" });
const after = page.getByRole("region", { name: "After: docs/quay.svg" });
const topOf = (side: typeof before) => side.element().getBoundingClientRect().top;

it("shows a picture before and after the change side by side, each as it is at its commit", async () => {
  const api = await open();
  await expect.element(before.getByRole("img", { name: "pier.svg" })).toBeVisible();
  await expect.element(after.getByRole("img", { name: "quay.svg" })).toBeVisible();
  await expect.element(after).toMatchTextContent("20 × 20 pixels");
  expect(topOf(before)).toBe(topOf(after));
  const asked = api.received(getRawFile).map((request) => JSON.stringify(request));
  expect(new Set(asked).size).toBe(2);
  expect(asked.some((one) => one.includes(base) && one.includes("pier"))).toBe(true);
  expect(asked.some((one) => one.includes(head) && one.includes("quay"))).toBe(true);
  await expect.element(page.getByText(/Its content is not text/)).not.toBeInTheDocument();
});

it("shows one below the other where there is no room", async () => {
  await open({}, svg(20), 375);
  await expect.element(before.getByRole("img")).toBeVisible();
  await expect.element(after.getByRole("img")).toBeVisible();
  expect(topOf(after)).toBeGreaterThan(topOf(before));
});

it("shows the one there is of a picture that came", async () => {
  await open({ status: "added", oldPath: null, oldMode: null });
  await expect.element(after.getByRole("img")).toBeVisible();
  await expect.element(page.getByRole("region", { name: /^Before: / })).not.toBeInTheDocument();
});

it("says of a damaged picture that it is one", async () => {
  await open({ status: "deleted", oldPath: null, newMode: null }, "no picture");
  const gone = page.getByRole("region", { name: "Before: docs/quay.svg" });
  await expect.element(gone).toMatchTextContent("This picture is damaged or of a kind no browser draws.");
  await expect.element(page.getByRole("region", { name: /^After: / })).not.toBeInTheDocument();
});
