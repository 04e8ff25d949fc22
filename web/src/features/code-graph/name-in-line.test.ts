import { expect, it } from "vitest";

import { nameAt, namesIn } from "./name-in-line.ts";

const line = "const größe = $delay(plan_2, 17);";

it("finds the name around a caret, also at its edges", () => {
  expect(nameAt(line, 6)).toEqual({ from: 6, to: 11, text: "größe" });
  expect(nameAt(line, 9)?.text).toBe("größe");
  expect(nameAt(line, 11)?.text).toBe("größe");
  expect(nameAt(line, 14)?.text).toBe("$delay");
  expect(nameAt(line, 25)?.text).toBe("plan_2");
});

it("finds none on blanks, signs and numbers", () => {
  expect(nameAt(line, 12)).toBeNull();
  expect(nameAt(line, 30)).toBeNull();
  expect(nameAt("", 0)).toBeNull();
});

it("counts in UTF-16 units", () => {
  expect(nameAt("'😀' + tide", 8)).toEqual({ from: 7, to: 11, text: "tide" });
});

it("counts from the beginning of a line that is very long", () => {
  const long = `${"x ".repeat(5000)}delay`;
  expect(nameAt(long, long.length - 2)).toEqual({ from: 10_000, to: 10_005, text: "delay" });
});

it("lists the names of a line", () => {
  expect(namesIn(line).map(({ text }) => text)).toEqual(["const", "größe", "$delay", "plan_2"]);
});
