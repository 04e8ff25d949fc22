import { expect, it } from "vitest";

import { splitMarkedParts } from "./marked-parts.ts";

const plain = (text: string) => [{ text, color: undefined }];
const shown = (parts: ReturnType<typeof splitMarkedParts>) =>
  parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join("");

it("marks every range and keeps the rest", () => {
  expect(
    shown(
      splitMarkedParts(plain("const delay = delay2"), [
        [6, 11],
        [14, 19],
      ]),
    ),
  ).toBe("const [delay] = [delay]2");
});

it("cuts a mark where the colour changes", () => {
  const pieces = [
    { text: "get", color: "red" },
    { text: "Delay()", color: undefined },
  ];
  expect(splitMarkedParts(pieces, [[1, 5]]).map(({ text, color, isMarked }) => [text, color, isMarked])).toEqual([
    ["g", "red", false],
    ["et", "red", true],
    ["De", undefined, true],
    ["lay()", undefined, false],
  ]);
});

it("leaves a text whole that has no marks, or marks of nothing", () => {
  expect(shown(splitMarkedParts(plain("abc"), []))).toBe("abc");
  expect(
    shown(
      splitMarkedParts(plain("abc"), [
        [1, 1],
        [5, 9],
      ]),
    ),
  ).toBe("abc");
});

it("marks over overlapping ranges and up to the end", () => {
  expect(
    shown(
      splitMarkedParts(plain("abcdef"), [
        [1, 4],
        [3, 9],
      ]),
    ),
  ).toBe("a[bc][d][ef]");
});
