import { getChangeOverview } from "@cairn/contract/change-overview";
import { listComments } from "@cairn/contract/implementation-comments";
import {
  createPushKey,
  exportImplementationLog,
  getImplementationBrief,
  getImplementationDiff,
  getImplementationLog,
  getImplementationOptions,
  listImplementations,
  proveImplementation,
  resumeImplementation,
  setRunBudget,
  startImplementation,
  stopImplementation,
  type Implementation,
  type ImplementationDiff,
} from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask, type Task } from "@cairn/contract/tasks";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeOverview } from "#web/features/review/testing/make-overview.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, {
  title: "Show tides",
  state: "in-review",
  acceptanceCriteria: [
    { id: "c-1", text: "The API answers the next high water", done: true },
    { id: "c-2", text: "The board has a column for it", done: false },
  ],
});
const newest = makeImplementation({ implementationId: sampleId(8), projectImplementationId: 5 });
const stopped = makeImplementation({
  implementationId: sampleId(7),
  projectImplementationId: 4,
  outcome: "stopped",
  head: null,
});

type ChangedFile = ImplementationDiff["files"][number];

function makeFile(path: string, change: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    oldPath: null,
    status: "modified",
    additions: 1,
    deletions: 1,
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
          { type: "deleted", content: `low in ${path} = 2`, oldLine: 1, newLine: null },
          { type: "added", content: `low in ${path} = 0.4`, oldLine: null, newLine: 1 },
        ],
      },
    ],
    flags: [],
    version: "1",
    ...change,
  };
}

const logLine = (sequence: number, text: string) =>
  ({ sequence, step: "code-analysis", kind: "note", text, createdAt: task.createdAt }) as const;

interface ReviewOptions {
  implementations?: Implementation[];
  task?: Partial<Task>;
  files?: ChangedFile[];
  query?: string;
  viewport?: { width: number; height: number };
  api?: (fake: FakeApi) => void;
}

