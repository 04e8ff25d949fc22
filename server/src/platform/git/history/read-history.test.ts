import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { toIsoDate } from "#server/platform/git/process/git-date.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { blameFile } from "./blame-file.ts";
import { findMergeBase } from "./find-merge-base.ts";
import { getCommit } from "./get-commit.ts";
import { readHistory } from "./read-history.ts";

let repository: TestRepository;
let directory: string;
let commit: string;
const lines = Array.from({ length: 40 }, (_, at) => `line ${at}\n`);

beforeAll(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
  await repository.commit("Start\n\nWith a body\n\nof two paragraphs.\n", {
    "old.txt": lines.join(""),
    "docs/a.md": "a\n",
  });
  for (const at of [1, 2, 3]) await repository.commit(`Elsewhere ${at}`, { "docs/b.md": `${at}\n` });
  await repository.git("mv", "old.txt", "new.txt");
  await repository.commit("Move");
  await repository.commit("Elsewhere 4", { "docs/b.md": "4\n" });
  await repository.commit("Change", { "new.txt": lines.with(0, "first\n").with(20, "twentieth\n").join("") });
  await repository.commit("Elsewhere 5", {
    "docs/b.md": "5\n",
    ".mailmap": "Mallory <m@example.com> <ada@example.com>\n",
  });
  commit = await repository.git("rev-parse", "HEAD");
});

afterAll(() => repository.remove());

const subjects = ({ commits }: { commits: { subject: string }[] }) => commits.map(({ subject }) => subject);

