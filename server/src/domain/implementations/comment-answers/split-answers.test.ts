import { describe, expect, it } from "vitest";

import { nameThread, splitAnswers } from "./split-answers.ts";

describe("what an agent says of comments", () => {
  it("is told from the rest, to the end of each paragraph", () => {
    const said = [
      "Low tide is 0.4 now.",
      "",
      "Comment a1b2c3: renamed it,",
      "and its two callers.",
      "",
      "- **Comment `0d0e0f`** – left as it is: the sea is the same.",
      "",
      "The rest is as it was.",
    ].join("\n");
    expect(splitAnswers(said)).toEqual({
      rest: "Low tide is 0.4 now.\n\nThe rest is as it was.",
      answers: [
        { thread: "a1b2c3", text: "renamed it,\nand its two callers." },
        { thread: "0d0e0f", text: "left as it is: the sea is the same." },
      ],
    });
  });

  it.each([
    "Comment 1 is done.",
    "I read comment a1b2c3: it is right.",
    "Comment a1b2c3d4: another name",
    "Comment a1b2c3:",
    "",
  ])("is nothing in “%s”", (said) => {
    expect(splitAnswers(said).answers).toEqual([]);
  });
});

it("calls threads by what differs between them", () => {
  expect(nameThread("0198c0de-0000-7000-8000-0000deadbeef")).toBe("adbeef");
});
