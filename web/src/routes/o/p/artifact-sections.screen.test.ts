import { listCoverageGaps } from "@cairn/contract/coverage-gaps";
import {
  decideHeldSection,
  getSectionChanges,
  regenerateArtifact,
  stopRegeneration,
} from "@cairn/contract/page-writing";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import {
  commit,
  makePage,
  makeSource,
  pageId,
  sectionId,
  writtenSection,
} from "#web/features/pages/testing/make-page.ts";
import { choosePageAction, openPage } from "#web/features/pages/testing/open-page.ts";
import { sampleId } from "#web/testing/sample.ts";

const source = makeSource("src/charge.ts", 2, 3);
const section = (name: string) => page.getByRole("region", { name, exact: true });
const stale = writtenSection(1, "Purpose", { status: "stale", sources: [source], changed: [1] });
const fresh = writtenSection(2, "Data flow");
const inPage = { organizationId: "payments", artifactId: pageId(0) };

describe("a section whose code changed", () => {
  const lena = { name: "Lena Brandt", email: "lena@example.com" };
  const changes = {
    number: 1,
    source,
    path: "src/pay.ts",
    commit: "9".repeat(40),
    hunks: [],
    commits: [
      {
        oid: "8".repeat(40),
        parents: [],
        subject: "Charge per day",
        body: "",
        author: lena,
        authoredAt: "2026-03-02T09:30:00.000Z",
        committer: lena,
        committedAt: "2026-03-02T09:30:00.000Z",
      },
    ],
  };

  it("says so in the line over the page and beside its title", async () => {
    await openPage(makePage([stale, fresh]));
    await expect.element(page.getByText("1 of 2 sections: code changed since")).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "Code changed since: show what changed for Purpose" }))
      .toBeVisible();
  });

  it("shows what changed, with links to the lines then and now, and is written again from there", async () => {
    const api = await openPage(makePage([stale, fresh]));
    api.adjust(getSectionChanges, { sources: [changes] });
    await page.getByRole("button", { name: "Show what changed" }).click();
    const dialog = page.getByRole("dialog", { name: "What changed for “Purpose”" });
    await expect
      .element(dialog.getByText("1 place that this section cites has changed since the section was written."))
      .toBeVisible();
    const code = "/o/payments/p/payments/repositories/payments/b";
    await expect
      .element(dialog.getByRole("link", { name: "src/charge.ts:2-3" }))
      .toHaveAttribute("href", `${code}/${commit}/src/charge.ts#L2-L3`);
    await expect
      .element(dialog.getByRole("link", { name: "src/pay.ts:2-3" }))
      .toHaveAttribute("href", `${code}/${"9".repeat(40)}/src/pay.ts#L2-L3`);
    await expect.element(dialog.getByText("renamed")).toBeVisible();
    api.reply(regenerateArtifact, makePage([{ ...stale, status: "updating" }, fresh]));
    await dialog.getByRole("button", { name: "Update this section" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(1)] }]);
    await expect.element(page.getByText("Writing 1 section").first()).toBeVisible();
  });

  it("says which lists are not as they were", async () => {
    const api = await openPage(makePage([{ ...stale, changed: [], changedLists: ["endpoints"] }]));
    const list = { kind: "endpoints" as const, repositoryId: source.repositoryId, folder: "src/api", commit };
    api.adjust(getSectionChanges, { sources: [], lists: [list] });
    await page.getByRole("button", { name: "Show what changed" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("What this section lists has changed since it was written.")).toBeVisible();
    await expect
      .element(dialog.getByRole("list", { name: "Lists" }))
      .toMatchTextContent("The endpoints in src/api are not the ones that this section was written from.");
  });

  it("says that a cited file is gone", async () => {
    const api = await openPage(makePage([stale]));
    api.adjust(getSectionChanges, { sources: [{ ...changes, path: null, commits: [] }] });
    await page.getByRole("button", { name: "Show what changed" }).click();
    await expect.element(page.getByRole("dialog").getByText("The file is gone")).toBeVisible();
  });

  it("says why the changes could not be loaded, and loads them on Retry", async () => {
    const api = await openPage(makePage([stale]));
    api.refuse(getSectionChanges, "internal", "The index is gone");
    await page.getByRole("button", { name: "Show what changed" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("The index is gone");
    api.adjust(getSectionChanges, { sources: [] });
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
  });

  it("opens in the editor", async () => {
    const api = await openPage(makePage([stale]));
    api.adjust(getSectionChanges, { sources: [] });
    await page.getByRole("button", { name: "Show what changed" }).click();
    await page.getByRole("button", { name: "Open in editor" }).click();
    await expect.element(page.getByRole("button", { name: "Publish" })).toBeVisible();
  });

  it("is written again with all others that need it", async () => {
    const failed = writtenSection(3, "Failure modes", { status: "failed", error: "No tokens are left" });
    const kept = writtenSection(4, "Kept", { status: "stale", isPaused: true });
    const api = await openPage(makePage([stale, fresh, failed, kept]));
    api.stall(regenerateArtifact);
    const update = page.getByRole("button", { name: "Update now" });
    await update.click();
    await expect.element(update).toHaveAttribute("aria-busy", "true");
    expect(api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(1), sectionId(3)] }]);
  });

  it("stays as it is where writing is refused", async () => {
    const api = await openPage(makePage([stale]));
    api.refuse(regenerateArtifact, "forbidden", "No tokens are left");
    await page.getByRole("button", { name: "Update now" }).click();
    await expect.element(page.getByText("Could not start writing")).toBeVisible();
    await expect.element(page.getByText("No tokens are left")).toBeVisible();
    await expect.element(section("Purpose")).toMatchTextContent("What Purpose says.");
  });
});

