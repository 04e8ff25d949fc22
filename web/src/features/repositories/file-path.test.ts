import { describe, expect, it } from "vitest";

import { fileSize, findReadme, resolvePath } from "./file-path.ts";

describe("resolvePath", () => {
  it.each([
    ["docs/guide/a.md", "../b.md", { path: "docs/b.md", hash: "" }],
    ["README.md", "./src/x.ts#L3", { path: "src/x.ts", hash: "L3" }],
    ["docs/a.md", "/LICENSE", { path: "LICENSE", hash: "" }],
    ["docs/a.md", "#part", { path: "docs", hash: "part" }],
    ["a.md", "../../etc/passwd", null],
  ])("from %s, %s", (from, link, expected) => {
    expect(resolvePath(from, link)).toEqual(expected);
  });
});

it("finds the readme in any case and prefers Markdown", () => {
  const item = (name: string, isFolder = false) => ({ name, isFolder });
  expect(findReadme([item("README.txt"), item("ReadMe.md")])?.name).toBe("ReadMe.md");
  expect(findReadme([item("readme.md", true), item("a.md")])).toBeUndefined();
});

it.each([
  [640, "640 B"],
  [2150, "2.1 KB"],
  [1_468_006, "1.4 MB"],
])("writes %d bytes as %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
