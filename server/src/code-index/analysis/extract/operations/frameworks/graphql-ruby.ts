import {
  camelCase,
  type OperationFramework,
} from "#server/code-index/analysis/extract/operations/operation-framework.ts";

/** graphql-ruby: fields of the types that a schema names. */
export const graphqlRuby: OperationFramework = {
  name: "GraphQL Ruby",
  languages: ["ruby"],
  mentions: /\bGraphQL::Schema\b|^\s*field\s*\(?\s*:/m,
  types: { names: /(?:Quer(?:y|ies)|Mutations?|Subscriptions?)(?:Type|Root)?$/, decorators: [], calls: ["field"] },
  schema: { bases: /\bGraphQL::Schema$/ },
  nameOf: camelCase,
  examples: [
    {
      files: {
        "app/graphql/ferry_schema.rb": `
class FerrySchema < GraphQL::Schema
  query Types::QueryType
  mutation(Types::MutationType)
end
`,
        "app/graphql/types/query_type.rb": `
module Types
  class QueryType < Types::BaseObject
    field :boats, [Types::BoatType], null: false, description: "All of them"
    field :current_user, resolver: Resolvers::CurrentUser
  end
end
`,
        "app/graphql/types/mutation_type.rb": `
module Types
  class MutationType < Types::BaseObject
    field :create_boat, mutation: Mutations::CreateBoat
  end
end
`,
        "app/graphql/types/boat_type.rb": `
class Types::BoatType < Types::BaseObject
  field :never, String
end
`,
      },
      operations: ["QUERY boats", "QUERY currentUser", "MUTATION createBoat"],
    },
  ],
};