describe("a section that is written", () => {
  const updating = writtenSection(1, "Purpose", { status: "updating" });

  it("keeps its former text, and writing can be stopped", async () => {
    const api = await openPage(makePage([updating, writtenSection(2, "Data flow", { status: "updating" })]));
    await expect.element(page.getByText("Writing 1 of 2").first()).toBeVisible();
    await expect.element(section("Purpose")).toMatchTextContent("What Purpose says.");
    await expect.element(section("Purpose")).toHaveAttribute("aria-busy", "true");
    api.reply(stopRegeneration, makePage([{ ...updating, status: "fresh" }, fresh]));
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.element(page.getByText("Writing 1 of 2")).not.toBeInTheDocument();
    expect(api.received(stopRegeneration)).toEqual([inPage]);
  });

  it("that failed says why, and is tried again", async () => {
    const failed = writtenSection(1, "Purpose", { status: "failed", error: "The model gave no text" });
    const api = await openPage(makePage([failed, fresh]));
    await expect.element(section("Purpose").getByText("This section could not be written")).toBeVisible();
    await expect.element(section("Purpose").getByText("The model gave no text")).toBeVisible();
    await expect.element(page.getByText("1 section could not be written")).toBeVisible();
    api.reply(regenerateArtifact, makePage([updating, fresh]));
    await section("Purpose").getByRole("button", { name: "Retry" }).click();
    await expect.element(section("Purpose").getByText("Updating")).toBeVisible();
    expect(api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(1)] }]);
  });

  it("that the built-in engine wrote in the model's place says why, and is asked for again", async () => {
    const error = "The token limit of this run was reached (500,000). DOCS_MAX_TOKENS raises the limit.";
    const api = await openPage(makePage([writtenSection(1, "Purpose", { error }), fresh]));
    await expect.element(section("Purpose").getByText(`Written by the built-in engine. ${error}`)).toBeVisible();
    await expect.element(section("Purpose").getByText("This section could not be written")).not.toBeInTheDocument();
    await expect.element(section("Data flow").getByText("Written by the built-in engine")).not.toBeInTheDocument();
    api.reply(regenerateArtifact, makePage([updating, fresh]));
    await section("Purpose").getByRole("button", { name: "Write again" }).click();
    await expect.element(section("Purpose").getByText("Updating")).toBeVisible();
    expect(api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(1)] }]);
  });
});

