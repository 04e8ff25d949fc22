import { describe, expect, it } from "vitest";

import { parseBlob } from "#server/code-index/analysis/parse/parse-blob.ts";
import { eachWord, termHashes } from "#server/code-index/analysis/terms/split-words.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";

import { carryPostings } from "./carry-postings.ts";
import { buildPostings } from "./postings.ts";
import type { Postings, PostingSource, TermPostings } from "./postings.ts";

/** Long enough for several chunks. */
function textOf(path: string, version: number): string {
  const lines = Array.from({ length: 150 }, (_, line) => `export const word${line % 17}x${path.length} = ${version};`);
  return `/** About ${path.replaceAll(/\W/g, " ")} v${version}. */\n${lines.join("\n")}\nfunction only${version}() {}\n`;
}

async function sourceOf(path: string, version: number): Promise<PostingSource> {
  const bytes = Buffer.from(textOf(path, version));
  const { terms } = await parseBlob({ oid: "0".repeat(40), pathClass: classifyPath(path), bytes });
  return { path, terms };
}

/** Everything postings say, by word in place of number. */
function reported(postings: Postings, words: ReadonlySet<string>): unknown {
  const locations = ({ starts, units, counts, width }: TermPostings, term: number): unknown => {
    const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
    return term < 0 || end <= start
      ? []
      : [units.slice(start, end), Array.from(counts.slice(start * width, end * width))];
  };
  const lists = [postings.files, postings.chunks, postings.paths, postings.symbols];
  const terms = [...words].flatMap((word) =>
    termHashes(word).map((hash) => lists.map((list) => locations(list, postings.table.find(hash)))),
  );
  return [terms, postings.measures, postings.fileNorms, postings.chunkNorms, postings.fileCount];
}

describe("carryPostings", () => {
  it("gives what building anew gives, push after push", async () => {
    let files = new Map(Array.from({ length: 40 }, (_, number) => [`src/part${number % 5}/file${number}.ts`, 0]));
    const words = new Set<string>();
    const read = async (): Promise<PostingSource[]> => {
      files = new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
      const sources = await Promise.all([...files].map(async ([path, version]) => await sourceOf(path, version)));
      for (const [path, version] of files)
        for (const text of [path, textOf(path, version)]) eachWord(text, 0, text.length, (word) => words.add(word));
      return sources;
    };
    let postings = buildPostings(await read());
    for (let push = 1; push < 12; push += 1) {
      const former = new Map([...files].map(([path, version], number) => [path, { version, number }]));
      files.set(`src/part2/file${push * 3}.ts`, push);
      files.set(`a-new${push}/first.py`, 0);
      files.set(`zz/last${push}.go`, push);
      files.delete([...files.keys()][push * 2] ?? "");
      const sources = await read();
      const formerNumbers = Int32Array.from([...files], ([path, version]) => {
        const known = former.get(path);
        return known?.version === version ? known.number : -1;
      });
      const requested: number[] = [];
      const source = (file: number): PostingSource => {
        requested.push(file);
        return sources[file] ?? { path: "", terms: null };
      };
      const carried = carryPostings(postings, { formerNumbers, source });
      if (carried === null) throw new Error("Nothing was carried");
      expect(requested.length).toBeLessThanOrEqual(3);
      expect(reported(carried, words)).toEqual(reported(buildPostings(sources), words));
      postings = carried;
    }
  });

  it("is left when most of it is new", async () => {
    const postings = buildPostings([await sourceOf("a.ts", 1), await sourceOf("b.ts", 1)]);
    const source = (): PostingSource => ({ path: "c.ts", terms: null });
    expect(carryPostings(postings, { formerNumbers: Int32Array.of(0, -1), source })).toBeNull();
  });
});
