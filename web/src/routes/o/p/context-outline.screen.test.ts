import {
  addWishedPage,
  dropArtifact,
  listDroppedPages,
  pinArtifact,
  restoreDroppedPage,
} from "@cairn/contract/page-outline";
import type { DroppedPage } from "@cairn/contract/page-outline";
import { listArtifacts } from "@cairn/contract/pages";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePage, pageId } from "#web/features/pages/testing/make-page.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/context";
const main = () => page.getByRole("main");
const inOrganization = { organizationId: "payments" };

function summary(number: number, title: string, change: Partial<ArtifactSummary> = {}): ArtifactSummary {
  return { ...makePage([], { artifactId: pageId(number), title }), ...change };
}

const overview = summary(1, "System overview");
const testing = summary(2, "Testing", { isPinned: true });
const dropped: DroppedPage = {
  droppedPageId: sampleId(301),
  title: "Gotchas",
  projectId: sampleId(),
  serviceId: null,
  droppedAt: "2026-03-02T09:30:00.000Z",
  droppedBy: { userId: sampleId(7), firstName: "Ada", lastName: "Lovelace" },
};

function open(pages: readonly DroppedPage[] = [dropped], options: OpenOptions = {}) {
  return openScreen(address, {
    ...options,
    api: (fake) => {
      fake.replyList(listArtifacts, [overview, testing]);
      fake.replyList(listDroppedPages, [...pages]);
    },
  });
}

async function choose(title: string, item: string) {
  await main()
    .getByRole("button", { name: `Actions for ${title}` })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("the outline", () => {
  it("shows what is pinned, and pins and unpins from the menu of a page", async () => {
    const fake = await open();
    await expect.element(main().getByRole("listitem").filter({ hasText: "Testing" })).toMatchTextContent("Pinned");
    await choose("System overview", "Pin, so that it stays");
    await choose("Testing", "Unpin");
    await expect
      .poll(() => fake.received(pinArtifact))
      .toEqual([
        { ...inOrganization, artifactId: pageId(1), isPinned: true },
        { ...inOrganization, artifactId: pageId(2), isPinned: false },
      ]);
  });

  it("loses a page that is taken out, and has it back by Undo", async () => {
    const fake = await open();
    fake.reply(dropArtifact, { ...dropped, title: "Testing" });
    await expect.element(main().getByRole("link", { name: "Testing" })).toBeVisible();
    fake.replyList(listArtifacts, [overview]);
    await choose("Testing", "Take out of the outline");
    await expect.element(page.getByText("“Testing” is out of the outline")).toBeVisible();
    await expect.element(main().getByRole("link", { name: "Testing" })).not.toBeInTheDocument();
    await expect.element(main().getByRole("link", { name: "System overview" })).toHaveFocus();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => fake.received(restoreDroppedPage))
      .toEqual([{ ...inOrganization, droppedPageId: dropped.droppedPageId }]);
  });

  it("keeps the page and says why where it may not be taken out", async () => {
    const fake = await open();
    fake.refuse(dropArtifact, "forbidden", "Your role cannot edit");
    await choose("Testing", "Take out of the outline");
    await expect.element(page.getByText("Your role cannot edit")).toBeVisible();
    await expect.element(main().getByRole("link", { name: "Testing" })).toBeVisible();
  });

  it("has what was taken out below, to be taken back by the keyboard", async () => {
    const fake = await open();
    const below = main().getByText("Out of the outline (1)");
    await expect.element(below).toBeVisible();
    (below.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect
      .element(main().getByRole("list", { name: "Pages out of the outline" }))
      .toMatchTextContent("Ada Lovelace");
    fake.replyList(listDroppedPages, []);
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.poll(() => fake.received(restoreDroppedPage)).toHaveLength(1);
    await expect.element(below).not.toBeInTheDocument();
  });

  it("gets a page by what it should answer, which stays where that fails", async () => {
    const fake = await open([]);
    await main().getByRole("button", { name: "Ask for a page" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask for a page" });
    await dialog.getByRole("button", { name: "Add page" }).click();
    const wish = dialog.getByRole("textbox", { name: "What should it answer?" });
    await expect.element(wish).toHaveAttribute("aria-invalid", "true");
    await wish.fill("How are tides worked out?");
    fake.refuse(addWishedPage, "internal", "The disk is full");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(wish).toHaveValue("How are tides worked out?");
    fake.reply(addWishedPage, makePage([], { title: "How tides are worked out" }));
    await dialog.getByRole("button", { name: "Add page" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText("“How tides are worked out” is being written")).toBeVisible();
    expect(fake.received(addWishedPage).at(-1)).toEqual({
      ...inOrganization,
      projectId: sampleId(),
      serviceId: null,
      wish: "How are tides worked out?",
    });
  });
});
