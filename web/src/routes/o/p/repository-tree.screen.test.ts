import { getFile, getTree } from "@cairn/contract/code-browsing";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { fileView, mainAddress, openRepository, serveRepository } from "#web/testing/open-repository.ts";

const files = ["apps/api/delay.ts", "apps/main.ts", "docs/guide.md", "LICENSE", "lock.json"];
const branches = { main: files };
const row = (name: string) => page.getByRole("treeitem", { name, exact: true });
const rows = () => page.getByRole("treeitem");

/** Opens the top folder with the focus on the first row of the tree. */
async function focusTree(path = "") {
  const api = await openRepository(path, { branches });
  await expect.element(row("lock.json")).toBeVisible();
  (rows().first().element() as HTMLElement).focus();
  return api;
}

describe("the tree of files", () => {
  it("moves by arrows, Home and End, and stays at its ends", async () => {
    await focusTree();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(row("apps")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(row("LICENSE")).toHaveFocus();
    await userEvent.keyboard("{End}{ArrowDown}");
    await expect.element(row("lock.json")).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect.element(row("apps")).toHaveFocus();
  });

  it("loads a folder when Right opens it, goes into it, and Left leads back out and folds it", async () => {
    const api = await focusTree();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(row("main.ts")).toHaveAttribute("aria-level", "2");
    // The pointer may rest on another folder, which is loaded ahead.
    expect(api.received(getTree)).toContainEqual(expect.objectContaining({ branchName: "main", path: "apps" }));
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(row("api")).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(row("apps")).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(row("apps")).toHaveAttribute("aria-expanded", "false");
    await expect.element(row("main.ts")).not.toBeInTheDocument();
  });

  it("finds a name by its first letters, and the next one by the same letter", async () => {
    await focusTree();
    // In one go: letters that come late begin a new search.
    await userEvent.keyboard("lo");
    await expect.element(row("lock.json")).toHaveFocus();
    // Elsewhere this key opens a dialog.
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  it("is one stop for Tab, which leads to the row that was left", async () => {
    await focusTree();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("docs")).toHaveFocus();
    await userEvent.tab();
    await expect.element(row("docs")).not.toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(row("docs")).toHaveFocus();
  });

  it("opens a file on Enter and keeps its folders open", async () => {
    const api = await focusTree();
    await userEvent.keyboard("{Enter}");
    await expect.element(row("main.ts")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await expect.poll(() => location.pathname).toBe(`${mainAddress}apps/main.ts`);
    await expect.element(fileView()).toBeVisible();
    expect(api.received(getFile).at(-1)).toMatchObject({ branchName: "main", path: "apps/main.ts" });
    await expect.element(row("main.ts")).toHaveAttribute("aria-selected", "true");
  });

  it("shows the open file among its folders, and says where each row is", async () => {
    await openRepository("apps/api/delay.ts", { branches });
    await expect.element(row("delay.ts")).toHaveAttribute("aria-selected", "true");
    await expect.element(row("delay.ts")).toHaveAttribute("aria-level", "3");
    await expect.element(row("apps")).toHaveAttribute("aria-setsize", "4");
    await expect.element(row("docs")).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.getByRole("tree", { name: "Files" })).toBeVisible();
  });

  it("keeps a folder folded that somebody folded around the open file", async () => {
    await openRepository("apps/api/delay.ts", { branches });
    await row("apps").click();
    await expect.element(row("delay.ts")).not.toBeInTheDocument();
    await expect.element(fileView()).toBeVisible();
    await row("LICENSE").click();
    await expect.poll(() => location.pathname).toBe(`${mainAddress}LICENSE`);
    await expect.element(row("apps")).toHaveAttribute("aria-expanded", "false");
  });

  it("says that a folder could not be read, and reads it again when it is pressed", async () => {
    const api = await focusTree();
    api.refuse(getTree, "internal", "The disk is full");
    await row("apps").click();
    const failed = row("Could not be read. Press to try again.");
    await expect.element(failed).toBeVisible();
    serveRepository(api, { branches });
    await failed.click();
    await expect.element(row("main.ts")).toBeVisible();
  });
});

describe("the tree on a phone", () => {
  const viewport = { width: 375, height: 740 };

  it("is in a sheet, which closes when a file is opened", async () => {
    await openRepository("docs/guide.md", { branches, viewport });
    await expect.element(fileView()).toBeVisible();
    await expect.element(page.getByRole("tree")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Files", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: "Files" })).toBeVisible();
    await expect.element(row("guide.md")).toHaveAttribute("aria-selected", "true");
    await row("lock.json").click();
    await expect.poll(() => location.pathname).toBe(`${mainAddress}lock.json`);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("a folder", () => {
  const list = () => page.getByRole("list", { name: "Files" });

  it("lists its entries after the way to its parent", async () => {
    await openRepository("apps", { branches });
    await expect.element(list().getByRole("link").nth(2)).toBeVisible();
    const links = list().getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      ["", "apps/api", "apps/main.ts"].map((path) => mainAddress + path),
    );
    await expect.element(list().getByRole("link", { name: "Parent folder" })).toBeVisible();
    expect(document.title).toMatch(/^apps · /);
  });

  it("goes through its entries by J and K", async () => {
    await openRepository("apps", { branches });
    await expect.element(list().getByRole("link", { name: "main.ts" })).toBeVisible();
    await userEvent.keyboard("jjj");
    await expect.element(list().getByRole("link", { name: "main.ts" })).toHaveFocus();
    await userEvent.keyboard("k{Enter}");
    await expect.poll(() => location.pathname).toBe(`${mainAddress}apps/api`);
  });

  it("of many entries has a filter, and draws only those in sight", async () => {
    const many = Array.from({ length: 500 }, (_unused, index) => `src/file-${index}.ts`);
    await openRepository("src", { branches: { main: many } });
    const filter = page.getByRole("searchbox", { name: "Filter this folder" });
    await expect.element(list().getByRole("link", { name: "file-0.ts" })).toBeVisible();
    expect(list().getByRole("listitem").elements().length).toBeLessThan(100);
    await filter.fill("FILE-499");
    await expect.element(list().getByRole("link", { name: "file-499.ts" })).toBeVisible();
    await filter.fill("nothing");
    await expect.element(page.getByText("No file has this name")).toBeVisible();
  });
});
