import { getImplementationOptions, listImplementations, startImplementation } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { createTask, getTask, getTaskBoard, listTaskEvents, type Task } from "@cairn/contract/tasks";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/tasks";
const noDiff = { message: "The task's description holds no diff.", setAt: "task" } as const;
const diff = { engine: "diff", agent: null, obstacle: null, isDefault: false } as const;
const isOpen = { obstacle: null, keptHere: null, engines: [diff] } as const;

function answer(api: FakeApi, tasks: Task[]): void {
  api.adjust(getProject, { slug: "shop", setupComplete: true });
  api.reply(getTaskBoard, makeBoard(tasks));
  const [first] = tasks;
  if (first) api.reply(getTask, first);
  api.replyList(listTaskEvents, []);
  api.reply(getImplementationOptions, { ...isOpen, engines: [...isOpen.engines] });
  api.reply(startImplementation, makeImplementation({ running: true, outcome: null }));
}

const openTask = (change: Partial<Task>, more?: (api: FakeApi) => void) =>
  openScreen(`${address}/${sampleId(9)}`, {
    api: (api) => {
      answer(api, [makeTask(9, change)]);
      more?.(api);
    },
  });

const implement = page.getByRole("button", { name: "Implement" });

describe("the page of a task", () => {
  it("begins the implementation of a task in Todo", async () => {
    const api = await openTask({});
    await implement.click();
    await expect.element(page.getByText("Task implementation started")).toBeVisible();
    expect(api.received(startImplementation)).toMatchObject([{ taskId: sampleId(9), engine: "diff" }]);
  });

  it("says why it could not begin", async () => {
    await openTask({}, (api) => api.refuse(startImplementation, "conflict", "A run works on FB-9 already."));
    await implement.click();
    await expect.element(page.getByText("Could not start task implementation")).toBeVisible();
    await expect.element(page.getByText("A run works on FB-9 already.")).toBeVisible();
  });

  it.each(["in-progress", "in-review"] as const)("leads to the review of one that is %s", async (state) => {
    await openTask({ state });
    await expect
      .element(page.getByRole("link", { name: "Review" }))
      .toHaveAttribute("href", `/o/payments/p/shop/review/${sampleId(9)}`);
  });

  it("leads to what was made of it, also where that is over", async () => {
    await openTask({ state: "done" }, (api) =>
      api.replyList(listImplementations, [
        makeImplementation({ implementationId: sampleId(3), projectImplementationId: 7, state: "merged" }),
        makeImplementation({ implementationId: sampleId(2), projectImplementationId: 6, state: "discarded" }),
      ]),
    );
    const list = page.getByRole("list", { name: "Implementations" });
    const review = `/o/payments/p/shop/review/${sampleId(9)}?implementationId=`;
    await expect.element(list.getByRole("link", { name: "#7 Merged" })).toHaveAttribute("href", review + sampleId(3));
    await expect
      .element(list.getByRole("link", { name: "#6 Discarded" }))
      .toHaveAttribute("href", review + sampleId(2));
  });

  it("says why it does not know what was made of it, and asks again", async () => {
    const api = await openTask({}, (fake) => fake.refuse(listImplementations, "forbidden", "Not now"));
    await expect.element(page.getByText("Not now")).toBeVisible();
    api.replyList(listImplementations, []);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByText("Not now")).not.toBeInTheDocument();
  });

  it("says in words why others cannot be implemented", async () => {
    const api = await openTask({ state: "backlog" });
    await expect
      .element(implement)
      .toHaveAccessibleDescription("Only a task in Todo can be implemented; this one is in Backlog");
    await userEvent.keyboard("i");
    expect(api.received(getImplementationOptions)).toEqual([]);
  });

  it("says before it begins that the change will stay on this server, and why", async () => {
    const keptHere = "GitHub lets this server only read acme/shop.";
    const api = await openTask({}, (fake) =>
      fake.reply(getImplementationOptions, { ...isOpen, engines: [...isOpen.engines], keptHere }),
    );
    await implement.click();
    const dialog = page.getByRole("dialog", { name: "Implement FB-9" });
    await expect.element(dialog).toMatchTextContent(`The change will be kept on this server. ${keptHere}`);
    expect(api.received(startImplementation)).toEqual([]);
    await dialog.getByRole("button", { name: "Implement and keep here" }).click();
    await expect.poll(() => api.received(startImplementation)).toMatchObject([{ engine: "diff" }]);
  });

  it("leads to the services where there is no code", async () => {
    const obstacle = { message: "This product has no repository.", setAt: "services" } as const;
    await openTask({}, (api) => api.reply(getImplementationOptions, { obstacle, keptHere: null, engines: [] }));
    await expect.element(implement).toBeVisible();
    await userEvent.keyboard("i");
    const dialog = page.getByRole("dialog", { name: "FB-9 cannot be implemented yet" });
    await expect.element(dialog).toMatchTextContent("This product has no repository.");
    await expect
      .element(dialog.getByRole("link", { name: "Services" }))
      .toHaveAttribute("href", "/o/payments/p/shop/services");
  });
});

