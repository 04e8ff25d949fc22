import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

const folder = mkdtempSync(join(tmpdir(), "search-files-"));
let index: CodeIndex;

beforeAll(async () => {
  const repository = makeRepository();
  repository.commit({
    "src/mail/letter.ts": `export class Letter {
  /** Seals the envelope. */
  seal(): void {}
  private open(): void {}
}
export function sealLetter(): void {}
function seal_letter_again() {}
`,
    "src/mail/letter.test.ts": "it('seals a letter twice', () => { sealLetter(); });\n",
    "src/Letter.py": "class Letter:\n    def seal(self): pass\n",
    "src/mail/größe.ts": "export const größeDesBriefs = 1;\n",
    "docs/mail/letter.md": "# Letter\n\nHow to seal a letter.\n",
    "vendor/letter.ts": "export class Letter { seal() {} }\n",
    "src/empty.ts": "",
    "src/zone.ts": "export function letter() {}\n",
  });
  const commit = repository.commit({ "src/mail/queue.ts": "export const queue = [];\n" }, "Queue sealed letters");
  await updateIndex({ directory: folder, source: gitDirectorySource(repository.directory), commit });
  repository.remove();
  const opened = openIndex(folder);
  if (opened === null) throw new Error("There is no index");
  index = opened;
});

afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a hit", () => {
  it("says where it matches, what it declares and why it was found", () => {
    const [hit] = index.search("seal the envelope of a letter");
    expect(hit).toEqual({
      path: "src/mail/letter.ts",
      kind: "source",
      language: "typescript",
      score: expect.any(Number),
      ranges: [{ startLine: 1, endLine: 7, score: expect.any(Number) }],
      symbols: [
        expect.objectContaining({ name: "sealLetter", kind: "function" }),
        expect.objectContaining({ name: "Letter", kind: "class" }),
        expect.objectContaining({ name: "seal", parent: "Letter" }),
        expect.objectContaining({ name: "seal_letter_again" }),
      ],
      reasons: [
        { kind: "path", evidence: ["letter"] },
        { kind: "symbol", evidence: ["sealLetter", "Letter", "seal", "seal_letter_again"] },
        { kind: "text", evidence: ["seal", "envelope", "letter"] },
        { kind: "test", evidence: ["src/mail/letter.test.ts"] },
      ],
    });
  });

  it("is found by a commit alone, and says which", () => {
    expect(index.search("sealed letters").find(({ path }) => path === "src/mail/queue.ts")).toMatchObject({
      symbols: [],
      ranges: [],
      reasons: [{ kind: "history", evidence: ["Queue sealed letters"] }],
    });
  });
});

describe("options of a search", () => {
  it.each([
    [{ under: "src/mail/" }, ["src/mail/letter.ts", "src/mail/letter.test.ts", "src/mail/queue.ts"]],
    [{ under: "src/mail", limit: 1 }, ["src/mail/letter.ts"]],
    [{ under: "src/ma" }, []],
    [{ kinds: ["test", "docs"] as const }, ["docs/mail/letter.md", "src/mail/letter.test.ts"]],
    [{ kinds: [] }, []],
    [{ limit: 0 }, []],
  ])("%o", (options, paths) => {
    const found = index.search("seal letter", options as Parameters<CodeIndex["search"]>[1]).map(({ path }) => path);
    expect(found.toSorted()).toEqual([...paths].sort());
  });
});

describe("declarations", () => {
  const named = (query: string, limit?: number): string[] =>
    index.findSymbols(query, limit === undefined ? {} : { limit }).map(({ path, symbol }) => `${path} ${symbol.name}`);

  it.each<[string, string[]]>([
    ["Letter", ["src/Letter.py Letter", "src/mail/letter.ts Letter"]],
    ["letter", ["src/zone.ts letter", "src/Letter.py Letter"]],
    ["LETTER", ["src/Letter.py Letter", "src/mail/letter.ts Letter", "src/zone.ts letter"]],
    ["seal_letter", ["src/mail/letter.ts sealLetter"]],
    ["SEALLETTER", ["src/mail/letter.ts sealLetter"]],
    ["  sealLetter() ", ["src/mail/letter.ts sealLetter"]],
    ["größeDesBriefs", ["src/mail/größe.ts größeDesBriefs"]],
    ["größe", ["src/mail/größe.ts größeDesBriefs"]],
  ])("of %j begin with %o", (query, expected) => {
    expect(named(query).slice(0, expected.length)).toEqual(expected);
  });

  it.each(["", "   ", "...", "nowhere"])("of %j are none", (query) => {
    expect(named(query)).toEqual([]);
  });

  it("are as many as asked for", () => {
    expect([named("seal letter", 2).length, named("seal letter", 0).length]).toEqual([2, 0]);
  });
});
