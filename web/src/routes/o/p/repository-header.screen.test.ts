import { getTree, listBranches } from "@cairn/contract/code-browsing";
import { listRepositories } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import {
  commit,
  fileView,
  mainAddress,
  makeFile,
  makeRepository,
  openFile,
  openRepository,
} from "#web/testing/open-repository.ts";
import { sampleId } from "#web/testing/sample.ts";

const guide = makeFile({ path: "docs/guide.md", content: "# Guide\n" });
const slashed = "feature/tide tables";
const branches = { main: ["docs/guide.md", "LICENSE"], [slashed]: ["docs/guide.md"], release: ["docs/old.md"] };
const branchButton = (name: string) => page.getByRole("button", { name: `Branch: ${name}`, exact: true });
const search = () => page.getByRole("combobox", { name: "Switch Branches" });
const atBranch = (name: string) => mainAddress.replace("main", encodeURIComponent(name));

describe("the branch menu", () => {
  it("opens by W, filters by typing, and leads to the same path on the branch", async () => {
    const api = await openFile(guide, { branches, rest: "?view=code" });
    await userEvent.keyboard("w");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("TIDE");
    await expect.element(page.getByRole("option", { name: slashed })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe(`${atBranch(slashed)}docs/guide.md`);
    expect(location.search).toBe("?view=code");
    await expect
      .poll(() => api.received(getTree))
      .toContainEqual(expect.objectContaining({ branchName: slashed, path: "docs" }));
    await expect.element(branchButton(slashed)).toBeVisible();
    // Whichever ends later, the menu or the navigation, gives the focus to the button or to the heading.
    await expect.poll(() => document.activeElement?.tagName).toMatch(/^(?:BUTTON|H1)$/);
  });

  it("marks the branch that is shown, also one with slashes and blanks in its name", async () => {
    await openRepository("docs/guide.md", { branches, file: guide, at: slashed });
    await expect.element(fileView()).toBeVisible();
    await branchButton(slashed).click();
    await expect.element(page.getByRole("option", { name: slashed })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(page.getByRole("option", { name: "main" })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(search()).not.toBeInTheDocument();
    expect(location.pathname).toBe(`${atBranch(slashed)}docs/guide.md`);
  });

  it("leads to the nearest folder where the branch lacks the path, and says so", async () => {
    await openFile(guide, { branches, rest: "?view=code" });
    await branchButton("main").click();
    await page.getByRole("option", { name: "release" }).click();
    await expect.poll(() => location.pathname + location.search).toBe(`${atBranch("release")}docs`);
    await expect.element(page.getByText("Not on release: docs/guide.md")).toBeVisible();
    await expect.element(page.getByText("docs is shown instead.")).toBeVisible();
  });

  it("leads to the top folder where the branch lacks every folder of the path", async () => {
    await openRepository("LICENSE", { branches });
    await branchButton("main").click();
    await page.getByRole("option", { name: "release" }).click();
    await expect.element(page.getByText("The top folder is shown instead.")).toBeVisible();
    expect(`${location.pathname}/`).toBe(atBranch("release"));
  });

  it("says why the branches are missing, and Retry loads them", async () => {
    const api = await openFile(guide, { branches, api: (fake) => fake.refuse(listBranches, "internal", "No space") });
    await branchButton("main").click();
    await expect.element(page.getByText("No space")).toBeVisible();
    api.reply(listBranches, [{ name: "release", oid: commit, isDefault: true, updatedAt: "2026-03-02T09:30:00Z" }]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByRole("option", { name: "release" })).toBeVisible();
  });
});

describe("a commit in the place of a branch", () => {
  it("is named by its first letters, with the way back to the main branch at the same path", async () => {
    await openRepository("docs/guide.md", { branches, file: guide, at: commit });
    await expect.element(page.getByRole("button", { name: "Commit: 4f2a9c1" })).toBeVisible();
    await page.getByRole("link", { name: "Back to main" }).click();
    await expect.poll(() => location.pathname).toBe(`${mainAddress}docs/guide.md`);
    await expect.element(branchButton("main")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back to main" })).not.toBeInTheDocument();
  });
});

describe("the path", () => {
  it("leads to each folder above, and is copied whole", async () => {
    const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await openFile(guide, { branches });
    const path = page.getByRole("navigation", { name: "Path" });
    await expect.element(path.getByRole("link", { name: "docs" })).toHaveAttribute("href", `${mainAddress}docs`);
    await expect.element(path.getByRole("link", { name: "payments" })).toHaveAttribute("href", mainAddress);
    await expect.element(path.getByText("guide.md")).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Copy path" }).click();
    expect(copied).toHaveBeenCalledExactlyOnceWith("docs/guide.md");
  });
});

describe("the repository menu", () => {
  it("leads to another repository at its own main branch", async () => {
    const board = makeRepository({ slug: "board", repo: "board", mainBranch: "trunk/1", repositoryId: sampleId(1) });
    const named = { owner: "acme" };
    await openFile(guide, {
      branches,
      repository: named,
      api: (fake) => fake.replyList(listRepositories, [makeRepository(named), { ...board, ...named }]),
    });
    await page.getByRole("button", { name: "Repository: acme/payments" }).click();
    await page.getByRole("option", { name: "acme/board" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/shop/repositories/board/b/trunk%2F1");
  });

  it("has the way to the settings", async () => {
    await openFile(guide, { branches, repository: { isReadOnly: true } });
    const settings = page.getByRole("link", { name: "Settings of payments" });
    await expect.element(settings).toHaveAttribute("href", "/o/payments/p/shop/repositories/payments/settings");
    await expect.element(page.getByText("Read-only")).toBeVisible();
  });
});

describe("cloning", () => {
  const both = { http: "https://git.example.com/payments.git", ssh: "git@example.com:payments.git" };
  const hosted = { type: "internal", owner: "payments", repo: "payments" } as const;
  const url = { type: "url", url: both.http } as const;
  const open = (repository: Partial<Repository>) => openFile(guide, { branches, repository });
  const button = () => page.getByRole("button", { name: "Clone" });

  it("offers the address of each transport, with what to sign in by", async () => {
    const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await open({ clone: both, connection: hosted });
    await button().click();
    await expect.element(page.getByRole("textbox", { name: "HTTPS address" })).toHaveValue(both.http);
    await expect.element(page.getByText(/with an access token or a repository key as password/)).toBeVisible();
    await page.getByRole("dialog", { name: "Clone" }).getByText("SSH", { exact: true }).click();
    await expect.element(page.getByRole("textbox", { name: "SSH address" })).toHaveValue(both.ssh);
    await expect
      .element(page.getByRole("link", { name: "your SSH keys" }))
      .toHaveAttribute("href", "/user/settings/keys");
    await page.getByRole("button", { name: "Copy SSH address" }).click();
    expect(copied).toHaveBeenCalledExactlyOnceWith(both.ssh);
  });

  it("of a repository elsewhere is signed in at its host", async () => {
    await open({ clone: { ...both, ssh: null }, connection: url });
    await button().click();
    await expect.element(page.getByText("Sign in with what its host has given you.")).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "SSH" })).not.toBeInTheDocument();
  });

  it("is not offered where there is no address", async () => {
    await open({ clone: { http: null, ssh: null }, connection: { type: "path" } });
    await expect.element(button()).not.toBeInTheDocument();
  });
});

describe("a repository without commits", () => {
  const clone = { http: "https://git.example.com/payments.git", ssh: null };
  const empty = { clone, connection: { type: "internal", owner: "payments", repo: "payments" } as const };

  it("shows how to push the first one to its main branch", async () => {
    await openRepository("", { branches: {}, repository: { ...empty, isReadOnly: false } });
    await expect.element(page.getByRole("heading", { name: "This repository is empty" })).toBeVisible();
    const steps = page.getByRole("region", { name: "Push a first commit" });
    await expect.element(steps).toMatchTextContent(/git remote add origin https:\/\/git\.example\.com\/payments\.git/);
    await expect.element(steps).toMatchTextContent(/git push -u origin main/);
  });

  it("that cannot be pushed to from here waits for one", async () => {
    await openRepository("", { branches: {}, repository: { ...empty, isReadOnly: true } });
    await expect.element(page.getByText("Its files appear here with its first commit.")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Push a first commit" })).not.toBeInTheDocument();
  });
});
