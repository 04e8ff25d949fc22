import { expect, it } from "vitest";

import { parseSuggestion, writeSuggestion } from "./suggestions.ts";

it("finds what a comment suggests, and what it says around it", () => {
  const message = "Too low:\n\n```suggestion\nconst low = 1;\n\nconst neap = 2;\n```\n\nAs measured.";
  expect(parseSuggestion(message)).toEqual({
    before: "Too low:",
    after: "As measured.",
    above: 0,
    below: 0,
    lines: ["const low = 1;", "", "const neap = 2;"],
  });
});

it("reads how many lines it stands for, and that they shall go", () => {
  expect(parseSuggestion("~~~suggestion:-2+1\n~~~")).toMatchObject({ above: 2, below: 1, lines: [] });
  expect(parseSuggestion("```suggestion:-200+1\n```")).toBeNull();
});

it("takes no other block for one, and none without an end", () => {
  for (const message of [
    "```ts\nsuggestion\n```",
    "```suggestion\nconst low = 1;",
    "suggestion",
    "    ```suggestion\n```",
  ]) {
    expect(parseSuggestion(message)).toBeNull();
  }
});

it("is written so that it is read again, whatever the line holds", () => {
  for (const line of ["const low = 1;", "```", "", "````suggestion"]) {
    expect(parseSuggestion(writeSuggestion(line))).toMatchObject({ lines: [line], above: 0, below: 0 });
  }
});
