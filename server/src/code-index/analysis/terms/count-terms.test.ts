import { describe, expect, it } from "vitest";

import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";

import { chooseChunks } from "./choose-chunks.ts";
import { countTerms } from "./count-terms.ts";
import { decodeTerms } from "./decode-terms.ts";
import type { TermHeader } from "./decode-terms.ts";
import { hashTerm, stem } from "./split-words.ts";

/** Packs and unpacks the terms of a file. */
async function termsOf(
  path: string,
  text: string,
): Promise<{ header: TermHeader; terms: Map<number, { fields: number[]; chunks: [number, number][] }> }> {
  const { facts, source } = await extractContent({ pathClass: classifyPath(path), bytes: Buffer.from(text) });
  if (source === null) throw new Error("The text could not be read");
  const terms = new Map<number, { fields: number[]; chunks: [number, number][] }>();
  let header: TermHeader | null = null;
  let chunks: [number, number][] = [];
  decodeTerms(countTerms(source, facts), {
    header: (found) => (header = found),
    term: (hash, fields) => {
      chunks = [];
      terms.set(hash, { fields: [...fields], chunks });
    },
    chunk: (chunk, weight) => chunks.push([chunk, weight]),
  });
  if (header === null) throw new Error("There was no header");
  return { header, terms };
}

const hash = (word: string): number => hashTerm(stem(word));

describe("countTerms", () => {
  it("counts by field and comes back whole from its packed form", async () => {
    const { header, terms } = await termsOf("a.ts", "// alpha alpha\nexport function alpha() {\n  beta(alpha);\n}\n");
    expect(header).toMatchObject({ lines: 4, chunkStarts: [1] });
    // Symbols, comments, body, docs.
    expect(terms.get(hash("alpha"))?.fields).toEqual([1, 2, 2, 0]);
    expect(terms.get(hash("beta"))?.fields).toEqual([0, 0, 1, 0]);
  });
  it("keeps words of prose apart", async () => {
    const { terms } = await termsOf("a.md", "# Alpha\nbeta\n");
    expect(terms.get(hash("alpha"))?.fields).toEqual([0, 0, 0, 1]);
  });
  it("places terms in the passages they stand in", async () => {
    const lines = Array.from({ length: 200 }, (_, line) => (line === 150 ? "function needle() {}" : "call(x1);"));
    const { header, terms } = await termsOf("a.js", lines.join("\n"));
    const [[chunk] = [-1]] = terms.get(hash("needle"))?.chunks ?? [];
    expect(header.chunkStarts.findLastIndex((start) => start <= 151)).toBe(chunk);
    expect(terms.get(hash("call"))?.chunks.length).toBe(header.chunkStarts.length);
  });
});

describe("chooseChunks", () => {
  it("begins passages at declarations near forty lines and covers all lines", () => {
    const symbol = (startLine: number) => ({
      name: "a",
      kind: "function" as const,
      parent: null,
      signature: "",
      doc: null,
      isExported: true,
      startLine,
      endLine: startLine,
    });
    expect(chooseChunks({ lines: 120, symbols: [symbol(38), symbol(70)], sections: [] })).toEqual([1, 38, 70]);
    expect(chooseChunks({ lines: 30, symbols: [], sections: [] })).toEqual([1]);
    expect(chooseChunks({ lines: 0, symbols: [], sections: [] })).toEqual([1]);
  });
});
