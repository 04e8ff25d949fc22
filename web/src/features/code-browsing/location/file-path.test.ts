import { describe, expect, it } from "vitest";

import { formatFileSize, findReadme, resolveLink, resolvePath, resolvePicture } from "./file-path.ts";

describe("a link in a Markdown file", () => {
  it.each([
    ["docs/guide/a.md", "../b.md", { path: "docs/b.md", hash: "" }],
    ["README.md", "./src/x.ts#L3", { path: "src/x.ts", hash: "L3" }],
    ["docs/a.md", "/LICENSE", { path: "LICENSE", hash: "" }],
    ["docs/a.md", "#part", { path: "docs", hash: "part" }],
    ["docs/a.md", "tide%20tables.md?plain=1#L3", { path: "docs/tide tables.md", hash: "L3" }],
    ["docs/a.md", "100%.md", { path: "docs/100%.md", hash: "" }],
    ["a.md", "../../etc/passwd", null],
    ["a.md", "%2e%2e/etc/passwd", null],
  ])("from %s, %s", (from, link, expected) => {
    expect(resolveLink(from, link)).toEqual(expected);
  });
});

it("takes the path of a symbolic link as it is", () => {
  expect(resolvePath("docs/latest", "./notes#2%20?.md")).toBe("docs/notes#2%20?.md");
});

it.each([
  ["assets/quay.png", "docs/assets/quay.png"],
  ["../assets/a%20quay.png?raw=true", "assets/a quay.png"],
  ["/assets/100%.png", "assets/100%.png"],
  ["../../outside.png", null],
  ["https://example.com/quay.png", null],
  ["//example.com/quay.png", null],
  ["data:image/png;base64,AA==", null],
])("finds the picture %s", (address, path) => {
  expect(resolvePicture("docs/guide.md", address)).toBe(path);
});

it("finds the readme in any case and prefers Markdown", () => {
  const item = (name: string, isFolder = false) => ({ name, isFolder });
  expect(findReadme([item("README.txt"), item("ReadMe.md")])?.name).toBe("ReadMe.md");
  expect(findReadme([item("readme.md", true), item("a.md")])).toBeUndefined();
});

it.each([
  [640, "640 B"],
  [2150, "2.1 KB"],
  [1_048_576, "1 MB"],
  [1_468_006, "1.4 MB"],
])("writes %d bytes as %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
