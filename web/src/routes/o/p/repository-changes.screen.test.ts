import { getFile } from "@cairn/contract/code-browsing";
import { getCommit, getDiff } from "@cairn/contract/code-history";
import type { Diff, FileDiff } from "@cairn/contract/code-history";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { commit, mainAddress, makeFile, openRepository } from "#web/testing/open-repository.ts";

const parent = "0".repeat(40);
const branches = { main: ["charge.ts"], tide: ["charge.ts"], release: ["charge.ts"] };
const context = (line: number) => ({ type: "context" as const, content: `kept ${line}`, oldLine: line, newLine: line });

/** Line 30 of the file was rewritten. */
const hunk: FileDiff["hunks"][number] = {
  oldStart: 29,
  oldLines: 5,
  newStart: 29,
  newLines: 5,
  heading: "function charge()",
  lines: [
    context(29),
    { type: "deleted", content: "const fee = 1;", oldLine: 30, newLine: null },
    { type: "added", content: "const fee = 2;", oldLine: null, newLine: 30 },
    ...[31, 32, 33].map(context),
  ],
};

function makeDiffFile(path: string, change: Partial<FileDiff> = {}): FileDiff {
  const modes = { oldMode: "100644", newMode: "100644" };
  const flags = { isBinary: false, isTruncated: false };
  return {
    path,
    oldPath: null,
    status: "modified",
    additions: 1,
    deletions: 1,
    ...modes,
    ...flags,
    hunks: [hunk],
    ...change,
  };
}

const makeDiff = (files: FileDiff[], change: Partial<Diff> = {}): Diff => ({
  base: parent,
  head: commit,
  files,
  isTruncated: false,
  ...change,
});

const changed = (path: string) => page.getByRole("main").getByRole("region", { name: path, exact: true });
const table = (path: string) => page.getByRole("table", { name: `Changed lines of ${path}` });

interface ChangesOptions {
  files?: FileDiff[];
  rest?: string;
  at?: string;
  width?: number;
  api?: (fake: FakeApi) => void;
}

function openChanges({ files = [makeDiffFile("charge.ts")], rest = "?view=changes", ...options }: ChangesOptions = {}) {
  const { at = "tide", width = 1280, api } = options;
  return openRepository(rest, {
    at,
    branches,
    viewport: { width, height: 800 },
    api: (fake) => {
      fake.reply(getDiff, makeDiff(files));
      api?.(fake);
    },
  });
}

describe("what a branch changes", () => {
  it("is compared with the main branch, from where the two parted", async () => {
    const api = await openChanges({ files: [makeDiffFile("charge.ts"), makeDiffFile("fee.ts", { additions: 2 })] });
    await expect
      .element(page.getByRole("heading", { name: /^2 files changed/ }))
      .toMatchTextContent("+3 added−2 removed");
    expect(api.received(getDiff)[0]).toMatchObject({ branchName: "tide", compareTo: "main", since: "fork" });
    await expect
      .element(changed("fee.ts").getByRole("link"))
      .toHaveAttribute("href", `${mainAddress.replace("main", commit)}fee.ts`);
  });

  it("is compared with another branch, which is in the address", async () => {
    const api = await openChanges();
    await page.getByRole("button", { name: "Branch: main" }).click();
    await page.getByRole("option", { name: "release" }).click();
    await expect.poll(() => location.search).toBe("?view=changes&compare=release");
    await expect.poll(() => api.received(getDiff).at(-1)).toMatchObject({ branchName: "tide", compareTo: "release" });
  });

  it("is nothing compared with itself, for which nothing is asked", async () => {
    const api = await openChanges({ at: "main" });
    await expect.element(page.getByRole("heading", { name: "Nothing to compare" })).toBeVisible();
    expect(api.received(getDiff)).toEqual([]);
  });

  it("may be nothing", async () => {
    await openChanges({ files: [] });
    await expect.element(page.getByText("Both sides are the same.")).toBeVisible();
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await openChanges({ api: (fake) => fake.refuse(getDiff, "internal", "The disk is full") });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.reply(getDiff, makeDiff([makeDiffFile("charge.ts")]));
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(changed("charge.ts")).toBeVisible();
  });

  it("says when there are more files than are shown", async () => {
    await openChanges({ api: (fake) => fake.reply(getDiff, makeDiff([makeDiffFile("a.ts")], { isTruncated: true })) });
    await expect.element(page.getByText("There are more files than can be shown here.")).toBeVisible();
  });
});