const openBoard = (tasks: Task[], more?: (api: FakeApi) => void) =>
  openScreen(address, {
    api: (api) => {
      answer(api, tasks);
      more?.(api);
    },
  });

async function focus(title: string): Promise<void> {
  const link = page.getByRole("link", { name: title });
  await expect.element(link).toBeVisible();
  link.element().focus();
}

const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });

describe("a card of the board", () => {
  it("is implemented by pointer, and by I where it has the focus", async () => {
    const api = await openBoard([makeTask(9), makeTask(10)]);
    await card("FB-9").getByRole("button", { name: "Implement" }).click({ force: true });
    await expect.poll(() => api.received(startImplementation)).toMatchObject([{ taskId: sampleId(9) }]);
    await focus("Task 10");
    await userEvent.keyboard("i");
    await expect.poll(() => api.received(startImplementation)).toMatchObject([{}, { taskId: sampleId(10) }]);
  });

  it("is implemented in the way that its product chose", async () => {
    const codex = { slug: "codex", name: "Codex" };
    const engines = [diff, { ...diff, engine: "coding-agent" as const, agent: codex, isDefault: true }];
    const api = await openBoard([makeTask(9)], (fake) => {
      fake.reply(getImplementationOptions, { obstacle: null, keptHere: null, engines });
    });
    await focus("Task 9");
    await userEvent.keyboard("i");
    await expect.poll(() => api.received(startImplementation)).toMatchObject([{ agent: "codex" }]);
  });

  it("says what is missing, and leads to where it is put", async () => {
    const engines = [{ ...diff, obstacle: noDiff }];
    await openBoard([makeTask(9)], (api) =>
      api.reply(getImplementationOptions, { obstacle: null, keptHere: null, engines }),
    );
    await focus("Task 9");
    await userEvent.keyboard("i");
    await page.getByRole("dialog").getByRole("link", { name: "Change FB-9" }).click();
    await expect.poll(() => location.pathname).toBe(`${address}/${sampleId(9)}`);
  });

  it("says of a run when it is probably done, and leads to its review", async () => {
    const runSince = new Date(Date.now() - 61_000).toISOString();
    await openBoard([
      makeTask(12, { state: "in-progress", isRunning: true, runSince }),
      makeTask(14, { state: "in-review" }),
      makeTask(3, { state: "done" }),
    ]);
    await expect.element(card("FB-12")).toMatchTextContent("Ready in ~1min");
    for (const name of ["FB-12", "FB-14"])
      await expect.element(card(name).getByRole("link", { name: "Review" })).toBeVisible();
    expect(card("FB-3").getByRole("link", { name: "Review" }).elements()).toEqual([]);
  });
});

describe("a task that is being created", () => {
  const create = (more?: (api: FakeApi) => void) =>
    openScreen(`${address}/create?title=Show%20tides`, {
      api: (api) => {
        answer(api, [makeTask(9)]);
        api.reply(createTask, makeTask(9));
        more?.(api);
      },
    });
  const both = page.getByRole("button", { name: "Create and implement" });

  it("is implemented at once, from Todo, and its run is shown", async () => {
    const api = await create();
    await both.click();
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/shop/review/${sampleId(9)}`);
    expect(api.received(createTask)).toMatchObject([{ title: "Show tides", state: "todo" }]);
    expect(api.received(startImplementation)).toMatchObject([{ taskId: sampleId(9), engine: "diff" }]);
  });

  it("is created also where nothing can implement it yet, and says why", async () => {
    const engines = [{ ...diff, obstacle: noDiff }];
    const api = await create((fake) =>
      fake.reply(getImplementationOptions, { obstacle: null, keptHere: null, engines }),
    );
    await both.click();
    await expect.element(page.getByRole("dialog")).toMatchTextContent(noDiff.message);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => location.pathname).toBe(`${address}/${sampleId(9)}`);
    expect(api.received(createTask)).toHaveLength(1);
    expect(api.received(startImplementation)).toEqual([]);
  });

  it("stays as it was written where it cannot be created", async () => {
    const api = await create((fake) => fake.refuse(createTask, "unprocessable", "The service is gone."));
    await both.click();
    await expect.element(page.getByText("The service is gone.")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveValue("Show tides");
    expect(api.received(startImplementation)).toEqual([]);
  });
});
