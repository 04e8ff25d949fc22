import { toTaskCard } from "@cairn/contract/tasks";
import { expect, it } from "vitest";

import { applyToCards } from "./changed-tasks.api.ts";
import { makeTask } from "./testing/make-task.ts";

const [first, second, waiting] = [
  makeTask(1),
  makeTask(2),
  makeTask(3, { blockedBy: [makeTask(1).taskId], isBlocked: true }),
];
const cards = [first, second, waiting].map(toTaskCard);
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(" ");

it("adds what was created, and moves what changed, to its place", () => {
  const news = { tasks: [makeTask(4, { rank: "000000" }), { ...second, state: "backlog" as const }], deletedIds: [] };
  expect(namesOf(applyToCards(cards, news))).toBe("FB-2 FB-4 FB-1 FB-3");
});

it("sets tasks free whose blocker is done or gone, and holds them again", () => {
  const isBlocked = (list: ReturnType<typeof applyToCards>) => list.find(({ name }) => name === "FB-3")?.isBlocked;
  const done = applyToCards(cards, { tasks: [{ ...first, state: "done" }], deletedIds: [] });
  expect(isBlocked(done)).toBe(false);
  expect(isBlocked(applyToCards(done, { tasks: [first], deletedIds: [] }))).toBe(true);
  const gone = applyToCards(cards, { tasks: [], deletedIds: [first.taskId] });
  expect(isBlocked(gone)).toBe(false);
  expect(namesOf(gone)).toBe("FB-2 FB-3");
});
