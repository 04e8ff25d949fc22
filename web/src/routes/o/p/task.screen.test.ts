import { getProject } from "@cairn/contract/projects";
import {
  createTask,
  deleteTasks,
  getTask,
  getTaskBoard,
  getTaskNeighbours,
  listTaskEvents,
  listTasks,
  updateCriterion,
  updateTask,
  updateTasks,
} from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { applyChangedTasks } from "#web/features/tasks/changed-tasks.api.ts";
import { parseTaskDraft } from "#web/features/tasks/create/task-draft.ts";
import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/tasks";
const key = { organizationId: "payments", projectId: "shop" };
const inTask = { ...key, taskId: sampleId(9) };
const ada = { userId: sampleId(), firstName: "Ada", lastName: "Okafor" };
const task = makeTask(9, {
  title: "Show cancelled sailings",
  description: "Passengers must see it.",
  acceptanceCriteria: [
    { id: "c-1", text: "Row shows the reason", done: false },
    { id: "c-2", text: "API returns status", done: false },
  ],
});

const open = async (change: Partial<Task> = {}, more?: (fake: FakeApi) => void): Promise<FakeApi> => {
  const shown = { ...task, ...change };
  const fake = await openScreen(`${address}/${task.taskId}`, {
    api: (made) => {
      made.adjust(getProject, { slug: "shop", setupComplete: true, services: [makeService(5, { name: "api" })] });
      made.reply(getTask, ({ taskId }) => (taskId === task.taskId ? shown : makeTask(10, { title: "The next one" })));
      made.reply(getTaskNeighbours, {
        previous: null,
        next: { taskId: sampleId(10), name: "FB-10", title: "The next one" },
      });
      made.replyList(listTaskEvents, []);
      made.reply(updateTask, shown);
      made.reply(updateCriterion, shown);
      more?.(made);
    },
  });
  await expect.element(title()).toBeVisible();
  return fake;
};
const title = () => page.getByRole("textbox", { name: "Title" });
const description = () => page.getByRole("textbox", { name: "Description" });
const criteria = () => page.getByRole("list", { name: "Acceptance criteria" });

