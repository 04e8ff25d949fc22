import { expect, it } from "vitest";

import { linkTarget } from "./link-target.ts";

const own = "https://cairn.test";

it("shows the real host of a link to another site", () => {
  expect(linkTarget("https://cairn.test.evil.example/x", own)).toEqual({
    kind: "outside",
    href: "https://cairn.test.evil.example/x",
    host: "cairn.test.evil.example",
  });
});

it("classifies a link to this app as internal", () => {
  expect(linkTarget("https://cairn.test/o/a?x=1#L3", own)).toEqual({ kind: "inside", href: "/o/a?x=1", hash: "L3" });
});

it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "docs/a.md", "", undefined])(
  "does not follow %s",
  (href) => {
    expect(linkTarget(href, own)).toEqual({ kind: "none" });
  },
);