describe("a new text that waits", () => {
  const held = {
    reason: "it would take away 12 of 14 statements",
    content: "Much less.",
    sources: [],
    generatedAt: "2026-03-02T09:30:00.000Z",
  };
  const waiting = writtenSection(1, "Purpose", { held });

  it("is compared with the one that stands there", async () => {
    await openPage(makePage([waiting, fresh]));
    await expect.element(page.getByText("1 new text waits for you")).toBeVisible();
    await expect
      .element(section("Purpose").getByText("A new text waits for you: it would take away 12 of 14 statements"))
      .toBeVisible();
    await section("Purpose").getByRole("button", { name: "Compare" }).click();
    await expect.element(section("Purpose").getByText(/Much less\./)).toBeVisible();
    await section("Purpose").getByRole("button", { name: "Hide comparison" }).click();
    await expect.element(section("Purpose").getByText(/Much less\./)).not.toBeInTheDocument();
  });

  it("is accepted, and stands there then", async () => {
    const api = await openPage(makePage([waiting]));
    api.reply(decideHeldSection, makePage([{ ...waiting, held: null, content: "Much less." }]));
    await section("Purpose").getByRole("button", { name: "Accept" }).click();
    await expect.element(section("Purpose").getByText("Much less.")).toBeVisible();
    expect(api.received(decideHeldSection)).toEqual([{ ...inPage, sectionId: sectionId(1), decision: "accept" }]);
  });

  it("is discarded; the section is then kept until it is asked for again", async () => {
    const api = await openPage(makePage([waiting]));
    api.reply(decideHeldSection, makePage([{ ...waiting, held: null, isPaused: true }]));
    await section("Purpose").getByRole("button", { name: "Keep current text" }).click();
    await expect
      .element(section("Purpose").getByText(/^Kept by decision: it is not rewritten when the code changes\./))
      .toBeVisible();
    expect(api.received(decideHeldSection)).toMatchObject([{ decision: "discard" }]);
    await section("Purpose").getByRole("button", { name: "Write again" }).click();
    await expect.poll(() => api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(1)] }]);
  });

  it("still waits where the decision is refused", async () => {
    const api = await openPage(makePage([waiting]));
    api.refuse(decideHeldSection, "conflict", "Somebody decided already");
    await section("Purpose").getByRole("button", { name: "Accept" }).click();
    await expect.element(page.getByText("Could not decide about the section")).toBeVisible();
    await expect.element(page.getByText("Somebody decided already")).toBeVisible();
    await expect.element(section("Purpose").getByRole("button", { name: "Accept" })).toBeVisible();
  });

  it("that is empty says what accepting it does", async () => {
    await openPage(makePage([{ ...waiting, held: { ...held, content: "" } }]));
    await section("Purpose").getByRole("button", { name: "Compare" }).click();
    await expect.element(section("Purpose").getByText(/Accepting it empties the section\./)).toBeVisible();
  });
});

describe("facts of the code that a page lacks", () => {
  it("are named with links to their lines, and written", async () => {
    const fact = { kind: "endpoint" as const, name: "GET /tides", source };
    const gap = { sectionId: sectionId(2), title: "Data flow", facts: [fact], total: 1 };
    const api = await openPage(makePage([writtenSection(1, "Purpose"), fresh]), {
      api: (fake) => fake.reply(listCoverageGaps, { sections: [gap] }),
    });
    await expect.element(page.getByText("1 endpoint is not on this page yet")).toBeVisible();
    await expect.element(section("Data flow").getByText("1 endpoint is not in this section yet")).toBeVisible();
    await expect
      .element(section("Data flow").getByRole("link", { name: "GET /tides" }))
      .toHaveAttribute("href", `/o/payments/p/payments/repositories/payments/b/${commit}/src/charge.ts#L2-L3`);
    api.stall(regenerateArtifact);
    await section("Data flow").getByRole("button", { name: "Write again" }).click();
    await expect.poll(() => api.received(regenerateArtifact)).toEqual([{ ...inPage, sectionIds: [sectionId(2)] }]);
  });
});

