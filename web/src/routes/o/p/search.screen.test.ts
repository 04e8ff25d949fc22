import { listRepositories } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { searchCode, searchLines } from "@cairn/contract/search";
import type { CodeFreshness, CodeHit, LineHits, LineSearch } from "@cairn/contract/search";
import { listServices } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/search";
const commit = "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887";
const from = { repositoryId: sampleId(1), repositorySlug: "payments", branch: "main", commit };
const [repository] = (sampleOf(listRepositories.response, "usual") as { content: [Repository] }).content;
const freshness: CodeFreshness[] = [{ ...from, indexedAt: "2026-03-02T09:30:00.000Z" }];

const hit = (path: string, change: Partial<CodeHit> = {}): CodeHit => ({
  ...from,
  path,
  startLine: 4,
  endLine: 4,
  symbol: null,
  excerpt: "return fee;",
  score: 1,
  topicId: null,
  ...change,
});

const best = (content: CodeHit[]) => (api: FakeApi) =>
  api.reply(searchCode, { content, page: 1, limit: 50, total: content.length, freshness });

function linesOf(path: string, count: number): LineHits {
  const lines = Array.from({ length: count }, (_unused, index) => ({
    line: index + 1,
    text: `fee ${index + 1}`,
    ranges: [[0, 3] as [number, number]],
  }));
  return { ...from, path, language: "typescript", lines, matchedLines: count };
}

const exact = (files: LineHits[], change: Partial<LineSearch> = {}) => ({
  files,
  matchedFiles: files.length,
  isCutOff: false,
  freshness,
  matchedLines: files.reduce((sum, file) => sum + file.matchedLines, 0),
  ...change,
});

const field = () => page.getByRole("searchbox", { name: "Search code" });
const params = () => Object.fromEntries(new URLSearchParams(location.search));

