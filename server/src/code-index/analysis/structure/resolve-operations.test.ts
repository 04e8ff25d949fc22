import { describe, expect, it } from "vitest";

import { operationFrameworks } from "#server/code-index/analysis/extract/operations/operation-frameworks.ts";
import { resolveEndpoints } from "#server/code-index/testing/resolve-endpoints.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

async function operationsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await resolveEndpoints(files);
  return found.map(({ protocol, method, path }) => `${protocol} ${method} ${path}`).sort();
}

describe.each(operationFrameworks)("$name", ({ examples }) => {
  it.each(examples)("has the operations of its example: $operations", async ({ files, operations }) => {
    expect(await operationsOf(files)).toEqual(operations.map((one) => `graphql ${one}`).sort());
  });
});

it("says which guards stand above a resolver and its methods", async () => {
  const found = await resolveEndpoints({
    "src/boats.ts": `
import { Mutation, Query, Resolver } from "@nestjs/graphql";
@UseGuards(SignedIn)
@Resolver()
export class Boats {
  @Query(() => Boat) boat() {}
  @Mutation(() => Boat) @Roles("crew") addBoat() {}
}
`,
  });
  expect(found.map(({ path, guards }) => [path, guards.map(({ name, file }) => `${name} ${file}`)])).toEqual([
    ["boat", ["UseGuards(SignedIn) src/boats.ts"]],
    ["addBoat", ["UseGuards(SignedIn) src/boats.ts", 'Roles("crew") src/boats.ts']],
  ]);
});

const server = `{ "dependencies": { "@apollo/server": "4.0.0" } }`;
const schema = `
"""Comment: with a { bracket"""
schema { query: Root, mutation: Mutation }
type Root @key(fields: "id") {
  "All: of them" boats(first: Int = 3, filter: BoatFilter): [Boat!]! # tides: never
  boat(id: ID!): Boat @deprecated(reason: "no: more")
  _service: Never
}
extend type Mutation { addBoat(input: { name: String }): Boat }
type Query { never: Boat }
type Boat { name: String }
`;

describe("a schema", () => {
  it("counts beside a server, with the roots that it names", async () => {
    expect(await operationsOf({ "package.json": server, "schema.graphql": schema })).toEqual([
      "graphql MUTATION addBoat",
      "graphql QUERY boat",
      "graphql QUERY boats",
    ]);
  });

  it("is one that is called where its package has no server", async () => {
    const client = `{ "dependencies": { "@apollo/client": "3.0.0" } }`;
    const files = { "api/package.json": server, "web/package.json": client, "web/schema.graphql": schema };
    expect(await operationsOf(files)).toEqual([]);
  });

  it("counts for a whole workspace in which a package has a server, at its root", async () => {
    const root = '[workspace]\nmembers = ["crates/*"]\n';
    const crate = '[package]\nname = "api"\n[dependencies]\njuniper = "0.16"\n';
    const files = { "Cargo.toml": root, "crates/api/Cargo.toml": crate, "crates/web/Cargo.toml": root };
    const text = "type Query { boats: [Boat] }\n";
    expect(await operationsOf({ ...files, "schema.graphql": text })).toEqual(["graphql QUERY boats"]);
    expect(await operationsOf({ ...files, "crates/web/schema.graphql": text })).toEqual([]);
  });

  it("may be a text of code, and types of TypeScript are none", async () => {
    const code = "export const typeDefs = gql`type Query { boats: [Boat] }`;\nexport type Query = { never: string };";
    expect(await operationsOf({ "package.json": server, "src/schema.ts": code })).toEqual(["graphql QUERY boats"]);
  });

  it("has the operations of a type that a root answers with, by its name, with the directives that guard them", async () => {
    const found = await resolveEndpoints({
      "package.json": server,
      "boats.graphql": `
extend type Query { boats: BoatQuery  savedQuery: SavedQuery  find(text: String): SearchQuery }
extend type Mutation { boats: BoatMutation  signOut: SignOutMutation }
type SavedQuery { never: String }
type SignOutMutation { success: Boolean }`,
      "boat-types.graphql": `
type BoatQuery @isAuthenticated {
  list(limit: Int): [Boat!]! @auth(requires: ["read:boats",
    "crew"])
  one(id: ID!): Boat @cost(complexity: 3)
  crew: CrewQuery!
}
type CrewQuery { all: [Person] @requires(fields: "id") }
type BoatMutation { add(input: BoatInput @auth): Boat @hasRole(role: "crew") }`,
    });
    const told = found.map(({ method, path, guards }) =>
      [`${method} ${path}`, ...guards.map(({ name }) => name)].join(" "),
    );
    expect(told.toSorted()).toEqual([
      'MUTATION boats.add hasRole(role: "crew")',
      "MUTATION signOut",
      "QUERY boats.crew.all isAuthenticated",
      'QUERY boats.list auth(requires: ["read:boats", "crew"])',
      "QUERY boats.one isAuthenticated",
      "QUERY find",
      "QUERY savedQuery",
    ]);
  });

  it.each([
    ["brackets", "schema.graphql", `type Query { ${"boats(".repeat(20_000)}`],
    ["types", "schema.graphql", "type Query { a(".repeat(20_000)],
    ["groups", "schema.graphql", `type BoatQuery { ${"boats: Boat\n".repeat(40_000)} }`],
    ["services", "boats.proto", "service S { rpc A (B) returns (C) { ".repeat(10_000)],
    ["calls", "src/schema.py", `import strawberry\nx = a${".b()".repeat(20_000)}`],
  ])("ends where its %s do not", async (_what, path, text) => {
    const spentMs = startCpuClock();
    expect(await operationsOf({ "package.json": server, [path]: text })).toEqual([]);
    expect(spentMs()).toBeLessThan(10_000);
  });
});

describe("services of gRPC", () => {
  const proto = `
syntax = "proto3";
package ferry.v1;
// service Never { rpc Never(A) returns (B); }
service BoatService {
  rpc GetBoat(GetBoatRequest) returns (Boat) {
    option (google.api.http) = {
      get: "/v1/{name=harbours/*/boats/*}" /* get: "/never" */
      additional_bindings { post: "/v1/boats:find" body: "*" }
    };
  }
  rpc WatchBoats (stream WatchRequest) returns (stream Boat);
}
`;
  it("have the package in front", async () => {
    expect(await operationsOf({ "proto/boats.proto": proto })).toEqual([
      "grpc RPC /ferry.v1.BoatService/GetBoat",
      "grpc RPC /ferry.v1.BoatService/WatchBoats",
    ]);
  });

  it("answer over HTTP as well where a gateway translates", async () => {
    const mod = "module ferry\nrequire github.com/grpc-ecosystem/grpc-gateway/v2 v2.0.0\n";
    expect(await operationsOf({ "proto/boats.proto": proto, "go.mod": mod })).toEqual([
      "grpc RPC /ferry.v1.BoatService/GetBoat",
      "grpc RPC /ferry.v1.BoatService/WatchBoats",
      "http GET /v1/harbours/{name}/boats/{name}",
      "http POST /v1/boats:find",
    ]);
  });
});
