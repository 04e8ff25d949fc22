import { expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { findMembers } from "./find-members.ts";

const router = `export const orders = router({
  // Only the harbour master may.
  place: procedure
    .input(
      z.object({
        rope: z.number(),
      }),
    )
    .mutation(async ({ input }) => {
      await db.order.create({ data: input });
    }),
  limits: {
    longest: 100,
    shortest: 1,
  },
  items: router({
    add: procedure.mutation(async ({ input }) => {
      const item = { at: () => 1 };
      await db.item.create({ data: input });
    }),
  }),
});`.split("\n");

const configuration = `export const auth = createAuth({
  plugins: [
    codes({
      // Ten minutes.
      expiresIn: 600,
      async send({ email }) {
        await mail(email);
      },
    }),
  ],
  store: fast
    ? {
        get: async (key) => fast.get(key),
      }
    : undefined,
  hooks: {
    before: middleware(async (request) => {
      if (request.path === "/") {
        throw new Error("no");
      }
    }),
  },
});`.split("\n");

const shop = `const app = express();
app.post("/orders", async (request, response) => {
  response.json(await place(request.body));
});
app.get(
  "/orders/:id",
  signedIn,
  async (request, response) => {
    response.json(await load(request.params.id));
  },
);
if (process.env.PORT) {
  app.listen(1, () => {
    log("up");
  });
}`.split("\n");

const tasks = `task :weigh do
  Anchor.all.each do |anchor|
    anchor.weigh
  end
end`.split("\n");

it("names the functions of objects and calls after all that they stand in, as far as they go", () => {
  expect(named(members(router, "orders"))).toEqual(["orders.place 3-11", "orders.items.add 17-20"]);
  expect(named(members(configuration, "auth"))).toEqual([
    "auth.plugins.codes 3-9",
    "auth.store 11-15",
    "auth.hooks.before 17-21",
  ]);
});

it("keeps the comment above with what it stands over", () => {
  const [place] = members(router, "orders");
  expect(place?.doc).toEqual({ text: "Only the harbour master may.", startLine: 2, endLine: 2 });
});

it("takes calls that are given a text and a function outside of all declarations for their own", () => {
  expect(named(findMembers({ kind: "source", symbols: [] }, shop))).toEqual([
    "post /orders 2-4",
    "get /orders/:id 5-11",
  ]);
  expect(named(findMembers({ kind: "source", symbols: [] }, tasks))).toEqual(["task weigh 1-5"]);
});

it("leaves to the index what it knows, and tests alone", () => {
  const host = declared("orders", 1, router.length);
  const known = { ...declared("add", 17, 20), parent: "items" };
  expect(named(findMembers({ kind: "source", symbols: [host, known] }, router))).toEqual(["orders.place 3-11"]);
  expect(findMembers({ kind: "test", symbols: [host] }, router)).toEqual([]);
});

function members(lines: readonly string[], name: string): SymbolFact[] {
  return findMembers({ kind: "source", symbols: [declared(name, 1, lines.length)] }, lines);
}

function declared(name: string, startLine: number, endLine: number): SymbolFact {
  return { name, kind: "constant", parent: null, signature: "", doc: null, isExported: true, startLine, endLine };
}

function named(found: readonly SymbolFact[]): string[] {
  return found.map(
    ({ name, parent, startLine, endLine }) => `${parent === null ? "" : `${parent}.`}${name} ${startLine}-${endLine}`,
  );
}
