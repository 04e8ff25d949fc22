import {
  camelCase,
  type OperationFramework,
} from "#server/code-index/analysis/extract/operations/operation-framework.ts";

const names = /Quer|Mutation|Subscription/;

/** Strawberry: fields of the types that a schema names. */
export const strawberry: OperationFramework = {
  name: "Strawberry",
  languages: ["python"],
  mentions: /\bstrawberry/,
  types: {
    names,
    decorators: ["field", "mutation", "subscription", "connection", "relay_connection"],
    hasTypedFields: true,
    hasCalledFields: true,
  },
  schema: { calls: /(?:^|\.)\w*Schema$/ },
  merges: /(?:^|\.)merge_types$/,
  collects: /(?:^|\.)create_type$/,
  nameOf: camelCase,
  examples: [
    {
      files: {
        "app/schema.py": `
import strawberry
from app.boats import BoatQuery
@strawberry.type
class DockQueries:
    @strawberry.field
    def dock_list(self) -> list[Dock]: ...
    def never(self): ...
@strawberry.type
class Query(BoatQuery):
    @strawberry.field(name="me")
    def current_user(self) -> User: ...
    tides: list[Tide] = strawberry.field(resolver=get_tides)
AllQueries = merge_types("AllQueries", (Query, DockQueries))
schema = strawberry.Schema(query=AllQueries, mutation=Mutation)
`,
        "app/boats.py": `
import strawberry
@strawberry.type
class BoatQuery:
    all_boats: list[Boat]
DockMutations = create_type("DockMutations", [drop_dock])
@strawberry.type
class Mutation(DockMutations):
    @strawberry.mutation
    async def add_boat(self) -> Boat: ...
`,
      },
      operations: [
        "QUERY dockList",
        "QUERY me",
        "QUERY tides",
        "QUERY allBoats",
        "MUTATION addBoat",
        "MUTATION dropDock",
      ],
    },
  ],
};

/** Graphene: fields of the types that a schema names, and what those extend. */
export const graphene: OperationFramework = {
  name: "Graphene",
  languages: ["python"],
  // A stored `Subscription(models.Model)` is none: without a word of the library its bases have to be parts of a root.
  mentions:
    /\bgraphene\b|^class (?:Query|Mutation|Subscription)\([^)]{0,200}?(?:Quer|Mutation|Subscription|ObjectType)/m,
  types: { names, decorators: [], hasCalledFields: true },
  schema: { calls: /(?:^|[._])[sS]chema$/ },
  nameOf: camelCase,
  examples: [
    {
      files: {
        "app/schema.py": `
import graphene
from .boats.schema import BoatQueries, BoatMutations
class Query(BoatQueries, graphene.ObjectType):
    me = graphene.Field(User)
    def resolve_me(root, info): ...
class Mutation(BoatMutations): ...
schema = build_federated_schema(Query, mutation=Mutation)
`,
        "app/boats/schema.py": `
import graphene
class BoatQueries(graphene.ObjectType):
    boat_list = graphene.List(Boat)
class BoatMutations(graphene.ObjectType):
    create_boat = CreateBoat.Field()
class CreateBoatMutation(graphene.Mutation):
    never = graphene.Field(Boat)
`,
      },
      operations: ["QUERY me", "QUERY boatList", "MUTATION createBoat"],
    },
  ],
};
