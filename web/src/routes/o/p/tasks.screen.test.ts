import { listMembers } from "@cairn/contract/members";
import { getProject } from "@cairn/contract/projects";
import {
  deleteTasks,
  getTaskBoard,
  getTaskNeighbours,
  listTasks,
  updateTask,
  updateTasks,
} from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeMember } from "#web/testing/make-members.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";
import { whenLoaded } from "#web/testing/screens.ts";

const address = "/o/payments/p/shop/tasks";
const key = { organizationId: "payments", projectId: "shop" };
const api = { serviceId: sampleId(5), name: "api" };
const lena = { userId: sampleId(7), firstName: "Lena", lastName: "Brandt" };

function makeTasks(): Task[] {
  return [
    makeTask(21, { state: "backlog", title: "Dark screens", assignee: lena }),
    makeTask(8, {
      title: "Wait for tide tables",
      blockedBy: [sampleId(12), sampleId(3), sampleId(14)],
      isBlocked: true,
    }),
    makeTask(9, { title: "Show cancelled sailings", service: api, assignee: lena }),
    makeTask(10, { title: "Read the second feed" }),
    makeTask(12, { state: "in-progress", title: "Retry the feed", service: api, assignee: lena }),
    makeTask(14, { state: "in-review", title: "Show tide times" }),
    makeTask(3, { state: "done", title: "Sort by time" }),
    makeTask(1, { state: "archived", title: "Old times" }),
  ];
}

interface Opened {
  tasks: Task[];
  fake: FakeApi;
}

async function open(
  search = "",
  options: { isNarrow?: boolean; tasks?: Task[]; more?: (fake: FakeApi) => void } = {},
): Promise<Opened> {
  const tasks = options.tasks ?? makeTasks();
  const fake = await openScreen(address + search, {
    viewport: options.isNarrow ? { width: 375, height: 700 } : undefined,
    api: (made) => {
      made.adjust(getProject, { slug: "shop", setupComplete: true, services: [makeService(5, { name: "api" })] });
      made.replyList(listMembers, [makeMember(7, "Lena Brandt", "editor")]);
      made.reply(getTaskBoard, ({ archived }) => makeBoard(tasks, archived));
      made.replyList(listTasks, tasks);
      // Only what the board needs: it is moved to the end.
      made.reply(updateTask, ({ taskId, state }) => moveTask(tasks, taskId, state));
      made.reply(updateTasks, ({ taskIds, state }) => ({
        tasks: taskIds.map((taskId) => moveTask(tasks, taskId, state)),
        refused: [],
      }));
      options.more?.(made);
    },
  });
  return { tasks, fake };
}

function moveTask(tasks: Task[], taskId: string, state: Task["state"] | undefined): Task {
  const at = tasks.findIndex((task) => task.taskId === taskId);
  const [task] = tasks.splice(at, 1) as [Task];
  const moved = { ...task, state: state ?? task.state };
  tasks.push(moved);
  return moved;
}

const lane = (name: string) => page.getByRole("region", { name, exact: true });
const cards = (name: string) => lane(name).getByRole("listitem");
const card = (title: string) => page.getByRole("link", { name: new RegExp(`^${title}`) });

