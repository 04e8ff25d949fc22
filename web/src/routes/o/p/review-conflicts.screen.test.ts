import {
  getConflicts,
  resolveConflicts,
  runConflicts,
  type ConflictedFile,
  type Conflicts,
} from "@cairn/contract/conflict-resolution";
import {
  getImplementationDiff,
  listImplementations,
  type Implementation,
  type OfferedEngine,
} from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen, reloadScreen } from "#web/testing/open-screen.tsx";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const head = "b".repeat(40);
const tip = "d".repeat(40);
const sides: ConflictedFile["sides"] = ["base", "change", "former"];
const conflict = (number: number) => ({
  kind: "conflict" as const,
  base: [`low = ${number}`],
  change: [`low = 0.${number}`, "neap = 2"],
  former: ["low = 2"],
});
const text: ConflictedFile = {
  path: "src/tides.ts",
  reason: "CONFLICT (content)",
  sides,
  pieces: [
    { kind: "same", lines: ["high = 1"] },
    conflict(3),
    { kind: "same", lines: ["slack = 3"] },
    conflict(4),
    { kind: "same", lines: [""] },
  ],
};
const gone: ConflictedFile = {
  path: "docs/old.md",
  reason: "CONFLICT (modify/delete): docs/old.md deleted in main",
  sides: ["change", "former"],
  pieces: null,
};

const agent: OfferedEngine = { engine: "agent", agent: null, obstacle: null, isDefault: false };
const codex: OfferedEngine = { ...agent, engine: "coding-agent", agent: { slug: "codex", name: "Codex" } };

async function open(change: Partial<Conflicts> = {}, of: Partial<Implementation> = {}): Promise<FakeApi> {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      const message = "Conflicts with main in src/tides.ts";
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [
        makeImplementation({ canMerge: false, mergeObstacles: [{ kind: "conflict", message }], ...of }),
      ]);
      api.reply(getImplementationDiff, { base: "a".repeat(40), head, isTruncated: false, files: [] });
      api.reply(getConflicts, { head, tip, baseBranch: "main", files: [text, gone], writers: [agent], ...change });
      for (const endpoint of [resolveConflicts, runConflicts]) api.reply(endpoint, makeImplementation());
    },
  });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const conflictOf = (number: number) => page.getByRole("region", { name: `Conflict ${number} of src/tides.ts` });
const choose = (number: number, name: string) => conflictOf(number).getByRole("radio", { name, exact: true });
const result = (number: number) => conflictOf(number).getByRole("textbox", { name: "Result" });
const fileOf = (path: string) => page.getByRole("article", { name: `Conflicts in ${path}` });

it("puts each file together, conflict by conflict or as a side has it, and saves what was seen", async () => {
  const api = await open();
  await button("Resolve conflicts").click();
  await expect.element(button("Save the merge")).toHaveAttribute("aria-disabled", "true");
  await choose(1, "Both, main first").click();
  await expect.element(result(1)).toHaveValue("low = 3\nlow = 0.3\nneap = 2");
  await choose(2, "main").click();
  await result(2).fill("low = 0.44");
  await expect.element(choose(2, "As typed below")).toBeChecked();
  await expect.element(page.getByText("1 is not decided yet")).toBeVisible();
  await fileOf("docs/old.md").getByRole("radio", { name: "No such file, as on main" }).click();
  await button("Save the merge").click();
  await expect
    .poll(() => api.received(resolveConflicts).at(-1))
    .toMatchObject({
      head,
      tip,
      files: [
        {
          kind: "text",
          path: "src/tides.ts",
          text: "high = 1\nlow = 3\nlow = 0.3\nneap = 2\nslack = 3\nlow = 0.44\n",
        },
        { kind: "side", path: "docs/old.md", side: "base" },
      ],
    });
});

it("keeps what was decided through a reload and a refusal, where the conflict is the same", async () => {
  const api = await open({ files: [text] });
  await button("Resolve conflicts").click();
  await choose(1, "This change").click();
  await result(2).fill("typed");
  await reloadScreen();
  await expect.element(choose(1, "This change")).toBeChecked();
  await expect.element(result(2)).toHaveValue("typed");
  api.refuse(resolveConflicts, "conflict", "The base branch has other commits by now.");
  const moved: ConflictedFile = { ...text, pieces: [conflict(3), { kind: "same", lines: ["x"] }, conflict(5)] };
  api.reply(getConflicts, { head, tip: "e".repeat(40), baseBranch: "main", files: [moved], writers: [agent] });
  await button("Save the merge").click();
  await expect.element(page.getByText("The base branch has other commits by now.").first()).toBeVisible();
  await expect.element(page.getByText("1 is not decided yet")).toBeVisible();
  await expect.element(choose(1, "This change")).toBeChecked();
  await expect.element(result(2)).toHaveValue("");
});

it("is done by the keyboard alone, and leaves the focus on the page", async () => {
  const api = await open({ files: [{ ...text, pieces: [conflict(3)] }] });
  await expect.element(button("Resolve conflicts")).toBeVisible();
  (button("Resolve conflicts").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Conflicts with main" })).toHaveFocus();
  (choose(1, "main").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{Tab}");
  await expect.element(result(1)).toHaveFocus();
  await expect.element(result(1)).toHaveValue("low = 0.3\nneap = 2");
  // Nothing conflicts any more, so the editor goes.
  api.replyList(listImplementations, [makeImplementation({ running: true, outcome: null, canMerge: false })]);
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.poll(() => api.received(resolveConflicts)).toHaveLength(1);
  await expect.element(page.getByRole("heading", { name: "Conflicts with main" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(sessionStorage.getItem(`conflict-draft:${makeImplementation().implementationId}`)).toBeNull();
});

it("lets an agent resolve them, what wrote the change unless another is chosen", async () => {
  const api = await open({ writers: [agent, codex] });
  await button("Let the agent resolve").click();
  await expect.poll(() => api.received(runConflicts).at(-1)).toMatchObject({ head, tip, engine: "agent" });
  await page.getByRole("combobox", { name: "Agent that resolves" }).click();
  await page.getByRole("option", { name: "Codex" }).click();
  await button("Let the agent resolve").click();
  await expect.poll(() => api.received(runConflicts).at(-1)).toMatchObject({ engine: "coding-agent", agent: "codex" });
});

it("says why no run can resolve them, and why one could not begin", async () => {
  const message = "No language model is set on this server.";
  await open({ writers: [{ ...agent, obstacle: { message, setAt: "services" } }] });
  await expect.element(button("Let the agent resolve")).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText(message).first()).toBeVisible();
  await expect.element(button("Resolve conflicts")).not.toHaveAttribute("aria-disabled");
});

it("says why one could not begin, where somebody asked for it", async () => {
  const api = await open();
  api.refuse(runConflicts, "conflict", "A run works on FB-9 already.");
  await button("Let the agent resolve").click();
  await expect.element(page.getByText("Nothing was begun. A run works on FB-9 already.")).toBeVisible();
});

it("shows them where nothing can be committed from here, and says why", async () => {
  const commitObstacle = "GitHub lets this server only read acme/shop. Commit it there, and push; it is followed.";
  const obstacle = { message: commitObstacle, setAt: null };
  await open({ writers: [{ ...agent, obstacle }] }, { commitObstacle });
  await expect.element(button("Resolve conflicts")).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText(commitObstacle).first()).toBeVisible();
  await expect.element(fileOf("src/tides.ts")).toBeVisible();
});
