import { getChangeOverview, type ChangeOverview } from "@cairn/contract/change-overview";
import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeOverview } from "#web/features/review/testing/make-overview.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { Refusal, type FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];

const file: ReviewedFile = {
  path: "src/tides.ts",
  oldPath: null,
  status: "modified",
  additions: 1,
  // Long files begin folded.
  deletions: 900,
  oldMode: "100644",
  newMode: "100644",
  isBinary: false,
  isTruncated: false,
  hunks: [
    {
      oldStart: 1,
      oldLines: 1,
      newStart: 1,
      newLines: 1,
      heading: "",
      lines: [
        { type: "deleted", content: "low = 2", oldLine: 1, newLine: null },
        { type: "added", content: "low = 0.4", oldLine: null, newLine: 1 },
      ],
    },
  ],
  flags: [],
  version: "1",
};

async function open(overview: ChangeOverview | (() => ChangeOverview), files = [file]): Promise<FakeApi> {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head })]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files });
      api.reply(getChangeOverview, overview);
    },
  });
}

const glance = page.getByRole("region", { name: "At a glance" });
const changes = glance.getByRole("list", { name: "What it changes" });
const risks = glance.getByRole("list", { name: "Look at twice" });

it("says what the change does and what to look at twice, and who knows the code", async () => {
  await open(makeOverview());
  await expect.element(changes).toMatchTextContent("Adds GET /tides, behind requireCrew tides.ts:1");
  await expect
    .element(risks)
    .toMatchTextContent(
      /Danger: Access · PUT \/tides is no longer behind requireCrew.*Look twice: CI.*Good to know: Size/s,
    );
  await expect.element(glance).toMatchTextContent("the last 20 commits to these files: Ada Okafor (14)");
});

it("leads to the lines, unfolding their file, by the keyboard alone; to the code where the changes have none", async () => {
  await open(makeOverview());
  const link = changes.getByRole("link", { name: "src/tides.ts:1", exact: true });
  await expect.element(page.getByRole("button", { name: "Show src/tides.ts" })).toBeVisible();
  link.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Comment on line 1", exact: true })).toHaveFocus();
  await page.getByRole("group", { name: "What is shown" }).getByText("Checks").click();
  await changes.getByRole("link", { name: "src/tides.ts:1 before the change" }).click();
  await expect.element(page.getByRole("button", { name: "Comment on removed line 1" })).toHaveFocus();
  const address = risks.getByRole("link", { name: "src/board.ts:40" }).element().getAttribute("href");
  expect(address).toMatch(new RegExp(`/b/${head}/src/board\\.ts#L40$`));
});

it("shows the first of many and all of them on demand", async () => {
  const many = Array.from({ length: 14 }, (_, at) => ({ text: `Adds \`pier${at}\``, evidence: [] }));
  await open(makeOverview({ changes: many, risks: [] }));
  await expect.element(changes).not.toMatchTextContent("pier4");
  await page.getByRole("button", { name: "Show all 14" }).click();
  await expect.element(changes).toMatchTextContent("pier13");
  await expect.element(glance).not.toMatchTextContent("Look at twice");
  await expect.element(page.getByRole("list", { name: "Checks" })).toMatchTextContent("Nothing to look at twice");
});

it("gives no all-clear where a file was not looked through", async () => {
  const text = "Too large to be looked through to the end, so nothing is known of the rest: `data/all.json`";
  const unread = { kind: "unread" as const, level: "warning" as const, text, evidence: [] };
  await open(makeOverview({ risks: [unread] }), [{ ...file, flags: ["unread"] }]);
  await expect.element(risks).toMatchTextContent(/Look twice: Not read · Too large.*data\/all\.json/s);
  const checks = page.getByRole("list", { name: "Checks" });
  await expect.element(checks).toMatchTextContent("1 thing to look at twice");
  await expect.element(checks).not.toMatchTextContent("Nothing to look at twice");
  await expect.element(page.getByText("Too large to be looked through", { exact: true })).toBeVisible();
});

it("tells what the lines say at once and the rest when the code was compared", async () => {
  const [ci] = makeOverview().risks.slice(1, 2);
  let overview = makeOverview({ state: "preparing", changes: [], risks: ci ? [ci] : [], formerCommits: 0 });
  await open(() => overview);
  await expect.element(glance).toMatchTextContent("Comparing the code of both sides");
  await expect.element(risks).toMatchTextContent("Changes what CI runs");
  overview = makeOverview();
  await expect.element(changes).toMatchTextContent("Adds GET /tides");
  await expect.element(glance).not.toMatchTextContent("Comparing the code");
});

it("says why the code could not be compared, and tries again after a failure", async () => {
  const unread: Partial<ChangeOverview> = {
    state: "unavailable",
    note: "The repository has not been read yet.",
    changes: [],
  };
  let isFull = true;
  await open(() => {
    if (isFull) throw new Refusal("unavailable", "The disk is full");
    return makeOverview(unread);
  });
  await expect.element(page.getByText("The disk is full")).toBeVisible();
  isFull = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(glance).toMatchTextContent("The repository has not been read yet.");
});

it("says how many of the changed lines tests run, and marks those that they do not beside their numbers", async () => {
  const added = ["low = 0.4", "neap = 2", "slack = 3"].map(
    (content, at) => ({ type: "added", content, oldLine: null, newLine: at + 1 }) as const,
  );
  const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 3, heading: "", lines: added };
  const short = { ...file, additions: 3, deletions: 0, hunks: [hunk] };
  const missed = [{ path: "src/tides.ts", startLine: 2, endLine: 3 }];
  const coverage = { lines: 3, run: 1, missed };
  await open(makeOverview({ coverage }), [short]);
  await expect.element(glance).toMatchTextContent("1 of 3 changed lines are run by tests.");
  const code = page.getByRole("region", { name: "Changes", exact: true });
  await expect.element(code.getByRole("row", { name: /neap = 2/ })).toMatchTextContent("Not run by tests.");
  await expect.element(code.getByRole("row", { name: /slack = 3/ })).toMatchTextContent("Not run by tests.");
  await expect.element(code.getByRole("row", { name: /low = 0.4/ })).not.toMatchTextContent("Not run by tests.");
  await glance.getByRole("link", { name: "src/tides.ts:2" }).click();
  await expect.element(page.getByRole("button", { name: "Comment on line 2" })).toHaveFocus();
});

it("says nothing of coverage where no report tells it, and says that all is run", async () => {
  let coverage: ChangeOverview["coverage"] = null;
  await open(() => makeOverview({ coverage, state: coverage === null ? "preparing" : "ready" }));
  await expect.element(changes).toBeVisible();
  await expect.element(page.getByText(/run by tests/)).not.toBeInTheDocument();
  coverage = { lines: 1, run: 1, missed: [] };
  await expect.element(page.getByText(/1 of 1 changed line is run by tests\./)).toBeVisible();
  await expect.element(page.getByText(/with a ring/)).not.toBeInTheDocument();
});
