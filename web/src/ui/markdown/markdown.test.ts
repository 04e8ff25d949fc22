import type { Mention } from "@cairn/contract/mentions";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";

import { Markdown } from "./markdown.tsx";

const page = "ff9d9022-32c3-4a78-9cb1-853e42276254";

beforeAll(() => {
  Object.defineProperty(globalThis, "location", { value: new URL("https://docs.example/o/x"), configurable: true });
});

function drawn(text: string, resolveMention?: (mention: Mention) => { kind: "name" } | { kind: "gone"; note: string }) {
  return renderToStaticMarkup(createElement(Markdown, { text, resolveMention }));
}

it("resolves mentions by the given function and never renders their address", () => {
  const seen: Mention[] = [];
  const markup = drawn(`[Pier](cairn:page/${page}) [x](cairn:nonsense)`, (mention) => {
    seen.push(mention);
    return { kind: "gone", note: "page not found" };
  });
  expect(seen).toEqual([{ kind: "page", artifactId: page }]);
  expect(markup).toContain("(page not found)");
  expect(markup).not.toContain("cairn:");
});

it("names the host of a link once", () => {
  expect(drawn("[www.board.example](https://www.board.example)").match(/>[^<]*board\.example/g)).toHaveLength(1);
  expect(drawn("[The board](https://www.board.example)")).toContain("www.board.example<");
});

it("shows a mention as its name without a resolver", () => {
  expect(drawn(`[@Ada](cairn:person/${page})`)).toContain("<span data-mention");
});

it("follows no address that runs, and shows tags as they are written", () => {
  const markup = drawn("[js](javascript:alert(1)) <script>alert(1)</script> ![p](https://evil.example/x.png)");
  expect(markup).not.toMatch(/href=|<script|<img/);
  expect(markup).toContain("&lt;script&gt;");
});

it("lets long paths break between their folders only", () => {
  expect(drawn("`apps/api/src/handlers/departures.ts`")).toContain(
    "<code>apps/<wbr/>api/<wbr/>src/<wbr/>handlers/<wbr/>departures.ts</code>",
  );
  expect(drawn("`src/delay.ts`")).toContain("<code>src/delay.ts</code>");
});

it("ignores change marks in the text itself", () => {
  const written = '<ins data-change="added">new</ins>\n\n<pre><code><b>bold</b> code</code></pre>';
  const markup = renderToStaticMarkup(createElement(Markdown, { text: written, hasHtml: true }));
  expect(markup).toContain("<ins>new</ins>");
  expect(markup).not.toMatch(/data-change|Changed code|\[added/);
});

it("sets the text direction of lists, quotes and tables automatically", () => {
  const markup = drawn("- שלום\n\n1. one\n\n> ציטוט\n\n| שם | שעה |\n| - | - |\n| צפון | 10 |");
  expect(markup.match(/<(?:ul|ol|blockquote|table) dir="auto"/g)).toHaveLength(4);
});
