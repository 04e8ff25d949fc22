import { getBlame, getCommit, listCommits } from "@cairn/contract/code-history";
import type { Blame, Commit } from "@cairn/contract/code-history";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { commit, mainAddress, makeFile, openFile, openRepository } from "#web/testing/open-repository.ts";

type HistoryEntry = Commit & { path: string | null };

const ada = { name: "Ada Lovelace", email: "ada@example.com" };
const oid = (digit: string) => digit.repeat(40);

/** In March 2026, where the reader is. */
const noonOf = (day: number) => new Date(2026, 2, day, 12).toISOString();

/** A commit that the tests tell by its digit. */
function makeCommit(digit: string, change: Partial<HistoryEntry> = {}): HistoryEntry {
  const at = noonOf(2);
  const people = { author: ada, authoredAt: at, committer: ada, committedAt: at };
  return {
    oid: oid(digit),
    parents: [oid("0")],
    ...people,
    subject: `Change ${digit}`,
    body: "",
    path: null,
    ...change,
  };
}

const replyHistory = (fake: FakeApi, content: HistoryEntry[], change = {}) =>
  fake.reply(listCommits, { content, page: 1, limit: 50, hasMore: false, ...change });
const at = (digit: string, rest: string) => mainAddress.replace("main", oid(digit)) + rest;

describe("a history", () => {
  const open = (content: HistoryEntry[], setUp?: (fake: FakeApi) => void) =>
    openRepository("charge.ts?view=history", {
      api: (fake) => {
        replyHistory(fake, content);
        setUp?.(fake);
      },
    });
  const main = () => page.getByRole("main");

  it("lists the commits of each day under the day", async () => {
    const earlier = { committedAt: noonOf(1) };
    const api = await open([makeCommit("1"), makeCommit("2"), makeCommit("3", earlier)]);
    const days = main().getByRole("region", { name: /^Commits on / });
    await expect.element(days.first()).toMatchTextContent(/^Commits on 2 March 2026.*Change 1.*Change 2/);
    await expect.element(days.nth(1)).toMatchTextContent(/^Commits on 1 March 2026.*Change 3/);
    expect(api.received(listCommits)[0]).toMatchObject({ branchName: "main", path: "charge.ts" });
    await expect.element(main().getByText("History of charge.ts")).toBeVisible();
    await expect
      .element(main().getByRole("link", { name: "Browse", exact: true }))
      .toHaveAttribute("href", `${mainAddress}charge.ts`);
  });

  it("leads to the changes of a commit, and to the file as it was, also under a former name", async () => {
    await open([makeCommit("1", { path: "fee.ts" })]);
    const changes = main().getByRole("link", { name: "Change 1" });
    await expect.element(changes).toHaveAttribute("href", at("1", "fee.ts?view=changes"));
    await expect
      .element(main().getByRole("link", { name: "Browse at 1111111" }))
      .toHaveAttribute("href", at("1", "fee.ts"));
    await expect.element(main().getByRole("listitem")).toMatchTextContent(/Ada Lovelace.* · as fee\.ts/);
  });

  it("shows the rest of a message on demand", async () => {
    await open([makeCommit("1", { subject: "", body: "Because the tide turns.\n" }), makeCommit("2")]);
    await expect.element(main().getByRole("link", { name: "No message" })).toBeVisible();
    await main().getByRole("button", { name: "Show the message of 1111111" }).click();
    await expect.element(main().getByText("Because the tide turns.")).toBeVisible();
    await main().getByRole("button", { name: "Hide the message of 1111111" }).click();
    await expect.element(main().getByText("Because the tide turns.")).not.toBeInTheDocument();
    await expect.element(main().getByRole("button", { name: /message of 2222222/ })).not.toBeInTheDocument();
  });

  it("goes through its commits by J and K", async () => {
    await open([makeCommit("1"), makeCommit("2")]);
    await expect.element(main().getByRole("link", { name: "Change 2" })).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(main().getByRole("link", { name: "Change 2" })).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(main().getByRole("link", { name: "Change 1" })).toHaveFocus();
  });

  it("loads more below what is there, which stays when that fails", async () => {
    const api = await open([], (fake) => replyHistory(fake, [makeCommit("1")], { hasMore: true }));
    const more = main().getByRole("button", { name: "Load more" });
    await expect.element(more).toBeVisible();
    api.refuse(listCommits, "internal", "The disk is full");
    await more.click();
    await expect.element(main().getByRole("alert")).toMatchTextContent("The disk is full");
    await expect.element(main().getByRole("link", { name: "Change 1" })).toBeVisible();
    replyHistory(api, [makeCommit("2")], { page: 2 });
    await more.click();
    await expect.element(main().getByRole("link", { name: "Change 2" })).toBeVisible();
    expect(api.received(listCommits).at(-1)).toMatchObject({ page: 2 });
    await expect.element(more).not.toBeInTheDocument();
  });

  it("says that there is none, or why it cannot be loaded", async () => {
    const api = await open([], (fake) => fake.refuse(listCommits, "internal", "The disk is full"));
    await expect.element(main().getByText("The disk is full")).toBeVisible();
    replyHistory(api, []);
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(main().getByText("Nothing has been committed at this path.")).toBeVisible();
  });
});