async function open(options: ReviewOptions = {}): Promise<FakeApi> {
  const { implementations = [newest], files = [makeFile("src/tides.ts")], query = "", viewport } = options;
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}${query}`, {
    ...(viewport ? { viewport } : {}),
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, { ...task, ...options.task });
      api.replyList(listImplementations, implementations);
      api.reply(getImplementationLog, { entries: [logLine(1, "Changed: src/tides.ts")], hasMore: false });
      api.reply(listComments, { content: [] });
      api.reply(getImplementationDiff, { base: "a".repeat(40), head: "b".repeat(40), isTruncated: false, files });
      for (const endpoint of [startImplementation, stopImplementation, resumeImplementation, setRunBudget])
        api.reply(endpoint, newest);
      options.api?.(api);
    },
  });
}

const fileOf = (path: string) => page.getByRole("region", { name: path, exact: true });
const show = (name: string) =>
  page.getByRole("group", { name: "What is shown" }).getByText(name, { exact: true }).click();

it("shows what came of it, the task beside it, and the changes with what to look at twice in words", async () => {
  await open({
    files: [makeFile(".github/workflows/test.yml", { flags: ["ci"] }), makeFile("src/tides.ts")],
    api: (api) => api.reply(getChangeOverview, makeOverview()),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "Show tides" })).toBeVisible();
  const summary = page.getByRole("region", { name: "Summary" });
  await expect
    .element(summary)
    .toMatchTextContent(/Ready for review.*Merges cleanly into main.*2 things to look at twice/s);
  const details = page.getByRole("complementary", { name: "Details" });
  await expect.element(details).toMatchTextContent(/Task.*FB-9.*1 of 2 criteria met.*Implementation.*#5/s);
  await expect.element(page.getByText("Changes what CI runs")).toBeVisible();
  await expect.element(fileOf("src/tides.ts")).toMatchTextContent("low in src/tides.ts = 0.4");
});

it("starts a chat that knows the change, by keyboard", async () => {
  await open();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Ask about this change" });
  await expect.element(dialog.getByRole("textbox", { name: "Your question" })).toHaveFocus();
  await userEvent.keyboard("Is it safe?{Enter}");
  const { request } = await receiveQuestion();
  expect(request.context).toMatchObject({ taskId: newest.task.taskId, implementationId: newest.implementationId });
});

it("folds what nobody reads line by line", async () => {
  await open({
    files: [makeFile("package-lock.json", { flags: ["lockfile"] }), makeFile("src/long.ts", { additions: 900 })],
  });
  await expect.element(page.getByRole("button", { name: "Show package-lock.json" })).toBeVisible();
  await page.getByRole("button", { name: "Show src/long.ts" }).click();
  await expect.element(fileOf("src/long.ts")).toMatchTextContent("low in src/long.ts = 0.4");
  await expect.element(fileOf("package-lock.json").getByRole("row")).not.toBeInTheDocument();
});

it("lets the browser find text of a folded file, and unfolds it there", async () => {
  await open({ files: [makeFile("package-lock.json", { flags: ["lockfile"] }), makeFile("src/tides.ts")] });
  const file = fileOf("package-lock.json");
  await expect.element(file).toMatchTextContent("low in package-lock.json = 0.4");
  const text = file.element().querySelector("[hidden=until-found]");
  // Chromium shows nothing of it and finds it all the same.
  expect(text === null ? null : getComputedStyle(text).contentVisibility).toBe("hidden");
  text?.dispatchEvent(new Event("beforematch", { bubbles: true }));
  await expect.element(file.getByRole("row", { name: /low in package-lock\.json = 0\.4/ })).toBeVisible();
});

it("unfolds and folds all files at once, by pointer and by key", async () => {
  await open({
    files: [makeFile("package-lock.json", { flags: ["lockfile"] }), makeFile("src/tides.ts")],
  });
  await page.getByRole("button", { name: "Unfold all" }).click();
  await expect.element(fileOf("package-lock.json")).toMatchTextContent("low in package-lock.json = 0.4");
  await userEvent.keyboard("u");
  await expect.element(page.getByRole("button", { name: "Show src/tides.ts" })).toBeVisible();
  await expect.element(fileOf("src/tides.ts").getByRole("row")).not.toBeInTheDocument();
  await userEvent.keyboard("u");
  await expect.element(fileOf("src/tides.ts")).toMatchTextContent("low in src/tides.ts = 0.4");
});

it("tells phase by phase what happened, and reads on in the log when there is more", async () => {
  const api = await open();
  await show("Timeline");
  await expect.element(page.getByRole("list", { name: "Timeline" })).toMatchTextContent("Analysis completed");
  await expect.element(page.getByRole("list", { name: "Timeline" })).not.toMatchTextContent("0s");
  await show("Log");
  await expect.element(page.getByText("Changed: src/tides.ts")).toBeVisible();
  api.reply(getImplementationLog, ({ after }) => ({
    entries: after === 1 ? [logLine(2, "The change is written")] : [],
    hasMore: false,
  }));
  await queryClient.invalidateQueries({ queryKey: endpointKey(getImplementationLog) });
  await expect.element(page.getByText("The change is written")).toBeVisible();
  await expect.element(page.getByText("Changed: src/tides.ts")).toBeVisible();
});

it("says second by second for how long a phase has been under way", async () => {
  const startedAt = new Date(Date.now() - 65_000).toISOString();
  const event = { type: "code-analysis", state: null, startedAt, completedAt: null, summary: null } as const;
  await open({ implementations: [{ ...newest, running: true, outcome: null, endedAt: null, events: [event] }] });
  await show("Timeline");
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect.element(timeline).toMatchTextContent(/Analysis started for 1\s?m/);
  const first = timeline.element().textContent;
  await expect.poll(() => timeline.element().textContent).not.toBe(first);
});

it("gives the whole log as a file", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await open({ api: (api) => api.replyFile(exportImplementationLog, new Blob(["all of it"])) });
  await show("Log");
  await page.getByRole("button", { name: "Download log" }).click();
  await expect.poll(() => saved).toEqual(["FB-9-implementation-5.log"]);
});

it("opens the one that the address names; goes on from there or begins anew", async () => {
  const api = await open({
    implementations: [newest, stopped].map((one) => ({ ...one, task: { ...one.task, state: "todo" as const } })),
    query: `?implementationId=${stopped.implementationId}`,
  });
  await expect.element(page.getByText("#4")).toBeVisible();
  await page.getByRole("button", { name: "Go on from here" }).click();
  await expect.poll(() => api.received(resumeImplementation)).toMatchObject([{ implementationId: sampleId(7) }]);
  await page.getByRole("button", { name: "Start fresh" }).click();
  await expect.poll(() => api.received(startImplementation)).toMatchObject([{ engine: "diff" }]);
});

it("says why neither can be done now", async () => {
  await open({ implementations: [{ ...stopped, task: { ...stopped.task, state: "done" } }] });
  const goOn = page.getByRole("button", { name: "Go on from here" });
  await expect.element(goOn).toHaveAccessibleDescription("FB-9 is in Done; only a task in Todo can be implemented");
});

it("proves a change again, or begins anew, where what it came to leaves doubts, also of a task in review", async () => {
  const summary = "Test is flaky.";
  const proof = {
    state: "none" as const,
    summary,
    commands: { passed: 0, total: 1 },
    criteria: { proven: 0, total: 0 },
  };
  const api = await open({
    implementations: [{ ...newest, proof }],
    api: (each) => each.reply(proveImplementation, newest),
  });
  await page.getByRole("button", { name: "Prove again" }).click();
  await expect
    .poll(() => api.received(proveImplementation))
    .toMatchObject([{ implementationId: newest.implementationId }]);
  await page.getByRole("button", { name: "Start fresh" }).click();
  await expect.poll(() => api.received(startImplementation)).toMatchObject([{ engine: "diff" }]);
});

it("offers neither where all is proven", async () => {
  await open();
  await expect.element(page.getByRole("button", { name: "Merge", exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Prove again" })).not.toBeInTheDocument();
});

it("chooses another implementation by keyboard, and keeps it in the address", async () => {
  await open({ implementations: [newest, stopped] });
  const menu = page.getByRole("button", { name: "Implementation: Implementation 5" });
  await expect.element(menu).toBeVisible();
  menu.element().focus();
  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}{Escape}");
  await expect.element(page.getByText("#4")).toBeVisible();
  expect(location.search).toBe(`?implementationId=${stopped.implementationId}`);
});

it("says that the task has no implementation of that id, and shows the newest", async () => {
  await open({ query: `?implementationId=${sampleId(3)}` });
  await expect.element(page.getByText("This task has no such implementation")).toBeVisible();
  await expect.element(page.getByText("#5")).toBeVisible();
});

it("says where a run stands in line, and stops it", async () => {
  const waiting = { running: true, outcome: null, position: 2, head: null, startedAt: null, events: [] };
  const api = await open({ implementations: [makeImplementation(waiting)] });
  await expect.element(page.getByRole("region", { name: "Summary" })).toMatchTextContent("2 before it");
  await expect.element(page.getByText("Nothing has happened yet.")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => api.received(stopImplementation).length).toBe(1);
  await expect.element(page.getByText("Implementation stopped")).toBeVisible();
});

it("copies the name of the branch", async () => {
  await open();
  await page.getByRole("button", { name: "Copy branch name" }).click();
  await expect.element(page.getByText("Branch name copied to clipboard")).toBeVisible();
});

const offered = { engine: "diff", agent: null, obstacle: null, isDefault: false } as const;

it("offers to implement what has nothing to review yet, and says what is missing and where it is put", async () => {
  const api = await open({
    implementations: [],
    task: { state: "in-progress" },
    api: (fake) =>
      fake.reply(getImplementationOptions, {
        obstacle: null,
        keptHere: null,
        engines: [{ ...offered, obstacle: { message: "The task's description holds no diff.", setAt: "task" } }],
      }),
  });
  await expect.element(page.getByRole("heading", { name: "Nothing to review yet" })).toBeVisible();
  await userEvent.keyboard("i");
  const dialog = page.getByRole("dialog", { name: "FB-9 cannot be implemented yet" });
  await expect.element(dialog).toMatchTextContent("The task's description holds no diff.");
  expect(api.received(startImplementation)).toEqual([]);
  await dialog.getByRole("link", { name: "Change FB-9" }).click();
  await expect.poll(() => location.pathname).toBe(`/o/payments/p/shop/tasks/${task.taskId}`);
});

it("has everything on a phone, the panel as two more parts", async () => {
  await open({ viewport: { width: 375, height: 800 } });
  await show("Task");
  await expect.element(page.getByText("1 of 2 criteria met")).toBeVisible();
  await show("Implementation");
  await expect.element(page.getByText("cairn/9-show-tides")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(375);
});

it("says that a task of somebody else does not exist", async () => {
  await open({ api: (api) => api.refuse(getTask, "not_found", "Task not found") });
  await expect.element(page.getByText("Task not found")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "All tasks" })).toBeVisible();
});

const waitingForPush = makeImplementation({
  engine: "own-machine",
  running: true,
  outcome: null,
  waitsForPush: true,
  pushUntil: "2026-11-28T09:00:00.000Z",
  head: null,
  startedAt: null,
  events: [],
});

it("gives the key of a branch to whoever writes the change elsewhere, once, with what to do with it", async () => {
  const api = await open({
    implementations: [waitingForPush],
    api: (fake) => {
      fake.reply(getImplementationBrief, { text: "# FB-9 Show tides" });
      fake.reply(createPushKey, {
        address: "https://cairn.example.com/git/payments/ferry-board.git",
        branch: waitingForPush.workingBranch,
        key: "cairn_pk_secret",
        pushUntil: "2026-11-28T09:00:00.000Z",
      });
    },
  });
  const panel = page.getByRole("region", { name: "Push" });
  await expect.element(panel).toMatchTextContent(/^It waits for a push until .*cairn\/9-show-tides/);
  await expect.element(page.getByRole("region", { name: "Summary" })).toMatchTextContent("Waits for a push");
  await panel.getByRole("button", { name: "Make a key" }).click();
  await expect.element(panel.getByLabelText("Key to the branch")).toMatchTextContent("cairn_pk_secret");
  await expect.element(panel).toMatchTextContent("git push --set-upstream origin cairn/9-show-tides");
  await expect.element(panel.getByRole("button", { name: "Copy the brief" })).toBeVisible();
  expect(api.received(createPushKey)).toHaveLength(1);
});

it("tells whoever pushes a revision to go on with the branch that is there", async () => {
  const head = "b".repeat(40);
  await open({
    implementations: [{ ...waitingForPush, head }],
    api: (fake) => {
      fake.reply(createPushKey, {
        address: "https://cairn.example.com/git/payments/ferry-board.git",
        branch: waitingForPush.workingBranch,
        key: "cairn_pk_secret",
        pushUntil: "2026-11-28T09:00:00.000Z",
      });
    },
  });
  const panel = page.getByRole("region", { name: "Push" });
  await panel.getByRole("button", { name: "Make a key" }).click();
  await expect.element(panel).toMatchTextContent("git clone --branch cairn/9-show-tides https://cairn.example.com/git");
  await expect.element(panel).not.toMatchTextContent("git switch --create");
});

it("says where to push, and has the brief, where the branch lies on GitHub and no key is given", async () => {
  const repository = { ...waitingForPush.repository, hostedAt: "acme/shop on GitHub" };
  await open({
    implementations: [{ ...waitingForPush, pushUntil: null, head: "b".repeat(40), repository }],
    api: (fake) => fake.reply(getImplementationBrief, { text: "# FB-9 Show tides" }),
  });
  const panel = page.getByRole("region", { name: "Push" });
  await expect
    .element(panel)
    .toMatchTextContent(
      /^It waits for a push to cairn\/9-show-tides in acme\/shop on GitHub, by whoever may push there\./,
    );
  await expect.element(panel).toMatchTextContent("git push origin cairn/9-show-tides");
  await expect.element(panel.getByRole("button", { name: "Copy the brief" })).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Make a key" })).not.toBeInTheDocument();
});

it("begins one with a coding agent of this server, and says why another cannot be had", async () => {
  const agent = (slug: string, name: string) => ({
    ...offered,
    engine: "coding-agent" as const,
    agent: { slug, name },
  });
  const api = await open({
    implementations: [],
    task: { state: "todo" },
    api: (fake) => {
      fake.reply(getImplementationOptions, {
        obstacle: null,
        keptHere: null,
        engines: [
          { ...offered, obstacle: { message: "The task's description holds no diff.", setAt: "task" } },
          agent("codex", "Codex"),
          {
            ...agent("gemini", "Gemini CLI"),
            obstacle: { message: "Gemini CLI is not installed.", setAt: null },
          },
        ],
      });
      fake.reply(startImplementation, makeImplementation({ running: true, outcome: null }));
    },
  });
  await page.getByRole("button", { name: "Implement" }).click();
  const dialog = page.getByRole("dialog", { name: "Implement FB-9" });
  const gemini = dialog.getByRole("listitem").filter({ hasText: "Gemini CLI is not installed." });
  await expect.element(gemini).toBeVisible();
  // Whoever runs the server sets it.
  expect(gemini.getByRole("link").elements()).toEqual([]);
  await dialog.getByRole("listitem").filter({ hasText: "Codex" }).getByRole("button", { name: "Implement" }).click();
  await expect
    .poll(() => api.received(startImplementation))
    .toMatchObject([{ engine: "coding-agent", agent: "codex" }]);
});

it("begins one on somebody's own machine where the task holds no diff", async () => {
  const api = await open({
    implementations: [],
    task: { state: "todo" },
    api: (fake) => {
      fake.reply(getImplementationOptions, {
        obstacle: null,
        keptHere: null,
        engines: [
          { ...offered, obstacle: { message: "The task's description holds no diff.", setAt: "task" } },
          { ...offered, engine: "own-machine" },
        ],
      });
      fake.reply(startImplementation, waitingForPush);
    },
  });
  await page.getByRole("button", { name: "Implement" }).click();
  const dialog = page.getByRole("dialog", { name: "Implement FB-9" });
  await dialog.getByRole("button", { name: "Implement on my machine" }).click();
  await expect.poll(() => api.received(startImplementation)).toMatchObject([{ engine: "own-machine" }]);
  await expect.poll(() => location.search).toContain(waitingForPush.implementationId);
});

const needs = "This run may use 10,000 tokens of the model. It goes on with a limit of 10,500 or more.";
const paused = makeImplementation({
  running: true,
  outcome: null,
  endedAt: null,
  pause: { cause: "run", message: needs, neededTokens: 10_500 },
  budget: { inputTokens: 5_000, outputTokens: 500, costUsd: 0.42, reservedTokens: 0, tokenLimit: 10_000 },
});

it("says what a paused run needs, and gives it by keyboard", async () => {
  const api = await open({ implementations: [paused] });
  await expect.element(page.getByRole("region", { name: "Pause" })).toMatchTextContent(needs);
  await expect.element(page.getByRole("region", { name: "Summary" })).toMatchTextContent("Paused");
  await expect
    .element(page.getByRole("complementary", { name: "Details" }))
    .toMatchTextContent("5,500 of 10,000 tokens, $0.42");
  const limit = page.getByRole("textbox", { name: "Limit in tokens" });
  await expect.element(limit).toHaveValue("21,000");
  await limit.fill("10,000");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^Must be a number from 10,500 to/)).toBeVisible();
  expect(api.received(setRunBudget)).toEqual([]);
  await limit.fill("50 000");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => api.received(setRunBudget)).toMatchObject([{ tokenLimit: 50_000 }]);
});

it("asks again where the month of the organization was used up", async () => {
  const pause = { cause: "organization" as const, message: "None are left in November 2026.", neededTokens: null };
  const api = await open({ implementations: [{ ...paused, pause }] });
  await page.getByRole("region", { name: "Pause" }).getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => api.received(resumeImplementation).length).toBe(1);
});

it("shows what an agent says and does as it happens, with the results of its calls folded", async () => {
  const said = { ...logLine(2, "I look at the tests."), kind: "said" as const };
  const called = { ...logLine(3, "Read src/tides.ts, lines 1 to 2 of 2\n1\tlow = 2"), kind: "call" as const };
  const progress = { title: "A command of the agent", command: "npm test", lines: ["ok 1 - tides"] };
  const working = { running: true, outcome: null, endedAt: null, head: null, engine: "agent" as const };
  await open({
    implementations: [makeImplementation({ ...working, progress, logSequence: 3 })],
    api(api) {
      api.reply(getImplementationLog, ({ after }) => ({ entries: after === 0 ? [said, called] : [], hasMore: false }));
    },
  });
  const did = page.getByRole("region", { name: "What the agent did" });
  await expect.element(did).toMatchTextContent(/I look at the tests\..*Read src\/tides\.ts, lines 1 to 2 of 2/s);
  const result = page.getByRole("group", { name: "What came of it: Read src/tides.ts, lines 1 to 2 of 2" });
  await expect.element(result).not.toBeInTheDocument();
  await did.getByText("Read src/tides.ts, lines 1 to 2 of 2", { exact: true }).click();
  await expect.element(result).toMatchTextContent("low = 2");
  await expect.element(page.getByRole("group", { name: "Output of npm test" })).toMatchTextContent("ok 1 - tides");
});
