import type { OutputOf } from "@cairn/contract/endpoint";
import {
  acceptPlan,
  createPlanItem,
  dropPlanItem,
  getPlan,
  mergePlanItems,
  movePlanItem,
  proposePlan,
  updatePlanItem,
} from "@cairn/contract/plans";
import type { Plan } from "@cairn/contract/plans";
import { getProject } from "@cairn/contract/projects";
import { listRepositories } from "@cairn/contract/repositories";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePlan, makePlanItem } from "#web/features/plans/testing/make-plan.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const inPlan = { organizationId: "payments", projectId: "shop", planId: sampleId(900) };
const place = { repositoryId: sampleId(3), path: "src/feed.ts", startLine: 4, endLine: 9, symbol: "readFeed", why: [] };
const first = makePlanItem(1, { title: "Read the feed", criteria: ["It is read"], locations: [place] });
const second = makePlanItem(2, { title: "Show the reason", blockedBy: [sampleId(1)] });
const third = makePlanItem(3, { title: "Tell the staff", blockedBy: [sampleId(2)] });
const plan = makePlan([first, second, third]);

const open = async (change: Partial<Plan> = {}, more?: (fake: FakeApi) => void): Promise<FakeApi> => {
  const shown = { ...plan, ...change };
  const fake = await openScreen(`/o/payments/p/shop/plan/${plan.planId}`, {
    api: (made) => {
      made.adjust(getProject, { slug: "shop", setupComplete: true, services: [makeService(5, { name: "api" })] });
      const [repository] = (sampleOf(listRepositories.response, "usual") as OutputOf<typeof listRepositories>).content;
      if (repository)
        made.replyList(listRepositories, [
          { ...repository, repositoryId: sampleId(3), slug: "boats", mainBranch: "main" },
        ]);
      for (const endpoint of [
        getPlan,
        updatePlanItem,
        createPlanItem,
        movePlanItem,
        mergePlanItems,
        acceptPlan,
        proposePlan,
      ])
        made.reply(endpoint, shown);
      made.reply(dropPlanItem, { ...shown, items: shown.items.slice(1) });
      more?.(made);
    },
  });
  await expect.element(page.getByRole("heading", { name: plan.title, level: 1 })).toBeVisible();
  return fake;
};
const item = (name: string) => page.getByRole("region", { name });

describe("a plan", () => {
  it("says how it was split, what each task touches, and what waits for what in words", async () => {
    await open();
    await expect.element(page.getByText("Split by the services that the goal touches: api and web.")).toBeVisible();
    await expect
      .element(item("1. Read the feed").getByRole("link", { name: "src/feed.ts:4-9 readFeed" }))
      .toHaveAttribute("href", "/o/payments/p/shop/repositories/boats/b/main/src/feed.ts#L4-L9");
    await page.getByText("In words").click();
    await expect.element(page.getByText("2. Show the reason waits for 1. Read the feed")).toBeVisible();
  });

  it("shows how far the proposal is, and lets nothing be changed until it ends", async () => {
    await open({ state: "working", progress: { step: "locating", done: 1, total: 4 } });
    await expect.element(page.getByText("Looking for its parts in the code (1 of 4)")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Accept all 3" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("textbox", { name: "Title of task 1" })).not.toBeInTheDocument();
    await expect.element(item("1. Read the feed")).toBeVisible();
  });

  it.each<[Partial<Plan>, string | RegExp]>([
    [{ state: "failed", error: "The code could not be read." }, "The code could not be read."],
    [{ items: [], nothing: "not-in-code" }, /Nothing in the code speaks of this goal/],
  ])("says why there are no tasks, and tries again: %o", async (change, text) => {
    const fake = await open(change);
    await expect.element(page.getByText(text)).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => fake.received(proposePlan)).toEqual([inPlan]);
  });

  it("has a half-written goal over a reload, and tasks proposed again for it", async () => {
    sessionStorage.setItem(`plan-draft:${plan.planId}`, "Another goal");
    const fake = await open();
    const goal = page.getByRole("textbox", { name: "Goal" });
    await expect.element(goal).toHaveValue("Another goal");
    await page.getByRole("button", { name: "Propose again" }).click();
    await expect.poll(() => fake.received(proposePlan)).toEqual([{ ...inPlan, goal: "Another goal" }]);
    await expect.element(goal).not.toBeInTheDocument();
    expect(sessionStorage.getItem(`plan-draft:${plan.planId}`)).toBeNull();
  });

  it("asks before another proposal replaces what somebody changed", async () => {
    sessionStorage.setItem(`plan-draft:${plan.planId}`, "Another goal");
    const fake = await open({ items: [first, { ...second, version: 2 }, third] });
    await page.getByRole("button", { name: "Propose again" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toMatchTextContent("The 3 tasks that were not accepted will be replaced");
    await expect.element(dialog).toMatchTextContent("“Show the reason”");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("textbox", { name: "Goal" })).toHaveValue("Another goal");
    expect(fake.received(proposePlan)).toEqual([]);
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Propose again" }).click();
    await dialog.getByRole("button", { name: "Propose again" }).click();
    await expect.poll(() => fake.received(proposePlan)).toEqual([{ ...inPlan, goal: "Another goal" }]);
  });

  it("puts all or the chosen tasks into the backlog, and leads to them", async () => {
    const task = { taskId: sampleId(70), name: "FB-7", title: "Read the feed", state: "backlog" as const };
    const accepted = { ...task, acceptedAt: "2026-03-02T09:30:00.000Z" };
    const fake = await open({}, (made) =>
      made.reply(acceptPlan, { ...plan, items: [{ ...first, accepted }, second, third] }),
    );
    await page.getByRole("checkbox", { name: "Choose Read the feed" }).click();
    await page.getByRole("button", { name: "Accept 1" }).click();
    await expect.element(page.getByText("Task is in the backlog")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "FB-7 Read the feed" }))
      .toHaveAttribute("href", `/o/payments/p/shop/tasks/${task.taskId}`);
    await page.getByRole("button", { name: "Accept all 2" }).click();
    await expect.poll(() => fake.received(acceptPlan)).toHaveLength(2);
    expect(fake.received(acceptPlan).map(({ itemIds }) => itemIds)).toEqual([
      [sampleId(1)],
      [sampleId(2), sampleId(3)],
    ]);
  });

  it("that is gone says so, and leads to the others", async () => {
    await openScreen(`/o/payments/p/shop/plan/${plan.planId}`, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", setupComplete: true });
        fake.refuse(getPlan, "not_found");
      },
    });
    await expect.element(page.getByRole("heading", { name: "Plan not found" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "All plans" })).toBeVisible();
  });
});

