import { describe, expect, it } from "vitest";

import { hideOpenMarks } from "./hide-open-marks.ts";

describe("text that is still being written", () => {
  it.each([
    ["a **", "a "],
    ["a **bold*", "a **bold"],
    ["a `", "a "],
    ["- ", ""],
    ["Text\n-", "Text"],
    ["Text\n\n##", "Text\n"],
    ["Text\n\n1.", "Text\n"],
    ["- one\n- **", "- one\n- "],
    ["> ", ""],
    ["See [", "See "],
  ])("%j shows as %j", (text, shown) => {
    expect(hideOpenMarks(text)).toBe(shown);
  });

  it("does not change complete marks", () => {
    for (const text of ["a **bold** b", "- one", "## Two", "Plain.", "Text\n\n", "4 * 5", "[1] and"]) {
      expect(hideOpenMarks(text)).toBe(text);
    }
  });
});

describe("code", () => {
  it("begins when its language is whole", () => {
    expect(hideOpenMarks("Look:\n\n``")).toBe("Look:\n");
    expect(hideOpenMarks("Look:\n\n```typ")).toBe("Look:\n");
    expect(hideOpenMarks("Look:\n\n```ts\n")).toBe("Look:\n\n```ts\n");
  });

  it("is shown as it is, but for half of what closes it", () => {
    expect(hideOpenMarks("```ts\nconst a = `x`;\n| - *")).toBe("```ts\nconst a = `x`;\n| - *");
    expect(hideOpenMarks("```ts\na();\n``")).toBe("```ts\na();");
    expect(hideOpenMarks("```ts\na();\n```\n\nThen **")).toBe("```ts\na();\n```\n\nThen ");
  });
});

describe("a table", () => {
  it("is nothing before it is known to be one, and grows by whole rows then", () => {
    expect(hideOpenMarks("So:\n\n| a | b")).toBe("So:\n");
    expect(hideOpenMarks("So:\n\n| a | b |\n")).toBe("So:\n\n");
    expect(hideOpenMarks("So:\n\n| a | b |\n| --- | -")).toBe("So:\n");
    expect(hideOpenMarks("| a | b |\n| --- | --- |\n| 1 |")).toBe("| a | b |\n| --- | --- |");
    const whole = "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nAfter";
    expect(hideOpenMarks(whole)).toBe(whole);
  });
});

it("never shows more than was received, at any point of a text", () => {
  const text =
    "# A\n\nSome **bold** and `code` [x](https://a.example).\n\n- one\n- **two**\n\n```ts\nf();\n```\n\n| a |\n| --- |\n| 1 |\n\nEnd.";
  for (let end = 0; end <= text.length; end += 1) {
    const shown = hideOpenMarks(text.slice(0, end));
    expect(text.startsWith(shown.trimEnd())).toBe(true);
    expect(shown).not.toMatch(/(?:^|\n)(?:``?|```ts|#+|[^\n]*\*\*)$/);
  }
});