describe("the board", () => {
  it("has a lane for each state with its count, and the archive folded", async () => {
    await open();
    await expect.element(lane("Backlog")).toMatchTextContent(/^Backlog1FB-21Dark screens/);
    await expect.element(lane("Todo")).toMatchTextContent(/^Todo3/);
    await expect.element(cards("Todo").nth(1)).toMatchTextContent(/^RecommendedFB-9/);
    await expect.element(cards("Todo").first()).toMatchTextContent(/Waits for FB-12\+1 others: FB-14/);
    await expect.element(page.getByRole("region", { name: "Archived" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Archived 1, show" }).click();
    await expect.element(cards("Archived")).toMatchTextContent(/Old times/);
  });

  it("shows who works on a task, but not where it waits for somebody", async () => {
    await open();
    await expect.element(cards("In Progress")).toMatchTextContent(/Assigned to Lena Brandt/);
    await expect.element(cards("Todo").nth(1)).not.toMatchTextContent(/Lena/);
  });

  it("draws only what is seen of a long lane, and says how long it is", async () => {
    await open("", { tasks: Array.from({ length: 500 }, (_unused, index) => makeTask(index + 1)) });
    await expect.element(cards("Todo").first()).toHaveAttribute("aria-setsize", "500");
    expect(cards("Todo").elements().length).toBeLessThan(40);
    card("Task 1").first().element().focus();
    await userEvent.keyboard("{End}");
    await expect.element(card("Task 500")).toHaveFocus();
  });

  it("is empty at first, and offers to create the first task", async () => {
    await open("", { tasks: [] });
    await expect.element(page.getByRole("heading", { name: "No tasks yet" })).toBeVisible();
    await expect
      .element(page.getByText("Add additional functionality to your application by creating tasks"))
      .toBeVisible();
  });

  it("is narrowed by the address and by hand, which the address keeps", async () => {
    await open(`?service=${sampleId(5)}`);
    await expect.element(lane("Todo")).toMatchTextContent(/^Todo1 of 3/);
    await page.getByRole("searchbox", { name: "Filter tasks" }).fill("fb-12");
    await expect.element(card("Retry the feed")).toBeVisible();
    await expect.element(card("Show cancelled sailings")).not.toBeInTheDocument();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ q: "fb-12", service: sampleId(5) });
    await page.getByRole("searchbox", { name: "Filter tasks" }).fill("nothing like it");
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect.element(lane("Todo")).toMatchTextContent(/^Todo3/);
    expect(location.search).toBe("");
  });

  it("shows how many sub-tasks of a card are over, and hides sub-tasks by a press, which the address keeps", async () => {
    const tasks = [
      makeTask(9, { title: "Show cancelled sailings", subtasks: { done: 2, total: 5 } }),
      makeTask(10, { title: "Read the reason", parent: { taskId: sampleId(9), name: "FB-9" } }),
    ];
    await open("", { tasks });
    await expect.element(cards("Todo").first()).toMatchTextContent(/2\/5sub-tasks over/);
    await expect.element(cards("Todo").nth(1)).toMatchTextContent(/part of FB-9/);
    await page.getByRole("button", { name: "Hide sub-tasks" }).click();
    await expect.element(card("Read the reason")).not.toBeInTheDocument();
    expect(location.search).toBe("?parent=none");
    await page.getByRole("button", { name: "Show sub-tasks" }).click();
    await expect.element(card("Read the reason")).toBeVisible();
  });

  it("has one lane a screen on a phone, with a tab for each", async () => {
    await open("", { isNarrow: true });
    await expect.element(page.getByRole("tab", { name: "Todo 3" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Done 1" }).click();
    await expect.element(card("Sort by time")).toBeVisible();
    await expect.element(card("Read the second feed")).not.toBeInTheDocument();
    await page.getByRole("searchbox", { name: "Filter tasks" }).fill("tide");
    await expect.element(page.getByText("No task fits here")).toBeVisible();
    await expect.element(page.getByRole("tab", { name: "In Review 1" })).toBeVisible();
    await expect.element(page.getByRole("tab", { name: "Backlog 0" })).toBeVisible();
  });
});

describe("what others do", () => {
  it("shows on the board at once, without loading it again", async () => {
    // The tab remembers how far it has followed a product, so this one is in no other test.
    const projectId = sampleId(4_600);
    const { fake, tasks } = await open("", {
      more: (made) => made.adjust(getProject, { projectId, slug: "shop", setupComplete: true }),
    });
    await expect.element(card("Show tide times")).toBeVisible();
    const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
    await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
    const feed = sockets.find(isFeed);
    const atFirst = fake.received(getTaskBoard).length;
    feed?.accept();
    feed?.send("reload", { sequence: 4 });
    // On connecting everything is loaded once more.
    await expect.poll(() => fake.received(getTaskBoard).length).toBeGreaterThan(atFirst);
    await whenLoaded();
    const loads = fake.received(getTaskBoard).length;
    feed?.send("taskUpdated", [{ ...tasks[5], state: "done" }]);
    feed?.send("taskCreated", [makeTask(30, { state: "in-review", title: "A new one" })]);
    feed?.send("taskDeleted", [{ taskId: sampleId(3) }]);
    feed?.send("changes", {
      sequence: 5,
      changes: [{ sequence: 5, type: "task", id: sampleId(14), operation: "updated" }],
    });
    await expect.element(cards("Done")).toMatchTextContent(/FB-14/);
    await expect.element(lane("Done")).toMatchTextContent(/^Done1/);
    await expect.element(cards("In Review")).toMatchTextContent(/A new one/);
    expect(fake.received(getTaskBoard)).toHaveLength(loads);
  });
});

describe("a card", () => {
  it("is reached by one stop of Tab in each lane, and by arrows from there", async () => {
    await open();
    await expect.element(card("Dark screens")).toBeVisible();
    await userEvent.keyboard("j{ArrowRight}{ArrowDown}{ArrowDown}{ArrowRight}");
    await expect.element(card("Retry the feed")).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(card("Wait for tide tables")).toHaveFocus();
    const stops = cards("Todo")
      .elements()
      .filter((one) => one.querySelector("a[tabindex='0']"));
    expect(stops).toHaveLength(1);
  });

  it("goes to a state that its menu offers, by S alone, and back by the toast", async () => {
    const { fake } = await open();
    await expect.element(card("Show cancelled sailings")).toBeVisible();
    card("Show cancelled sailings").element().focus();
    await userEvent.keyboard("s");
    await expect.element(page.getByRole("menuitem").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(card("Show cancelled sailings")).toHaveFocus();
    await userEvent.keyboard("s");
    const offered = page.getByRole("menuitem");
    await expect.element(offered.first()).toBeVisible();
    expect(offered.elements().map((one) => one.textContent)).toEqual(["Backlog", "In Progress", "Archived"]);
    await page.getByRole("menuitem", { name: "In Progress" }).click();
    await expect.element(cards("In Progress").nth(1)).toMatchTextContent(/FB-9/);
    await expect.element(page.getByText("FB-9 moved to In Progress")).toBeVisible();
    await expect.element(card("Read the second feed")).toHaveFocus();
    expect(fake.received(updateTasks)).toEqual([{ ...key, taskIds: [sampleId(9)], state: "in-progress" }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(lane("Todo")).toMatchTextContent(/FB-9/);
    expect(fake.received(updateTask)).toEqual([
      { ...key, taskId: sampleId(9), state: "todo", beforeTaskId: sampleId(10) },
    ]);
  });

  it("that may go nowhere says so", async () => {
    await open();
    await page.getByRole("button", { name: "Actions for FB-14" }).click();
    await expect.element(page.getByRole("menuitem", { name: "Done" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Todo" })).not.toBeInTheDocument();
  });

  it("is back where it was when the server refuses the move", async () => {
    await open("", { more: (fake) => fake.refuse(updateTasks, "conflict", "Somebody has moved it") });
    await page.getByRole("button", { name: "Actions for FB-14" }).click();
    await page.getByRole("menuitem", { name: "Done" }).click();
    await expect.element(page.getByText("Could not update task state")).toBeVisible();
    await expect.element(page.getByText("Somebody has moved it")).toBeVisible();
    await expect.element(cards("In Review")).toMatchTextContent(/FB-14/);
    await expect.element(cards("Done")).toMatchTextContent(/FB-3/);
  });

  it("changes its place in the lane by Alt and an arrow, and keeps the focus", async () => {
    const { fake } = await open();
    await expect.element(card("Read the second feed")).toBeVisible();
    card("Read the second feed").element().focus();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]).toMatchObject({
      taskId: sampleId(10),
      state: "todo",
      afterTaskId: sampleId(8),
      beforeTaskId: sampleId(9),
    });
    await expect.element(page.getByText("FB-10 moved within Todo")).toBeInTheDocument();
    await expect.element(card("Read the second feed")).toHaveFocus();
  });
});

describe("dragging a card", () => {
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const point = (target: EventTarget, type: string, at: { clientX: number; clientY: number }, pointerType = "mouse") =>
    target.dispatchEvent(
      new PointerEvent(type, {
        pointerType,
        bubbles: true,
        cancelable: true,
        isPrimary: true,
        pointerId: 1,
        button: 0,
        buttons: 1,
        ...at,
      }),
    );
  const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve));

  /** Presses a card and moves it over a lane. */
  async function drag(title: string, to: string): Promise<{ drop: () => void }> {
    await expect.element(card(title)).toBeVisible();
    const source = card(title).element();
    const from = middleOf(source);
    point(source, "pointerdown", from);
    await frame();
    point(document, "pointermove", { ...from, clientX: from.clientX + 12 });
    await frame();
    await frame();
    return await moveOver(to);
  }

  /** Moves what is dragged over a lane. */
  async function moveOver(to: string, pointerType = "mouse"): Promise<{ drop: () => void }> {
    const at = middleOf(lane(to).element());
    let step = 0;
    // The library takes one movement a frame, and none before the drag has begun.
    await expect
      .poll(() => {
        step += 1;
        point(document, "pointermove", { ...at, clientY: at.clientY + (step % 2) }, pointerType);
        return lane(to).element().hasAttribute("data-over");
      })
      .toBe(true);
    return { drop: () => void point(document, "pointerup", at, pointerType) };
  }

  it("makes lanes that refuse it say so before the drop, and a drop there changes nothing", async () => {
    const { fake } = await open();
    const { drop } = await drag("Show tide times", "Backlog");
    await expect.element(lane("Backlog")).toMatchTextContent(/Not allowed/);
    await expect.element(lane("Done")).not.toMatchTextContent(/Not allowed/);
    drop();
    await expect.element(lane("Backlog")).not.toMatchTextContent(/Not allowed/);
    expect(fake.received(updateTask)).toEqual([]);
  });

  it("puts it into another lane at the place where it is dropped", async () => {
    const { fake } = await open();
    const { drop } = await drag("Show tide times", "Done");
    drop();
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]).toMatchObject({
      taskId: sampleId(14),
      state: "done",
      afterTaskId: sampleId(3),
      beforeTaskId: null,
    });
    await expect.element(page.getByText("FB-14 moved to Done")).toBeVisible();
  });

  it("begins under a finger that holds still, and the long press opens no menu", async () => {
    const { fake } = await open();
    await expect.element(card("Show tide times")).toBeVisible();
    const source = card("Show tide times").element();
    point(source, "pointerdown", middleOf(source), "touch");
    await expect.element(lane("Backlog")).toMatchTextContent(/Not allowed/);
    source.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    const { drop } = await moveOver("Done", "touch");
    expect(page.getByRole("menu").elements()).toEqual([]);
    drop();
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]).toMatchObject({ taskId: sampleId(14), state: "done" });
  });
});

describe("several cards", () => {
  const select = async (titles: readonly string[]) => {
    for (const title of titles) {
      await expect.element(card(title)).toBeVisible();
      await card(title).click({ modifiers: ["ControlOrMeta"] });
    }
  };
  const bar = () => page.getByRole("region", { name: "Selected tasks" });

  it("are selected by Ctrl and moved together", async () => {
    const { fake } = await open();
    await select(["Show cancelled sailings", "Dark screens"]);
    await expect.element(bar()).toMatchTextContent(/2 selected/);
    await bar().getByRole("button", { name: "Archive" }).click();
    await expect.element(page.getByText("2 tasks moved to Archived")).toBeVisible();
    expect(fake.received(updateTasks)).toEqual([{ ...key, taskIds: [sampleId(21), sampleId(9)], state: "archived" }]);
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it("that were partly refused say how many went and why others did not, and only what went is taken back", async () => {
    const { fake } = await open("", {
      more: (made) =>
        made.reply(updateTasks, ({ taskIds, state }) => ({
          tasks: [makeTask(9, { title: "Show cancelled sailings", state })],
          refused: taskIds
            .filter((taskId) => taskId !== sampleId(9))
            .map((taskId) => ({ taskId, name: null, message: "Somebody has started it." })),
        })),
    });
    await select(["Show cancelled sailings", "Dark screens"]);
    await bar().getByRole("button", { name: "Archive" }).click();
    await expect.element(page.getByText("1 of 2 tasks moved to Archived")).toBeVisible();
    // An archived task goes back to the backlog alone.
    const why = "A task in Archived can't be moved to Todo, only to Backlog.";
    await expect.element(page.getByText(`FB-21: Somebody has started it. No undo. ${why}`)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(fake.received(updateTask)).toEqual([]);
  });

  it("are taken back as far as they may be, and the rest is named before", async () => {
    const { fake } = await open();
    await select(["Show cancelled sailings", "Dark screens"]);
    await bar().getByRole("button", { name: "Archive" }).click();
    await expect.element(page.getByText(/^Undo leaves FB-9 there/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(cards("Backlog")).toMatchTextContent(/FB-21/);
    expect(fake.received(updateTask)).toEqual([{ ...key, taskId: sampleId(21), state: "backlog", beforeTaskId: null }]);
  });

  it("are selected by the keyboard alone, and let go by Escape", async () => {
    await open();
    await expect.element(card("Wait for tide tables")).toBeVisible();
    card("Wait for tide tables").element().focus();
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    await expect.element(bar()).toMatchTextContent(/3 selected/);
    await userEvent.keyboard("{Escape}");
    await expect.element(bar()).not.toBeInTheDocument();
    await userEvent.keyboard("x");
    await expect.element(bar()).toMatchTextContent(/1 selected/);
  });

  it("are given to a member", async () => {
    const { fake } = await open();
    await select(["Show cancelled sailings", "Retry the feed"]);
    await bar().getByRole("button", { name: "Assign" }).click();
    await page.getByRole("option", { name: "Lena Brandt" }).click();
    await expect.poll(() => fake.received(updateTasks)).toHaveLength(1);
    expect(fake.received(updateTasks)[0]).toMatchObject({
      taskIds: [sampleId(9), sampleId(12)],
      assignee: sampleId(7),
    });
  });

  it("are deleted after a question", async () => {
    const { fake, tasks } = await open();
    await select(["Show cancelled sailings", "Sort by time"]);
    await bar().getByRole("button", { name: "Delete" }).click();
    tasks.splice(0);
    await page.getByRole("dialog").getByRole("button", { name: "Delete 2 tasks" }).click();
    await expect.element(page.getByText("2 tasks were deleted")).toBeVisible();
    expect(fake.received(deleteTasks)).toEqual([{ ...key, taskIds: [sampleId(9), sampleId(3)] }]);
  });
});

describe("the focus", () => {
  const remove = async (name: string) => {
    await userEvent.keyboard("{Delete}");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Delete ${name}` })
      .click();
    await expect.element(page.getByText("Task was deleted")).toBeVisible();
  };

  it("goes on to the nearest card when the last one of a lane is deleted, and comes back where nothing was", async () => {
    const { tasks } = await open();
    await expect.element(card("Dark screens")).toBeVisible();
    card("Dark screens").element().focus();
    await userEvent.keyboard("{Delete}");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(card("Dark screens")).toHaveFocus();
    tasks.splice(
      tasks.findIndex(({ title }) => title === "Dark screens"),
      1,
    );
    await remove("FB-21");
    await expect.element(card("Dark screens")).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.closest("[data-card]")).not.toBeNull();
  });
});

describe("the table", () => {
  it("has title, state, date and a menu, and is the other view by V", async () => {
    await open();
    await expect.element(card("Dark screens")).toBeVisible();
    await userEvent.keyboard("v");
    await expect.element(page.getByRole("table", { name: "Tasks" })).toBeVisible();
    expect(location.search).toBe("?view=table");
    await expect.element(page.getByRole("row").nth(1)).toMatchTextContent(/^FB-21Dark screensBacklog/);
    await page.getByRole("button", { name: "Actions for FB-14" }).click();
    await page.getByRole("menuitem", { name: "Delete FB-14" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete FB-14" }).click();
    await expect.element(page.getByText("Task was deleted")).toBeVisible();
  });

  it("moves a task by its menu, and back to where it stood by the toast", async () => {
    const beside = { name: "FB-8", title: "Wait" };
    const { fake } = await open("?view=table", {
      more: (made) =>
        made.reply(getTaskNeighbours, {
          previous: { taskId: sampleId(8), ...beside },
          next: { taskId: sampleId(10), ...beside },
        }),
    });
    await page.getByRole("button", { name: "Actions for FB-9" }).click();
    await page.getByRole("menuitem", { name: "In Progress" }).click();
    await expect.element(page.getByText("FB-9 moved to In Progress")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(page.getByText("Move undone")).toBeVisible();
    expect(fake.received(updateTask)).toEqual([
      { ...key, taskId: sampleId(9), state: "todo", afterTaskId: sampleId(8), beforeTaskId: sampleId(10) },
    ]);
  });

  it("shows ten placeholder rows while it loads", async () => {
    await open("?view=table", { more: (fake) => fake.stall(listTasks) });
    await expect.poll(() => document.querySelectorAll("table tbody tr").length).toBe(10);
  });

  it("has pages that keep the filter", async () => {
    const { fake } = await open("?view=table&state=todo", {
      more: (made) =>
        made.reply(listTasks, ({ page: number }) => ({
          content: [makeTask(number)],
          page: number,
          limit: 1,
          total: 2,
        })),
    });
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(page.getByText("Page 2 of 2")).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      view: "table",
      state: "todo",
      page: "2",
    });
    expect(fake.received(listTasks).at(-1)).toMatchObject({ page: 2, state: ["todo"] });
  });
});
