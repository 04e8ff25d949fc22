import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { listImplementationRules } from "@cairn/contract/rule-checks";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];
const words = { condition: "A migration is added", instruction: "update docs/schema.md" };
const lines = { path: "db/1.sql", side: "new" as const, startLine: 1, endLine: 1 };
const file: ReviewedFile = {
  path: "db/1.sql",
  oldPath: null,
  status: "added",
  additions: 1,
  deletions: 0,
  oldMode: null,
  newMode: "100644",
  isBinary: false,
  isTruncated: false,
  hunks: [
    {
      oldStart: 0,
      oldLines: 0,
      newStart: 1,
      newLines: 1,
      heading: "",
      lines: [{ type: "added", content: "heights", oldLine: null, newLine: 1 }],
    },
  ],
  flags: [],
  version: "1",
};

async function open(content: { checked: unknown; isRequired?: boolean }[]) {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head })]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [file] });
      const rules = content.map((rule, at) => ({ ruleId: sampleId(20 + at), ...words, isRequired: false, ...rule }));
      api.reply(listImplementationRules, { content: rules } as never);
    },
  });
}

const section = page.getByRole("region", { name: "Rules" });

it("shows which rules a change breaks, with the lines, and folds what does not concern it", async () => {
  const broken = [{ text: "`db/1.sql` changed, but nothing in `docs/schema.md`", lines }];
  await open([
    { checked: { verdict: "broken", broken, note: null }, isRequired: true },
    { checked: { verdict: "passed", broken: [], note: null } },
    { checked: { verdict: "not-applied", broken: [], note: null } },
    { checked: null },
  ]);
  await expect
    .element(section.getByRole("listitem").first())
    .toMatchTextContent(/^Broken · If A migration is added, then update docs\/schema.md Required.*db\/1.sql changed/);
  await expect.element(section.getByRole("listitem").nth(1)).toMatchTextContent(/^Kept · /);
  await expect.element(section.getByRole("listitem").nth(2)).not.toBeInTheDocument();
  await section.getByRole("button", { name: "Show 2 more that are advice or not concerned" }).click();
  await expect.element(section.getByRole("listitem").nth(3)).toMatchTextContent(/^Advice only · /);
  await section.getByRole("link", { name: "db/1.sql:1" }).click();
  await expect.element(page.getByText("heights", { exact: true })).toBeInViewport();
});

it("says what the command of a rule came to, and why it said nothing", async () => {
  const note = "It did not pass before either. It ended with exit code 1.";
  await open([
    {
      checked: {
        verdict: "broken",
        broken: [{ text: "`make check`: It ended with exit code 2.", lines: null }],
        note: null,
      },
    },
    { checked: { verdict: "unknown", broken: [], note } },
  ]);
  const [broken, unknown] = [section.getByRole("listitem").first(), section.getByRole("listitem").nth(1)];
  await expect.element(broken).toMatchTextContent(/make check: It ended with exit code 2\./);
  await expect.element(broken.getByRole("link")).not.toBeInTheDocument();
  await expect.element(unknown).toMatchTextContent(/^Not known · .*It did not pass before either/);
});

it("is not there where there are no rules", async () => {
  await open([]);
  await expect.element(page.getByRole("region", { name: "At a glance" })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});

it("takes one line where rules are advice alone, and shows them when asked", async () => {
  await open([{ checked: null }, { checked: { verdict: "not-applied", broken: [], note: null } }]);
  const show = section.getByRole("button", { name: "Show 2 rules that are advice or not concerned" });
  await expect.element(show).toBeVisible();
  await expect.element(section.getByRole("heading")).not.toBeInTheDocument();
  await show.click();
  await expect.element(section.getByRole("listitem").first()).toMatchTextContent(/^Advice only · /);
  await section.getByRole("button", { name: "Show fewer" }).click();
  await expect.element(show).toBeVisible();
});
