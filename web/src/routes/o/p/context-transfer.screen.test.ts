import { listArtifacts } from "@cairn/contract/pages";
import { listRepositories } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { exportPages, exportPagesToBranch, importPagesFromBranch } from "@cairn/contract/transfer";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const inProduct = { organizationId: "payments", projectId: "payments" };
const [sampled] = (sampleOf(listRepositories.response, "usual") as { content: [Repository] }).content;
const connected: Repository = { ...sampled, connection: { type: "url", url: "https://example.com/board" } };
const hosted: Repository = {
  ...sampled,
  repositoryId: sampleId(5),
  repo: "board",
  connection: { type: "internal", owner: "payments", repo: "board" },
};

async function choose(entry: string, repositories = [connected, hosted], setUp?: (fake: FakeApi) => void) {
  const api = await openScreen("/o/payments/p/payments/context", {
    api: (fake) => {
      fake.replyList(listRepositories, repositories);
      setUp?.(fake);
    },
  });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return api;
}

describe("exporting all documents to a branch", () => {
  const dialog = () => page.getByRole("dialog", { name: "Export to a branch" });
  const send = () => dialog().getByRole("button", { name: "Export" });

  it("commits them to a repository that is hosted here, and says to which commit", async () => {
    const api = await choose("To a branch…", undefined, (fake) =>
      fake.reply(exportPagesToBranch, { commit: "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887", files: 12 }),
    );
    await expect.element(dialog().getByRole("combobox", { name: "Repository" })).toMatchTextContent("board");
    await dialog().getByRole("textbox", { name: "Branch" }).fill("handbook");
    await dialog().getByRole("textbox", { name: "Folder" }).fill("");
    await send().click();
    await expect.element(dialog()).toMatchTextContent("12 files committed to handbook as 4f2a9c1.");
    expect(api.received(exportPagesToBranch)).toEqual([
      { ...inProduct, repositoryId: sampleId(5), branch: "handbook", folder: "" },
    ]);
    await dialog().getByRole("button", { name: "Close" }).last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("says where the branch holds all of it already", async () => {
    await choose("To a branch…", undefined, (fake) => fake.reply(exportPagesToBranch, { commit: null, files: 1 }));
    await send().click();
    await expect.element(dialog()).toMatchTextContent("The branch holds all of it already: 1 file, nothing to commit.");
  });

  it("needs the name of a branch, and says so at the field", async () => {
    const api = await choose("To a branch…");
    await dialog().getByRole("textbox", { name: "Branch" }).fill(" ");
    await send().click();
    await expect.element(dialog().getByRole("textbox", { name: "Branch" })).toHaveAttribute("aria-invalid", "true");
    await expect.element(dialog()).toMatchTextContent("Name a branch");
    expect(api.received(exportPagesToBranch)).toEqual([]);
  });

  it("that is refused says why in the dialog, which keeps what was typed", async () => {
    await choose("To a branch…", undefined, (fake) =>
      fake.refuse(exportPagesToBranch, "conflict", "The branch is protected"),
    );
    await dialog().getByRole("textbox", { name: "Branch" }).fill("main");
    await send().click();
    await expect.element(dialog()).toMatchTextContent("The branch is protected");
    await expect.element(dialog().getByRole("textbox", { name: "Branch" })).toHaveValue("main");
  });

  it("is not possible without a repository that is hosted here", async () => {
    await choose("To a branch…", [connected]);
    await expect.element(dialog()).toMatchTextContent("This product has no repository that is hosted here");
    await expect.element(send()).not.toBeInTheDocument();
  });
});

describe("importing documents from a branch", () => {
  const dialog = () => page.getByRole("dialog", { name: "Import from a branch" });

  it("reads the main branch at first, and names every file that was not taken over", async () => {
    const refused = [{ path: "docs/broken.md", reason: "Its ledger does not fit its text" }];
    const api = await choose("Import from a branch…", undefined, (fake) =>
      fake.reply(importPagesFromBranch, { created: 1, updated: 2, unchanged: 3, refused }),
    );
    const lists = api.received(listArtifacts).length;
    await dialog().getByRole("button", { name: "Import" }).click();
    await expect.element(dialog()).toMatchTextContent("1 new, 2 updated, 3 unchanged, 1 not taken over.");
    await expect.element(dialog()).toMatchTextContent("docs/broken.mdIts ledger does not fit its text");
    expect(api.received(importPagesFromBranch)).toEqual([
      { ...inProduct, repositoryId: sampleId(5), branch: hosted.mainBranch, folder: "docs" },
    ]);
    await expect.poll(() => api.received(listArtifacts).length).toBeGreaterThan(lists);
  });
});

describe("downloading all documents", () => {
  it("that is refused says why", async () => {
    await choose("Download as zip", undefined, (fake) =>
      fake.refuse(exportPages, "rate_limited", "Wait an hour before the next export"),
    );
    await expect.element(page.getByText("Could not export the pages")).toBeVisible();
    await expect.element(page.getByText("Wait an hour before the next export")).toBeVisible();
  });
});
