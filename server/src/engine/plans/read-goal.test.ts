import { describe, expect, it } from "vitest";

import { nameWish } from "./name-wish.ts";
import { readGoal } from "./read-goal.ts";

/** Titles of the wishes, each with its details. */
const outline = (goal: string) => readGoal(goal).wishes.map(({ text, details }) => [nameWish(text), ...details]);

describe("a goal is taken apart", () => {
  it("by its list, whose nested items are details", () => {
    const goal =
      "Captains ask for tides.\n\n1. Read the tides\n   - once an hour\n2. [ ] Show them on the board\n* Sell prints";
    expect(outline(goal)).toEqual([["Read the tides", "once an hour"], ["Show them on the board"], ["Sell prints"]]);
    expect(readGoal(goal)).toMatchObject({ by: "list", context: ["Captains ask for tides."] });
  });

  it("by sentences and clauses that say what to do; the others detail the one they speak of, or explain", () => {
    const goal =
      "Today nobody knows the tides. We need to read the tides every hour, show a badge on the board and mail the captain. " +
      "The badge must be readable from the quay. It fails quietly.";
    expect(outline(goal)).toEqual([
      ["Read the tides every hour"],
      ["Show a badge on the board", "The badge must be readable from the quay."],
      ["Mail the captain", "It fails quietly."],
    ]);
    expect(readGoal(goal)).toMatchObject({ by: "sentences", context: ["Today nobody knows the tides."] });
  });

  it("by what should be, where nothing says what to do", () => {
    expect(outline("The board should show tides. The log should name them.")).toEqual([
      ["The board should show tides"],
      ["The log should name them"],
    ]);
  });

  it("by headings, where a list below them is long", () => {
    const items = Array.from({ length: 7 }, (_, at) => `- Rule ${at}`).join("\n");
    const goal = `# Tides\n${items}\n# Background\nLong ago.\n# Gulls\n${items}`;
    expect(readGoal(goal)).toMatchObject({ by: "headings", context: ["Long ago."] });
    expect(outline(goal).map(([title, ...details]) => [title, details.length])).toEqual([
      ["Tides", 7],
      ["Gulls", 7],
    ]);
  });

  it("with what says when all of it is done", () => {
    const { wishes, criteria } = readGoal(
      "Count the gulls.\n\nAcceptance criteria:\n- A gull counts once\n- Ducks do not",
    );
    expect(wishes).toHaveLength(1);
    expect(criteria).toEqual(["A gull counts once", "Ducks do not"]);
  });

  it("with a first sentence that sums up the others as what it is about", () => {
    const goal =
      "Captains should be able to watch a boat. Add a Watch button to the boat page. Store who watches which boat. Send a mail.";
    const { wishes, context } = readGoal(goal);
    expect(wishes.map(({ text }) => text)).not.toContain(context[0]);
    expect(context).toEqual(["Captains should be able to watch a boat."]);
  });

  it.each([
    ["أظهر المد والجزر بجانب القوارب. يسأل الركاب عنها.", 1],
    ["船の横に潮汐を表示します。", 1],
    ["Zeige die Gezeiten neben den Booten.", 1],
    ["```\nlog\n```", 0],
    ["!!! — …", 0],
    ["x".repeat(20_000), 1],
    ["- a\n".repeat(5_000), 5_000],
  ])("in any script and size: %.30s", (goal, count) => {
    expect(readGoal(goal).wishes).toHaveLength(count);
  });
});

it.each([
  ["Users should be able to export a report as CSV.", "Let users export a report as CSV"],
  ["We'd like to show tides", "Show tides"],
  ["Also, please add a filter;", "Add a filter"],
  ["We sail at dawn", "We sail at dawn"],
])("%s is called %s", (text, title) => {
  expect(nameWish(text)).toBe(title);
});
