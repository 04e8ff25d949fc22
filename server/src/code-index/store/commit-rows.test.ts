import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { CommitRecord } from "#server/git-source.ts";

import { inTransaction } from "./blob-rows.ts";
import {
  canForget,
  commitKey,
  maxHistoryCommits,
  packCommitRow,
  readCommits,
  storeCommits,
  unpackCommit,
} from "./commit-rows.ts";
import { openStoreForWriting } from "./open-store.ts";

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
    [
      "one with every sort of text",
      { ...commit, subject: '"\\\n\u0000😀', authorName: "", paths: ["caf\ufffd.ts", '"'] },
      250,
    ],
  ])("come back whole: %s", (_name, record, maxBytes) => {
    const { data, at } = packCommitRow(record);
    expect(at).toBe(1_704_164_645);
    expect(data.length).toBeLessThan(maxBytes);
    expect(unpackCommit({ oid: record.oid, data })).toEqual(record);
  });

  it("keep the first 2,000 characters of the body and the first 500 paths", () => {
    const paths = Array.from({ length: 501 }, (_, at) => `${at}.ts`);
    const { data } = packCommitRow({ ...commit, body: "é".repeat(2001), paths });
    const kept = { ...commit, body: "é".repeat(2000), paths: paths.slice(0, 500) };
    expect(unpackCommit({ oid: commit.oid, data })).toEqual(kept);
  });

  it("stand at the beginning of time where theirs is none", () => {
    expect(packCommitRow({ ...commit, committedAt: "yesterday" }).at).toBe(0);
    expect(packCommitRow({ ...commit, committedAt: "1969-12-31T23:59:59Z" }).at).toBe(-1);
  });
});

describe("stored commits", () => {
  let folder: string;
  let database: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "code-index-commits-"));
    database = openStoreForWriting(folder);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (second: number, oid = second): CommitRecord => ({
    ...commit,
    oid: oid.toString(16).padStart(40, "0"),
    committedAt: new Date(second * 1000).toISOString(),
    subject: `${second}/${oid}`,
  });
  const change = (came: CommitRecord[], stored: number, gone: CommitRecord[] = [], isWhole = false): number =>
    inTransaction(database, () =>
      storeCommits(database, { came: came.map(packCommitRow), gone: gone.map(commitKey), isWhole }, stored),
    );
  const subjects = (): string[] => readCommits(database).map((stored) => unpackCommit(stored).subject);

  it("come newest first, those of one second by their names", () => {
    expect(change([at(1), at(3), at(2, 9), at(2, 8)], 0)).toBe(4);
    expect(subjects()).toEqual(["3/3", "2/8", "2/9", "1/1"]);
  });

  it("are counted as they come and go, each once", () => {
    expect(change([at(1), at(2), at(2)], 0)).toBe(2);
    expect(change([at(2), at(3)], 2, [at(1), at(7)])).toBe(2);
    expect(subjects()).toEqual(["3/3", "2/2"]);
  });

  it("are replaced by a whole window", () => {
    change([at(1), at(2)], 0);
    expect(change([at(5)], 2, [], true)).toBe(1);
    expect(subjects()).toEqual(["5/5"]);
  });

  it("are the newest 6,000, and the older ones are missed only where some of these go", () => {
    expect(
      change(
        Array.from({ length: maxHistoryCommits + 3 }, (_, n) => at(n)),
        0,
      ),
    ).toBe(maxHistoryCommits);
    expect([subjects()[0], subjects().at(-1)]).toEqual([`${maxHistoryCommits + 2}/${maxHistoryCommits + 2}`, "3/3"]);
    expect(canForget(database, [commitKey(at(5))], maxHistoryCommits)).toBe(false);
    expect(canForget(database, [commitKey(at(1))], maxHistoryCommits)).toBe(true);
    expect(canForget(database, [], maxHistoryCommits)).toBe(true);
    expect(canForget(database, [commitKey(at(5))], maxHistoryCommits - 1)).toBe(true);
  });
});
