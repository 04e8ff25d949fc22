import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { readPdf } from "./read-pdf.ts";
import { makeDeflateBomb, makePdf } from "./testing/make-pdf.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-pdfs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = { maxPages: 500, maxCharacters: 1_000_000, timeoutMs: 120_000, heapMb: 160, besideHeapBytes: 2 ** 27 };

async function read(bytes: Uint8Array, given: Partial<typeof limits> = {}) {
  const file = path.join(folder, "file.pdf");
  await writeFile(file, bytes);
  return await readPdf(file, { ...limits, ...given });
}

it("reads a PDF page by page", async () => {
  const pages = ["Harbour (north)\nDues are paid monthly.", "Fog closes the pier."];
  expect(await read(makePdf(pages))).toEqual({ pageCount: 2, pages, textProblem: null });
});

it("keeps as many pages and characters as allowed, and says so", async () => {
  const pdf = makePdf(["One page", "Two page", "Three page"]);
  expect(await read(pdf, { maxPages: 2 })).toEqual({
    pageCount: 3,
    pages: ["One page", "Two page"],
    textProblem: "Only the text of its first 2 pages of 3 can be used.",
  });
  expect(await read(pdf, { maxCharacters: 11 })).toEqual({
    pageCount: 3,
    pages: ["One page", "Two"],
    textProblem: "Only the text of its first 2 pages of 3 can be used.",
  });
  expect(await read(makePdf(["One page"]), { maxCharacters: 3 })).toEqual({
    pageCount: 1,
    pages: ["One"],
    textProblem: "Its text is very long. The end of it cannot be used.",
  });
});

it("loses one page that is damaged, and not the others", async () => {
  const text = makePdf(["One page", "Two page", "Three page"]).toString("latin1");
  const damaged = text.replace(/6 0 obj\n<< \/Type \/Page /, "6 0 obj\n<< /Type /Pony ");
  expect(damaged).not.toBe(text);
  const { pages, pageCount } = await read(Buffer.from(damaged, "latin1"));
  expect(pageCount).toBe(3);
  expect([pages[0], pages[2]]).toEqual(["One page", "Three page"]);
});

const unreadable = "It is built in a way that this server cannot read, so its text cannot be used.";

it.each([
  ["unpacks to gigabytes", makeDeflateBomb(512)],
  ["lists millions of things", makeDeflateBomb(12, "(a)1 ", "BT /F1 1 Tf [")],
  ["nests without an end", makeDeflateBomb(12, "<<", "BT ")],
  ["is one long word", makeDeflateBomb(12, "a", "BT /F1 1 Tf (")],
])("ends a PDF that %s, and this process hardly grows", async (_, deflated) => {
  const before = process.resourceUsage().maxRSS;
  const bomb = makePdf(["x"], { deflated });
  expect(bomb.length).toBeLessThan(10_000_000);
  expect(await read(bomb)).toEqual({ pageCount: 1, pages: [], textProblem: unreadable });
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(500);
});

it("ends a PDF that takes too long", async () => {
  const words = Buffer.from(`BT /F1 12 Tf 50 700 Td ${"(pier) Tj ".repeat(500_000)} ET`);
  const { deflateSync } = await import("node:zlib");
  const slow = makePdf(["x"], { deflated: deflateSync(words) });
  expect(await read(slow, { timeoutMs: 300 })).toMatchObject({ pages: [], textProblem: unreadable });
});

it.each([
  ["is scanned", makePdf(["", ""]), 2, "There is no text in it that can be read. It may be scanned."],
  ["has no pages", makePdf([]), 0, /./],
  ["is no PDF", Buffer.from("%PDF-1.7"), null, "It is damaged, so its text cannot be read."],
  ["is empty", Buffer.alloc(0), null, "It is damaged, so its text cannot be read."],
])("says why the text of a PDF cannot be used that %s", async (_, bytes, pageCount, problem) => {
  expect(await read(bytes)).toEqual({ pageCount, pages: [], textProblem: expect.stringMatching(problem) });
});
