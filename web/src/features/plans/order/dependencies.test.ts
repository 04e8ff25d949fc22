import { expect, it } from "vitest";

import { drawDependencies, explainCircle, sayDependencies } from "./dependencies.ts";

const item = (itemId: string, ...blockedBy: string[]) => ({ itemId, title: itemId.toUpperCase(), blockedBy });
const items = [item("a"), item("b", "a"), item("c", "b"), item("d")];

it("explains a circle by the way that closes it, and lets everything else wait", () => {
  expect(explainCircle(items, "a", "b")).toBe("“A” can't wait for “B”: “B” waits for “A”.");
  expect(explainCircle(items, "a", "c")).toBe("“A” can't wait for “C”: “C” waits for “B”, which waits for “A”.");
  expect(explainCircle(items, "c", "a")).toBeNull();
  expect(explainCircle(items, "d", "c")).toBeNull();
});

it("says in words what the diagram shows", () => {
  expect(sayDependencies(items)).toEqual(["2. B waits for 1. A", "3. C waits for 2. B"]);
  expect(drawDependencies(items, false)).toBe(
    'flowchart LR\n  t1["1. A"]\n  t2["2. B"]\n  t3["3. C"]\n  t1 --> t2\n  t2 --> t3',
  );
  expect(sayDependencies([item("a", "gone")])).toEqual([]);
});

it("takes titles as words, whatever they contain, and cuts long ones", () => {
  const wild = [
    { ...item("a"), title: '"]; click t1 <b>' },
    { ...item("b", "a"), title: "x".repeat(200) },
  ];
  const [, first = "", second = ""] = drawDependencies(wild, true).split("\n");
  expect(first).toBe('  t1["1. #34;#93;#59; click t1 #60;b#62;"]');
  expect(second).toMatch(/^ {2}t2\["2\. x{56}…"\]$/);
});
