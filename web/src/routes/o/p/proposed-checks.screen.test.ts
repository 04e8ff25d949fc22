import {
  getCriterionChecks,
  proposeCriterionChecks,
  updateCriterionCheck,
  type CriterionChecks,
} from "@cairn/contract/criterion-checks";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const low = "“low tide is 0.4” passes";
const reads = "The board reads well";
const task = makeTask(9, {
  title: "Show tides",
  acceptanceCriteria: [
    { id: "c-1", text: low, done: false },
    { id: "c-2", text: reads, done: false },
  ],
});
const check = { kind: "command", command: "node --test tides.test.js", exitCode: 0, outputContains: null } as const;
const common = { lastLines: [], writtenBy: "Built-in engine", commit: null };
const proposals: CriterionChecks["proposals"] = [
  { ...common, criterionId: "c-1", state: "proposed", check, reason: "It fails now.", lastLines: ["not ok 1 - low"] },
  { ...common, criterionId: "c-2", state: "none", check: null, reason: "It names no test." },
];

function openTask(checks: CriterionChecks): Promise<FakeApi> {
  return openScreen(`/o/payments/p/shop/tasks/${sampleId(9)}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.reply(getCriterionChecks, checks);
      const waiting = proposals.map((one) => ({ ...one, state: "waiting" as const, check: null, reason: "" }));
      api.reply(proposeCriterionChecks, { checks: [], proposals: waiting });
      api.reply(updateCriterionCheck, ({ criterionId, check: chosen }) => ({
        checks: [{ criterionId, check: chosen }],
        proposals: proposals.filter((one) => one.criterionId !== criterionId),
      }));
    },
  });
}

it("asks for checks, and says that they are being worked out", async () => {
  const api = await openTask({ checks: [], proposals: [] });
  await page.getByRole("button", { name: "Propose checks" }).click();
  await expect.element(page.getByText("Working out checks and trying them on the code as it is")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Propose checks" })).not.toBeInTheDocument();
  expect(api.received(proposeCriterionChecks)).toHaveLength(1);
});

it("shows what is proposed and how it failed, and takes it by keyboard", async () => {
  const api = await openTask({ checks: [], proposals });
  const list = page.getByRole("list", { name: "Proposed checks" });
  await expect.element(list.getByText("node --test tides.test.js")).toBeVisible();
  await expect.element(list.getByText("It names no test. Built-in engine.")).toBeVisible();
  list.getByText("How it failed").element().closest("summary")?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(list.getByRole("group", { name: "How it failed" })).toHaveTextContent("not ok 1 - low");
  list
    .getByRole("button", { name: `Accept the check of “${low}”` })
    .element()
    .focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: `How “${low}” is checked: Command` })).toBeVisible();
  await expect.element(list.getByText("node --test tides.test.js")).not.toBeInTheDocument();
  await list.getByRole("button", { name: `Leave to a person “${reads}”` }).click();
  await expect.poll(() => api.received(updateCriterionCheck)).toHaveLength(2);
  expect(api.received(updateCriterionCheck)).toEqual([
    expect.objectContaining({ criterionId: "c-1", check }),
    expect.objectContaining({ criterionId: "c-2", check: { kind: "person" } }),
  ]);
});

it("lets a proposal be edited before it counts, and dropped", async () => {
  const api = await openTask({ checks: [], proposals });
  await page.getByRole("button", { name: `Edit the check of “${low}”` }).click();
  const dialog = page.getByRole("dialog", { name: "How is this checked?" });
  await dialog.getByRole("textbox", { name: "Command" }).fill("node --test tides.test.js --quiet");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => api.received(updateCriterionCheck)).toHaveLength(1);
  expect(api.received(updateCriterionCheck)[0]).toMatchObject({
    check: { kind: "command", command: "node --test tides.test.js --quiet" },
  });
});
