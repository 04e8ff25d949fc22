import { describe, expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { capitalized, fence, humanName, unquoted } from "./quoting.ts";
import { callForm } from "./tidy-signature.ts";
import { withoutRoute } from "./without-route.ts";
import { count, enumerate, fileName, fold, folderOf, languageName, share, someOf } from "./wording.ts";

describe("code in a fence", () => {
  it("loses the indentation that all its lines share, and keeps the rest", () => {
    expect(fence(["    if (x) {", "", "      y();", "    }"], "ts")).toBe("```ts\nif (x) {\n\n  y();\n}\n```");
    expect(fence(["\tif x {", "\t\ty()"], null)).toBe("```\nif x {\n\ty()\n```");
    expect(fence(["   ", "x"], null)).toBe("```\n   \nx\n```");
  });

  it("cannot end before its end", () => {
    expect(fence(["```", "````x"], "md")).toBe("`````md\n```\n````x\n`````");
  });

  it("is cut where a line is too long", () => {
    const [, line = ""] = fence(["x".repeat(500)], null).split("\n");
    expect([line.length, line.at(-1)]).toEqual([180, "…"]);
    expect(fence(["x".repeat(180)], null).split("\n")[1]).toBe("x".repeat(180));
  });
});

it.each([
  ["loadDeparturesForStop", "load departures for stop"],
  ["load_departures-for.stop", "load departures for stop"],
  ["parseHTTPRequest", "parse http request"],
  ["HTTPServer", "http server"],
  ["shouldTurnTwiceADay", "should turn twice a day"],
  ["utf8Text", "utf8 text"],
  ["__init__", "init"],
  ["", ""],
])("says %j as people do", (name, expected) => {
  expect(humanName(name)).toBe(expected);
});

it.each([
  [" “Boats”. ", "Boats"],
  ["`tide`!", "tide"],
  ["«Fähre»;:", "Fähre"],
  ["what's up", "what's up"],
  ["...", ""],
])("takes the quotation marks off %j", (text, expected) => {
  expect(unquoted(text)).toBe(expected);
});

it("puts amounts and lists into words", () => {
  expect([count(0, "file"), count(1, "file"), count(2310, "file"), count(2, "branch", "branches")]).toEqual([
    "0 files",
    "1 file",
    "2,310 files",
    "2 branches",
  ]);
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(enumerate)).toEqual(["", "a", "a and b", "a, b and c"]);
  // One more is named, as "1 more" would be no shorter.
  expect([fold(["a", "b", "c"], 2), fold(["a", "b", "c", "d"], 2)]).toEqual(["a, b and c", "a, b and 2 more"]);
  expect([share(1, 3), share(1, 1000), share(0, 0), share(5, 5)]).toEqual(["33 %", "under 1 %", "under 1 %", "100 %"]);
  expect([languageName("typescript"), languageName("elixir"), capitalized("élan"), capitalized("")]).toEqual([
    "TypeScript",
    "Elixir",
    "Élan",
    "",
  ]);
  expect([fileName("a/b.ts"), fileName("b.ts"), folderOf("a/c/b.ts"), folderOf("b.ts")]).toEqual([
    "b.ts",
    "b.ts",
    "a/c",
    "",
  ]);
});

it.each([
  ["function", "steer", "export function steer(course: number): void", "steer(course: number)"],
  [
    "function",
    "steer",
    "function steer(map: Map<string, (a: number) => void>, b = [1])",
    "steer(map: Map<string, (a: number) => void>, b = [1])",
  ],
  ["function", "tack", "function tack(starboard: readonly number[], port: readonly number[])", "tack(…)"],
  ["function", "on", "function on(f: (a: number) => void)", "on(f: (a: number) => void)"],
  ["function", "sail", "fn sail(wind: Vec<u8>) -> u8", "sail(wind: Vec<u8>)"],
  ["function", "cut", "function cut(first: string,", "cut(…)"],
  ["function", "none", "const none = async", "none"],
  ["class", "Boat", "class Boat(name: String)", "Boat"],
] as const)("calls the %s %s by %j", (kind, name, signature, expected) => {
  expect(callForm({ kind, name, signature } as SymbolFact)).toBe(expected);
});

it.each([
  ["GET /boats — lists all boats.", "Lists all boats."],
  ["`POST /boats/:id`: adds one.", "Adds one."],
  ["DELETE /boats", "DELETE /boats"],
  ["gets all boats", "Gets all boats"],
  ["", ""],
])("leaves the route out of %j", (text, expected) => {
  expect(withoutRoute(text)).toBe(expected);
});

it.each([
  [["a", "b"], 2, "a and b"],
  [["a", "b", "c"], 2, "a, b and c"],
  [["a", "b", "c", "d"], 2, "a, b and others"],
])("names some of %j and says that there are others, not how many", (names, most, expected) => {
  expect(someOf(names, most)).toBe(expected);
});