describe("the last commit of a folder", () => {
  it("is shown above its files, with the ways to its history and to comparing", async () => {
    await openRepository("", { api: (fake) => replyHistory(fake, [makeCommit("1"), makeCommit("2")]) });
    const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
    await expect.element(link("Change 1")).toHaveAttribute("href", at("1", "?view=changes"));
    await expect.element(link("Change 2")).not.toBeInTheDocument();
    await expect.element(link("Compare")).toHaveAttribute("href", `${mainAddress}?view=changes`);
    await expect.element(link("History")).toHaveAttribute("href", `${mainAddress}?view=history`);
  });
});

describe("the blame of a file", () => {
  const file = makeFile({ content: "one\ntwo\nthree\n" });
  const blamed = (digit: string) => ({ ...makeCommit(digit), authoredAt: noonOf(Number(digit)) });
  const blame: Blame = {
    path: "charge.ts",
    commit,
    runs: [
      { startLine: 1, lineCount: 2, oid: oid("1") },
      { startLine: 3, lineCount: 1, oid: oid("2") },
    ],
    commits: [blamed("1"), blamed("2")],
  };
  const open = (setUp?: (fake: FakeApi) => void) =>
    openFile(file, {
      rest: "?view=blame",
      api: (fake) => {
        fake.reply(getBlame, blame);
        setUp?.(fake);
      },
    });
  const code = () => page.getByRole("region", { name: "Blame of charge.ts" });

  it("names the commit of each run of lines once, at the commit of the file", async () => {
    const api = await open();
    await expect.element(code().getByRole("link").nth(1)).toBeVisible();
    const links = code().getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      ["1", "2"].map((digit) => at(digit, "charge.ts?view=changes")),
    );
    await expect.element(code().getByRole("link").first()).toMatchTextContent("Ada Lovelace:Change 1");
    expect(api.received(getBlame)[0]).toMatchObject({ branchName: commit, path: "charge.ts" });
  });

  it("stays when a line is selected", async () => {
    await open();
    await expect.element(code()).toBeVisible();
    (code().element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => location.search + location.hash).toBe("?view=blame#L1");
    await expect.element(code()).toBeVisible();
  });

  it("goes back to before a commit", async () => {
    await open((fake) => fake.reply(getCommit, makeCommit("2")));
    await code().getByRole("button", { name: "Blame before 2222222" }).click();
    await expect.poll(() => location.pathname + location.search).toBe(at("0", "charge.ts?view=blame"));
  });

  it("says that there is nothing before the first commit", async () => {
    await open((fake) => fake.reply(getCommit, makeCommit("1", { parents: [] })));
    await code().getByRole("button", { name: "Blame before 1111111" }).click();
    await expect.element(page.getByText("This is the first commit")).toBeVisible();
    expect(location.pathname).toBe(`${mainAddress}charge.ts`);
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await open((fake) => fake.refuse(getBlame, "internal", "The disk is full"));
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.reply(getBlame, blame);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(code()).toBeVisible();
  });
});
