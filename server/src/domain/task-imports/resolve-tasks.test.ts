import { describe, expect, it } from "vitest";

import { emptyTask, type ParsedTask } from "./reading/parsed-task.ts";
import { resolveTasks, type TaskImportGround } from "./resolve-tasks.ts";

const ada = { userId: "ada", email: "Ada@example.test", firstName: "Ada", lastName: "Okafor" };
const ground: TaskImportGround = {
  members: [
    ada,
    { ...ada, userId: "b1", email: "b1@example.test", firstName: "Bo" },
    { ...ada, userId: "b2", email: "b2@example.test", firstName: "Bo" },
  ],
  services: [{ serviceId: "api", name: "api" }],
  tasks: new Map([["FB-9", "nine"]]),
  known: new Map(),
  now: new Date("2026-11-21T09:00:00.000Z"),
};

const resolve = (...tasks: Partial<ParsedTask>[]) =>
  resolveTasks(
    tasks.map((task, at) => ({ ...emptyTask(at + 2), title: `Task ${at + 1}`, ...task })),
    ground,
  );

describe("what a file says", () => {
  it("is looked up here, and what is not known is said and not guessed", () => {
    const { rows, items } = resolve(
      { state: "To Do", priority: "P1", assignees: ["ada okafor"], service: "API", labels: ["Quay", "quay"] },
      { state: "Frozen", priority: "Soonish", assignees: ["octocat"], service: "web" },
      { assignees: ["Bo Okafor"] },
      { assignees: ["Bo <b2@example.test>"], isArchived: true, createdAt: "2025-01-02" },
    );
    expect(items).toMatchObject([
      { state: "todo", priority: "high", assigneeId: "ada", serviceId: "api", labels: ["Quay"] },
      { state: "backlog", priority: "none", assigneeId: null, serviceId: null },
      { assigneeId: null },
      { assigneeId: "b2", state: "archived", createdAt: "2025-01-02T00:00:00.000Z" },
    ]);
    expect(rows.map(({ notes }) => notes)).toEqual([
      [],
      [
        "“octocat” is no member here: it is nobody's.",
        "There is no service “web” in this product.",
        "“Frozen” is no state here: it goes to Backlog.",
        "“Soonish” is no priority here: it gets none.",
      ],
      ["Several members are called “Bo Okafor”: it is nobody's. Mail addresses tell them apart."],
      [],
    ]);
  });

  it("is refused without a title, and keeps all of a title that is too long", () => {
    const long = "Sail ".repeat(40).trim();
    const { rows, items } = resolve({ title: " " }, { title: "x" }, { title: long, description: "Why" });
    expect(rows.map(({ refusal }) => refusal)).toEqual(["It has no title", "Title is too short", null]);
    expect(items[0]?.title).toHaveLength(128);
    expect(items[0]?.description).toBe(`${long}\n\nWhy`);
  });

  it("keeps criteria that are too long or too many as text", () => {
    const criteria = [
      { text: "x".repeat(501), done: true },
      ...Array.from({ length: 201 }, (_one, at) => ({ text: `c${at}`, done: false })),
    ];
    const { items } = resolve({ criteria });
    expect(items[0]?.criteria).toHaveLength(200);
    expect(items[0]?.description).toBe(`- [x] ${"x".repeat(501)}\n- [ ] c200`);
  });

  it("waits for others of the file by what they are called there, else for those of the product", () => {
    const { items, rows } = resolve(
      { key: "12", blockedBy: ["#13", "fb-9", "ENG-1"] },
      { title: "" },
      { key: "#13", blockedBy: ["13"] },
    );
    expect(items.map(({ blockers }) => blockers)).toEqual([[2, "nine"], []]);
    expect(rows[0]?.notes).toEqual(["It waits for ENG-1, which is neither here nor in this product."]);
    expect(rows[2]?.notes).toEqual(["It would wait for itself; that is left out."]);
  });

  it("never waits in a circle, however long it is", () => {
    const chain = Array.from({ length: 10_000 }, (_one, at) => ({ key: `${at}`, blockedBy: [`${(at + 1) % 10_000}`] }));
    const { items, rows } = resolve(...chain);
    expect(items.filter(({ blockers }) => blockers.length === 0)).toHaveLength(1);
    expect(rows.filter(({ notes }) => notes.length > 0)).toHaveLength(1);
  });
});
