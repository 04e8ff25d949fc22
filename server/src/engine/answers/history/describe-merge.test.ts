import { expect, it } from "vitest";

import { describeMerge } from "./describe-merge.ts";

const report = (subject: string, body = "") => {
  const reported = describeMerge({
    oid: "a".repeat(40),
    authorName: "Ada",
    authoredAt: "2026-01-01T00:00:00Z",
    subject,
    body,
  });
  return reported && [reported.subject, reported.body];
};

it.each([
  [
    "Merge pull request #12 from ada/pier",
    "Widen the pier\n\nShips got longer.",
    ["Widen the pier (#12)", "Ships got longer."],
  ],
  [
    "Merge branch 'pier' into 'main'",
    "Widen the pier\n\nLonger ships.\n\nSee merge request quay/board!7",
    ["Widen the pier (#7)", "Longer ships."],
  ],
  ["Merged in pier (pull request #5)", "Widen the pier", ["Widen the pier (#5)", ""]],
  ["Merge pull request #12 from ada/pier", "Widen the pier (#12)", ["Widen the pier (#12)", ""]],
  ["Widen the pier", "By hand.", ["Widen the pier", "By hand."]],
])("is told by the title of its pull request: %s", (subject, body, reported) => {
  expect(report(subject, body)).toEqual(reported);
});

it.each([
  ["Merge branch 'main' into pier", ""],
  ["Merge branch 'main' into pier", "# Conflicts:\n#\tsrc/pier.ts"],
  ["Merge remote-tracking branch 'origin/main'", "Something"],
  ["Merge pull request #12 from ada/pier", "\n\n"],
  ["Merge branch 'x' into 'main'", "See merge request quay/board!7"],
])("is not told where it says nothing of its own: %s", (subject, body) => {
  expect(report(subject, body)).toBeNull();
});
