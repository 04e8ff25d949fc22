import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** What people ask for is code without a comment; the texts of the interface, the tests and the settings say it. */
const files: Record<string, string> = {
  "src/seats.ts": "export function holdSeat(seat: { heldUntil: number }, now: number): boolean {\n  return seat.heldUntil > now;\n}\n",
  "src/locales/en.json": '{\n  "seat.held": "This seat is held for another passenger",\n  "seat.limit": "You can hold a seat for ten minutes",\n  "boat.late": "The boat is late"\n}\n',
  "src/locales/de.json": '{\n  "seat.held": "Dieser Platz (seat) wird für jemanden held",\n  "seat.limit": "Zehn Minuten"\n}\n',
  "src/config.ts": "/** Minutes for which a passenger may hold a seat. */\nexport const holdMinutes = process.env.SEAT_HOLD_MINUTES ?? \"10\";\n",
  "test/seats.test.ts": 'import { expect, it } from "vitest";\nimport { holdSeat } from "../src/seats.ts";\n\nit("gives up the hold of a seat when its time is over", () => expect(holdSeat({ heldUntil: 1 }, 2)).toBe(false));\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("seats", [{ message: "Hold seats", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string) => askCodebase(indexed.codebase, { text, lens: "non-technical" });

it("tells what screens and settings say, each with its line, where no comment does", async () => {
  const { text, sources } = await ask("How does holdSeat hold a seat?");
  expect(text).toMatch(/^What its screens say:\n\n- “/);
  expect(text.match(/Minutes for which a passenger may hold a seat/g)).toHaveLength(1);
  expect(text).toMatch(/- “You can hold a seat for ten minutes” \[\d\]/);
  expect(text).not.toContain("Gives up the hold");
  expect(sources).toContainEqual(expect.objectContaining({ path: "src/locales/en.json", startLine: 3, endLine: 3 }));
  expect(text).not.toMatch(/`|holdSeat|Platz/);
});

describe("the texts of a product without a file of texts", () => {
  const shop: Record<string, string> = {
    "views/order.html": '<form>\n  <p>Orders can be cancelled within two days. After that call</p>\n  <input placeholder="Why do you cancel the order?">\n  <!-- cancelled orders -->\n</form>\n',
    "docs/api/cancel-order.md": "# Cancel an order\n\nThis API endpoint lets programs cancel an order by its number.\n",
    "test/orders.test.ts": 'import { expect, it } from "vitest";\nit("gives the voucher back to whoever returns a parcel", () => expect(1).toBe(1));\n',
    "src/orders.ts": "export function cancelOrder(order: { days: number }): boolean {\n  return order.days < 2;\n}\n\nexport function packOrder(order: { days: number }): number {\n  return order.days;\n}\n",
  }; // prettier-ignore
  let indexedShop: IndexedCodebase;
  beforeAll(async () => {
    indexedShop = await indexCodebase("shop", [{ message: "Sell", files: shop }]);
  });
  afterAll(() => indexedShop.remove());
  const askShop = (text: string) => askCodebase(indexedShop.codebase, { text, lens: "non-technical" });

  it("are read in its templates, whole sentences of them, and what programs are told is left out", async () => {
    const { text, sources } = await askShop("Can I cancel an order?");
    expect(text).toMatch(/- “Orders can be cancelled within two days\.” \[\d\]/);
    expect(text).toMatch(/- “Why do you cancel the order\?” \[\d\]/);
    expect(sources.map(({ path }) => path)).not.toContain("docs/api/cancel-order.md");
    expect(text).not.toMatch(/endpoint|After that/);
  });

  it("are followed by titles of tests where nothing else tells it", async () => {
    const { text } = await askShop("Is a voucher given back for a returned parcel?");
    expect(text).toMatch(/- Gives the voucher back to whoever returns a parcel \[\d\]/);
  });

  it("where nothing tells it, that is said, and no piece of code", async () => {
    const { text } = await askShop("How is an order packed?");
    expect(text).toMatch(/^Nothing was found in documents, screens, settings and tests that surely tells this\./);
  });
});
