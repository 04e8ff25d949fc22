import { findFiles, getFile, getTree } from "@cairn/contract/code-browsing";
import { getRepository } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import {
  commit,
  fileView,
  mainAddress,
  makeFile,
  makeRepository,
  openFile,
  openRepository,
  serveRepository,
} from "#web/testing/open-repository.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

describe("a file", () => {
  it("says its size and its lines, and names the tab", async () => {
    await openFile();
    await expect.element(fileView().getByText("43 B · 3 lines · 4f2a9c1")).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^charge\.ts/);
  });

  it("is read at the branch and path of the address", async () => {
    const api = await openFile();
    await expect.element(fileView()).toBeVisible();
    expect(api.received(getFile)[0]).toMatchObject({ branchName: "main", path: "charge.ts" });
  });

  it("names an encoding other than UTF-8, and Windows line ends", async () => {
    await openFile(makeFile({ content: "caf\u00e9\r\n", encoding: "windows-1252", size: 6 }));
    await expect.element(fileView().getByText("6 B · 1 line · CRLF · windows-1252 · 4f2a9c1")).toBeVisible();
  });

  it("says that it is empty", async () => {
    await openFile(makeFile({ content: "" }));
    await expect.element(page.getByText("This file is empty")).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Blame" })).not.toBeInTheDocument();
  });

  it("shows Markdown as it reads", async () => {
    await openFile(makeFile({ path: "guide.md", content: "# Guide\n\nRead me.\n" }));
    await expect.element(fileView().getByRole("heading", { name: "Guide" })).toBeVisible();
  });

  it("shows the code of Markdown when the address names lines of it", async () => {
    await openFile(makeFile({ path: "guide.md", content: "# Guide\n\nRead me.\n" }), { rest: "#L1" });
    await expect.element(fileView().getByText("# Guide")).toBeVisible();
    await expect.element(fileView().getByRole("heading", { name: "Guide" })).not.toBeInTheDocument();
  });

  it("leads to its history", async () => {
    await openFile();
    const link = fileView().getByRole("link", { name: "History" });
    await expect.element(link).toHaveAttribute("href", `${mainAddress}charge.ts?view=history`);
  });
});