describe("a task", () => {
  it("has its title written where it is read, by E and Enter", async () => {
    const fake = await open();
    await userEvent.keyboard("e");
    await expect.element(title()).toHaveFocus();
    await title().fill("Show cancelled ferries");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Title updated")).toBeVisible();
    expect(fake.received(updateTask)).toEqual([{ ...inTask, title: "Show cancelled ferries" }]);
  });

  it("says at its title what is too short, and sends nothing", async () => {
    const fake = await open();
    await title().fill("S");
    await userEvent.keyboard("{Enter}");
    await expect.element(title()).toHaveAccessibleDescription("Title is too short");
    expect(fake.received(updateTask)).toEqual([]);
  });

  it("saves its description when it is left, and says so", async () => {
    const fake = await open();
    await expect.element(description()).toMatchTextContent("Passengers must see it.");
    await description().click();
    await userEvent.keyboard("{Control>}{End}{/Control} Always.");
    await title().click();
    await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(fake.received(updateTask)).toEqual([{ ...inTask, description: "Passengers must see it. Always." }]);
  });

  it("keeps what is half typed when somebody else changes the task", async () => {
    const fake = await open();
    await title().fill("Half a ti");
    fake.reply(getTask, { ...task, title: "Of somebody else", description: "New words." });
    await queryClient.invalidateQueries({ queryKey: endpointKey(getTask) });
    await expect.element(description()).toMatchTextContent("New words.");
    await expect.element(title()).toHaveValue("Half a ti");
  });

  it("saves nothing over what somebody else wrote meanwhile, until whoever types says so", async () => {
    const fake = await open();
    await title().fill("Half a ti");
    fake.reply(getTask, { ...task, title: "Of somebody else" });
    await queryClient.invalidateQueries({ queryKey: endpointKey(getTask) });
    await expect.element(page.getByText(/^Somebody changed the title meanwhile/)).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(fake.received(updateTask)).toEqual([]);
    await page.getByRole("button", { name: "Show theirs" }).click();
    await expect.element(title()).toHaveValue("Of somebody else");
    await title().fill("Mine after all");
    fake.reply(getTask, { ...task, title: "And once more" });
    await queryClient.invalidateQueries({ queryKey: endpointKey(getTask) });
    fake.reply(updateTask, { ...task, title: "Mine after all" });
    await page.getByRole("button", { name: "Save mine" }).click();
    await expect.poll(() => fake.received(updateTask)).toEqual([{ ...inTask, title: "Mine after all" }]);
    await expect.element(page.getByText(/^Somebody changed/)).not.toBeInTheDocument();
  });

  it("that somebody deletes says so, and keeps what is half typed", async () => {
    await open();
    await title().fill("Half a ti");
    applyChangedTasks({ tasks: [], deletedIds: [task.taskId] }, ["shop"]);
    await expect.element(page.getByText("This task was deleted")).toBeVisible();
    await expect.element(title()).toHaveValue("Half a ti");
    // The tab remembers it, and other tests show the same task.
    queryClient.clear();
  });

  it("keeps a criterion that could not be saved", async () => {
    await open({}, (fake) => fake.refuse(updateCriterion, "not_found", "Criterion not found"));
    const first = criteria().getByRole("textbox", { name: "Criterion 1 of 2" });
    await first.fill("Row shows why");
    await title().click();
    await expect.element(page.getByText("Criterion not found")).toBeVisible();
    await expect.element(first).toHaveValue("Row shows why");
  });

  it("keeps what was typed when it could not be saved", async () => {
    await open({}, (fake) => fake.refuse(updateTask, "unavailable", "The server is away"));
    await title().fill("Another title");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Could not update title")).toBeVisible();
    await expect.element(title()).toHaveValue("Another title");
  });

  it("offers the states it may go to, and goes there", async () => {
    const fake = await open({}, (made) =>
      made.reply(updateTasks, { tasks: [{ ...task, state: "in-progress" }], refused: [] }),
    );
    await userEvent.keyboard("s");
    const offered = page.getByRole("menuitem");
    await expect.element(offered.first()).toBeVisible();
    expect(offered.elements().map((one) => one.textContent)).toEqual(["Backlog", "In Progress", "Archived"]);
    await page.getByRole("menuitem", { name: "In Progress" }).click();
    await expect.element(page.getByText("FB-9 moved to In Progress")).toBeVisible();
    expect(fake.received(updateTasks)).toEqual([{ ...key, taskIds: [task.taskId], state: "in-progress" }]);
  });

  it.each([
    ["in-progress", true],
    ["todo", false],
    ["in-review", false],
  ] as const)("shows in the state %s whether somebody works on it: %s", async (state, isShown) => {
    await open({ state, assignee: ada });
    await expect.element(page.getByRole("heading", { name: "State" })).toBeVisible();
    await expect.poll(() => page.getByText("Ada Okafor").elements().length).toBe(isShown ? 1 : 0);
  });

  it("leads to the next one by J", async () => {
    await open();
    await expect.element(page.getByRole("button", { name: "Next task" })).not.toHaveAttribute("aria-disabled");
    await expect
      .element(page.getByRole("button", { name: "Previous task" }))
      .toHaveAccessibleDescription("This is the first one");
    await userEvent.keyboard("j");
    await expect.element(title()).toHaveValue("The next one");
  });

  it("shows each task that it waits for, and loads all others only to choose one of them", async () => {
    const fake = await open({ blockedBy: [sampleId(10)] }, (made) =>
      made.reply(getTaskBoard, makeBoard([makeTask(8), task, makeTask(10), makeTask(11, { state: "done" })])),
    );
    await expect.element(page.getByRole("link", { name: "FB-10 The next one" })).toBeVisible();
    expect(fake.received(getTaskBoard)).toEqual([]);
    await page.getByRole("button", { name: "Add task" }).click();
    await expect.element(page.getByRole("option")).toMatchTextContent("FB-8 Task 8");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]?.blockedBy).toEqual([sampleId(10), sampleId(8)]);
  });

  it("is deleted after a question, and leads to the others", async () => {
    const fake = await open();
    await page.getByRole("button", { name: "Actions for FB-9" }).click();
    await page.getByRole("menuitem", { name: "Delete FB-9" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete FB-9" }).click();
    await expect.element(page.getByText("Task was deleted")).toBeVisible();
    await expect.poll(() => location.pathname).toBe(address);
    expect(fake.received(deleteTasks)).toEqual([{ ...key, taskIds: [task.taskId] }]);
  });

  it("that is gone says so, and leads to the others", async () => {
    await openScreen(`${address}/${task.taskId}`, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", setupComplete: true });
        fake.refuse(getTask, "not_found");
      },
    });
    await expect.element(page.getByRole("heading", { name: "Task not found" })).toBeVisible();
  });

  it("tells who changed what, minute by minute", async () => {
    const event = { eventId: sampleId(1), by: "person" as const, actor: ada, createdAt: "2026-03-02T09:30:40.000Z" };
    await open({}, (fake) =>
      fake.replyList(listTaskEvents, [
        { ...event, field: "state", from: "backlog", to: "todo" },
        {
          ...event,
          eventId: sampleId(2),
          field: "priority",
          from: "none",
          to: "high",
          createdAt: "2026-03-02T09:30:10.000Z",
        },
        {
          ...event,
          eventId: sampleId(3),
          field: "created",
          from: null,
          to: "Show",
          createdAt: "2026-03-02T09:20:00.000Z",
        },
      ]),
    );
    const groups = page.getByRole("region", { name: "Activity" }).getByRole("list").first().element().children;
    await expect.poll(() => groups.length).toBe(2);
    expect(groups[0]?.textContent).toMatch(/Ada Okafor.*moved it from Backlog to Todoset the priority to High$/);
  });
});

