import { getCriterionChecks, updateCriterionCheck } from "@cairn/contract/criterion-checks";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getImplementationChecks, type ImplementationChecks, type RunCheck } from "@cairn/contract/run-checks";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const project = "/o/payments/p/shop";
const task = makeTask(9, {
  title: "Show tides",
  acceptanceCriteria: [{ id: "c-1", text: "The board shows low water", done: false }],
});

const run: RunCheck = {
  kind: "test",
  criterionId: null,
  side: "result",
  repetition: 1,
  commit: "b".repeat(40),
  command: "npm test",
  outcome: "failed",
  exitCode: 1,
  message: "It ended with exit code 1.",
  durationMs: 1_240,
  lastLines: ["not ok 1 - low"],
  tests: { passed: 3, failed: 1, skipped: 0, failedNames: ["low"] },
  isReused: false,
  createdAt: task.createdAt,
};
const red = {
  state: "red",
  summary: "Test is broken by this change. Its criterion is not proven.",
  commands: { passed: 0, total: 1 },
  criteria: { proven: 0, total: 1 },
} as const;
const checks: ImplementationChecks = {
  proof: red,
  verdicts: [
    {
      kind: "test",
      criterionId: null,
      title: "npm test",
      verdict: "broken",
      reason: "One test that passed before fails now: “low”.",
    },
    {
      kind: "criterion",
      criterionId: "c-1",
      title: "The board shows low water",
      verdict: "weak",
      reason: "It passes, but the change changes Makefile.",
    },
  ],
  runs: [run],
};

it("shows what each check says, and the runs behind it by keyboard", async () => {
  await openScreen(`${project}/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ proof: red, canMerge: false })]);
      api.reply(getImplementationDiff, { base: "a".repeat(40), head: "b".repeat(40), isTruncated: false, files: [] });
      api.reply(getImplementationChecks, checks);
    },
  });
  await page.getByRole("group", { name: "What is shown" }).getByText("Checks", { exact: true }).click();
  const list = page.getByRole("list", { name: "What each check says" });
  await expect.element(list.getByText("Broken by this change")).toBeVisible();
  await expect.element(list.getByText("Weak check")).toBeVisible();
  await expect.element(list.getByText("It passes, but the change changes Makefile.")).toBeVisible();
  await expect.element(page.getByText("Merges cleanly into main")).not.toBeInTheDocument();
  list.getByText("One run").element().closest("summary")?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(list.getByText("3 passed, 1 failed, 0 skipped")).toBeVisible();
  await expect.element(list.getByRole("group", { name: "Output of npm test" })).toHaveTextContent("not ok 1 - low");
});

it("says in the summary why the change is enough, and opens on what was seen of each criterion", async () => {
  const before = { ...run, kind: "criterion", criterionId: "c-1", side: "base", tests: null } as const;
  const after = { ...before, side: "result", outcome: "passed", exitCode: 0, message: "It passed." } as const;
  const [, weak] = checks.verdicts;
  const proven = { ...weak, verdict: "proven", reason: "It fails before the change and passes with it." };
  const green = { ...red, state: "green", summary: "Test passes.", criteria: { proven: 1, total: 1 } } as const;
  await openScreen(`${project}/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ proof: green })]);
      api.reply(getImplementationDiff, { base: "a".repeat(40), head: "b".repeat(40), isTruncated: false, files: [] });
      api.reply(getImplementationChecks, {
        proof: green,
        verdicts: [checks.verdicts[0], proven],
        runs: [run, before, after],
      } as ImplementationChecks);
    },
  });
  const summary = page.getByRole("region", { name: "Summary" });
  const line = summary.getByText("The checked criterion is proven: red before the change, green with it");
  await expect.element(line).toBeVisible();
  await expect.element(summary.getByRole("list", { name: "Evidence for each criterion" })).not.toBeInTheDocument();
  line.element().closest("summary")?.focus();
  await userEvent.keyboard("{Enter}");
  const evidence = summary.getByRole("list", { name: "Evidence for each criterion" });
  await expect.element(evidence).toMatchTextContent("The board shows low water");
  await expect.element(evidence.getByText("Broken by this change")).not.toBeInTheDocument();
  await evidence.getByText("2 runs").click();
  await expect.element(evidence.getByText("Check, before the change", { exact: false })).toBeVisible();
  await expect.element(evidence.getByText("Check, with the change", { exact: false })).toBeVisible();
});

it("chooses what is run for a criterion, and says at the field what is wrong", async () => {
  const api = await openScreen(`${project}/tasks/${sampleId(9)}`, {
    api(answers) {
      answers.adjust(getProject, { slug: "shop", setupComplete: true });
      answers.reply(getTask, task);
      answers.reply(getCriterionChecks, { checks: [], proposals: [] });
      answers.reply(updateCriterionCheck, ({ criterionId, check }) => ({
        checks: [{ criterionId, check }],
        proposals: [],
      }));
    },
  });
  await page.getByRole("button", { name: "How “The board shows low water” is checked: By a person" }).click();
  const dialog = page.getByRole("dialog", { name: "How is this checked?" });
  await dialog.getByText("Command", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Type a command, or choose that there is none")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Command" }).fill("npm run tides");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.received(updateCriterionCheck)).toEqual([
    expect.objectContaining({
      criterionId: "c-1",
      check: { kind: "command", command: "npm run tides", exitCode: 0, outputContains: null },
    }),
  ]);
  await expect
    .element(page.getByRole("button", { name: "How “The board shows low water” is checked: Command" }))
    .toBeVisible();
});
