import { expect, test } from "vitest";

import { markdownSchema } from "#web/ui/editor/markdown/schema.ts";

import { looksLikeMarkdown, markdownSlice } from "./paste.ts";

test.each(["# a", "a\n- b", "1. a", "> a", "```\na\n```", "a [b](c)", "a **b** c", "use `x`", "| a | b |\n|---|---|"])(
  "%j is Markdown",
  (text) => expect(looksLikeMarkdown(text)).toBe(true),
);

test.each(["a plain line", "two\nlines", "5 * 3 - 2", "#hashtag", "a - b", "2024. was good"])(
  "%j is plain text",
  (text) => expect(looksLikeMarkdown(text)).toBe(false),
);

test("a single line joins the line at the insertion point", () => {
  const slice = markdownSlice(markdownSchema(), "a **b**");
  expect([slice.openStart, slice.openEnd, slice.content.childCount]).toEqual([1, 1, 1]);
});