describe("the origin of a section", () => {
  it("says whether people wrote it, and lists its sources", async () => {
    const notes = writtenSection(3, "Notes", { kind: "static", writtenBy: null });
    await openPage(makePage([writtenSection(1, "Purpose", { sources: [source] }), notes]));
    await expect.element(section("Notes").getByText("Static")).toHaveAttribute("title", "Written by people");
    await section("Purpose").getByRole("button", { name: "Auto · 1 source" }).click();
    const sources = page.getByRole("dialog", { name: "Sources of Purpose" });
    await expect.element(sources.getByText("src/charge.ts:2-3")).toBeVisible();
  });
});

describe("a page from an address", () => {
  const crawl = {
    url: "https://example.org/guide",
    status: "ready" as const,
    fetchedAt: "2026-03-02T09:30:00.000Z",
    error: null,
  };

  it("says where its text is from", async () => {
    await openPage(makePage([fresh], { crawl }));
    await expect
      .element(page.getByRole("link", { name: /^https:\/\/example\.org\/guide/ }))
      .toHaveAttribute("href", "https://example.org/guide");
  });

  it("says why it could not be fetched, and that a former text stands", async () => {
    const failed = { ...crawl, status: "failed" as const, error: "Its robots.txt forbids it" };
    await openPage(makePage([fresh], { crawl: failed }));
    await expect.element(page.getByText("This page could not be fetched again")).toBeVisible();
    await expect.element(page.getByText("Its robots.txt forbids it")).toBeVisible();
  });

  it("offers no regeneration where no section is written from the code", async () => {
    await openPage(makePage([writtenSection(3, "Notes", { kind: "static" })], { projectId: sampleId() }));
    await page.getByRole("button", { name: /^Actions for / }).click();
    await expect.element(page.getByRole("menuitem", { name: "History" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Regenerate…" })).not.toBeInTheDocument();
  });
});

describe("choosing sections to write again", () => {
  it("begins with those that need it, and writes the chosen ones", async () => {
    const api = await openPage(makePage([stale, fresh]));
    await choosePageAction("Regenerate…");
    const dialog = page.getByRole("dialog", { name: "Regenerate" });
    await expect.element(dialog.getByRole("checkbox", { name: /^Purpose/ })).toBeChecked();
    await expect.element(dialog.getByRole("checkbox", { name: "Data flow" })).not.toBeChecked();
    await dialog.getByRole("checkbox", { name: "Data flow" }).click();
    api.stall(regenerateArtifact);
    await dialog.getByRole("button", { name: "Write 2 sections" }).click();
    await expect
      .poll(() => api.received(regenerateArtifact))
      .toEqual([{ ...inPage, sectionIds: [sectionId(1), sectionId(2)] }]);
  });

  it("says what nothing costs, and does not start", async () => {
    const api = await openPage(makePage([stale]));
    await choosePageAction("Regenerate…");
    const dialog = page.getByRole("dialog", { name: "Regenerate" });
    await dialog.getByRole("button", { name: "None" }).click();
    await expect.element(dialog.getByText("Nothing is chosen.")).toBeVisible();
    const write = dialog.getByRole("button", { name: "Write 0 sections" });
    await expect.element(write).toHaveAccessibleDescription("Choose at least one section");
    await expect.element(write).toHaveAttribute("aria-disabled", "true");
    expect(api.received(regenerateArtifact)).toEqual([]);
  });
});
