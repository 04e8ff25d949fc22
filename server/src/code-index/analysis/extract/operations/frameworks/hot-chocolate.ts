import type { OperationFramework } from "#server/code-index/analysis/extract/operations/operation-framework.ts";

/** Hot Chocolate: methods of classes that are roots, or add to one. */
export const hotChocolate: OperationFramework = {
  name: "Hot Chocolate",
  languages: ["csharp"],
  mentions:
    /\bHotChocolate\b|\bAdd(?:Query|Mutation|Subscription)Type\b|\[(?:Query|Mutation|Subscription)Type\b|\[ExtendObjectType\b/,
  types: {
    names: /^(?:Query|Mutation|Subscription)$/,
    marks: { QueryType: "QUERY", MutationType: "MUTATION", SubscriptionType: "SUBSCRIPTION" },
    extends: "ExtendObjectType",
  },
  schema: { generic: { AddQueryType: "QUERY", AddMutationType: "MUTATION", AddSubscriptionType: "SUBSCRIPTION" } },
  nameOf: (name) => {
    const plain = name.replace(/^Get(?=[A-Z])/, "").replace(/Async$/, "");
    return plain.slice(0, 1).toLowerCase() + plain.slice(1);
  },
  examples: [
    {
      files: {
        "Program.cs": `
using HotChocolate;
builder.Services.AddGraphQLServer().AddQueryType<Query>().AddMutationType(d => d.Name("Mutation"));
`,
        "Query.cs": `
using HotChocolate.Types;
public class Query {
  public IQueryable<Boat> GetBoats([Service] Db db) => db.Boats;
  private int Never() => 1;
}
`,
        "DockQueries.cs": `
using HotChocolate.Types;
[ExtendObjectType("Query")]
public class DockQueries { public Task<Dock> GetDockAsync(int id) => null; }
[MutationType]
public static class BoatMutations { public static Boat AddBoat(string name) => null; }
`,
      },
      operations: ["QUERY boats", "QUERY dock", "MUTATION addBoat"],
    },
  ],
};
