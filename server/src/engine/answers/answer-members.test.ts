import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A chandler's router: what it does stands in functions that one long object holds. */
const files: Record<string, string> = {
  "src/orders-router.ts": `import { database } from "./database.ts";
import { router, procedure } from "./rpc.ts";
import { weighCargo } from "./weigh-cargo.ts";

export const orders = router({
  list: procedure.query(async () => {
    return await database.order.findMany();
  }),
  place: procedure
    .input(checkOrder)
    .mutation(async ({ input }) => {
      if (input.rope > 100) {
        throw new RpcError({
          code: "BAD_REQUEST",
          message: "An order has at most a hundred metres of rope",
        });
      }
      const weight = weighCargo(input.rope);
      return await database.order.create({
        data: { rope: input.rope, weight },
      });
    }),
  cancel: procedure
    .input(checkOrder)
    .mutation(async ({ input }) => {
      await database.order.delete({ where: { id: input.id } });
    }),
});
`,
  "src/weigh-cargo.ts": "export function weighCargo(rope: number): number {\n  return rope * 2;\n}\n",
  "src/database.ts":
    "export const database = { order: { create(): void {}, delete(): void {}, findMany(): void {} } };\n",
  "src/rpc.ts": "export const router = (parts: object) => parts;\nexport const procedure = {};\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("chandler", [{ message: "Everything", files }]);
});
afterAll(() => indexed.remove());

describe("functions that a long object holds", () => {
  it("answer how-questions by name, with what they write and refuse", async () => {
    const { text } = await askCodebase(indexed.codebase, { text: "How does an order get placed?" });
    expect(text).toContain("`orders.place`");
    expect(text).toMatch(/writes: `return await database\.order\.create/);
    expect(text).toContain("It may stop with `An order has at most a hundred metres of rope` (line 13)");
  });

  it("are where something is done, and who calls", async () => {
    const where = await askCodebase(indexed.codebase, { text: "Where is an order deleted?" });
    expect(where.text).toContain("line 23: **`orders.cancel`**");
    const calls = await askCodebase(indexed.codebase, { text: "Who calls weighCargo?" });
    expect(calls.text).toContain("in `orders.place`, line 18");
  });
});
