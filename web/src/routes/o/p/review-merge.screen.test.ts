import { getConflicts } from "@cairn/contract/conflict-resolution";
import { getImplementationEngines } from "@cairn/contract/implementation-engines";
import { mergeImplementation, previewMerge } from "@cairn/contract/implementation-merging";
import {
  getImplementationDiff,
  listImplementations,
  reviseImplementation,
  type Implementation,
} from "@cairn/contract/implementations";
import { enterMergeQueue, leaveMergeQueue } from "@cairn/contract/merge-queue";
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
const [base, head] = ["a".repeat(40), "b".repeat(40)];
const preview = {
  head,
  baseBranch: "main",
  tip: base,
  commitsBehind: 0,
  method: "merge" as const,
  through: "direct" as const,
  message: "Show tides (FB-9)\n\nTask: FB-9\n",
};
const merged = makeImplementation({
  state: "merged",
  canMerge: false,
  mergeObstacles: [{ kind: "decided", message: "This implementation is merged already" }],
  merge: {
    commit: "c".repeat(40),
    mergedAt: "2026-11-21T09:00:00.000Z",
    mergedBy: { userId: sampleId(77), firstName: "Lena", lastName: "Brandt" },
  },
});

async function open(
  change: Partial<Implementation> = {},
  viewport?: { width: number; height: number },
): Promise<FakeApi> {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    ...(viewport ? { viewport } : {}),
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation(change)]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [] });
      api.reply(previewMerge, preview);
      api.reply(mergeImplementation, merged);
      api.reply(reviseImplementation, makeImplementation({ running: true, outcome: null }));
    },
  });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
// A toast is a dialog as well.
const dialog = () => page.getByRole("dialog", { name: /^(Merge into|Request a revision)/ });

it("merges by the keyboard alone what was on the page, after showing how", async () => {
  const api = await open();
  await expect.element(button("Merge")).toBeVisible();
  await userEvent.keyboard("m");
  await expect.element(button("Merge")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).toMatchTextContent(/Merge into main.*Merge commit onto aaaaaaaa.*Task: FB-9/s);
  api.replyList(listImplementations, [merged]);
  await dialog().getByRole("button", { name: "Merge", exact: true }).click();
  await expect.poll(() => api.received(mergeImplementation).at(-1)).toMatchObject({ head });
  await expect.element(page.getByText("Merged into main")).toBeVisible();
  await expect.element(page.getByText(/By Lena Brandt/)).toBeVisible();
  await expect.element(button("Merge")).not.toBeInTheDocument();
});

it("says why it cannot be merged, and does nothing when pressed", async () => {
  const message = "Conflicts with main in src/tides.ts";
  const api = await open({ canMerge: false, mergeObstacles: [{ kind: "conflict", message }] });
  api.reply(getConflicts, {
    head,
    tip: "d".repeat(40),
    baseBranch: "main",
    writers: [],
    files: [
      {
        path: "src/tides.ts",
        reason: "CONFLICT (content)",
        sides: ["base", "change", "former"],
        pieces: [{ kind: "conflict", base: ["low = 3"], change: ["low = 0.4"], former: ["low = 2"] }],
      },
    ],
  });
  await expect.element(button("Merge")).toHaveAttribute("aria-disabled", "true");
  await expect.element(button("Merge")).toHaveAccessibleDescription(message);
  await expect.element(page.getByRole("region", { name: "Summary" })).toMatchTextContent(message);
  await expect
    .element(page.getByRole("article", { name: "Conflicts in src/tides.ts" }))
    .toMatchTextContent(/main.*low = 3.*This change.*low = 0\.4/s);
});

it("may be merged by itself once it is known that it keeps a required rule", async () => {
  const message = "The connections of this change are still being compared; try again in a moment.";
  const api = await open({ canMerge: false, mergeObstacles: [{ kind: "rule-pending", message }] });
  await expect.element(button("Merge")).toHaveAccessibleDescription(message);
  // More than what any part of the screen asks for by itself.
  await expect.poll(() => api.received(listImplementations).length, { timeout: 60_000 }).toBeGreaterThan(4);
  api.replyList(listImplementations, [makeImplementation()]);
  await expect.element(button("Merge"), { timeout: 30_000 }).not.toHaveAttribute("aria-disabled", "true");
});

