import { describe, expect, test } from "vitest";

import { asStatement, choosesCommit, everyNth, phraseQuestion } from "./phrase-change.ts";

function commit(subject: string, authorName = "Ada") {
  return { oid: "0", authorName, authorEmail: "a@b.c", committedAt: "", subject, body: "", paths: [] };
}

describe("the commits that are asked about", () => {
  test("tell in words what they change", () => {
    expect(choosesCommit(commit("fix(web): keep the draft when a tab closes (#12)"))).toBe(true);
    expect(choosesCommit(commit("Keep the draft when a tab closes"))).toBe(true);
  });

  test.each([
    "fix: typo",
    "Merge branch 'main' into next and then some",
    "Bump vite from 5.0 to 5.1 in the web app",
    "Update translations from Weblate for all languages",
    "chore: move the build to another machine now",
  ])("%s is left out", (subject) => expect(choosesCommit(commit(subject))).toBe(false));

  test("a program's commits are left out", () => {
    expect(choosesCommit(commit("Keep the draft when a tab closes", "renovate[bot]"))).toBe(false);
  });

  test("are spread over all that there are", () => {
    expect(everyNth([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
    expect(everyNth([0, 1], 4)).toEqual([0, 1]);
  });
});

test("numbers of issues and lines for programs are no part of what is asked", () => {
  const body = "It was lost.\n\nFixes #12\nSigned-off-by: Ada <a@b.c>";
  expect(asStatement("fix(web): keep the draft (#12)", body)).toBe("keep the draft\n\nIt was lost.");
});

test("a commit is asked in the same way each time, its body below the question", () => {
  const change = { commit: "0001aa", subject: "fix: Keep the draft." };
  expect(phraseQuestion(change, "It was lost.")).toBe("Which code has to change to keep the draft?\n\nIt was lost.");
  expect(phraseQuestion({ ...change, commit: "0000aa" }, "")).toBe(
    "Where in the code is this handled: Keep the draft?",
  );
});
