import { describe, expect, it } from "vitest";

import { follows, citationPlaceholder, openCitations, type Statement } from "./cited-text.ts";
import { checkEvidence, hashLines, toLines, type CodeReader, type Evidence } from "./evidence.ts";

const boat = ["hoist();", "", "lower();"];
const reader = (repositoryId: string, commit: string, files: Record<string, string[]>): CodeReader => ({
  repositoryId,
  commit,
  readLines: async (path) => files[path] ?? null,
});
const former = reader("fleet", "c1", { "gone.ts": ["former();"] });
const readers = new Map([
  [
    "fleet",
    {
      ...reader("fleet", "c2", { "boat.ts": boat, "empty.ts": [] }),
      at: (commit: string) => (commit === "c1" ? former : reader("fleet", commit, {})),
    },
  ],
  ["notes", reader("notes", "n1", { "boat.ts": boat })],
]);
const at = (startLine: number, endLine = startLine, own: Partial<Evidence> = {}): Evidence => ({
  repositoryId: "fleet",
  path: "boat.ts",
  startLine,
  endLine,
  ...own,
});

describe("lines of a text", () => {
  it.each([
    ["a\nb\n", ["a", "b"]],
    ["a\nb", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\n\n", ["a", ""]],
    ["", []],
    ["\n", [""]],
    // Neither a lone carriage return nor what Unicode calls a separator ends a line.
    ["a\rb\u2028c\u0085d", ["a\rb\u2028c\u0085d"]],
  ])("of %j", (text, expected) => {
    expect(toLines(text)).toEqual(expected);
  });

  it("have one hash, whatever their line ends were, and another where a line end is missing", () => {
    expect(hashLines(toLines("a\r\nb\r\n"))).toBe(hashLines(toLines("a\nb")));
    expect(hashLines(["a", "b"])).not.toBe(hashLines(["ab"]));
    expect(hashLines(["a"])).toBe("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  });
});

describe("evidence", () => {
  it("is found with the commit it stands at and the hash of exactly its lines", async () => {
    expect(await checkEvidence(readers, at(1, 3))).toEqual({ ...at(1, 3), commit: "c2", hash: hashLines(boat) });
    expect(await checkEvidence(readers, at(3))).toEqual({ ...at(3), commit: "c2", hash: hashLines(["lower();"]) });
  });

  it("is looked up at the commit it names, where that can be read", async () => {
    const gone = at(1, 1, { path: "gone.ts" });
    expect(await checkEvidence(readers, { ...gone, commit: "c1" })).toMatchObject({ commit: "c1", path: "gone.ts" });
    expect(await checkEvidence(readers, { ...at(1), commit: "c2" })).toMatchObject({ commit: "c2" });
    expect(await checkEvidence(readers, gone)).toBeNull();
    expect(await checkEvidence(readers, { ...at(1, 1, { repositoryId: "notes" }), commit: "n0" })).toBeNull();
  });

  it.each([
    ["before the first line", at(0, 1)],
    ["behind the last line", at(3, 4)],
    ["backwards", at(2, 1)],
    ["between lines", at(1.5, 2)],
    ["no number", at(Number.NaN, 2)],
    ["of an empty file", at(1, 1, { path: "empty.ts" })],
    ["of a missing file", at(1, 1, { path: "none.ts" })],
    ["of a repository that is not read", at(1, 1, { repositoryId: "other" })],
    ["of a name that every object has", at(1, 1, { repositoryId: "constructor" })],
  ])("%s is not found", async (_, evidence) => {
    expect(await checkEvidence(readers, evidence)).toBeNull();
  });
});

describe("citations", () => {
  const cite = async (...statements: Statement[]) => {
    const citations = openCitations(readers);
    const texts: (string | null)[] = [];
    for (const statement of statements) texts.push(await citations.cite(statement));
    return {
      texts,
      sources: citations.sources.map(({ path, startLine }) => `${path}:${startLine}`),
      dropped: citations.dropped,
    };
  };

  it("count from 1 in the order of first use; the same lines keep their number", async () => {
    const found = await cite(
      { text: "It lowers.", evidence: [at(3)] },
      { text: "It hoists.", evidence: [at(1), at(3)] },
      { text: "It lowers twice.", evidence: [at(3), at(3)] },
    );
    expect(found).toEqual({
      texts: ["It lowers. [1]", "It hoists. [2][1]", "It lowers twice. [1]"],
      sources: ["boat.ts:3", "boat.ts:1"],
      dropped: 0,
    });
  });

  it("tell the same lines of two repositories, and a line from a range that begins there, apart", async () => {
    const notes = at(1, 1, { repositoryId: "notes" });
    const { texts } = await cite({ text: "All.", evidence: [at(1), notes, at(1, 2)] });
    expect(texts).toEqual(["All. [1][2][3]"]);
  });

  it("refuse a statement of whose evidence nothing was found, and keep one of which something was", async () => {
    const found = await cite(
      { text: "It sinks.", evidence: [at(9), at(0)] },
      { text: "It floats.", evidence: [at(9), at(1)] },
    );
    expect(found).toEqual({ texts: [null, "It floats. [1]"], sources: ["boat.ts:1"], dropped: 1 });
  });

  it.each([
    ["leads over:", [], "leads over:"],
    ["| a | b |", [at(1)], "| a | b [1] |"],
    ["```\ncode\n```", [at(1)], "```\ncode\n```\n\n[1]"],
    ["````md\n```\n````", [at(1)], "````md\n```\n````\n\n[1]"],
    [`boat.ts ${citationPlaceholder}:\n\n\`\`\`\ncode\n\`\`\``, [at(1)], "boat.ts [1]:\n\n```\ncode\n```"],
    [`nothing${citationPlaceholder}.`, [], "nothing."],
    ["costs $& and $1", [at(1)], "costs $& and $1 [1]"],
    [`costs $1 ${citationPlaceholder}.`, [at(1)], "costs $1 [1]."],
  ])("stand where they belong in %j", async (text, evidence, expected) => {
    expect((await cite({ text, evidence })).texts).toEqual([expected]);
  });
});

it.each([
  ["- a", "- b", true],
  ["> - a", "> - b", true],
  ["text\n- a", "- b", true],
  ["| a |", "| b |", true],
  ["| a |", "text", false],
  ["- a", "> - b", false],
  ["- a", "text", false],
  ["text", "- a", false],
  ["> text", "> - a", false],
])("after %j, %j follows without a gap: %s", (last, text, expected) => {
  expect(follows(text, last)).toBe(expected);
});

it("gathers the facts that cited statements list, and those of no dropped one", async () => {
  const facts = (folder: string) => ({ repositoryId: "fleet", kind: "declarations" as const, folder, digest: "d" });
  const citations = openCitations(readers);
  await citations.cite({ text: "It hoists.", evidence: [at(1)], lists: [facts("boat.ts")] });
  await citations.cite({ text: "It sinks.", evidence: [at(99)], lists: [facts("gone.ts")] });
  expect(citations.lists).toEqual([facts("boat.ts")]);
});
