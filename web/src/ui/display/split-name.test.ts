import { expect, it } from "vitest";

import { splitName } from "./split-name.ts";

it("leaves short names alone", () => {
  expect(splitName("delay.ts")).toEqual(["delay.ts", ""]);
});

it("keeps the end of a long one", () => {
  const name = "a-very-long-name-of-a-component.test.tsx";
  const [head, tail] = splitName(name);
  expect(head + tail).toBe(name);
  expect(tail).toBe("t.test.tsx");
});

it("cuts no character in two", () => {
  const [head, tail] = splitName("📦".repeat(30));
  expect(tail).toBe("📦".repeat(10));
  expect(head).toBe("📦".repeat(20));
});
