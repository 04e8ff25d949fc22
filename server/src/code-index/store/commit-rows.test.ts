import { describe, expect, it } from "vitest";

import type { CommitRecord } from "#server/code-index/ports/git-source.ts";

import { packCommitRow, unpackCommit } from "./commit-rows.ts";

const commit: CommitRecord = {
  oid: "a".repeat(40),
  authorName: "Ada",
  authorEmail: "ada@example.com",
  committedAt: "2024-01-02T03:04:05+00:00",
  subject: "[wip] größe",
  body: "",
  paths: ["a.ts"],
};

describe("packed commits", () => {
  it.each([
    ["a short one", commit, 200],
    ["a long one", { ...commit, body: "word ".repeat(300).trim(), paths: ["a.ts", "b.ts"] }, 400],
  ])("come back whole: %s", (_name, record, maxBytes) => {
    const { data, at } = packCommitRow(record);
    expect(at).toBe(1_704_164_645);
    expect(data.length).toBeLessThan(maxBytes);
    expect(unpackCommit({ oid: record.oid, data })).toEqual(record);
  });
});