describe("a search by meaning", () => {
  it("puts the cursor into the field and asks nothing before something is typed", async () => {
    const api = await openScreen(address);
    await expect.element(field()).toHaveFocus();
    await expect
      .element(page.getByText("Describe what you are looking for, or name it.", { exact: false }))
      .toBeVisible();
    expect(api.received(searchCode)).toEqual([]);
  });

  it("keeps the question in the address as it was typed", async () => {
    const api = await openScreen(address, { api: best([hit("src/charge.ts")]) });
    await field().fill("  fees ");
    await expect.poll(() => api.received(searchCode).at(-1)?.query).toBe("fees");
    expect(params()).toEqual({ q: "  fees " });
    await expect.element(page.getByText("1 place in 1 file", { exact: false })).toBeVisible();
  });

  it("links a result to its lines at the branch", async () => {
    await openScreen(`${address}?q=fees`, { api: best([hit("src/charge.ts")]) });
    const link = page.getByRole("link", { name: /return fee/ });
    await expect
      .element(link)
      .toHaveAttribute("href", expect.stringContaining("/repositories/payments/b/main/src/charge.ts"));
    await expect.element(link).toHaveAttribute("href", expect.stringMatching(/#L4$/));
  });

  it("says which state was searched when nothing is found", async () => {
    await openScreen(`${address}?q=fees`, { api: best([]) });
    await expect.element(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await expect
      .element(page.getByText(/Searched: payments@4f2a9c1, indexed .+ Try it in other words\./))
      .toBeVisible();
  });

  it("goes from the field to the first result by the arrow", async () => {
    await openScreen(`${address}?q=fees`, { api: best([hit("src/charge.ts")]) });
    await expect.element(page.getByRole("link", { name: /return fee/ })).toBeVisible();
    await field().click();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("link", { name: /return fee/ })).toHaveFocus();
  });

  it("keeps the text on Escape", async () => {
    await openScreen(`${address}?q=fees`, { api: best([]) });
    await field().click();
    await userEvent.keyboard("{Escape}");
    await expect.element(field()).toHaveValue("fees");
  });

  it("offers Retry that works when the server fails", async () => {
    const api = await openScreen(`${address}?q=fees`, { api: (fake) => fake.refuse(searchCode, "internal") });
    const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
    await expect.element(retry).toBeVisible();
    best([hit("src/charge.ts")])(api);
    await retry.click();
    await expect.element(page.getByRole("link", { name: /return fee/ })).toBeVisible();
  });
});

describe("an exact search", () => {
  it("sends the options of the address, blanks of the text included", async () => {
    const options = "&case=1&word=1&regex=1&paths=src/**";
    const api = await openScreen(`${address}?q=%20fee&mode=exact${options}`, {
      api: (fake) => fake.reply(searchLines, exact([linesOf("src/charge.ts", 1)])),
    });
    const asked = { pattern: " fee", isRegex: true, isWord: true, ignoreCase: false, paths: "src/**" };
    await expect.poll(() => api.received(searchLines)[0]).toMatchObject(asked);
  });

  it("shows ten lines of a file and more when asked", async () => {
    await openScreen(`${address}?q=fee&mode=exact`, {
      api: (fake) => fake.reply(searchLines, exact([linesOf("src/charge.ts", 12)])),
    });
    await expect.element(page.getByText("12 lines in 1 file", { exact: false })).toBeVisible();
    await expect.element(page.getByRole("link", { name: /fee 11/ })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Show 2 more" }).click();
    await expect.element(page.getByRole("link", { name: /fee 12/ })).toBeVisible();
  });

  it("asks for more files on Show more files", async () => {
    const api = await openScreen(`${address}?q=fee&mode=exact`, {
      api: (fake) => fake.reply(searchLines, exact([linesOf("src/charge.ts", 1)], { matchedFiles: 120 })),
    });
    await expect.element(page.getByText("1 of 120 files are shown.", { exact: false })).toBeVisible();
    expect(api.received(searchLines).at(-1)?.limit).toBe(50);
    await page.getByRole("button", { name: "Show more files" }).click();
    await expect.poll(() => api.received(searchLines).at(-1)?.limit).toBe(200);
  });

  it("says that there is more than could be listed", async () => {
    await openScreen(`${address}?q=fee&mode=exact`, {
      api: (fake) => fake.reply(searchLines, exact([linesOf("src/charge.ts", 1)], { isCutOff: true })),
    });
    await expect.element(page.getByText("There is more than could be listed.", { exact: false })).toBeVisible();
  });

  it("says at the field what is wrong with an expression, and keeps it", async () => {
    await openScreen(`${address}?q=(fee&mode=exact&regex=1`, {
      api: (fake) => fake.refuse(searchLines, "invalid_input", "The group is not closed"),
    });
    await expect.element(page.getByRole("alert").getByText("The group is not closed")).toBeVisible();
    await expect.element(field()).toHaveAttribute("aria-invalid", "true");
    await expect.element(field()).toHaveValue("(fee");
    await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  });

  it("suggests what would widen a search that found nothing", async () => {
    await openScreen(`${address}?q=fee*&mode=exact&case=1&paths=src`, {
      api: (fake) => fake.reply(searchLines, exact([])),
    });
    const hint = "Try it without Match case, or in all files, or as a regular expression.";
    await expect.element(page.getByText(hint, { exact: false })).toBeVisible();
  });
});

describe("the options of a search", () => {
  it("are a step of the history that Back undoes", async () => {
    await openScreen(`${address}?q=fee`, {
      api: (fake) => {
        best([])(fake);
        fake.reply(searchLines, exact([]));
      },
    });
    await page.getByText("Exact", { exact: true }).click();
    await expect.poll(params).toEqual({ q: "fee", mode: "exact" });
    window.history.back();
    await expect.poll(params).toEqual({ q: "fee" });
    await expect.element(page.getByText("Try it in other words.", { exact: false })).toBeVisible();
  });

  it("lead back to the whole product from a service that is gone", async () => {
    const api = await openScreen(`${address}?q=fee&service=${sampleId(77)}`, {
      api: (fake) => {
        best([hit("src/charge.ts")])(fake);
        fake.replyList(listServices, []);
      },
    });
    await expect.element(page.getByRole("heading", { name: "Not in this product" })).toBeVisible();
    expect(api.received(searchCode)).toEqual([]);
    await page.getByRole("button", { name: "Search the whole product" }).click();
    await expect.element(page.getByRole("link", { name: /return fee/ })).toBeVisible();
    expect(params()).toEqual({ q: "fee" });
  });

  it("say why the repository could not be loaded, and search when it could", async () => {
    const api = await openScreen(`${address}?q=fee&repository=payments`, {
      api: (fake) => {
        best([hit("src/charge.ts")])(fake);
        fake.refuse(listRepositories, "conflict", "The disk is full");
      },
    });
    await expect.element(page.getByRole("alert")).toMatchTextContent(/The disk is full/);
    expect(api.received(searchCode)).toEqual([]);
    api.replyList(listRepositories, [{ ...repository, repositoryId: sampleId(1), slug: "payments" }]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByRole("link", { name: /return fee/ })).toBeVisible();
  });

  it("are folded on a phone, with their number", async () => {
    await openScreen(`${address}?q=fee&mode=exact&case=1&word=1`, {
      viewport: { width: 375, height: 700 },
      api: (fake) => fake.reply(searchLines, exact([linesOf("src/charge.ts", 1)])),
    });
    const filters = page.getByRole("button", { name: "Filters (2)" });
    await expect.element(filters).toHaveAttribute("aria-expanded", "false");
    await filters.click();
    await expect.element(filters).toHaveAttribute("aria-expanded", "true");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  });
});
