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
  packCommit,
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
  it("stand at the beginning of time where theirs is none", () => {
    expect(packCommit({ ...commit, committedAt: "yesterday" }).at).toBe(0);
    expect(packCommit({ ...commit, committedAt: "1969-12-31T23:59:59Z" }).at).toBe(-1);
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
  const change = (came: CommitRecord[], gone: CommitRecord[] = [], isWhole = false): number =>
    inTransaction(database, () =>
      storeCommits(database, { came: came.map(packCommit), gone: gone.map(commitKey), isWhole }),
    );
  const stored = (): CommitRecord[] => readCommits(database).map((one) => unpackCommit(one));
  const subjects = (): string[] => stored().map(({ subject }) => subject);
  const many = (from: number, to: number): CommitRecord[] =>
    Array.from({ length: to - from }, (_, index) => at(from + index));
  const expected = (commits: CommitRecord[]): string[] => commits.map(({ subject }) => subject).reverse();

  it.each([
    ["a long one", { ...commit, body: "word ".repeat(300).trim(), paths: ["a.ts", "b.ts"] }],
    ["every sort of text", { ...commit, subject: '"\\\n\u0000😀', authorName: "", paths: ["caf\ufffd.ts", '"'] }],
    ["a name of 64 digits", { ...commit, oid: "b".repeat(64) }],
    ["a time before 1970", { ...commit, committedAt: "1969-12-31T23:59:59Z" }],
  ])("come back whole: %s", (_name, record) => {
    change([record]);
    expect(stored()).toEqual([record]);
  });

  it("keep the first 2,000 characters of the body and the first 500 paths", () => {
    const paths = Array.from({ length: 501 }, (_, index) => `${index}.ts`);
    change([{ ...commit, body: "é".repeat(2001), paths }]);
    expect(stored()).toEqual([{ ...commit, body: "é".repeat(2000), paths: paths.slice(0, 500) }]);
  });

  it("come newest first, those of one second by their names", () => {
    expect(change([at(1), at(3), at(2, 9), at(2, 8)])).toBe(4);
    expect(subjects()).toEqual(["3/3", "2/8", "2/9", "1/1"]);
  });

  it("are counted as they come and go, each once", () => {
    expect(change([at(1), at(2), at(2)])).toBe(2);
    expect(change([at(2), at(3)], [at(1), at(7)])).toBe(2);
    expect(subjects()).toEqual(["3/3", "2/2"]);
  });

  it("are replaced by a whole window", () => {
    change([at(1), at(2)]);
    expect(change([at(5)], [], true)).toBe(1);
    expect(subjects()).toEqual(["5/5"]);
  });

  it("go and come by hundreds, also from the middle of what is stored together", () => {
    change(many(0, 1000));
    expect(change(many(1000, 1010), many(300, 700))).toBe(610);
    expect(subjects()).toEqual(expected([...many(0, 300), ...many(700, 1010)]));
  });

  it("stay in few rows however many pushes brought one each", () => {
    for (const record of many(0, 700)) change([record]);
    expect(subjects()).toEqual(expected(many(0, 700)));
    expect(Number(database.prepare("SELECT count(*) AS rows FROM commits").get()?.["rows"])).toBeLessThan(80);
  });

  it("share their words: many like ones take little", () => {
    const paths = ["server/source/of/the/thing.ts", "server/source/of/the/thing.test.ts"];
    change(many(0, 1280).map((one) => ({ ...one, subject: `${one.subject} mend the thing`, paths })));
    const bytes = Number(database.prepare("SELECT sum(length(data)) AS bytes FROM commits").get()?.["bytes"]);
    expect(bytes).toBeLessThan(1280 * 40);
  });

  it("are the newest 6,000, and the older ones are missed only where some of these go", () => {
    expect(change(many(0, maxHistoryCommits - 1))).toBe(maxHistoryCommits - 1);
    expect(canForget(database, [commitKey(at(5))])).toBe(true);
    expect(change(many(maxHistoryCommits - 1, maxHistoryCommits + 203))).toBe(maxHistoryCommits);
    expect(subjects()).toEqual(expected(many(203, maxHistoryCommits + 203)));
    expect(change([], [at(203), at(210)])).toBe(maxHistoryCommits - 2);
    change([at(203), at(210)]);
    expect(subjects()).toEqual(expected(many(203, maxHistoryCommits + 203)));
    expect(canForget(database, [commitKey(at(305))])).toBe(false);
    expect(canForget(database, [commitKey(at(1))])).toBe(true);
    expect(canForget(database, [])).toBe(true);
  });
});
