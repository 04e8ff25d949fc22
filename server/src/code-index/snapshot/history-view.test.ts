import { describe, expect, it } from "vitest";

import type { CommitRecord } from "#server/git-source.ts";

import { historyOf } from "./history-view.ts";

/** Newest first. */
const commits = [
  commit("5", "Ada L.", "ADA@example.com", ["src/a.ts", "docs"]),
  commit("4", "Bob", "bob@example.com", ["src/a.ts.bak"]),
  commit("3", "Ada", "ada@example.com", ["src/deep/b.ts"]),
  commit("2", "Cid", "cid@example.com", []),
  commit("1", "Ada", "ada@example.com", ["src"]),
];
const history = historyOf(() => commits);
const oids = (found: readonly CommitRecord[]): string => found.map(({ oid }) => oid).join("");

describe("commits that touch", () => {
  it.each([
    ["src/a.ts", 9, "5"],
    ["src", 9, "5431"],
    ["src/deep", 9, "3"],
    ["src/deep/b.ts", 9, "3"],
    ["", 9, "54321"],
    ["", 2, "54"],
    ["src", 1, "5"],
    ["src", 0, ""],
    ["sr", 9, ""],
    ["gone", 9, ""],
  ])("%j, at most %i: %s", (path, limit, expected) => {
    expect(oids(history.commitsTouching(path, limit))).toBe(expected);
  });

  it("nothing in particular are the newest", () => {
    expect([oids(history.recentCommits(2)), oids(history.recentCommits(0)), oids(history.recentCommits(99))]).toEqual([
      "54",
      "",
      "54321",
    ]);
  });
});

describe("contributors", () => {
  it("are people by address, most commits first, with the newest name and both ends of their time", () => {
    expect(history.contributors()).toEqual([
      {
        name: "Ada L.",
        email: "ADA@example.com",
        commits: 3,
        firstCommitAt: "2024-01-01T00:00:00Z",
        lastCommitAt: "2024-01-05T00:00:00Z",
      },
      one("Bob", "bob@example.com", "2024-01-04T00:00:00Z"),
      one("Cid", "cid@example.com", "2024-01-02T00:00:00Z"),
    ]);
  });

  it("are none without commits", () => {
    expect(historyOf(() => []).contributors()).toEqual([]);
  });
});

function commit(oid: string, authorName: string, authorEmail: string, paths: string[]): CommitRecord {
  const committedAt = `2024-01-0${oid}T00:00:00Z`;
  return { oid, authorName, authorEmail, committedAt, subject: `Change ${oid}`, body: "", paths };
}

function one(name: string, email: string, at: string) {
  return { name, email, commits: 1, firstCommitAt: at, lastCommitAt: at };
}