describe("a file that cannot be shown", () => {
  const none = { content: "", encoding: "none" };
  const cases = [
    ["is binary", { ...none, size: 2_048 }, "This file is not text", "Download it to open it in another program."],
    [
      "is huge",
      { ...none, size: 5_242_880 },
      "This file is too large to show",
      "It is 5 MB. Files up to 1 MB are shown",
    ],
    ["is kept in LFS", { lfsSize: 3_145_728 }, "This file is kept in Git LFS", "The file itself is 3 MB"],
    ["is a submodule", { ...none, kind: "submodule" }, "This is a submodule", "at its commit 4f2a9c1"],
  ] as const;

  it.each(cases)("because it %s says so", async (_why, change, title, text) => {
    await openFile(makeFile({ path: "data.bin", ...change }));
    await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  });

  it("offers a binary one to download, and no lines to go to", async () => {
    await openFile(makeFile({ path: "data.bin", ...none, size: 2_048 }));
    await expect.element(page.getByRole("button", { name: "Download" })).toBeVisible();
    await userEvent.keyboard("l");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  it("leads from a symbolic link to where it points", async () => {
    await openFile(makeFile({ path: "latest", content: "src/charge.ts", kind: "symlink" }));
    await expect
      .element(page.getByRole("link", { name: "Go there" }))
      .toHaveAttribute("href", `${mainAddress}src/charge.ts`);
  });

  it("leads nowhere from a symbolic link out of the repository", async () => {
    await openFile(makeFile({ path: "latest", content: "../../etc/passwd", kind: "symlink" }));
    await expect.element(page.getByText("which lies outside this repository", { exact: false })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Go there" })).not.toBeInTheDocument();
  });
});

describe("going to a line", () => {
  async function typeLine(text: string) {
    await openFile();
    await expect.element(fileView()).toBeVisible();
    await userEvent.keyboard("l");
    const field = page.getByRole("textbox", { name: "Line" });
    await expect.element(field).toHaveFocus();
    await field.fill(text);
    await userEvent.keyboard("{Enter}");
  }

  it("selects the line in the address", async () => {
    await typeLine("2");
    await expect.poll(() => location.hash).toBe("#L2");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  it.each(["0", "4", "1.5", "two"])("refuses %s and keeps what was typed", async (text) => {
    await typeLine(text);
    await expect.element(page.getByText("Enter a number from 1 to 3")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Line" })).toHaveValue(text);
    expect(location.hash).toBe("");
  });
});

describe("an address that leads nowhere", () => {
  it("offers the folder of a file that is missing", async () => {
    await openRepository("gone.ts");
    await expect.element(page.getByRole("heading", { name: "gone.ts is not here" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Go to its folder" })).toHaveAttribute("href", mainAddress);
  });

  it("offers the top folder when the folder of the file is missing, too", async () => {
    await openRepository("gone/deep/charge.ts");
    await expect.element(page.getByRole("heading", { name: "charge.ts is not here" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Go to the top folder" })).toHaveAttribute("href", mainAddress);
  });

  it("shows the main branch in place of a deleted one, and says so", async () => {
    await openRepository("charge.ts", { at: "old-idea" });
    await expect.element(page.getByText("There is no branch or commit old-idea here")).toBeVisible();
    await expect.element(page.getByText("main is shown instead.")).toBeVisible();
    await expect.element(fileView()).toBeVisible();
  });

  it("says that a repository is gone, with the way to all others", async () => {
    await openScreen(mainAddress, { api: (api) => api.refuse(getRepository, "not_found") });
    await expect.element(page.getByRole("heading", { name: "Repository not found" })).toBeVisible();
    const link = page.getByRole("link", { name: "All repositories" });
    await expect.element(link).toHaveAttribute("href", "/o/payments/p/shop/repositories");
  });

  it("loads again on Retry after a folder failed", async () => {
    const api = await openRepository("charge.ts", {
      api: (fake) => fake.refuse(getTree, "internal", "The disk is full"),
    });
    const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
    await expect.element(retry.last()).toBeVisible();
    serveRepository(api);
    await retry.last().click();
    await expect.element(fileView()).toBeVisible();
  });
});

describe("a repository that was not read yet", () => {
  const openUncloned = (change: Partial<Repository["indexing"]>) =>
    openRepository("", {
      repository: {
        connection: { type: "url", url: "https://example.com/payments.git" },
        indexing: { ...makeRepository().indexing, commit: null, ...change },
      },
    });

  it("says that its files appear by themselves", async () => {
    await openUncloned({ state: "cloning", error: null });
    await expect.element(page.getByRole("heading", { name: "Not cloned yet" })).toBeVisible();
    await expect.element(page.getByText("Its files appear here by themselves.", { exact: false })).toBeVisible();
  });

  it("says why it could not be cloned, with the way to its settings", async () => {
    await openUncloned({ state: "failed", error: "Host unreachable" });
    await expect.element(page.getByText("Host unreachable")).toBeVisible();
    const link = page.getByRole("link", { name: "Repository settings" }).last();
    await expect.element(link).toHaveAttribute("href", "/o/payments/p/shop/repositories/payments/settings");
  });
});

describe("finding a file", () => {
  it("asks by the letters typed, and opens what Enter is on", async () => {
    const api = await openFile(makeFile(), {
      api: (fake) => fake.reply(findFiles, { content: [{ path: "src/refund.ts", matches: [4, 5] }], commit }),
    });
    await userEvent.keyboard("t");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("ref");
    await expect.poll(() => api.received(findFiles).at(-1)).toMatchObject({ branchName: "main", query: "ref" });
    await expect.element(page.getByRole("option")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe(`${mainAddress}src/refund.ts`);
  });
});