describe("the criteria of a task", () => {
  it("are ticked once the server knows them, however quickly that is asked", async () => {
    const fake = await open({}, (made) => made.stall(updateTask));
    await page.getByRole("textbox", { name: "Add criterion" }).fill("All are dry");
    await userEvent.keyboard("{Enter}");
    const added = criteria().getByRole("checkbox", { name: "All are dry" });
    await added.click();
    await expect.element(added).toBeChecked();
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateCriterion)).toEqual([]);
  });

  it("are ticked one by one", async () => {
    const fake = await open();
    await page.getByRole("checkbox", { name: "API returns status" }).click();
    await expect.poll(() => fake.received(updateCriterion)).toHaveLength(1);
    expect(fake.received(updateCriterion)).toEqual([{ ...inTask, criterionId: "c-2", done: true }]);
  });

  it("grow by Enter, never by nothing", async () => {
    const fake = await open();
    const add = page.getByRole("textbox", { name: "Add criterion" });
    await add.fill("   ");
    await userEvent.keyboard("{Enter}");
    await add.fill("It is read out");
    await userEvent.keyboard("{Enter}");
    await expect.element(add).toHaveFocus();
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    const sent = fake.received(updateTask)[0]?.acceptanceCriteria?.map(({ text }) => text);
    expect(sent).toEqual(["Row shows the reason", "API returns status", "It is read out"]);
    // So that what others add meanwhile stays.
    expect(fake.received(updateTask)[0]?.criteriaBase).toEqual(task.acceptanceCriteria);
  });

  it("lose the one that is emptied", async () => {
    const fake = await open();
    await criteria().getByRole("textbox", { name: "Criterion 1 of 2" }).fill("");
    await title().click();
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]?.acceptanceCriteria?.map(({ text }) => text)).toEqual(["API returns status"]);
  });

  it("show code as such until somebody writes there", async () => {
    await open({ acceptanceCriteria: [{ id: "c-1", text: "`PORT` is read", done: false }] });
    const field = criteria().getByRole("textbox", { name: "Criterion 1 of 1" });
    const code = () => document.querySelector("code");
    await expect.poll(() => code()?.textContent).toBe("PORT");
    await expect.element(field).toHaveValue("`PORT` is read");
    await field.click();
    expect(getComputedStyle(code() as Element).visibility).toBe("hidden");
    await title().click();
    expect(getComputedStyle(code() as Element).visibility).toBe("visible");
  });

  it("change places by Alt and an arrow", async () => {
    const fake = await open();
    await criteria().getByRole("textbox", { name: "Criterion 2 of 2" }).click();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(() => fake.received(updateTask)).toHaveLength(1);
    expect(fake.received(updateTask)[0]?.acceptanceCriteria?.map(({ id }) => id)).toEqual(["c-2", "c-1"]);
  });
});

describe("a new task", () => {
  const openForm = (search = "") =>
    openScreen(`${address}/create${search}`, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", setupComplete: true, services: [makeService(5, { name: "api" })] });
        fake.reply(createTask, task);
        fake.reply(getTask, task);
      },
    });
  const create = () => page.getByRole("main").getByRole("button", { name: "Create Task" });

  it("has title, service and criteria, and is created by Ctrl and Enter", async () => {
    const fake = await openForm("?state=todo");
    await title().fill(" Show cancelled sailings ");
    await page.getByRole("combobox", { name: "Service" }).click();
    await page.getByRole("option", { name: "api" }).click();
    await page.getByRole("textbox", { name: "Add criterion" }).fill("Row shows the reason");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => location.pathname).toBe(`${address}/${task.taskId}`);
    expect(fake.received(createTask)).toMatchObject([
      {
        title: "Show cancelled sailings",
        serviceId: sampleId(5),
        state: "todo",
        acceptanceCriteria: [{ text: "Row shows the reason" }],
      },
    ]);
  });

  it("without a title says so there", async () => {
    const fake = await openForm();
    await create().click();
    await expect.element(title()).toHaveFocus();
    await expect.element(title()).toHaveAccessibleDescription(/Title is too short/);
    expect(fake.received(createTask)).toEqual([]);
  });

  it("takes what the address says, but not over what was written since", async () => {
    await openForm("?title=From%20the%20menu");
    await expect.element(title()).toHaveValue("From the menu");
    await title().fill("In my words");
    const draft = sessionStorage.getItem("task-draft:shop") ?? "";
    expect(parseTaskDraft(draft)).toMatchObject({ title: "In my words", origin: '{"title":"From the menu"}' });
  });

  it("survives a reload while it is written, and is over once it is created", async () => {
    await openForm();
    await title().fill("Half a task");
    expect(sessionStorage.getItem("task-draft:shop")).toContain("Half a task");
    await create().click();
    await expect.poll(() => location.pathname).toBe(`${address}/${task.taskId}`);
    expect(sessionStorage.getItem("task-draft:shop")).toBeNull();
  });
});

