import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";

import { findReferences, findUses, innermost, isTestSymbol, saysSomething, type Use } from "./relations.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const files: Record<string, string> = {
  "src/tariff.ts": lines(
    "/** What a crossing costs. */",
    "export function priceOf(seats: number): number {",
    "  return seats * seatPrice;",
    "}",
    "",
    "/** Of one seat. */",
    "export const seatPrice = 4;",
    "",
    "export type Fare = number;",
  ),
  "src/booking.ts": lines(
    'import { priceOf, seatPrice, type Fare } from "./tariff.ts";',
    'import { readFile } from "node:fs";',
    "",
    "export class Booking {",
    "  private seats: number[] = [];",
    "",
    "  // priceOf is called below",
    "  total(): Fare {",
    "    const cost = this.discounted(priceOf(this.seats.length));",
    '    log("priceOf(3)");',
    "    return Math.max(cost, seatPrice);",
    "  }",
    "",
    "  discounted(cost: number): number {",
    "    return this.seats.filter(Boolean).length > 3 ? cost / 2 : cost;",
    "  }",
    "",
    "  filter(): void {}",
    "}",
    "",
    "function log(text: string): void {",
    "  console.log(text);",
    "  readFile(text, () => undefined);",
    "}",
  ),
  "src/desk.ts": lines(
    'import { Booking } from "./booking.ts";',
    'import { priceOf } from "./tariff.ts";',
    "",
    "export function quote(): number {",
    "  const booking = new Booking();",
    "  return booking.total() + priceOf(1);",
    "}",
    "",
    "export const strategies = [quote, priceOf];",
  ),
  "src/former.js": lines('const { seatPrice } = require("./tariff.ts");', "", "exports.twice = seatPrice * 2;"),
  "bench/speed.ts": lines('import { priceOf } from "../src/tariff.ts";', "", "priceOf(1000);"),
  "src/tariff.test.ts": lines(
    'import { priceOf } from "./tariff.ts";',
    "",
    'it("multiplies", () => {',
    "  expect(priceOf(2)).toBe(8);",
    "});",
  ),
  "boat/crew.go": lines(
    "package boat",
    "",
    "// Crew sails.",
    "type Crew struct{ Names []string }",
    "",
    "// Hoist lifts the sail.",
    "func (c *Crew) Hoist() {",
    "\tc.pull()",
    "\tsteer(c)",
    "}",
    "",
    "func (c *Crew) pull() {}",
  ),
  "boat/rudder.go": lines("package boat", "", "func steer(c *Crew) {}"),
  "accounts/src/Account.java": lines(
    "package harbour.accounts;",
    "",
    "public class Account {",
    "  private String owner;",
    "",
    "  public String getOwner() {",
    "    return owner;",
    "  }",
    "}",
  ),
  "letters/src/LetterController.java": lines(
    "package harbour.letters;",
    "",
    "import java.security.Principal;",
    "import harbour.accounts.Account;",
    "",
    "public class LetterController {",
    "  private final Principal sender;",
    "",
    "  public String current(Principal principal) {",
    "    return principal.getOwner();",
    "  }",
    "",
    "  public String sent() {",
    "    return this.sender.getOwner();",
    "  }",
    "",
    "  public String paid(Account account) {",
    "    return account.getOwner();",
    "  }",
    "}",
  ),
  "deck/src/lib.rs": lines(
    "/// Weighs the cargo.",
    "pub fn weigh(tons: u32) -> u32 {",
    "    tons",
    "}",
    "",
    "#[cfg(test)]",
    "mod tests {",
    "    use super::*;",
    "",
    "    #[test]",
    "    fn weighs() {",
    "        assert_eq!(weigh(2), 2);",
    "    }",
    "}",
  ),
};

let harbour: TestContext;
beforeAll(async () => {
  harbour = await openTestContext({ harbour: files });
});
afterAll(() => harbour.remove());

describe("what a declaration refers to", () => {
  const namesOf = async (path: string, name: string, limit = 9) =>
    (await findReferences(harbour.context, harbour.symbolOf(path, name), limit)).map(
      (one) => `${one.path} ${one.symbol.name}`,
    );

  it("is what it calls, then what it only names; comments and quoted text name nothing", async () => {
    expect(await namesOf("src/booking.ts", "Booking.total")).toEqual([
      "src/booking.ts discounted",
      "src/tariff.ts priceOf",
      "src/booking.ts log",
      "src/tariff.ts seatPrice",
    ]);
  });

  it("is no more than was wanted, calls first", async () => {
    expect(await namesOf("src/booking.ts", "Booking.total", 2)).toEqual([
      "src/booking.ts discounted",
      "src/tariff.ts priceOf",
    ]);
  });

  it("is no member that the language's own types have too, and nothing from outside", async () => {
    expect(await namesOf("src/booking.ts", "Booking.discounted")).toEqual([]);
    expect(await namesOf("src/booking.ts", "log")).toEqual([]);
  });

  it("is a member of another class where only one has that name", async () => {
    expect(await namesOf("src/desk.ts", "quote")).toEqual([
      "src/booking.ts Booking",
      "src/booking.ts total",
      "src/tariff.ts priceOf",
    ]);
  });

  it("is no member of ours on what is written to be of a type from outside", async () => {
    const controller = "letters/src/LetterController.java";
    expect(await namesOf(controller, "current")).toEqual([]);
    expect(await namesOf(controller, "sent")).toEqual([]);
    expect(await namesOf(controller, "paid")).toContain("accounts/src/Account.java getOwner");
  });

  it("follows the receiver that a method of Go chose, and functions of its package", async () => {
    expect(await namesOf("boat/crew.go", "Hoist")).toEqual(["boat/crew.go pull", "boat/rudder.go steer"]);
  });
});

