import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";

import { ComparedMarkdown } from "./compared-markdown.tsx";

beforeAll(() => {
  Object.defineProperty(globalThis, "location", { value: new URL("https://docs.example/o/x"), configurable: true });
});

/** The rendered text, with `{+…+}` for added and `{-…-}` for removed parts, without texts for screen readers. */
function drawn(before: string, after: string): string {
  return markup(before, after)
    .replaceAll(/<span class="sr-only[^>]*>[^<]*<\/span>/g, "")
    .replaceAll(/<(ins|del) data-change="\w+">/g, (_whole, tag) => (tag === "ins" ? "{+" : "{-"))
    .replaceAll("</ins>", "+}")
    .replaceAll("</del>", "-}");
}

function markup(before: string, after: string): string {
  return renderToStaticMarkup(createElement(ComparedMarkdown, { before, after, topHeading: 3 }));
}

it("marks the words that changed in what is read, not in how it is written", () => {
  const html = drawn("Ferries **leave on time today** from a pier.", "Ferries **leave at noon today** from `pier 4`.");
  expect(html).toContain("<strong>leave </strong>{-<strong>on time</strong>-}{+<strong>at noon</strong>+}");
  expect(html).toContain("from {-a pier-}{+<code>pier 4</code>+}.");
  expect(html).not.toContain("**");
});

it("treats a rewritten phrase as one change and announces its bounds to screen readers", () => {
  const html = markup("Crews report delays by radio today.", "Crews report delays on paper forms today.");
  expect(html).toMatch(/\[removed: <\/span>by radio<span[^>]*>\] <\/span><\/del>/);
  expect(html).toMatch(/\[added: <\/span>on paper forms<span/);
});

it("shows a word that became bold as a change", () => {
  expect(drawn("Boats leave early in winter.", "Boats leave *early* in winter.")).toContain(
    "{-early-}{+<em>early</em>+}",
  );
});

it("shows changed, added and removed list items in one list", () => {
  const html = drawn(
    "- boats leave the pier\n- crews\n- prices of tickets",
    "- boats leave the quay\n- crews\n- harbour master",
  );
  expect(html.match(/<li>/g)).toHaveLength(4);
  expect(html).toContain("boats leave the {-pier-}{+quay+}");
  expect(html).toContain("<li>{-prices of tickets-}</li>");
  expect(html).toContain("<li>{+harbour master+}</li>");
});

it("shows a changed table as one table with its header first", () => {
  const table = (head: string, row: string) => `| Line | ${head} |\n| --- | --- |\n| North | noon |\n${row}`;
  const html = drawn(table("Leaves", "| South | one |"), table("Departs", "| West | late |\n| South | two |"));
  expect(html.match(/<table\b/g)).toHaveLength(1);
  expect(html).toContain("<th>{-Leaves-}{+Departs+}</th>");
  expect(html).toContain("<td>{+West+}</td>");
  expect(html).toContain("<td>{-one-}{+two+}</td>");
  const wider = drawn("| A | B |\n| - | - |\n| 1 | 2 |", "| A | B | C |\n| - | - | - |\n| 1 | 2 | 3 |");
  expect(wider.match(/<table\b/g)).toHaveLength(2);
});

it("marks lines and words of code", () => {
  const html = drawn("```ts\nconst a = 1;\nrun(a);\n```", "```ts\nconst a = 2;\nrun(a);\nstop();\n```");
  expect(html).toContain("const a = {-1-}{+2+};\nrun(a);\n{+stop();\n+}");
  expect(html).toContain('aria-label="Changed code"');
  const fence = '```ts title="boat.ts"\nrun();\n```';
  const same = drawn(`Old words here.\n\n${fence}`, `New words here.\n\n${fence}`);
  expect(same.match(/run\(\)/g)).toHaveLength(1);
  expect(same).toContain('aria-label="ts code"');
});

it("collapses unchanged blocks far from a change", () => {
  const blocks = ["One ship.", "Two ships.", "Three ships.", "Four ships.", "Five ships."];
  const html = drawn(blocks.join("\n\n"), [...blocks.slice(0, 4), "Five boats."].join("\n\n"));
  expect(html).toContain("<summary>3 unchanged passages</summary>");
  expect(html.indexOf("</details>")).toBeLessThan(html.indexOf("Four ships."));
  expect(html).toContain("Five {-ships-}{+boats+}.");
});

it("says when only the source changed, and does not mark strikethrough of the text as a change", () => {
  expect(drawn("* a\n* b", "- a\n- b")).toContain("Only how the text is written changed");
  const html = markup("~~old~~ Boats leave at noon.", "~~old~~ Boats leave at one.");
  expect(html).toContain("<del>old</del>");
  expect(html.match(/data-change/g)).toHaveLength(2);
});

it("ignores change marks in the text itself and renders no scripts", () => {
  const html = markup("a", 'a\n\n<ins data-change="added">x</ins> <script>alert(1)</script> [l](javascript:alert(1))');
  expect(html).not.toMatch(/<script|href=/);
  expect(html).toContain("&lt;ins");
});

it("contains every word of both texts, for random changes", () => {
  const pieces = [
    "# Pier",
    "gate **tide**",
    "- one\n- two",
    "| a | b |\n| - | - |\n| c | d |",
    "> quote",
    "`x` y",
    "漢字 é",
  ];
  let seed = 11;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = () => Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join("\n\n");
  const plain = (html: string) => html.replaceAll(/<summary>[^<]*<\/summary>|<[^>]+>|\s+/g, "");
  const whole = (markdown: string) => plain(drawn(markdown, markdown).replace(/<p>Only how .*?<\/p>/, ""));
  const side = (html: string, gone: RegExp) => plain(html.replaceAll(gone, "")).replaceAll(/\{[+-]|[+-]\}/g, "");
  for (let round = 0; round < 60; round += 1) {
    const [before, after] = [text(), text()];
    if (before.trim() === after.trim()) continue;
    const html = drawn(before, after);
    if (html.includes("Only how")) continue;
    // A text compared with an unrelated one is the text itself.
    expect(side(html, /\{-.*?-\}/gs)).toBe(side(drawn("zzz", after), /\{-.*?-\}/gs));
    expect(side(html, /\{\+.*?\+\}/gs)).toBe(side(drawn(before, "zzz"), /\{\+.*?\+\}/gs));
  }
  expect(whole("")).toBe("");
});

it("matches blocks when many of them changed", () => {
  const long = (word: string) =>
    Array.from({ length: 120 }, (_unused, n) => `${word} ${n} stands at the pier **${n}**.`);
  const html = drawn(long("Boat").join("\n\n"), long("Ferry").join("\n\n"));
  expect(html).toContain("{-Boat-}{+Ferry+} 119 stands");
});