it("shows the commits that nobody has seen instead of merging them", async () => {
  const api = await open();
  await button("Merge").click();
  api.refuse(mergeImplementation, "conflict", "There are commits that you have not seen.", {
    head: "d".repeat(40),
    commits: [{ oid: "d".repeat(40), subject: "Count the ferries" }],
  });
  await dialog().getByRole("button", { name: "Merge", exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/commits that you have not seen.*dddddddd Count the ferries/s);
  await dialog().getByRole("button", { name: "Look at them" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

it("asks for a revision while a comment is open, by whoever can write one", async () => {
  const api = await open({ comments: { total: 3, open: 2 } }, { width: 375, height: 800 });
  await button("Request revision").click();
  await expect.element(dialog()).toMatchTextContent(/The 2 open comments go to whoever writes it/);
  await expect.element(dialog()).toMatchTextContent(/It writes no code by itself/);
  await dialog().getByRole("button", { name: "Request revision" }).click();
  await expect.poll(() => api.received(reviseImplementation).at(-1)).toMatchObject({ engine: "own-machine" });
  await expect.element(page.getByText("Implementation revision started")).toBeVisible();
});

it("offers the agents that this server has for a change that a diff made, each with what it lacks", async () => {
  const lacks = "Codex is not installed. An operator must install the npm package.";
  const agentOf = (slug: string, name: string) => ({ slug, name });
  const offer = { obstacle: null, isDefault: false };
  const api = await open({ comments: { total: 1, open: 1 } });
  api.reply(getImplementationEngines, {
    engines: [
      { ...offer, engine: "diff", agent: null },
      { ...offer, engine: "agent", agent: null, obstacle: { message: "No model is set.", setAt: "services" } },
      {
        ...offer,
        engine: "coding-agent",
        agent: agentOf("codex", "Codex"),
        obstacle: { message: lacks, setAt: "services" },
      },
      { ...offer, engine: "coding-agent", agent: agentOf("helper", "helper") },
      { ...offer, engine: "own-machine", agent: null },
    ],
  });
  await button("Request revision").click();
  const way = (name: RegExp) => dialog().getByRole("radio", { name });
  await expect.element(way(/^Codex .*not installed/)).toBeDisabled();
  await expect.element(way(/^The agent of this server .*No model is set\./)).toBeDisabled();
  await expect.element(way(/^On somebody's own machine/)).toBeChecked();
  await expect.poll(() => dialog().getByRole("radio").elements().length).toBe(5);
  await way(/^helper/).click();
  await dialog().getByRole("button", { name: "Request revision" }).click();
  await expect
    .poll(() => api.received(reviseImplementation).at(-1))
    .toMatchObject({ engine: "coding-agent", agent: "helper" });
});

it("offers every agent for a branch that people push elsewhere, and says where to push there", async () => {
  const repository = { repositoryId: sampleId(2), slug: "shop", hostedAt: "acme/shop on GitHub" };
  const api = await open({ engine: "own-machine", repository, comments: { total: 1, open: 1 } });
  api.reply(getImplementationEngines, {
    engines: [{ engine: "agent", agent: null, obstacle: null, isDefault: false }],
  });
  await button("Request revision").click();
  const way = (name: RegExp) => dialog().getByRole("radio", { name });
  await expect
    .element(way(/^On somebody's own machine A person or their agent pushes to .+ in acme\/shop on GitHub\./))
    .toBeChecked();
  await expect.element(dialog()).not.toMatchTextContent(/key to the branch/);
  await way(/^The agent of this server .*takes the place of those on the branch/).click();
  await dialog().getByRole("button", { name: "Request revision" }).click();
  await expect.poll(() => api.received(reviseImplementation).at(-1)).toMatchObject({ engine: "agent" });
});

it("offers another agent than the one that wrote it, and nobody elsewhere where there is no branch to push to", async () => {
  const repository = { repositoryId: sampleId(2), slug: "shop", hostedAt: "acme/shop on GitHub" };
  const codex = { slug: "codex", name: "Codex" };
  const api = await open({
    engine: "coding-agent",
    agent: codex,
    repository,
    isPublished: false,
    comments: { total: 1, open: 1 },
  });
  const offer = { obstacle: null, isDefault: false };
  api.reply(getImplementationEngines, {
    engines: [
      { ...offer, engine: "agent", agent: null },
      { ...offer, engine: "coding-agent", agent: codex },
    ],
  });
  await button("Request revision").click();
  const way = (name: RegExp) => dialog().getByRole("radio", { name });
  await expect.element(way(/^What wrote it/)).toBeChecked();
  await expect.element(way(/no branch in acme\/shop on GitHub that anybody could push to/)).toBeDisabled();
  await expect.poll(() => dialog().getByRole("radio").elements().length).toBe(3);
  await way(/^The agent of this server/).click();
  await dialog().getByRole("button", { name: "Request revision" }).click();
  await expect.poll(() => api.received(reviseImplementation).at(-1)).toMatchObject({ engine: "agent" });
});

it("asks for no revision while no comment is open", async () => {
  await open();
  await expect.element(button("Request revision")).toHaveAttribute("aria-disabled", "true");
});

const inLine = {
  state: "testing" as const,
  place: 2,
  before: ["FB-7"],
  queuedAt: "2026-11-21T09:00:00.000Z",
  reason: null,
  proof: null,
  progress: { title: "Test, with the change", command: "npm test", lines: ["ok 1 - tides"] },
};

it("puts it in the merge queue where the product says so, and takes it out by a button", async () => {
  const api = await open();
  api.reply(previewMerge, { ...preview, through: "queue" });
  api.reply(enterMergeQueue, makeImplementation({ mergeQueue: inLine }));
  api.reply(leaveMergeQueue, makeImplementation());
  await button("Merge").click();
  await expect.element(dialog()).toMatchTextContent(/tested on top of those before it in line/);
  api.replyList(listImplementations, [makeImplementation({ mergeQueue: inLine })]);
  await dialog().getByRole("button", { name: "Put in the merge queue" }).click();
  await expect.poll(() => api.received(enterMergeQueue).at(-1)).toMatchObject({ head });
  await expect.element(page.getByText("2nd in the merge queue, being tested")).toBeVisible();
  await expect.element(page.getByText(/It is tested on top of FB-7, and merged into main after it\./)).toBeVisible();
  await expect.element(page.getByText("ok 1 - tides")).toBeVisible();
  await expect.element(button("Merge")).not.toBeInTheDocument();
  api.replyList(listImplementations, [makeImplementation()]);
  await button("Leave the queue").click();
  await expect.element(button("Merge")).toBeVisible();
  expect(api.received(leaveMergeQueue)).toHaveLength(1);
});

it("says why it left the merge queue", async () => {
  const reason = "Tested on top of those before it: Test is broken by this change.";
  await open({ mergeQueue: { ...inLine, state: "left", place: null, before: [], progress: null, reason } });
  await expect.element(page.getByText("Left the merge queue")).toBeVisible();
  await expect.element(page.getByText(`${reason} Nothing was merged.`)).toBeVisible();
  await expect.element(button("Merge")).toBeVisible();
});

it("opens a pull request where the product says so, and says what it waits for", async () => {
  const api = await open();
  const url = "https://github.com/acme/ferry-board/pull/12";
  const pullRequest = { state: "open" as const, number: 12, url, hasOtherCommits: false, reason: null };
  const obstacle = { kind: "pull-request" as const, message: "Waiting for pull request #12 on GitHub" };
  const waiting = makeImplementation({ pullRequest, canMerge: false, mergeObstacles: [obstacle] });
  api.reply(previewMerge, { ...preview, through: "pull-request" });
  api.reply(mergeImplementation, waiting);
  await button("Merge").click();
  await expect.element(dialog()).toMatchTextContent(/merged here once somebody merges that there/);
  api.replyList(listImplementations, [waiting]);
  await dialog().getByRole("button", { name: "Open pull request" }).click();
  await expect.poll(() => api.received(mergeImplementation).at(-1)).toMatchObject({ head });
  await expect.element(page.getByText("Waiting for pull request #12", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "#12 on GitHub" })).toHaveAttribute("href", url);
  await expect.element(button("Merge")).not.toBeInTheDocument();
});

it("says why a pull request came to nothing, and merges again", async () => {
  const reason = "Pull request #12 was closed on GitHub without being merged.";
  const url = "https://github.com/acme/ferry-board/pull/12";
  await open({ pullRequest: { state: "closed", number: 12, url, hasOtherCommits: false, reason } });
  await expect.element(page.getByText("Pull request #12 came to nothing")).toBeVisible();
  await expect.element(page.getByText(`${reason} Nothing was merged.`)).toBeVisible();
  await expect.element(button("Merge")).toBeVisible();
});