describe("readHistory", () => {
  it("pages through a branch and says whether there is more", async () => {
    const all = (await repository.git("log", "--format=%s")).split("\n");
    const page = (skip: number, limit: number) => readHistory(directory, { commit, skip, limit });
    expect(subjects(await page(0, 3))).toEqual(all.slice(0, 3));
    expect(await page(0, 3)).toMatchObject({ hasMore: true });
    expect(subjects(await page(6, 3))).toEqual(all.slice(6, 9));
    expect(await page(all.length - 2, 2)).toMatchObject({ hasMore: false });
    expect(await page(100, 2)).toEqual({ commits: [], hasMore: false });
  });

  it("follows a file through its rename, page by page, and tells where it stood", async () => {
    const follow = (skip: number, limit: number) =>
      readHistory(directory, { commit, path: "new.txt", isFollowed: true, skip, limit });
    const paths = ({ commits }: Awaited<ReturnType<typeof follow>>) =>
      commits.map(({ path, subject }) => [subject, path]);
    expect(paths(await follow(0, 10))).toEqual([
      ["Change", "new.txt"],
      ["Move", "new.txt"],
      ["Start", "old.txt"],
    ]);
    expect(paths(await follow(1, 1))).toEqual([["Move", "new.txt"]]);
    expect((await follow(1, 1)).hasMore).toBe(true);
    expect(paths(await follow(2, 1))).toEqual([["Start", "old.txt"]]);
    expect((await follow(2, 1)).hasMore).toBe(false);
    await expect(follow(1_000_000, 10)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("reads a folder's history", async () => {
    const found = await readHistory(directory, { commit, path: "docs", skip: 1, limit: 10 });
    expect(subjects(found)).toEqual(["Elsewhere 4", "Elsewhere 3", "Elsewhere 2", "Elsewhere 1", "Start"]);
  });

  it("tells people, dates, parents and the message of each commit", async () => {
    const { commits } = await readHistory(directory, { commit, skip: 7, limit: 1 });
    const ada = { name: "Ada Example", email: "ada@example.com" };
    const date = "2026-01-02T03:04:05+01:00";
    const first = {
      oid: await repository.git("rev-list", "--max-parents=0", "HEAD"),
      parents: [],
      author: ada,
      authoredAt: date,
      committer: ada,
      committedAt: date,
      subject: "Start",
      body: "With a body\n\nof two paragraphs.",
    };
    expect(commits).toEqual([{ ...first, path: null }]);
    expect(await getCommit(directory, first.oid)).toEqual(first);
    expect((await getCommit(directory, commit)).parents).toEqual([await repository.git("rev-parse", "HEAD~1")]);
  });

  it("refuses what is not a commit's full id", async () => {
    const tree = await repository.git("rev-parse", "HEAD^{tree}");
    for (const oid of ["HEAD", "--all", "0".repeat(40), tree, ""]) {
      await expect(getCommit(directory, oid)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("reads commits with dates and names that nobody could have meant", async () => {
    const raw = (author: string) => `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nstrange\n`;
    const tree = await repository.git("rev-parse", "HEAD^{tree}");
    const write = async (author: string) => {
      const file = join(directory, "strange");
      await writeFile(file, raw(author));
      return await repository.git("hash-object", "-t", "commit", "-w", "--literally", file);
    };
    const late = await write("A <a@example.com> 999999999999 +9999");
    expect(await getCommit(directory, late)).toMatchObject({ committedAt: expect.stringMatching(/^9999-12-31T/) });
    const nobody = await write("no date at all");
    expect(await getCommit(directory, nobody)).toMatchObject({ committedAt: "1970-01-01T00:00:00+00:00" });
    await repository.git("update-ref", "refs/heads/late", late);
    const branch = (await listBranches(directory)).find(({ name }) => name === "late");
    expect(branch?.updatedAt).toMatch(/^9999-12-31T/);
  });

  it.each([
    [0, "+0000", "1970-01-01T00:00:00+00:00"],
    [1_767_319_445, "-0930", "2026-01-01T16:34:05-09:30"],
    [1_767_319_445, "+9999", "2026-01-02T02:04:05+00:00"],
    [Number.NaN, "", "1970-01-01T00:00:00+00:00"],
    [10, "-0100", "1970-01-01T00:00:00-01:00"],
  ])("writes %d %s as %s", (seconds, offset, text) => expect(toIsoDate(seconds, offset)).toBe(text));
});

describe("blameFile", () => {
  it("gives each line its commit, in runs, through renames and whatever a .mailmap says", async () => {
    // Git looks for a .mailmap in repositories without a work tree, such as all of ours.
    const bare = join(repository.path, "bare.git");
    await repository.git("clone", "--quiet", "--bare", repository.path, bare);
    const blame = await blameFile(bare, { commit, path: "new.txt" });
    await rm(bare, { recursive: true });
    const [change, start] = await Promise.all(["HEAD~1", "HEAD~7"].map((name) => repository.git("rev-parse", name)));
    expect(blame?.runs).toEqual([
      { startLine: 1, lineCount: 1, oid: change },
      { startLine: 2, lineCount: 19, oid: start },
      { startLine: 21, lineCount: 1, oid: change },
      { startLine: 22, lineCount: 19, oid: start },
    ]);
    const author = { name: "Ada Example", email: "ada@example.com" };
    const authoredAt = "2026-01-02T03:04:05+01:00";
    expect(blame?.commits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))).toEqual([
      { oid: change, author, authoredAt, subject: "Change" },
      { oid: start, author, authoredAt, subject: "Start" },
    ]);
  });

  it("says in words why there is no answer", async () => {
    const commit = await repository.commit("Odd", {
      "binary.bin": Buffer.from([1, 0, 2]),
      "many.txt": "\n".repeat(20_001),
      "large.txt": "x".repeat(1_048_577),
      link: { linkTo: "new.txt" },
    });
    const blame = (path: string) => blameFile(directory, { commit, path });
    await expect(blame("binary.bin")).rejects.toThrow("not text");
    await expect(blame("many.txt")).rejects.toMatchObject({ code: "too_large" });
    await expect(blame("large.txt")).rejects.toMatchObject({ code: "too_large" });
    await expect(blame("link")).rejects.toThrow("Only the lines of files");
    expect(await blame("missing")).toBeNull();
    expect(await blame("docs")).toBeNull();
    await repository.git("reset", "--quiet", "--hard", "HEAD~1");
  });
});

describe("findMergeBase", () => {
  it("finds where two histories went apart, if they were ever one", async () => {
    const base = await repository.git("rev-parse", "HEAD~3");
    const side = await repository.git("commit-tree", `${base}^{tree}`, "-p", base, "-m", "Side");
    const apart = await repository.git("commit-tree", `${base}^{tree}`, "-m", "Apart");
    expect(await findMergeBase(directory, { commit, other: side })).toBe(base);
    expect(await findMergeBase(directory, { commit, other: base })).toBe(base);
    expect(await findMergeBase(directory, { commit, other: commit })).toBe(commit);
    expect(await findMergeBase(directory, { commit, other: apart })).toBeNull();
    expect(await findMergeBase(directory, { commit, other: "--all" })).toBeNull();
  });
});
