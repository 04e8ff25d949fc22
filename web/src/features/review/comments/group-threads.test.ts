import type { CommentFile } from "@cairn/contract/implementation-comments";
import { expect, it } from "vitest";

import { makeComment } from "#web/features/review/testing/make-comment.ts";
import { sampleId } from "#web/testing/sample.ts";

import { groupThreads, lineKey, threadsByLine } from "./group-threads.ts";

const file: CommentFile = {
  filename: "src/tides.ts",
  line: 2,
  side: "new",
  hash: "h",
  isOutdated: false,
  excerpt: { startLine: 2, lines: ["low"] },
};
const resolvedAt = "2026-11-21T10:00:00.000Z";

it("keeps answers with what they answer, and a thread open while one of its comments is", () => {
  const [first, second] = [sampleId(1), sampleId(2)];
  const threads = groupThreads([
    makeComment({ commentId: first, threadId: first, resolvedAt }),
    makeComment({ commentId: second, threadId: second, file, resolvedAt }),
    makeComment({ commentId: sampleId(3), threadId: second, file }),
  ]);
  expect(threads.map(({ threadId, comments, isOpen }) => [threadId, comments.length, isOpen])).toEqual([
    [first, 1, false],
    [second, 2, true],
  ]);
  const byLine = threadsByLine(threads);
  expect([...byLine.keys()]).toEqual([lineKey(file)]);
  expect(byLine.get(lineKey(file))).toEqual([threads[1]]);
});

it("shows what lost its line on no line", () => {
  expect(threadsByLine(groupThreads([makeComment({ file: { ...file, isOutdated: true } })])).size).toBe(0);
});
