import { expect, it } from "vitest";

import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";

import { parseBlob, unpackFacts, unpackLinks, unparsedBlob } from "./parse-blob.ts";

const oid = "a".repeat(40);

it("packs facts and links apart and gives back what was read", async () => {
  const input = {
    pathClass: classifyPath("src/größe.ts"),
    bytes: Buffer.from(
      'import a from "./a";\n/** Größe 🚢 */\nexport const größe = process.env.SIZE;\napp.get("/x", show);\n',
    ),
  };
  const { facts } = await extractContent(input);
  const blob = await parseBlob({ oid, ...input });
  expect(unpackFacts(blob.facts, blob.links)).toEqual(facts);
  expect(unpackLinks(blob.links).imports).toEqual([{ specifier: "./a", names: ["a"], line: 1 }]);
  expect(unpackFacts(blob.facts, null).imports).toEqual([]);
  const { facts: _facts, links: _links, terms, trigrams, ...columns } = blob;
  expect([terms === null, trigrams === null]).toEqual([false, false]);
  expect(columns).toEqual({
    oid,
    variant: "typescript",
    size: input.bytes.length,
    language: "typescript",
    contentKind: null,
    lines: 4,
    problem: null,
    symbols: 1,
    endpoints: 0,
    schemas: 0,
    configKeys: 1,
    scripts: 0,
  });
});

it("keeps no links of a file that has none", async () => {
  const blob = await parseBlob({ oid, pathClass: classifyPath("a.ts"), bytes: Buffer.from("const a = 1;\n") });
  expect([blob.links, unpackLinks(null)]).toEqual([
    null,
    {
      imports: [],
      ownPackage: null,
      aliases: [],
      routing: null,
      data: null,
      settings: null,
      triggers: null,
      operations: null,
      deployment: null,
      build: null,
      declares: [],
      mentions: {},
    },
  ]);
});

it.each([
  ["binary content", "a.ts", Buffer.from([1, 0, 2]), "binary"],
  ["minified: very long lines", "a.js", Buffer.from("x".repeat(30_000)), "generated"],
  [null, "package-lock.json", Buffer.from(`{\n "a": 1\n}\n`), null],
])("counts no terms where nothing is read: %s", async (problem, path, bytes, kind) => {
  const blob = await parseBlob({ oid, pathClass: classifyPath(path), bytes });
  expect([blob.problem, blob.contentKind, blob.terms, blob.symbols]).toEqual([problem, kind, null, 0]);
});

it("lists a blob that was not parsed with the reason", () => {
  const pathClass = classifyPath("video.mp4");
  const blob = unparsedBlob({ oid, pathClass, problem: "larger than 1 MB", bytes: 5_000_000, contentKind: "binary" });
  const { facts, ...columns } = blob;
  expect(columns).toEqual({
    oid,
    variant: "-/binary",
    size: 5_000_000,
    language: null,
    contentKind: "binary",
    lines: 0,
    problem: "larger than 1 MB",
    symbols: 0,
    endpoints: 0,
    schemas: 0,
    configKeys: 0,
    scripts: 0,
    trigrams: null,
    links: null,
    terms: null,
  });
  expect(unpackFacts(facts, null)).toMatchObject({ bytes: 5_000_000, problem: "larger than 1 MB", symbols: [] });
});
