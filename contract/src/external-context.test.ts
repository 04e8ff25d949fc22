import { expect, it } from "vitest";

import { topicIdOfPath, topicPath, topicTitleSchema } from "./external-context.ts";

const topicId = "3c169e58-37f6-4e40-b3f8-ce328ef35708";

it.each([
  ["Words of the harbour office!", "words-of-the-harbour-office"],
  ["../../etc/passwd", "etc-passwd"],
  [".git", "git"],
  ["\u{1F600}", "topic"],
  // 80 units would end within a character of two.
  [`a${"\u{20000}".repeat(60)}`, `a${"\u{20000}".repeat(39)}`],
])("keeps a topic titled %j in a folder that every file system and git take as it is", (title, folder) => {
  const path = topicPath({ topicId, title });
  expect(path).toBe(`${folder}/${topicId}.md`);
  expect(topicIdOfPath(path)).toBe(topicId);
});

it("takes a title as one line that shows what it says", () => {
  expect(topicTitleSchema.parse("Tide\n\u202Etables\u0007")).toBe("Tide tables");
  expect(topicTitleSchema.safeParse("\u200B\u200B").success).toBe(false);
});
