import type { OperationFramework } from "#server/code-index/analysis/extract/operations/operation-framework.ts";

/** NestJS and TypeGraphQL: methods of resolvers. */
export const nestGraphql: OperationFramework = {
  name: "NestJS GraphQL",
  languages: ["typescript", "tsx"],
  mentions: /["'](?:@nestjs\/graphql|type-graphql)["']/,
  methods: { Query: "QUERY", Mutation: "MUTATION", Subscription: "SUBSCRIPTION" },
  guards: /^(?:UseGuards|Authorized|Roles|Permissions|(?:Has|Requires?|Check)\w*(?:Permission|Role|Scope|Auth)\w*)$/,
  nameOf: (name) => name,
  examples: [
    {
      files: {
        "package.json": `{ "dependencies": { "@nestjs/graphql": "12.0.0" } }`,
        "src/boats.resolver.ts": `
import { Args, Mutation, Query, Resolver, Subscription } from "@nestjs/graphql";
@Resolver(() => Boat)
export class BoatsResolver {
  @Query(() => [Boat], { name: "boats" })
  @UseGuards(GqlAuthGuard)
  async list(@Args("id") id: string) {}
  @Query(() => Boat) boat() {}
  @Mutation((returns) => Boat) addBoat() {}
  @Subscription(() => Boat) boatMoved() {}
  @Query(() => Boat, { name: \`never\${name}\` }) never() {}
  @ResolveField() alsoNever() {}
}
`,
        "schema.graphql": `type Query { boats(id: ID): [Boat!]! boat: Boat }\ntype Mutation { addBoat: Boat }`,
      },
      operations: ["QUERY boats", "QUERY boat", "MUTATION addBoat", "SUBSCRIPTION boatMoved"],
    },
  ],
};