describe("a proposed task", () => {
  it("has its title and criteria written in place", async () => {
    const fake = await open();
    await page.getByRole("textbox", { name: "Title of task 1" }).fill("Read both feeds");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => fake.received(updatePlanItem)).toHaveLength(1);
    await item("1. Read the feed").getByRole("textbox", { name: "Add criterion" }).fill("In a second");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => fake.received(updatePlanItem)).toHaveLength(2);
    expect(fake.received(updatePlanItem)).toEqual([
      { ...inPlan, itemId: sampleId(1), title: "Read both feeds" },
      { ...inPlan, itemId: sampleId(1), criteria: ["It is read", "In a second"], version: 0 },
    ]);
  });

  it("keeps its description open on the way to Done, however quickly it is saved", async () => {
    const saved = { ...first, title: "Of somebody else", description: "It is rotten." };
    const fake = await open({}, (made) => made.reply(updatePlanItem, { ...plan, items: [saved, second, third] }));
    await item("1. Read the feed")
      .getByRole("button", { name: /^Add a description/ })
      .click();
    await userEvent.keyboard("It is rotten.{Tab}");
    // The other title shows that what was saved is here.
    const mended = item("1. Of somebody else");
    await expect.element(mended.getByRole("button", { name: "Done" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(mended.getByRole("button", { name: /^Edit description/ })).toHaveFocus();
    expect(fake.received(updatePlanItem)).toHaveLength(1);
  });

  it("closes its description when somebody goes on to another field", async () => {
    const described = { ...first, description: "It is rotten." };
    await open({}, (made) => made.reply(updatePlanItem, { ...plan, items: [described, second, third] }));
    await item("1. Read the feed")
      .getByRole("button", { name: /^Add a description/ })
      .click();
    await userEvent.keyboard("It is rotten.{Tab}{Tab}");
    await expect.element(item("1. Read the feed").getByRole("button", { name: /^Edit description/ })).toBeVisible();
    await expect.element(item("1. Read the feed").getByText("It is rotten.")).toBeVisible();
  });

  it("keeps what is half typed while somebody else changes the plan", async () => {
    const fake = await open();
    await page.getByRole("textbox", { name: "Title of task 1" }).fill("Half a ti");
    fake.reply(getPlan, { ...plan, items: [{ ...first, title: "Of somebody else", version: 2 }, second] });
    await queryClient.invalidateQueries({ queryKey: endpointKey(getPlan) });
    await expect.element(item("3. Tell the staff")).not.toBeInTheDocument();
    await expect.element(page.getByRole("textbox", { name: "Title of task 1" })).toHaveValue("Half a ti");
  });

  it("has criteria written although somebody changed another field meanwhile, but not over other criteria", async () => {
    const other = { ...first, title: "Of somebody else", version: 2 };
    const fake = await open({}, (made) =>
      made.reply(updatePlanItem, ({ version }) => {
        if (version === 0) throw new Refusal("conflict", "Somebody else has changed this task");
        return { ...plan, items: [other, second, third] };
      }),
    );
    fake.reply(getPlan, { ...plan, items: [other, second, third] });
    await item("1. Read the feed").getByRole("textbox", { name: "Criterion 1 of 1" }).fill("It is read twice");
    await page.getByRole("heading", { name: "Goal" }).click();
    await expect.poll(() => fake.received(updatePlanItem).map(({ version }) => version)).toEqual([0, 2]);
    fake.reply(updatePlanItem, () => {
      throw new Refusal("conflict", "Somebody else has changed this task");
    });
    fake.reply(getPlan, { ...plan, items: [{ ...other, criteria: ["Theirs"], version: 3 }, second, third] });
    await item("1. Of somebody else").getByRole("textbox", { name: "Add criterion" }).fill("Mine");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Somebody else has changed this task")).toBeVisible();
  });

  it("may not wait for what waits for it, which is said in words and not sent", async () => {
    const fake = await open();
    await item("1. Read the feed").getByRole("button", { name: "Add task" }).click();
    await page.getByRole("option", { name: "3. Tell the staff" }).click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent(
        "“Read the feed” can't wait for “Tell the staff”: “Tell the staff” waits for “Show the reason”, which waits for “Read the feed”.",
      );
    expect(fake.received(updatePlanItem)).toEqual([]);
    await item("3. Tell the staff").getByRole("button", { name: "Add task" }).click();
    await page.getByRole("option", { name: "1. Read the feed" }).click();
    await expect.poll(() => fake.received(updatePlanItem)).toHaveLength(1);
    expect(fake.received(updatePlanItem)[0]?.blockedBy).toEqual([sampleId(2), sampleId(1)]);
  });

  it("is dropped at once and back by the toast; leaving the plan makes it final", async () => {
    const fake = await open();
    await page.getByRole("button", { name: "Drop Read the feed" }).click();
    await expect.element(item("1. Read the feed")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(item("1. Read the feed")).toBeVisible();
    expect(fake.received(dropPlanItem)).toEqual([]);
    await page.getByRole("button", { name: "Drop Read the feed" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Plan" }).click();
    await expect.poll(() => fake.received(dropPlanItem)).toEqual([{ ...inPlan, itemId: sampleId(1) }]);
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });

  it("is dropped also when the page is closed before that", async () => {
    const fake = await open();
    await page.getByRole("button", { name: "Drop Read the feed" }).click();
    await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    await expect.poll(() => fake.received(dropPlanItem)).toEqual([{ ...inPlan, itemId: sampleId(1) }]);
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });

  it("loses a single place that is removed, and keeps the others", async () => {
    const locations = ["src/feed.ts", "src/board.ts"].map((path) => ({ ...place, path }));
    const fake = await open({ items: [{ ...first, locations }, second, third] });
    await item("1. Read the feed").getByRole("button", { name: "Remove src/feed.ts" }).click();
    await expect
      .poll(() => fake.received(updatePlanItem))
      .toEqual([{ ...inPlan, itemId: sampleId(1), locations: [{ repositoryId: sampleId(3), path: "src/board.ts" }] }]);
  });

  it("becomes one with another one that is chosen with it", async () => {
    const fake = await open();
    await page.getByRole("checkbox", { name: "Choose Tell the staff" }).click();
    await expect
      .element(page.getByRole("button", { name: "Merge" }))
      .toHaveAccessibleDescription("Choose two tasks to make one of them");
    await page.getByRole("checkbox", { name: "Choose Show the reason" }).click();
    await page.getByRole("button", { name: "Merge" }).click();
    await expect
      .poll(() => fake.received(mergePlanItems))
      .toEqual([{ ...inPlan, itemId: sampleId(2), otherItemId: sampleId(3) }]);
    await expect.element(page.getByText("Merged into one task")).toBeVisible();
  });

  it("changes its place by Alt and an arrow, and by the menu of its handle", async () => {
    const fake = await open({}, (made) => made.stall(movePlanItem));
    const handle = page.getByRole("button", { name: "Move Tell the staff" });
    await expect.element(handle).toBeVisible();
    handle.element().focus();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(() => fake.received(movePlanItem)).toHaveLength(1);
    expect(fake.received(movePlanItem)[0]).toMatchObject({ itemId: sampleId(3), afterItemId: sampleId(1) });
    await expect.element(item("2. Tell the staff")).toBeVisible();
    await expect.element(handle).toHaveFocus();
    await expect.element(item("2. Tell the staff").getByText("Stands before 3, which it waits for.")).toBeVisible();
  });

  it("of one's own is added at the end", async () => {
    const fake = await open();
    const add = page.getByRole("textbox", { name: "Add a task of your own" });
    await add.fill("x");
    await userEvent.keyboard("{Enter}");
    await expect.element(add).toHaveAccessibleDescription("Title is too short");
    await add.fill("Write a note");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => fake.received(createPlanItem)).toEqual([{ ...inPlan, title: "Write a note" }]);
    await expect.element(add).toHaveValue("");
  });
});
