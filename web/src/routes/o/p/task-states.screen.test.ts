import { getProject } from "@cairn/contract/projects";
import {
  canMoveTask,
  explainRefusedMove,
  listTaskMoves,
  taskStateNames,
  taskStates,
  type TaskState,
} from "@cairn/contract/task-states";
import { getTask, getTaskBoard, listTaskEvents, listTasks } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const address = "/o/payments/p/shop/tasks";

async function open(path: string, state: TaskState): Promise<void> {
  const task = makeTask(9, { state, title: "Show tides" });
  await openScreen(address + path, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      fake.reply(getTaskBoard, makeBoard([task], true));
      fake.replyList(listTasks, [task]);
      fake.reply(getTask, task);
      fake.replyList(listTaskEvents, []);
    },
  });
}

/** The states that the open menu offers. */
async function readMenu(): Promise<string[]> {
  await expect.element(page.getByRole("menuitem").first()).toBeVisible();
  const texts = page
    .getByRole("menuitem")
    .elements()
    .map((one) => one.textContent);
  return texts.filter((text) => (Object.values(taskStateNames) as string[]).includes(text));
}

const namesOf = (from: TaskState) => listTaskMoves({ from, by: "person" }).map((state) => taskStateNames[state]);

it.each(taskStates)("a card of a task in %s offers what the contract allows", async (state) => {
  await open("", state);
  if (state === "archived") await page.getByRole("button", { name: "Archived 1, show" }).click();
  const card = page.getByRole("link", { name: /^Show tides/ });
  await expect.element(card).toBeVisible();
  card.element().focus();
  await userEvent.keyboard("s");
  expect(await readMenu()).toEqual(namesOf(state));
});

it.each(taskStates)("a row of a task in %s offers what the contract allows", async (state) => {
  await open("?view=table", state);
  await page.getByRole("button", { name: "Actions for FB-9" }).click();
  expect(await readMenu()).toEqual(namesOf(state));
});

it.each(taskStates)("the page of a task in %s offers what the contract allows", async (state) => {
  await open(`/${makeTask(9).taskId}`, state);
  await page.getByRole("button", { name: `State: ${taskStateNames[state]}` }).click();
  expect(await readMenu()).toEqual(namesOf(state));
});

const lane = (state: TaskState) => page.getByRole("region", { name: taskStateNames[state], exact: true });

it.each(taskStates)("lanes that refuse a card of %s say why before it is dropped, the others take it", async (from) => {
  await open("", from);
  if (from !== "archived") await page.getByRole("button", { name: /^Archived/ }).click();
  else await page.getByRole("button", { name: "Archived 1, show" }).click();
  const card = page.getByRole("link", { name: /^Show tides/ });
  await expect.element(card).toBeVisible();
  const release = await hold(card.element());
  for (const to of taskStates) {
    if (canMoveTask({ from, to, by: "person" })) await expect.element(lane(to)).not.toMatchTextContent(/Not allowed/);
    else await expect.element(lane(to)).toMatchTextContent(explainRefusedMove({ from, to, by: "person" }));
  }
  release();
  await expect.element(page.getByText("Not allowed").first()).not.toBeInTheDocument();
});

/** Takes a card by the pointer; the answer lets it go where it was. */
async function hold(card: Element): Promise<() => void> {
  const { left, top, width, height } = card.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const point = (target: EventTarget, type: string, where = at) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        isPrimary: true,
        pointerId: 1,
        button: 0,
        buttons: 1,
        ...where,
      }),
    );
  const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
  point(card, "pointerdown");
  await frame();
  let step = 0;
  // The library takes one movement a frame.
  await expect
    .poll(() => {
      step += 1;
      point(document, "pointermove", { ...at, clientX: at.clientX + 12 + (step % 2) });
      return page.getByText("Not allowed").elements().length;
    })
    .toBeGreaterThan(0);
  return () => void point(document, "pointerup");
}