describe("the changes of a file", () => {
  const content = Array.from({ length: 60 }, (_unused, index) => `kept ${index + 1}`).join("\n");

  it("say of each line what happened to it, and where it was", async () => {
    await openChanges();
    const rows = table("charge.ts").getByRole("row");
    await expect.element(rows.nth(3)).toMatchTextContent(/^30−removed: const fee = 1;$/);
    await expect.element(rows.nth(4)).toMatchTextContent(/^30\+added: const fee = 2;$/);
    await expect.element(rows.nth(5)).toMatchTextContent(/^3131 kept 31$/);
  });

  it("show more of the unchanged lines around them, as they are at the head", async () => {
    const api = await openChanges();
    const file = makeFile({ path: "charge.ts", content });
    api.reply(getFile, file);
    const gap = table("charge.ts").getByRole("button", { name: /^Show more of 28 unchanged lines/ });
    await gap.click();
    await expect.element(table("charge.ts").getByRole("cell", { name: "kept 9", exact: true })).toBeVisible();
    await expect.element(table("charge.ts").getByText("kept 8")).not.toBeInTheDocument();
    expect(api.received(getFile)[0]).toMatchObject({ branchName: commit, path: "charge.ts" });
    await table("charge.ts")
      .getByRole("button", { name: /^Show more of 8 unchanged lines/ })
      .click();
    await expect.element(table("charge.ts").getByRole("cell", { name: "kept 1", exact: true })).toBeVisible();
    await table("charge.ts")
      .getByRole("button", { name: /27 unchanged lines/ })
      .last()
      .click();
    await expect.element(table("charge.ts").getByText("kept 53")).toBeVisible();
  });

  it("say why the lines around them cannot be shown, until Retry loads them", async () => {
    const api = await openChanges({ api: (fake) => fake.refuse(getFile, "internal", "The disk is full") });
    await table("charge.ts").getByRole("button", { name: "Show the lines below" }).click();
    await expect.element(changed("charge.ts").getByRole("alert")).toMatchTextContent("The disk is full");
    await expect.element(table("charge.ts").getByText("kept 31")).toBeVisible();
    api.reply(getFile, makeFile({ path: "charge.ts", content }));
    await changed("charge.ts").getByRole("button", { name: "Retry" }).click();
    await expect.element(table("charge.ts").getByText("kept 53")).toBeVisible();
    await expect.element(changed("charge.ts").getByRole("alert")).not.toBeInTheDocument();
  });

  it("are folded when they are very many, but not where the address leads", async () => {
    const many = { additions: 900 };
    await openChanges({ rest: "b.ts?view=changes", files: [makeDiffFile("a.ts", many), makeDiffFile("b.ts", many)] });
    await expect.element(page.getByRole("button", { name: "Fold b.ts" })).toBeVisible();
    await expect.element(table("a.ts")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Show a.ts" }).click();
    await expect.element(table("a.ts")).toBeVisible();
    await page.getByRole("button", { name: "Fold a.ts" }).click();
    await expect.element(table("a.ts")).not.toBeInTheDocument();
  });

  const none = { hunks: [], additions: 0, deletions: 0 };
  it.each<[string, Partial<FileDiff>, string[]]>([
    [
      "a new name",
      { ...none, oldPath: "fee.ts", status: "renamed" },
      ["Renamed", "From fee.ts", "Its content is the same."],
    ],
    ["a new mode", { ...none, newMode: "100755" }, ["Mode 100644 is now 100755", "Its content is the same."]],
    [
      "another content that is no text",
      { ...none, isBinary: true },
      ["Its content is not text, so its lines cannot be compared."],
    ],
    ["an empty file", { ...none, status: "added", oldMode: null }, ["Added", "The file is empty."]],
    ["too many lines", { isTruncated: true }, ["There are more changes than can be shown here."]],
  ])("say of %s what the lines do not", async (_what, change, texts) => {
    await openChanges({ files: [makeDiffFile("charge.ts", change)] });
    for (const text of texts) await expect.element(changed("charge.ts").getByText(text, { exact: true })).toBeVisible();
  });

  it("lead to the file before, when it was deleted", async () => {
    await openChanges({ files: [makeDiffFile("charge.ts", { status: "deleted", newMode: null })] });
    await expect.element(changed("charge.ts").getByText("Deleted")).toBeVisible();
    await expect
      .element(changed("charge.ts").getByRole("link"))
      .toHaveAttribute("href", `${mainAddress.replace("main", parent)}charge.ts`);
    await expect.element(page.getByRole("button", { name: "Show the lines below" })).not.toBeInTheDocument();
  });
});

describe("the layout of changes", () => {
  const layout = () => page.getByRole("group", { name: "Layout of the changes" });
  const split = () => page.getByRole("table", { name: "Changes of charge.ts" });

  it("puts the sides beside each other, which is remembered on this device", async () => {
    await openChanges();
    await layout().getByText("Split").click();
    await expect
      .element(split().getByRole("row").nth(3))
      .toMatchTextContent(/^30−removed: const fee = 1;30\+added: const fee = 2;$/);
    expect(localStorage.getItem("diff-layout")).toBe("split");
  });

  it("is unified where there is no room for two", async () => {
    localStorage.setItem("diff-layout", "split");
    await openChanges({ width: 1100 });
    await expect.element(table("charge.ts")).toBeVisible();
    await expect.element(layout()).not.toBeInTheDocument();
  });

  it("scrolls long lines in their own box on a phone", async () => {
    const long = { type: "added" as const, content: "tide".repeat(200), oldLine: null, newLine: 29 };
    await openChanges({
      width: 375,
      files: [makeDiffFile(`${"deep/".repeat(30)}charge.ts`, { hunks: [{ ...hunk, lines: [long] }] })],
    });
    await expect.element(page.getByRole("table")).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("a commit", () => {
  const at = "2026-03-02T12:00:00Z";
  const ada = { name: "Ada Lovelace", email: "ada@example.com" };
  const written = {
    oid: commit,
    parents: [parent, "1".repeat(40)],
    author: ada,
    authoredAt: at,
    committer: { ...ada, name: "Build server" },
    committedAt: at,
    subject: "Charge once",
    body: "Because the tide turns.\n",
  };
  const summary = () => page.getByRole("region", { name: "Commit", exact: true });

  it("tells who made it and why, and is compared with the one before", async () => {
    const api = await openChanges({ at: commit, api: (fake) => fake.reply(getCommit, written) });
    await expect.element(summary().getByRole("heading", { name: "Charge once" })).toBeVisible();
    await expect.element(summary()).toMatchTextContent(/Because the tide turns\./);
    await expect.element(summary()).toMatchTextContent(/Ada Lovelace wrote this .*, Build server committed it/);
    await expect.element(summary()).toMatchTextContent(/Parents 0000000, 1111111 · 4f2a9c1/);
    await expect
      .element(summary().getByRole("link", { name: "0000000" }))
      .toHaveAttribute("href", `${mainAddress.replace("main", parent)}?view=changes`);
    expect(api.received(getDiff)[0]).toMatchObject({ branchName: commit, compareTo: "parent" });
  });

  it("that is the first and has no message has no parents to lead to", async () => {
    const first = { ...written, parents: [], subject: "", committer: ada };
    await openChanges({ at: commit, api: (fake) => fake.reply(getCommit, first) });
    await expect.element(summary().getByRole("heading", { name: "No message" })).toBeVisible();
    await expect.element(summary().getByText("Parent", { exact: false })).not.toBeInTheDocument();
    await expect.element(summary().getByText("committed it", { exact: false })).not.toBeInTheDocument();
  });
});