describe("others at the same task", () => {
  it("are shown with what they write in, and are told what is written here", async () => {
    const projectId = sampleId(4_700);
    await open({}, (made) => made.adjust(getProject, { projectId, slug: "shop", setupComplete: true }));
    const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
    await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
    const feed = sockets.find(isFeed);
    feed?.accept();
    feed?.send("reload", { sequence: 4 });
    await title().click();
    await expect.poll(() => feed?.sent.at(-1)).toEqual(["presence", { taskId: task.taskId, field: "title" }]);
    const [ada, lena] = [
      { userId: sampleId(4_701), firstName: "Ada", lastName: "Okafor", field: null },
      { userId: sampleId(4_702), firstName: "Lena", lastName: "Brandt", field: "description" },
    ];
    feed?.send("presence", { taskId: task.taskId, viewers: [ada, lena] });
    const here = page.getByRole("list", { name: "Also here" });
    await expect.element(here).toMatchTextContent("Ada Okafor is hereLena Brandt is writing the description");
    feed?.send("presence", { taskId: sampleId(10), viewers: [lena] });
    await expect.element(here).not.toBeInTheDocument();
    feed?.send("presence", { taskId: task.taskId, viewers: [lena] });
    await expect.element(here).toBeVisible();
    feed?.drop();
    await expect.element(here).not.toBeInTheDocument();
  });

  it("are told when this page is left", async () => {
    const projectId = sampleId(4_710);
    await open({}, (made) => made.adjust(getProject, { projectId, slug: "shop", setupComplete: true }));
    const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
    await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
    const feed = sockets.find(isFeed);
    feed?.accept();
    feed?.send("reload", { sequence: 4 });
    const said = (taskId: string | null) => ["presence", { taskId, field: null }];
    await expect.poll(() => feed?.sent.at(-1)).toEqual(said(task.taskId));
    await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
    await expect.poll(() => feed?.sent.at(-1)).toEqual(said(null));
  });
});

describe("sub-tasks", () => {
  const row = makeTask(12, { title: "Draw the row", parent: { taskId: task.taskId, name: task.name } });
  const parts = [
    row,
    makeTask(11, { title: "Read the reason", state: "done", parent: { taskId: task.taskId, name: task.name } }),
  ];
  const section = () => page.getByRole("region", { name: /^Sub-tasks/ });

  it("show how many are over, in the order in which they were written, and can be taken out", async () => {
    const fake = await open({ subtasks: { done: 1, total: 2 } }, (made) => made.replyList(listTasks, parts));
    await expect.element(section()).toMatchTextContent(/^Sub-tasks1 of 2DoneFB-11Read the reasonTodoFB-12Draw the row/);
    await section().getByRole("button", { name: "Make FB-12 a task of its own" }).click();
    await expect.poll(() => fake.received(updateTask)).toEqual([{ ...key, taskId: sampleId(12), parentId: null }]);
    expect(fake.received(listTasks)[0]).toMatchObject({ parentId: task.taskId });
  });

  it("are created here by Enter, with the service of their parent; a title too short says so", async () => {
    const service = { serviceId: sampleId(5), name: "api" };
    const fake = await open({ service }, (made) => made.reply(createTask, row));
    const field = page.getByRole("textbox", { name: "Add sub-task" });
    await field.fill("D");
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveAccessibleDescription("Title is too short");
    await field.fill("Draw the row");
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveValue("");
    expect(fake.received(createTask)).toMatchObject([
      { title: "Draw the row", parentId: task.taskId, serviceId: service.serviceId, state: "todo" },
    ]);
  });

  it("name what they are part of, have none themselves, and leave it by a press", async () => {
    const fake = await open({ parent: { taskId: sampleId(10), name: "FB-10" } });
    await expect.element(page.getByRole("link", { name: "FB-10 The next one" })).toBeVisible();
    await expect.element(section()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "No longer part of FB-10" }).click();
    await expect.poll(() => fake.received(updateTask)).toEqual([{ ...inTask, parentId: null }]);
  });
});
