import { getRevision, listRevisions, restoreRevision } from "@cairn/contract/page-history";
import type { RevisionSummary } from "@cairn/contract/page-history";
import { getArtifact } from "@cairn/contract/pages";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePage, pageId, writtenSection } from "#web/features/pages/testing/make-page.ts";
import { choosePageAction, openPage, pageAddress } from "#web/features/pages/testing/open-page.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { sampleId } from "#web/testing/sample.ts";

const ada = { userId: sampleId(), firstName: "Ada", lastName: "Okafor" };
const text = (number: number) => writtenSection(1, "Purpose", { content: `The fee is ${number} crowns.` });
const overview = makePage([text(3)], { revision: 3 });
const list = () => page.getByRole("list", { name: "Revisions" });

const revisions: RevisionSummary[] = [3, 2, 1].map((revision) => ({
  revision,
  title: revision === 1 ? "Overview" : "System overview",
  cause: revision === 1 ? "created" : revision === 2 ? "edited" : "written",
  createdBy: revision === 2 ? ada : null,
  createdAt: `2026-03-0${revision}T09:30:00.000Z`,
  changedSections: ["Purpose", "Data flow", "Failure modes", "Limits"],
}));

function serveHistory(fake: FakeApi) {
  fake.replyList(listRevisions, revisions);
  fake.reply(getRevision, ({ revision }) => {
    const found = revisions.find((one) => one.revision === revision) ?? revisions[0];
    return { ...(found as RevisionSummary), sections: [text(revision)] };
  });
}

const openHistory = (search: string, viewport?: { width: number; height: number }) =>
  openPage(overview, { search, api: serveHistory, ...(viewport && { viewport }) });

describe("the history of a page", () => {
  it("is opened from its menu and left by Escape", async () => {
    await openPage(overview, { api: serveHistory });
    await choosePageAction("History");
    await expect.element(page.getByRole("heading", { name: "History of System overview" })).toBeVisible();
    await expect.element(page.getByText("3 revisions")).toBeVisible();
    await expect.element(list()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => location.pathname + location.search).toBe(pageAddress);
    await expect.element(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  });

  it("says who changed what, and which one stands now", async () => {
    await openHistory("?history");
    const entries = list().getByRole("listitem");
    await expect
      .element(entries.nth(0))
      .toMatchTextContent("Written from the codePurpose, Data flow, Failure modes and 1 more");
    await expect.element(entries.nth(0)).toMatchTextContent("Now");
    await expect.element(entries.nth(1)).toMatchTextContent("Ada Okafor edited the page");
    await expect.element(entries.nth(2)).toMatchTextContent(/Made from the code$/);
  });

  it("shows a former text at its own address", async () => {
    await openHistory("?history");
    await list().getByRole("link").nth(1).click();
    await expect.element(page.getByText("The fee is 2 crowns.")).toBeVisible();
    expect(location.search).toBe("?revision=2");
    await expect.element(list().getByRole("link").nth(1)).toHaveAttribute("aria-current", "true");
    await expect.element(page.getByText("Revision 2 · Ada Okafor edited the page · Built-in engine")).toBeVisible();
  });

  it("compares a revision with the one before, and with a chosen one", async () => {
    await openHistory("?revision=3");
    await page.getByText("Changes", { exact: true }).click();
    await expect.poll(() => location.search).toBe("?revision=3&compare=2");
    const changed = page.getByRole("region", { name: "Purpose", exact: true });
    await expect.element(changed.getByRole("deletion").first()).toMatchTextContent("2");
    await expect.element(changed.getByRole("insertion").first()).toMatchTextContent("3");
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: /^since 1:/ }).click();
    await expect.poll(() => location.search).toBe("?revision=3&compare=1");
    await expect.element(page.getByText("Title: Overview → System overview")).toBeVisible();
  });

  it("says why it could not be loaded, and loads it on Retry", async () => {
    const api = await openPage(overview, {
      search: "?history",
      api: (fake) => {
        serveHistory(fake);
        fake.refuse(listRevisions, "internal", "The disk is full");
      },
    });
    await expect.element(page.getByRole("alert")).toMatchTextContent("The disk is full");
    serveHistory(api);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(list().getByRole("link").first()).toBeVisible();
  });

  it("shows the list or one revision on a phone, never both", async () => {
    await openHistory("?history", { width: 375, height: 700 });
    await list().getByRole("link").nth(1).click();
    await expect.element(page.getByText("The fee is 2 crowns.")).toBeVisible();
    await expect.element(list()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "All revisions" }).click();
    await expect.element(list()).toBeVisible();
    await expect.element(page.getByText("The fee is 2 crowns.")).not.toBeInTheDocument();
  });
});

describe("restoring a revision", () => {
  it("asks first, publishes it again, and shows the page", async () => {
    const api = await openHistory("?revision=2");
    const restored = makePage([text(2)], { revision: 4 });
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Restore this state?" });
    await expect.element(dialog).toMatchTextContent("nothing is lost, and restoring the one before takes it back.");
    api.reply(restoreRevision, restored);
    api.reply(getArtifact, restored);
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect.poll(() => location.pathname + location.search).toBe(pageAddress);
    await expect.element(page.getByText("The fee is 2 crowns.")).toBeVisible();
    expect(api.received(restoreRevision)).toEqual([{ organizationId: "payments", artifactId: pageId(0), revision: 2 }]);
  });

  it("is not offered for the one that stands now", async () => {
    await openHistory("?revision=3");
    await expect.element(page.getByText("The fee is 3 crowns.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Restore" })).not.toBeInTheDocument();
  });

  it("that is refused says so, and nothing else changes", async () => {
    const api = await openHistory("?revision=2");
    api.refuse(restoreRevision, "forbidden", "Your role cannot edit");
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await expect.element(page.getByText("Your role cannot edit")).toBeVisible();
    expect(location.search).toBe("?revision=2");
  });
});
