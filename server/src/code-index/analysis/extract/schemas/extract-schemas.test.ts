import { describe, expect, it } from "vitest";

import { factsOf, schemasOf } from "#server/code-index/testing/facts-as-text.ts";

describe("definitions", () => {
  it("reads GraphQL's types, with arguments and directives", async () => {
    const text = `type Query {
  user(id: ID!, deep: Boolean = false): User
  users(
    first: Int
  ): [User!]!
}
"""
type Documented { a: Int }
"""
type User implements Node & Actor @key(fields: "id") {
  id: ID!
  "The name."
  name: String
  team: Team @deprecated(reason: "x")
}
input NewUser {
  name: String! = "x"
}
enum Role { ADMIN }
`;
    expect(await schemasOf("schema.graphql", text)).toEqual([
      "type Query 1-6",
      "  user: User",
      "  first: Int",
      "  -> User",
      "type User 10-15",
      "  id: ID!",
      "  name: String",
      "  team: Team",
      "  -> Team",
      "type NewUser 16-18",
      "  name: String!",
    ]);
  });

  it("reads protobuf's messages, maps and nested ones", async () => {
    const text = `syntax = "proto3";
message Order {
  // string former = 9;
  string id = 1;
  repeated shop.v1.Item items = 2;
  map<string, Price> prices = 3;
  oneof payment {
    Card card = 4;
    bytes token = 5 [deprecated = true];
  }
  message Note { string text = 1; }
  reserved 6 to 8;
  optional uint64 at = 10;
}
service Orders { rpc Get (Order) returns (Order); }
`;
    expect(await schemasOf("shop.proto", text)).toEqual([
      "message Order 2-14",
      "  id: string",
      "  items: shop.v1.Item",
      "  prices: map<string, Price>",
      "  card: Card",
      "  token: bytes",
      "  at: uint64",
      "  -> Item",
      "  -> Price",
      "  -> Card",
      "message Note 11-11",
    ]);
  });
});

describe("builder calls of TypeScript and JavaScript", () => {
  it("reads objects of zod, valibot, yup, Joi and TypeBox", async () => {
    const text = `export const userSchema = z.object({
  name: z.string().min(1, "a, b"),
  email: z.string().email().optional(),
  address: addressSchema,
  pets: z.array(Pet),
  nested: z.object({ inner: z.number() }),
  role: z.enum(["admin", "user"]),
});
const strict = z.strictObject({ a: z.number() });
const Login = v.object({ email: v.pipe(v.string(), v.email()) });
let form = yup.object({ age: yup.number().required() });
const joi = Joi.object({ port: Joi.number().port() });
const T = Type.Object({ x: Type.Number() });
const notOne = items.object({ a: 1 });
const id = z.string();
`;
    expect(await schemasOf("src/schemas.ts", text)).toEqual([
      "validation userSchema 1-8",
      "  name: string",
      "  email: string",
      "  address: addressSchema",
      "  pets: array",
      "  nested: object",
      "  role: enum",
      "  -> addressSchema",
      "  -> Pet",
      "validation strict 9-9",
      "  a: number",
      "validation Login 10-10",
      "  email: pipe",
      "validation form 11-11",
      "  age: number",
      "validation joi 12-12",
      "  port: number",
      "validation T 13-13",
      "  x: Number",
    ]);
  });
});

describe("limits", () => {
  it("keeps three hundred fields of a message", async () => {
    const fields = Array.from({ length: 400 }, (_, at) => `  int32 c${at} = ${at + 1};`).join("\n");
    const { schemas } = await factsOf("wide.proto", `message Wide {\n${fields}\n}\n`);
    expect(schemas.map(({ fields: kept, endLine }) => [kept.length, kept.at(-1)?.name, endLine])).toEqual([
      [300, "c299", 402],
    ]);
  });

  it("keeps five hundred schemas of a file, the first ones", async () => {
    const messages = Array.from({ length: 600 }, (_, at) => `message T${at} {\n  int32 a = 1;\n}`).join("\n");
    const { schemas } = await factsOf("many.proto", messages);
    expect([schemas.length, schemas.at(-1)?.name]).toEqual([500, "T499"]);
  });
});
