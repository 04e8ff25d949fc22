import { expect, it } from "vitest";

import { pairInTurn } from "./work-in-turn.ts";

it("pairs each with each once, and lets everybody else have a turn before each pair", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pairs: string[] = [];
  const seen: number[] = [];
  for await (const [one, other] of pairInTurn(["a", "b", "c", "d"])) {
    pairs.push(one + other);
    seen.push(turns);
  }
  isOver = true;
  expect(pairs).toEqual(["ab", "ac", "ad", "bc", "bd", "cd"]);
  expect(new Set(seen).size).toBe(pairs.length);
});