describe("where a declaration is used", () => {
  const shown = ({ path, line, within, isCall }: Use) =>
    `${path}:${line} in ${within?.name ?? "nothing"}${isCall ? ", called" : ""}`;
  const usesOf = async (path: string, name: string) => {
    const { inCode, inTests } = await findUses(harbour.context, harbour.symbolOf(path, name));
    return { inCode: inCode.map(shown), inTests: inTests.map(shown) };
  };

  it("is where it is called: no imports, comments, quoted text, nor lists of names; benchmarks come last", async () => {
    expect(await usesOf("src/tariff.ts", "priceOf")).toEqual({
      inCode: [
        "src/booking.ts:9 in total, called",
        "src/desk.ts:6 in quote, called",
        "bench/speed.ts:3 in nothing, called",
      ],
      inTests: ["src/tariff.test.ts:4 in nothing, called"],
    });
  });

  it("is where it is passed on, when it is called nowhere", async () => {
    expect(await usesOf("src/desk.ts", "quote")).toEqual({
      inCode: ["src/desk.ts:9 in strategies"],
      inTests: [],
    });
  });

  it("is every mention of what cannot be called", async () => {
    expect(await usesOf("src/tariff.ts", "seatPrice")).toEqual({
      inCode: ["src/tariff.ts:3 in priceOf", "src/booking.ts:11 in total", "src/former.js:3 in nothing"],
      inTests: [],
    });
  });

  it("is nowhere for a member with a name of the language's own, called on something else", async () => {
    expect(await usesOf("src/booking.ts", "Booking.filter")).toEqual({ inCode: [], inTests: [] });
  });

  it("is in tests where a test stands in the same file", async () => {
    expect(await usesOf("deck/src/lib.rs", "weigh")).toEqual({
      inCode: [],
      inTests: ["deck/src/lib.rs:12 in weighs, called"],
    });
  });

  it("reports each look-up with its end", async () => {
    const from = harbour.events.length;
    await findUses(harbour.again(), harbour.symbolOf("src/desk.ts", "quote"));
    const reported = harbour.events.slice(from);
    const calls = reported.filter(({ type }) => type === "call");
    expect(calls[0]).toMatchObject({ name: "find_uses", target: "quote" });
    expect(reported.filter(({ type }) => type === "call-end")).toHaveLength(calls.length);
  });

  it("is not looked for once the answer is cancelled", async () => {
    const context = harbour.again({ signal: AbortSignal.abort(new Error("cancelled")) });
    await expect(findUses(context, harbour.symbolOf("src/desk.ts", "quote"))).rejects.toThrow("cancelled");
  });
});

const symbol = (own: Partial<SymbolFact>): SymbolFact => ({
  name: "steer",
  kind: "function",
  parent: null,
  signature: "",
  doc: null,
  isExported: true,
  startLine: 1,
  endLine: 1,
  ...own,
});

it("takes the shortest declaration around a line for the innermost", () => {
  const outer = symbol({ name: "Boat", startLine: 1, endLine: 20 });
  const inner = symbol({ name: "steer", startLine: 5, endLine: 9 });
  expect([1, 5, 9, 10, 21].map((line) => innermost([outer, inner], line)?.name ?? null)).toEqual([
    "Boat",
    "steer",
    "steer",
    "Boat",
    null,
  ]);
});

it.each([
  [{ name: "weighs", parent: "tests" }, true],
  [{ name: "testSail", parent: "BoatTests" }, true],
  [{ name: "testSail", parent: "TestBoat" }, true],
  [{ name: "test_sail" }, true],
  [{ name: "tests", kind: "module" as const }, true],
  [{ name: "boat_tests", kind: "module" as const }, true],
  [{ name: "tests" }, false],
  [{ name: "test_sail", parent: "Contest" }, false],
  [{ name: "run", parent: "Latest" }, false],
  [{ name: "publish", parent: "Testimonial" }, false],
])("tells a test by its names: %j", (own, isTest) => {
  expect(isTestSymbol(symbol(own))).toBe(isTest);
});

it("finds that a bare type says nothing, and one with a comment does", () => {
  const located = (own: Partial<SymbolFact>) => ({ ...harbour.symbolOf("src/tariff.ts", "Fare"), symbol: symbol(own) });
  const doc = { text: "What it costs.", startLine: 1, endLine: 1 };
  expect(saysSomething(located({ kind: "type" }))).toBe(false);
  expect(saysSomething(located({ kind: "interface" }))).toBe(false);
  expect(saysSomething(located({ kind: "type", doc }))).toBe(true);
  expect(saysSomething(located({ kind: "class" }))).toBe(true);
});
